/// A gain or another value for every sample: a function of the sample alone, whatever the blocks
/// are.
///
/// Constants and lines are exact. Other movements are computed at some samples of each 1024, and
/// joined by polynomials of the fourth degree that lie within 10^-6 of the samples between, or else
/// computed closer together.
struct Envelope {
  private let source: EnvelopeSource
  private var piece: EnvelopePiece
  /// The samples that ``values`` has.
  private var cell = 0..<0
  private var values: [Float]

  init(_ source: EnvelopeSource) {
    self.source = source
    piece = source.piece(0)
    values = []
  }

  /// The one value that there ever is.
  var constant: Double? {
    if case .constant(let value) = piece.shape, piece.range == EnvelopePiece.everything {
      return value
    }
    return nil
  }

  /// The exact value at a sample.
  func value(at sample: Int) -> Double { constant ?? source.value(sample) }

  /// The value over all of `range`, if it is one.
  mutating func constant(over range: Range<Int>) -> Double? {
    seek(range.lowerBound)
    guard case .constant(let value) = piece.shape, piece.range.upperBound >= range.upperBound
    else { return nil }
    return value
  }

  /// Where, from the start of `range` on, the value stops being one, which is at most its end; the
  /// start itself where it moves there.
  mutating func rest(in range: Range<Int>) -> (end: Int, value: Double) {
    seek(range.lowerBound)
    guard case .constant(let value) = piece.shape else { return (range.lowerBound, 0) }
    return (min(piece.range.upperBound, range.upperBound), value)
  }

  /// Where the piece ends that was last looked at.
  var pieceEnd: Int { piece.range.upperBound }

  /// Puts out the values of `count` samples from `start` on.
  mutating func fill(_ gains: UnsafeMutablePointer<Float>, at start: Int, count: Int) {
    var done = 0
    while done < count {
      let sample = start &+ done
      seek(sample)
      let rest = min(piece.range.upperBound &- sample, count &- done)
      let target = gains + done
      switch piece.shape {
      case .constant(let value): GainKernels.fill(target, rest, with: Float(value))
      case .line(let base, let value, let slope):
        GainKernels.fillLine(target, rest, from: sample &- base, value: value, slope: slope)
      case .curve, .rough: copyCells(to: target, at: sample, count: rest)
      }
      done += rest
    }
  }

  /// Puts out the values from the sample `start` on.
  mutating func fill(_ target: UnsafeMutableBufferPointer<Float>, at start: Int) {
    if let base = target.baseAddress { fill(base, at: start, count: target.count) }
  }

  private mutating func seek(_ sample: Int) {
    if !piece.range.contains(sample) { piece = source.piece(sample) }
  }

  private mutating func copyCells(
    to target: UnsafeMutablePointer<Float>, at start: Int, count: Int
  ) {
    var done = 0
    while done < count {
      let sample = start &+ done
      if !cell.contains(sample) { makeCell(at: sample) }
      let rest = min(cell.upperBound &- sample, count &- done)
      let offset = sample &- cell.lowerBound
      values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return }
        (target + done).update(from: base + offset, count: rest)
      }
      done += rest
    }
  }

  private mutating func makeCell(at sample: Int) {
    var isRough = false
    if case .rough = piece.shape { isRough = true }
    let length = isRough ? EnvelopeCell.roughLength : EnvelopeCell.length
    let number = (sample &- piece.range.lowerBound) / length
    let low = piece.range.lowerBound &+ number &* length
    cell = low..<min(low &+ length, piece.range.upperBound)
    let (cell, source) = (cell, source)
    // Most gains never need this.
    if values.isEmpty { values = Array(repeating: 0, count: EnvelopeCell.length) }
    values.withUnsafeMutableBufferPointer { values in
      EnvelopeCell.make(source, cell, into: values, isRough: isRough)
    }
  }
}

/// The values of a few samples that lie beside one another.
enum EnvelopeCell {
  static let length = 1024
  static let roughLength = 64
  /// Up to so many samples each is computed for itself.
  private static let shortest = 12

  static func make(
    _ source: EnvelopeSource, _ range: Range<Int>, into values: UnsafeMutableBufferPointer<Float>,
    isRough: Bool
  ) {
    if isRough || range.count <= shortest {
      for (place, sample) in range.enumerated() { values[place] = Float(source.value(sample)) }
      return
    }
    if let polynomial = Quartic(through: source, over: range) {
      polynomial.fill(values, count: range.count)
      return
    }
    let half = range.count / 2
    let middle = range.lowerBound &+ half
    make(source, range.lowerBound..<middle, into: values, isRough: false)
    make(
      source, middle..<range.upperBound,
      into: UnsafeMutableBufferPointer(rebasing: values[half...]), isRough: false)
  }
}

/// A polynomial of the fourth degree in Newton's form, over the places 0 to count - 1.
private struct Quartic {
  private var nodes: SIMD4<Double> = .zero
  private var coefficients: (Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0)

  /// How far it may be off.
  private static let tolerance = 1e-6

  /// Goes through five samples of `range`; nil when one of four others is off by more than the
  /// tolerance.
  init?(through source: EnvelopeSource, over range: Range<Int>) {
    let last = range.count &- 1
    var places = (0.0, 0.0, 0.0, 0.0, 0.0)
    var table = places
    var largest = 0.0
    withUnsafeMutableBytes(of: &places) { places in
      withUnsafeMutableBytes(of: &table) { table in
        let (x, y) = (places.bindMemory(to: Double.self), table.bindMemory(to: Double.self))
        for node in 0..<5 {
          let place = last &* node / 4
          x[node] = Double(place)
          y[node] = source.value(range.lowerBound &+ place)
          largest = max(largest, y[node].magnitude)
        }
        // Divided differences.
        for order in 1..<5 {
          for node in stride(from: 4, through: order, by: -1) {
            y[node] = (y[node] - y[node - 1]) / (x[node] - x[node - order])
          }
        }
      }
    }
    nodes = SIMD4(places.0, places.1, places.2, places.3)
    coefficients = table
    let tolerance = source.isRelative ? Self.tolerance * largest : Self.tolerance
    for gap in 0..<4 {
      let place = last &* (2 &* gap &+ 1) / 8
      let exact = source.value(range.lowerBound &+ place)
      guard (self(Double(place)) - exact).magnitude <= tolerance else { return nil }
    }
  }

  private func callAsFunction(_ x: Double) -> Double {
    let (a, b, c, d, e) = coefficients
    let high = (e * (x - nodes.w) + d) * (x - nodes.z) + c
    return (high * (x - nodes.y) + b) * (x - nodes.x) + a
  }

  func fill(_ values: UnsafeMutableBufferPointer<Float>, count: Int) {
    for place in 0..<count {
      values[place] = Float(self(Double(Int32(truncatingIfNeeded: place))))
    }
  }
}
