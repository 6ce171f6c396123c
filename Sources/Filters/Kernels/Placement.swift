import Geometry
import Y4M

/// A picture and where it goes: what has to be known to draw it.
struct Placement {
  /// The part of the source that is drawn, in source coordinates.
  let domain: Domain
  /// From source coordinates to picture coordinates.
  let map: Affine
  let sampling: Sampling

  /// A rectangle of a source, perhaps with fractions of samples; never empty.
  struct Domain: Hashable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var x: Range<Double> { left..<right }
    var y: Range<Double> { top..<bottom }
    /// The same part of a source with more or fewer samples.
    func scaled(x: Double, y: Double) -> Domain {
      Domain(left: left * x, top: top * y, right: right * x, bottom: bottom * y)
    }

    /// Where a map takes the corners, clockwise from the top left.
    func corners(through map: Affine) -> (x: SIMD4<Double>, y: SIMD4<Double>) {
      let (x, y) = (SIMD4(left, right, right, left), SIMD4(top, top, bottom, bottom))
      return (map.a * x + map.c * y + map.tx, map.b * x + map.d * y + map.ty)
    }
  }

  /// The smallest box of whole samples around what `map` makes of the domain, bounded so that it
  /// fits an Int whatever the numbers.
  static func bounds(of domain: Domain, through map: Affine) -> Box {
    let corners = domain.corners(through: map)
    func bound(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    func span(_ values: SIMD4<Double>) -> (Int, Int) {
      let low = min(values.x, values.y, values.z, values.w)
      let high = max(values.x, values.y, values.z, values.w)
      guard low.isFinite, high.isFinite else { return (0, 0) }
      return (bound(low.rounded(.down)), bound(high.rounded(.up)))
    }
    let (left, right) = span(corners.x)
    let (top, bottom) = span(corners.y)
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The samples of the picture that the placement may touch.
  var bounds: Box { Self.bounds(of: domain, through: map) }

  /// Whether it leaves nothing of a canvas to be seen, for a map that keeps boxes boxes.
  func covers(width: Int, height: Int) -> Bool {
    guard map.isAxisAligned || map.isTransposing else { return false }
    let corners = domain.corners(through: map)
    let slack = 1e-6
    return corners.x.min() <= slack && corners.y.min() <= slack
      && corners.x.max() >= Double(width) - slack && corners.y.max() >= Double(height) - slack
  }

  /// The placement moved by whole samples of the picture.
  func moved(x: Int, y: Int) -> Placement {
    Placement(
      domain: domain, map: .translation(Double(x), Double(y)).after(map),
      sampling: sampling)
  }

  /// The placement of the part of the domain that can be seen within `picture`, with a margin in
  /// which neither its edges nor the curve through four samples show; nil when nothing is seen.
  func limited(to picture: Box) -> Placement? {
    guard let inverse = map.inverse else { return nil }
    let corners = Domain(
      left: Double(picture.x), top: Double(picture.y), right: Double(picture.maxX),
      bottom: Double(picture.maxY)
    ).corners(through: inverse)
    // Eight samples of the picture, which are more of the source where it is made smaller, and
    // four of the source.
    let marginX = 4 + 8 * max(inverse.a.magnitude, inverse.c.magnitude)
    let marginY = 4 + 8 * max(inverse.b.magnitude, inverse.d.magnitude)
    var part = domain
    part.left = max(part.left, (corners.x.min() - marginX).rounded(.down))
    part.right = min(part.right, (corners.x.max() + marginX).rounded(.up))
    part.top = max(part.top, (corners.y.min() - marginY).rounded(.down))
    part.bottom = min(part.bottom, (corners.y.max() + marginY).rounded(.up))
    guard part.left < part.right, part.top < part.bottom else { return nil }
    return Placement(domain: part, map: map, sampling: sampling)
  }

  /// The same place for a source of `to` samples in place of `from` samples.
  func resized(from: Vector, to: Vector) -> Placement {
    let (x, y) = (to.x / from.x, to.y / from.y)
    return Placement(
      domain: domain.scaled(x: x, y: y), map: map.after(.scale(1 / x, 1 / y)), sampling: sampling)
  }

  /// The same placement of a source that begins at sample `origin` of this one's.
  func shifted(to origin: (x: Int, y: Int)) -> Placement {
    if origin == (0, 0) { return self }
    let (x, y) = (Double(origin.x), Double(origin.y))
    return Placement(
      domain: Domain(
        left: domain.left - x, top: domain.top - y, right: domain.right - x,
        bottom: domain.bottom - y), map: map.after(.translation(x, y)), sampling: sampling)
  }
}

extension Placement {
  /// Where the source's first sample lies, and the part of the canvas that is touched, where
  /// samples lie on samples; else nil.
  var wholeMove: (x: Int, y: Int, box: Box)? {
    guard map.a == 1, map.b == 0, map.c == 0, map.d == 1 else { return nil }
    func isWhole(_ number: Double) -> Bool { number == number.rounded() && number.magnitude < 1e6 }
    guard isWhole(map.tx), isWhole(map.ty), isWhole(domain.left), isWhole(domain.top),
      isWhole(domain.right), isWhole(domain.bottom)
    else { return nil }
    let (x, y) = (Int(map.tx), Int(map.ty))
    let (left, top) = (Int(domain.left), Int(domain.top))
    let box = Box(
      x: left + x, y: top + y, width: Int(domain.right) - left, height: Int(domain.bottom) - top)
    return (x, y, box)
  }
}
