/// One change of a glyph's points; those that it does not name go along with their neighbours
/// (OpenType 1.9, "Inferred deltas for un-referenced point numbers").
struct PointChange {
  /// The change along one axis.
  struct Part {
    fileprivate let places: [Double]
    fileprivate(set) var deltas: [Double]

    init(_ places: [Double]) {
      self.places = places
      deltas = [Double](repeating: 0, count: places.count)
    }

    /// Moves the points behind `first` up to `next`, within a contour.
    fileprivate mutating func fill(_ first: Int, _ next: Int, in contour: ClosedRange<Int>) {
      var low = (place: places[first], delta: deltas[first])
      var high = (place: places[next], delta: deltas[next])
      if low.place > high.place { swap(&low, &high) }
      let isFlat = low.place == high.place
      // Where both stand in one place and move apart, nothing between them moves.
      if isFlat, low.delta != high.delta { low.delta = 0 }
      let slope = isFlat ? 0 : (high.delta - low.delta) / (high.place - low.place)
      var index = first
      while true {
        index = index == contour.upperBound ? contour.lowerBound : index &+ 1
        if index == next { return }
        let place = places[index]
        deltas[index] =
          isFlat || place <= low.place
          ? low.delta
          : place >= high.place ? high.delta : low.delta + slope * (place - low.place)
      }
    }
  }

  private(set) var x: Part
  private(set) var y: Part
  private var isNamed: [Bool]

  init(original: [GlyphPoint]) {
    x = Part(original.map(\.x))
    y = Part(original.map(\.y))
    isNamed = Array(repeating: false, count: original.count)
  }

  /// Moves the points of these numbers; numbers that do not exist are passed over.
  mutating func set(_ numbers: [Int], _ xs: [Int], _ ys: [Int]) {
    for (index, number) in numbers.enumerated() where number < isNamed.count {
      x.deltas[number] = Double(xs[index])
      y.deltas[number] = Double(ys[index])
      isNamed[number] = true
    }
  }

  /// Moves the others, contour by contour.
  mutating func interpolate(contourEnds: [Int]) {
    var first = 0
    for end in contourEnds {
      defer { first = end + 1 }
      guard first <= end, end < isNamed.count,
        let last = (first...end).last(where: { isNamed[$0] })
      else { continue }
      var before = last
      for next in first...last where isNamed[next] {
        x.fill(before, next, in: first...end)
        y.fill(before, next, in: first...end)
        before = next
      }
    }
  }
}
