/// Curves one behind another, by the length of their way.
struct MeasuredCurves: Sendable {
  private let curves: [MeasuredCurve]
  /// The length up to the end of each curve.
  private let ends: [Double]

  init(_ curves: [MeasuredCurve]) {
    self.curves = curves
    var sum = 0.0
    ends = curves.map { curve in
      sum += curve.length
      return sum
    }
  }

  /// The length of all of them.
  var length: Double { ends.last ?? 0 }

  var count: Int { curves.count }

  /// A curve, and the length of all before it.
  subscript(index: Int) -> (curve: MeasuredCurve, before: Double) {
    (curves[index], index == 0 ? 0 : ends[index - 1])
  }

  /// The first curve that ends behind a length, by bisection; their count where none does.
  func first(endingAfter place: Double) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
