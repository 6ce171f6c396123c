import Bytes

/// The curve of a windowed sinc, to be read at any place: the filter of ``SincTable`` before it is
/// cut into rows.
final class SincCurve: Sendable {
  static let shared = SincCurve()
  /// Nodes from one sample to the next; lines between them are true to -120 dB.
  private static let nodes = 1024
  /// The curve from the middle on.
  private let values: [Float]

  private init() {
    let half = SincTable.density / 2
    let count = half * Self.nodes
    let turn = 2 * .pi * SincTable.cutoff(ratio: 1, taps: SincTable.density)
    var window = [Double](repeating: 0, count: count)
    KaiserWindow(attenuation: SincTable.attenuation).write(
      at: (0..<count).map { Double($0) / Double(count) }, into: &window)
    values =
      window.enumerated().map { index, weight in
        let place = Double(index) / Double(Self.nodes)
        return Float(weight * (index == 0 ? 1 : Maths.sin(turn * place) / (turn * place)))
      } + [0, 0]
  }

  /// Writes the taps of a filter that is `stretch` times as wide, the first one so many samples
  /// from its middle; they sum to 1.
  func write(
    into taps: UnsafeMutablePointer<Float>, count: Int, from first: Double, stretch: Double
  ) {
    let (start, step) = (first / stretch * Double(Self.nodes), Double(Self.nodes) / stretch)
    let last = Double(values.count - 2)
    var sum = 0.0
    values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      for tap in 0..<count {
        let place = min(abs(start + step * Double(tap)), last)
        let node = Int(truncatingIfNeeded: Int32(place))
        let weight = Float(place - Double(node))
        let value = values[node] + (values[node + 1] - values[node]) * weight
        taps[tap] = value
        sum += Double(value)
      }
    }
    let factor = Float(1 / sum)
    for tap in 0..<count { taps[tap] *= factor }
  }
}
