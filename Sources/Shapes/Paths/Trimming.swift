import Fonts
import Geometry

extension ShapePath {
  /// The length of all contours together, exact to a few millionths.
  package var length: Double { contours.reduce(0) { $0 + MeasuredContour($1).length } }

  /// What is left of the path between two places of its whole length, all contours one after
  /// another.
  ///
  /// Places and the offset that both are moved by are shares of the length; what reaches beyond an
  /// end goes on at the other. A start behind the end is taken for the end. No share leaves
  /// nothing, and a whole one everything. A contour that stays whole stays closed, and one that is
  /// closed is not cut at its start.
  package func trimmed(from start: Double, to end: Double, offset: Double = 0) -> ShapePath {
    guard start.isFinite, end.isFinite, offset.isFinite else { return self }
    let share = (start - end).magnitude
    if share >= 1 - 1e-9 { return self }
    if share < 1e-9 { return ShapePath() }
    let measured = contours.map { MeasuredContour($0) }
    let whole = measured.reduce(0) { $0 + $1.length }
    let first = min(start, end) + offset
    let from = (first - first.rounded(.down)) * whole
    let to = from + share * whole
    var result = ShapePath()
    var before = 0.0
    for contour in measured {
      // What is kept, and what of it came round.
      let kept = [(from - before, to - before), (from - whole - before, to - whole - before)]
        .map { (max($0.0, 0), min($0.1, contour.length)) }
      result.contours += contour.pieces(kept)
      before += contour.length
    }
    return result
  }
}

extension MeasuredContour {
  /// The pieces between pairs of lengths, of which the second may come before the first.
  fileprivate func pieces(_ kept: [(Double, Double)]) -> [ShapePath.Contour] {
    if kept.contains(where: { $0.0 <= 0 && $0.1 >= length && length > 0 }) { return [contour] }
    let pieces = kept.map { piece(from: $0.0, to: $0.1) }
    guard contour.isClosed, var tail = pieces[0], let head = pieces[1], kept[0].1 >= length,
      kept[1].0 <= 0
    else { return pieces.reversed().compactMap(\.self) }
    tail.segments += head.segments
    return [tail]
  }
}
