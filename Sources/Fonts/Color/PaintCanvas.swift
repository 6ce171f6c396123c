import Geometry

/// Premultiplied colours of a rectangle of pixels, transparent at first.
struct PaintCanvas {
  let box: PixelBox
  private(set) var samples: [SIMD4<Float>]

  init(_ box: PixelBox) {
    self.box = box
    samples = [SIMD4<Float>](repeating: .zero, count: box.width &* box.height)
  }

  init(_ box: PixelBox, samples: [SIMD4<Float>]) {
    precondition(samples.count == box.width &* box.height)
    self.box = box
    self.samples = samples
  }

  /// Lays one colour over the pixels of a mask.
  mutating func fill(_ mask: Coverage?, with color: SIMD4<Float>) {
    paint(mask) { _, _ in color }
  }

  /// Lays a gradient over the pixels of a mask; `inverse` leads from pixels to its units.
  mutating func fill(_ mask: Coverage?, with gradient: GradientEvaluator, inverse: Affine) {
    paint(mask) { x, y in
      gradient.color(at: inverse(Vector(Double(x) + 0.5, Double(y) + 0.5)))
    }
  }

  /// Lays another canvas over the pixels of a mask.
  mutating func draw(_ other: PaintCanvas, _ mask: Coverage?) {
    let box = other.box
    guard mask.map({ !$0.isEmpty }) ?? true, !box.isEmpty else { return }
    let mask = mask ?? box.full
    other.samples.withUnsafeBufferPointer { source in
      paint(mask) { x, y in
        guard x >= box.x, y >= box.y, x < box.x &+ box.width, y < box.y &+ box.height else {
          return .zero
        }
        return source[(y &- box.y) &* box.width &+ x &- box.x]
      }
    }
  }

  /// Lays a source over this backdrop; both have the same box.
  mutating func blend(_ source: PaintCanvas, _ mode: PaintComposite) {
    precondition(source.box == box)
    for index in samples.indices {
      samples[index] = mode(source.samples[index], over: samples[index])
    }
  }

  @inline(__always)
  private mutating func paint(_ mask: Coverage?, _ color: (Int, Int) -> SIMD4<Float>) {
    let area = mask?.box ?? box
    let left = max(area.x, box.x)
    let right = min(area.x &+ area.width, box.x &+ box.width)
    let top = max(area.y, box.y)
    let bottom = min(area.y &+ area.height, box.y &+ box.height)
    guard left < right, top < bottom else { return }
    samples.withUnsafeMutableBufferPointer { samples in
      for y in top..<bottom {
        let row = (y &- box.y) &* box.width &- box.x
        let maskRow = (y &- area.y) &* area.width &- area.x
        for x in left..<right {
          let cover = mask.map { $0.bytes[maskRow &+ x] } ?? 255
          if cover == 0 { continue }
          var front = color(x, y)
          if cover < 255 { front *= Float(cover) / 255 }
          samples[row &+ x] = front + samples[row &+ x] * (1 - front[3])
        }
      }
    }
  }

  /// The canvas as a picture of whole numbers.
  var picture: ColorPicture {
    let values = [UInt16](unsafeUninitializedCapacity: samples.count &* 4) { values, filled in
      samples.withUnsafeBufferPointer { samples in
        for index in samples.indices {
          for part in 0..<4 {
            // Not-a-number is not larger than zero.
            let value = samples[index][part]
            let limited = value > 0 ? min(value, 1) : 0
            values[4 &* index &+ part] = UInt16(limited * 65_535 + 0.5)
          }
        }
      }
      filled = samples.count &* 4
    }
    return ColorPicture(box: box, samples: values)
  }
}

extension PixelBox {
  /// A mask that hides nothing.
  var full: Coverage {
    Coverage(
      x: x, y: y, width: width, height: height,
      bytes: [UInt8](repeating: 255, count: width &* height))
  }

  /// The pixels that a rectangle touches within a clip box; nil for none.
  package init?(touching bounds: Bounds, within clip: PixelBox?) {
    let farthest = 1_048_576.0
    func bound(_ value: Double) -> Int { Int(min(max(value, -farthest), farthest)) }
    guard bounds.width.isFinite, bounds.height.isFinite else { return nil }
    var (left, top) = (bound(bounds.minX.rounded(.down)), bound(bounds.minY.rounded(.down)))
    var (right, bottom) = (bound(bounds.maxX.rounded(.up)), bound(bounds.maxY.rounded(.up)))
    if let clip {
      left = max(left, clip.x)
      top = max(top, clip.y)
      right = min(right, clip.x.addingReportingOverflow(clip.width).partialValue)
      bottom = min(bottom, clip.y.addingReportingOverflow(clip.height).partialValue)
    }
    guard left < right, top < bottom else { return nil }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Coverage {
  /// What both masks let through.
  func masked(by other: Coverage?) -> Coverage {
    guard let other else { return self }
    var bytes = bytes
    for row in 0..<height {
      let line = (y &+ row &- other.y) &* other.width &- other.x
      let isInside = y &+ row >= other.y && y &+ row < other.y &+ other.height
      for column in 0..<width {
        let place = row &* width &+ column
        let at = x &+ column
        guard isInside, at >= other.x, at < other.x &+ other.width else {
          bytes[place] = 0
          continue
        }
        let product = UInt32(bytes[place]) &* UInt32(other.bytes[line &+ at])
        bytes[place] = UInt8(truncatingIfNeeded: (product &+ 127) / 255)
      }
    }
    return Coverage(x: x, y: y, width: width, height: height, bytes: bytes)
  }
}
