import Bytes
import Fonts
import Geometry

extension ShapePath.Contour {
  /// The contour with its curves cut ever finer towards caps and corners.
  ///
  /// A line is drawn around the chords of curves, as rectangles. Where a chord turns away from the
  /// curve's tangent by half of its angle, that is seen far from the curve, at the sides of a wide
  /// line that ends or has a corner there.
  ///
  /// - Parameters:
  ///   - radius: half of the line's width.
  ///   - tolerance: how far its sides may be from where they belong.
  func withFineEnds(radius: Double, tolerance: Double) -> Self {
    guard segments.contains(where: { if case .line = $0 { false } else { true } }) else {
      return self
    }
    var place = start
    let curves = explicitlyClosed.segments.map { segment in
      defer { place = segment.end }
      return EndedCurve(place, segment)
    }
    var cut = Self(start: start, [], isClosed: isClosed)
    for (index, curve) in curves.enumerated() {
      let isFirst = index == 0
      let isLast = index == curves.count - 1
      let before = isFirst ? (isClosed ? curves.last : nil) : curves[index - 1]
      let next = isLast ? (isClosed ? curves.first : nil) : curves[index + 1]
      cut.segments += curve.cut(
        atStart: !(before?.runsOn(to: curve) ?? false),
        atEnd: !(next.map { curve.runsOn(to: $0) } ?? false), (radius, tolerance))
    }
    return cut
  }
}

/// A segment, and which way it runs at its ends.
private struct EndedCurve {
  /// The most cuts towards an end.
  private static let mostCuts = 16

  private let segment: Outline.Segment
  private let curve: CubicCurve
  private let ends: SegmentEnds?
  /// The legs of its control polygon, of the length 1; without those of no length.
  private let legs: [Vector]

  init(_ start: Vector, _ segment: Outline.Segment) {
    self.segment = segment
    curve = CubicCurve(start, segment)
    ends = SegmentEnds(start, segment)
    legs = [curve.first - start, curve.second - curve.first, curve.end - curve.second]
      .compactMap { leg in
        let length = leg.length
        return length > 0 && length.isFinite ? leg * (1 / length) : nil
      }
  }

  /// Whether there is no corner between this curve and the next.
  func runsOn(to next: EndedCurve) -> Bool {
    guard let ends, let next = next.ends else { return true }
    return ends.runsOn(to: next)
  }

  func cut(
    atStart: Bool, atEnd: Bool, _ line: (radius: Double, tolerance: Double)
  ) -> [Outline.Segment] {
    if case .line = segment { return [segment] }
    guard atStart || atEnd else { return [segment] }
    // No more than the curve turns, in radians.
    let turn = zip(legs, legs.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1).length * .pi / 2 }
    let miss = turn * line.radius / (2 * max(line.tolerance, .leastNormalMagnitude))
    guard miss > 1 else { return [segment] }
    var count = 2
    while count < Self.mostCuts, Double(1 << count) < miss { count += 1 }
    let shares = (2...count).map { 1 / Double(1 << $0) }
    var cuts = [0.0]
    if atStart { cuts += shares.reversed() }
    if atEnd { cuts += shares.map { 1 - $0 } }
    cuts.append(1)
    return zip(cuts, cuts.dropFirst()).map { curve.part(from: $0, to: $1) }
  }
}
