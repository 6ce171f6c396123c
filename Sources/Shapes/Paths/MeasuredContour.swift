import Fonts
import Geometry

/// A contour that can be cut by its true length, from its start.
struct MeasuredContour {
  let contour: ShapePath.Contour
  private let curves: MeasuredCurves

  /// The whole length, with the line that closes it.
  var length: Double { curves.length }

  init(_ contour: ShapePath.Contour) {
    self.contour = contour
    var place = contour.start
    curves = MeasuredCurves(
      contour.explicitlyClosed.segments.map { segment in
        defer { place = segment.end }
        return MeasuredCurve(place, segment)
      })
  }

  /// The open piece between two lengths; nil where there is none.
  func piece(from: Double, to: Double) -> ShapePath.Contour? {
    let (from, to) = (max(from, 0), min(to, length))
    guard from < to, from.isFinite, to.isFinite else { return nil }
    var piece: ShapePath.Contour?
    for index in curves.first(endingAfter: from)..<curves.count {
      let (curve, before) = curves[index]
      if before >= to { break }
      guard curve.length > 0 else { continue }
      let cut = curve.piece(from: from - before, to: to - before)
      var grown = piece ?? ShapePath.Contour(start: cut.start, [], isClosed: false)
      // Let go, so that its segments grow in place.
      piece = nil
      grown.segments.append(cut.segment)
      piece = grown
    }
    return piece
  }

  /// A piece without length at a place, which runs the way the contour does there.
  func dot(at place: Double, length: Double) -> ShapePath.Contour? {
    let index = min(curves.first(endingAfter: place), curves.count - 1)
    guard index >= 0 else { return nil }
    let (curve, before) = curves[index]
    let within = place - before
    guard let way = curve.direction(at: within) else { return nil }
    let middle = curve.piece(from: within, to: within).start
    return ShapePath.Contour(
      start: middle - way * (length / 2), [.line(middle + way * (length / 2))], isClosed: false)
  }
}
