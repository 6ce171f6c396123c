/// A line through any number of points (CSS Easing 2, 2.1).
struct LinearStops: Hashable, Sendable {
  /// A point of the line.
  struct Stop: Hashable, Sendable {
    let input: Double
    let output: Double
  }

  /// At least one point, in order of input.
  let stops: [Stop]

  /// Takes outputs with the inputs that were written, at least one; fills in the others.
  ///
  /// The ends default to 0 and 1, an input below an earlier one is raised to it, and what is
  /// still missing is spread evenly.
  init(_ written: [(output: Double, input: Double?)]) {
    var inputs = written.map(\.input)
    if let first = inputs.first, first == nil { inputs[0] = 0 }
    if let last = inputs.last, last == nil { inputs[inputs.count - 1] = 1 }
    var largest = -Double.infinity
    for (index, input) in inputs.enumerated() {
      guard let input else { continue }
      largest = max(largest, input)
      inputs[index] = largest
    }
    var (filled, known) = ([Double](), 0)
    for (index, input) in inputs.enumerated() {
      guard let input else { continue }
      let start = filled.last ?? input
      let gap = Double(index - known)
      for step in stride(from: 1, to: index - known, by: 1) {
        filled.append(start + (input - start) * Double(step) / gap)
      }
      filled.append(input)
      known = index
    }
    stops = zip(filled, written).map { Stop(input: $0, output: $1.output) }
  }

  func callAsFunction(_ progress: Double) -> Double {
    guard stops.count > 1 else { return stops.first?.output ?? progress }
    var (low, high) = (0, stops.count)
    while low < high {
      let middle = (low + high) / 2
      if stops[middle].input <= progress { low = middle + 1 } else { high = middle }
    }
    if low > 0, stops[low - 1].input == progress { return stops[low - 1].output }
    let index = min(max(low - 1, 0), stops.count - 2)
    let (a, b) = (stops[index], stops[index + 1])
    guard a.input < b.input else { return low == 0 ? a.output : b.output }
    let share = (progress - a.input) / (b.input - a.input)
    return a.output + (b.output - a.output) * share
  }
}
