import Geometry

/// One change of a glyph's points; those that it does not name go along with their neighbours
/// (OpenType 1.9, "Inferred deltas for un-referenced point numbers").
struct PointChange {
  private(set) var deltas: [Vector]
  private var isNamed: [Bool]
  private let original: [GlyphPoint]

  init(original: [GlyphPoint]) {
    self.original = original
    deltas = Array(repeating: Vector(0, 0), count: original.count)
    isNamed = Array(repeating: false, count: original.count)
  }

  /// Moves the points of these numbers; numbers that do not exist are passed over.
  mutating func set(_ numbers: [Int], _ xs: [Int], _ ys: [Int]) {
    for (index, number) in numbers.enumerated() where number < deltas.count {
      deltas[number] = Vector(Double(xs[index]), Double(ys[index]))
      isNamed[number] = true
    }
  }

  /// Moves the others, contour by contour.
  mutating func interpolate(contourEnds: [Int]) {
    var first = 0
    for end in contourEnds {
      defer { first = end + 1 }
      guard first <= end, end < deltas.count else { continue }
      let named = (first...end).filter { isNamed[$0] }
      guard let last = named.last, named.count <= end - first else { continue }
      var before = last
      for next in named {
        var index = before
        while true {
          index = index == end ? first : index + 1
          if index == next { break }
          deltas[index] = Vector(
            between(\.x, \.x, index, before, next), between(\.y, \.y, index, before, next))
        }
        before = next
      }
    }
  }

  /// The change of a point between two that are named, along one coordinate.
  private func between(
    _ coordinate: KeyPath<GlyphPoint, Double>, _ delta: KeyPath<Vector, Double>, _ index: Int,
    _ first: Int, _ second: Int
  ) -> Double {
    let place = original[index][keyPath: coordinate]
    var low = (original[first][keyPath: coordinate], deltas[first][keyPath: delta])
    var high = (original[second][keyPath: coordinate], deltas[second][keyPath: delta])
    if low.0 > high.0 { swap(&low, &high) }
    if low.0 == high.0 { return low.1 == high.1 ? low.1 : 0 }
    if place <= low.0 { return low.1 }
    if place >= high.0 { return high.1 }
    return low.1 + (high.1 - low.1) * (place - low.0) / (high.0 - low.0)
  }
}
