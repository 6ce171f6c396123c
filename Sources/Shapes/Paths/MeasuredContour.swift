import Fonts
import Geometry

/// A contour that can be cut by its true length, from its start.
struct MeasuredContour {
  let contour: ShapePath.Contour
  private let curves: [MeasuredCurve]
  /// The length up to the end of each curve.
  private let ends: [Double]

  /// The whole length, with the line that closes it.
  var length: Double { ends.last ?? 0 }

  init(_ contour: ShapePath.Contour) {
    self.contour = contour
    var (place, sum) = (contour.start, 0.0)
    var (curves, ends) = ([MeasuredCurve](), [Double]())
    for segment in contour.explicitlyClosed.segments {
      let curve = MeasuredCurve(place, segment)
      place = segment.end
      sum += curve.length
      curves.append(curve)
      ends.append(sum)
    }
    self.curves = curves
    self.ends = ends
  }

  /// The open piece between two lengths; nil where there is none.
  func piece(from: Double, to: Double) -> ShapePath.Contour? {
    let (from, to) = (max(from, 0), min(to, length))
    guard from < to, from.isFinite, to.isFinite else { return nil }
    var piece: ShapePath.Contour?
    var index = first(endingAfter: from)
    while index < curves.count {
      let before = index == 0 ? 0 : ends[index - 1]
      if before >= to { break }
      if curves[index].length > 0 {
        let cut = curves[index].piece(from: from - before, to: to - before)
        var grown = piece ?? ShapePath.Contour(start: cut.start, [], isClosed: false)
        piece = nil
        grown.segments.append(cut.segment)
        piece = grown
      }
      index += 1
    }
    return piece
  }

  /// A piece without length at a place, which runs the way the contour does there.
  func dot(at place: Double, length: Double) -> ShapePath.Contour? {
    let index = min(first(endingAfter: place), curves.count - 1)
    guard index >= 0 else { return nil }
    let curve = curves[index]
    let within = place - (index == 0 ? 0 : ends[index - 1])
    guard let way = curve.direction(at: within) else { return nil }
    let middle = curve.piece(from: within, to: within).start
    return ShapePath.Contour(
      start: middle - way * (length / 2), [.line(middle + way * (length / 2))], isClosed: false)
  }

  /// The first curve that ends behind a length, by bisection.
  private func first(endingAfter place: Double) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
