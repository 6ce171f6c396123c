import Geometry

/// What colours a shape.
enum Ink {
  case color(PremultipliedColor)
  /// A gradient, and the map from the picture to its box.
  case gradient(GradientRows, Affine)
  /// A computed picture.
  case pattern(PatternInk)

  /// The same with all at hand that samples of a box need.
  func covering(_ box: Box) -> Ink {
    if case .pattern(let pattern) = self { .pattern(pattern.covering(box)) } else { self }
  }
}

// Textures that shapes are painted on, premultiplied.
extension Texture {
  /// Makes all of it transparent.
  func clear() { plane(0).update(repeating: 0, count: 4 * width * height) }

  /// Paints what `mask` covers over what is there.
  ///
  /// - Parameter origin: the place of the texture's first sample in the picture.
  func paint(_ ink: Ink, _ mask: Mask, origin: (x: Int, y: Int)) {
    let whole = Box(x: origin.x, y: origin.y, width: width, height: height)
    let part = mask.box.intersection(whole)
    if case .pattern(let pattern) = ink {
      return paint(pattern.covering(part), mask, part, origin: origin)
    }
    for y in part.y..<max(part.y, part.maxY) {
      let cover = mask.row(y) + (part.x - mask.box.x)
      let target = row(y - origin.y).shifted(by: part.x - origin.x)
      switch ink {
      case .color(let color):
        Self.eachCovered(cover, count: part.width) { columns in
          target.shifted(by: columns.lowerBound).paint(
            color, cover + columns.lowerBound, count: columns.count)
        }
      case .gradient(let rows, let map):
        var color = PremultipliedColor.transparent
        for x in 0..<part.width where cover[x] > 0 {
          let place = map(Vector(Double(part.x + x) + 0.5, Double(y) + 0.5))
          color = rows.color(at: place)
          target.shifted(by: x).paint(color, cover + x, count: 1)
        }
      case .pattern: break
      }
    }
  }

  /// Paints a computed picture where `mask` covers some samples.
  private func paint(
    _ pattern: PatternInk, _ mask: Mask, _ part: Box, origin: (x: Int, y: Int)
  ) {
    guard let picture = pattern.part else { return }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * max(part.width, 1)) { room in
      guard let line = room.baseAddress else { return }
      let source = PictureRow(
        y: line, u: line + part.width, v: line + 2 * part.width, a: line + 3 * part.width)
      for y in part.y..<part.maxY {
        let cover = mask.row(y) + (part.x - mask.box.x)
        let target = row(y - origin.y).shifted(by: part.x - origin.x)
        Self.eachCovered(cover, count: part.width) { columns in
          let first = columns.lowerBound
          picture.fill(source, x: part.x + first, y: y, count: columns.count)
          target.shifted(by: first).paint(source, cover + first, count: columns.count)
        }
      }
    }
  }

  /// Calls `body` for the stretches of a row in which something is covered.
  @inline(__always)
  private static func eachCovered(
    _ cover: UnsafeMutablePointer<UInt16>, count: Int, _ body: (Range<Int>) -> Void
  ) {
    var (start, place) = (0, 0)
    while place < count {
      let end = min(place &+ 32, count)
      var any: UInt16 = 0
      for x in place..<end { any |= cover[x] }
      if any == 0 {
        if start < place { body(start..<place) }
        start = end
      }
      place = end
    }
    if start < count { body(start..<count) }
  }

  /// Paints a picture over what is there.
  ///
  /// - Parameters:
  ///   - place: where its first sample lies in the picture, as `origin` is that of this texture.
  ///   - weight: how opaque it is, 0 to 65,535.
  func paint(
    _ picture: Texture, at place: (x: Int, y: Int), weight: UInt16, origin: (x: Int, y: Int)
  ) {
    let whole = Box(x: origin.x, y: origin.y, width: width, height: height)
    let box = Box(x: place.x, y: place.y, width: picture.width, height: picture.height)
    let part = box.intersection(whole)
    let factor = UInt32(weight) + UInt32(weight >> 15)
    for y in part.y..<max(part.y, part.maxY) {
      let source = picture.row(y - place.y).shifted(by: part.x - place.x)
      let target = row(y - origin.y).shifted(by: part.x - origin.x)
      for x in 0..<part.width {
        let alpha = scaled(source.a[x], factor)
        let keep = rest(alpha)
        target.y[x] = over(scaled(source.y[x], factor), target.y[x], keep)
        target.u[x] = over(scaled(source.u[x], factor), target.u[x], keep)
        target.v[x] = over(scaled(source.v[x], factor), target.v[x], keep)
        target.a[x] = over(alpha, target.a[x], keep)
      }
    }
  }
}

extension PremultipliedColor {
  static let transparent = PremultipliedColor(y: 0, u: 0, v: 0, a: 0)
}

extension PictureRow {
  /// Paints a colour over `count` samples, as far as each is covered.
  fileprivate func paint(
    _ color: PremultipliedColor, _ cover: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    layer(y, color.y, color.a, cover, count)
    layer(u, color.u, color.a, cover, count)
    layer(v, color.v, color.a, cover, count)
    layer(a, color.a, color.a, cover, count)
  }

  /// Paints `count` samples over others, as far as each is covered.
  fileprivate func paint(
    _ source: PictureRow, _ cover: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    func layer(_ target: UnsafeMutablePointer<UInt16>, _ value: UnsafeMutablePointer<UInt16>) {
      for x in 0..<count {
        let factor = UInt32(cover[x]) &+ UInt32(cover[x] &>> 15)
        target[x] = over(
          scaled(value[x], factor), target[x], rest(scaled(source.a[x], factor)))
      }
    }
    layer(y, source.y)
    layer(u, source.u)
    layer(v, source.v)
    layer(a, source.a)
  }

  private func layer(
    _ target: UnsafeMutablePointer<UInt16>, _ value: UInt16, _ alpha: UInt16,
    _ cover: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    for x in 0..<count {
      let factor = UInt32(cover[x]) &+ UInt32(cover[x] &>> 15)
      target[x] = over(scaled(value, factor), target[x], rest(scaled(alpha, factor)))
    }
  }
}

/// A sample times `factor` / 65,536.
@inline(__always)
private func scaled(_ sample: UInt16, _ factor: UInt32) -> UInt16 {
  UInt16(truncatingIfNeeded: (UInt32(sample) &* factor &+ 32768) &>> 16)
}

/// What is left, of 65,536, beneath something of this alpha.
@inline(__always)
private func rest(_ alpha: UInt16) -> UInt32 {
  let left = 65535 &- UInt32(alpha)
  return left &+ left &>> 15
}

@inline(__always)
private func over(_ sample: UInt16, _ below: UInt16, _ keep: UInt32) -> UInt16 {
  let sum = UInt32(sample) &+ (UInt32(below) &* keep &+ 32768) &>> 16
  return UInt16(truncatingIfNeeded: min(sum, 65535))
}
