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
    var corners: [Vector] {
      [Vector(left, top), Vector(right, top), Vector(right, bottom), Vector(left, bottom)]
    }
  }

  /// The smallest box of whole samples around what `map` makes of the domain, bounded so that it
  /// fits an Int whatever the numbers.
  static func bounds(of domain: Domain, through map: Affine) -> Box {
    let points = domain.corners.map { map($0) }
    func bound(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    func span(_ values: [Double]) -> (Int, Int) {
      let low = values.reduce(values[0], min)
      let high = values.reduce(values[0], max)
      guard low.isFinite, high.isFinite else { return (0, 0) }
      return (bound(low.rounded(.down)), bound(high.rounded(.up)))
    }
    let (left, right) = span(points.map(\.x))
    let (top, bottom) = span(points.map(\.y))
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The samples of the picture that the placement may touch.
  var bounds: Box { Self.bounds(of: domain, through: map) }

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
    ).corners.map { inverse($0) }
    // Eight samples of the picture, which are more of the source where it is made smaller, and
    // four of the source.
    let marginX = 4 + 8 * max(inverse.a.magnitude, inverse.c.magnitude)
    let marginY = 4 + 8 * max(inverse.b.magnitude, inverse.d.magnitude)
    var part = domain
    for (low, high, margin, side) in [
      (\Domain.left, \Domain.right, marginX, \Vector.x),
      (\Domain.top, \Domain.bottom, marginY, \Vector.y),
    ] {
      let values = corners.map { $0[keyPath: side] }
      guard let least = values.min(), let most = values.max() else { return nil }
      part[keyPath: low] = max(part[keyPath: low], (least - margin).rounded(.down))
      part[keyPath: high] = min(part[keyPath: high], (most + margin).rounded(.up))
    }
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
