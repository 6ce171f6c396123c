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
}
