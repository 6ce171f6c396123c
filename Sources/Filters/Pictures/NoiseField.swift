import Bytes

/// A number for every place and seed, of 32 bits: quicker than ``NoiseHash`` where there are many.
///
/// The mixing is "lowbias32" (C. Wellons, "Prospecting for Hash Functions", 2018).
enum QuickHash {
  @inline(__always)
  static func mix(_ input: UInt32) -> UInt32 {
    var value = input
    value = (value ^ value &>> 16) &* 0x7feb_352d
    value = (value ^ value &>> 15) &* 0x846c_a68b
    return value ^ value &>> 16
  }

  /// The number that those of a row begin with.
  static func row(_ y: Int, step: Int, _ seed: UInt32) -> UInt32 {
    let time = mix(seed ^ UInt32(truncatingIfNeeded: step) &* 0x85eb_ca6b)
    return mix(time ^ UInt32(truncatingIfNeeded: y) &* 0xc2b2_ae35)
  }

  /// The number of a place in a row.
  @inline(__always)
  static func place(_ x: Int, _ row: UInt32) -> UInt32 {
    mix(row &+ UInt32(truncatingIfNeeded: x) &* 0x9e37_79b9)
  }

  /// A number from 0 to 1, of 24 bits.
  @inline(__always)
  static func unit(_ hash: UInt32) -> Float { Float(hash &>> 8) * (1 / 16_777_216) }
}

/// How smooth noise is between the corners of its cells.
@inline(__always)
func noiseFade<Value: BinaryFloatingPoint>(_ share: Value) -> Value {
  // K. Perlin, "Improving Noise", 2002: its first and second derivatives are 0 at both ends.
  share * share * share * (share * (share * 6 - 15) + 10)
}

/// One axis of a field of cells: where samples lie among them.
struct NoiseAxis: Sendable {
  /// Cells from one sample to the next, and where the first one lies.
  let step: Double
  let start: Double
  /// The first corner that is kept, and how many are.
  let first: Int
  let count: Int

  /// - Parameters:
  ///   - cell: its side in samples.
  ///   - start: where the first sample lies, in cells.
  ///   - samples: those that are asked for.
  init(cell: Double, start: Double, samples: Range<Int>) {
    step = 1 / cell
    self.start = start
    first = Int((start + Double(samples.lowerBound) * step).rounded(.down)) - 1
    count = Int((start + Double(samples.upperBound) * step).rounded(.down)) + 3 - first
  }

  /// The cell in which a sample lies, and how far into it.
  func place(_ sample: Int) -> (cell: Int, rest: Double) {
    let place = start + Double(sample) * step
    let cell = place.rounded(.down)
    return (Int(cell), place - cell)
  }

  /// The first sample that lies in a cell or behind it.
  @inline(__always)
  private func begin(_ cell: Int) -> Int { Int(((Double(cell) - start) / step).rounded(.up)) }

  /// Calls `body` for stretches of samples that lie in one cell: with the cell, the samples, how
  /// far into the cell its own first sample lies, and how many of its samples come before the
  /// stretch.
  ///
  /// Places are to be counted from each cell's own first sample, so that they do not depend on
  /// where a stretch is cut.
  @inline(__always)
  func eachCell(_ samples: Range<Int>, _ body: (Int, Range<Int>, Float, Int) -> Void) {
    var cell = place(samples.lowerBound).cell
    while begin(cell + 1) <= samples.lowerBound { cell += 1 }
    while begin(cell) > samples.lowerBound { cell -= 1 }
    var own = begin(cell)
    var first = samples.lowerBound
    while first < samples.upperBound {
      let next = begin(cell + 1)
      let end = min(next, samples.upperBound)
      if end > first {
        let inset = start + Double(own) * step - Double(cell)
        body(cell, first..<end, Float(inset), first - own)
        first = end
      }
      cell += 1
      own = next
    }
  }
}
