import Bytes
import Y4M

/// How far along a vignette places are: sums of a term of the column and one of the row, and a
/// table over these sums.
///
/// With u and v from -1 to 1 across and down the picture, d^p = (|u|^p + |v|^p) / 2 of an ellipse
/// (p = 2) or of something squarer; d is 1 in the corners. Towards a circle, u and v are weighted
/// by the sides' lengths.
struct VignetteShape: BitwiseCopyable {
  /// d is held to this.
  private static let furthest = 4.0

  private let center: SIMD2<Double>
  /// What a pixel is of half the picture's sides.
  private let scale: SIMD2<Double>
  /// What the terms of columns and rows are weighted with.
  private let weight: SIMD2<Double>
  private let power: Double

  /// The entry of the table for a number: its bits less ``base``, shifted to the right by this.
  private let shift: UInt32
  private let base: UInt32
  private let bias: Float
  private let limit: Float
  /// What a place is multiplied by at the start of an entry, and how much that grows to the next.
  private let table: UnsafeMutablePointer<SIMD2<Float>>
  /// Sums up to here, of which the table has nothing but 1.
  private let clear: Float

  /// - Parameters:
  ///   - center: in pixels.
  ///   - roundness: -1 is nearly a rectangle, 0 an ellipse, 1 a circle.
  ///   - gain: what a place is multiplied by at a distance d.
  init(
    center: SIMD2<Double>, width: Int, height: Int, roundness: Double, _ scratch: Scratch,
    gain: (Double) -> Double
  ) {
    self.center = center
    let sides = SIMD2(Double(width), Double(height))
    scale = 2 / sides
    let squares = sides * sides
    let round = min(max(roundness, -1), 1)
    weight = SIMD2(repeating: (1 - max(round, 0)) / 2) + squares * (max(round, 0) / squares.sum())
    power = round < 0 ? 2 * Maths.pow(4, -round) : 2
    // Steps by octaves of the sum: about 512 to an octave of the distance.
    let steps: UInt32 = power > 4 ? 6 : power > 2 ? 7 : 8
    shift = 23 - steps
    bias = Float(Maths.exp2((-8 * power).rounded()))
    limit = Float(Maths.pow(Self.furthest, power))
    base = bias.bitPattern >> shift
    let count = Int((limit + bias).bitPattern >> shift - base) + 2
    table = scratch.take(SIMD2<Float>.self, count)
    var clear: Float = -1
    var next: Float = 0
    for index in (0..<count).reversed() {
      let sum = Float(bitPattern: (base + UInt32(index)) << shift) - bias
      let distance =
        power == 2 ? Double(max(sum, 0)).squareRoot() : Maths.pow(Double(max(sum, 0)), 1 / power)
      let value = Float(gain(distance))
      if index == count - 1 { next = value }
      table[index] = SIMD2(value, (next - value) / Float(1 << shift))
      if value != 1 || next != 1 { clear = sum }
      next = value
    }
    self.clear = clear
  }

  /// The term of a column or a row at a place in pixels.
  private func term(_ place: Double, _ axis: Int) -> Float {
    let share = (place - center[axis]) * scale[axis]
    let term = power == 2 ? share * share : Maths.pow(share.magnitude, power)
    return Float(weight[axis] * term)
  }

  /// The terms of columns of a plane.
  func terms(
    of columns: Range<Int>, _ layout: PlaneLayout, _ scratch: Scratch
  ) -> UnsafeMutablePointer<Float> {
    let terms = scratch.take(Float.self, columns.count)
    for x in columns {
      terms[x - columns.lowerBound] = term(Double(x << layout.shiftX) + layout.originX + 0.5, 0)
    }
    return terms
  }

  /// The term of a row of a plane.
  func term(ofRow y: Int, _ layout: PlaneLayout) -> Float {
    term(Double(y << layout.shiftY) + layout.originY + 0.5, 1)
  }

  /// Whether all places of `part` of a row are multiplied by 1; the terms rise or fall in it once.
  @inline(__always)
  func isClear(_ terms: UnsafeMutablePointer<Float>, _ part: Range<Int>, _ row: Float) -> Bool {
    max(terms[part.lowerBound], terms[part.upperBound - 1]) + row < clear
  }

  /// Writes what `count` places of a row are multiplied by.
  ///
  /// - Parameter entries: memory for as many numbers.
  func read(
    _ terms: UnsafeMutablePointer<Float>, _ row: Float, to gains: UnsafeMutablePointer<Float>,
    entries: UnsafeMutablePointer<Int32>, count: Int
  ) {
    let (shift, base) = (shift, base)
    let (bias, limit) = (bias, limit)
    let mask: UInt32 = 1 &<< shift &- 1
    // The table is read in a loop of its own, since no vector does that well.
    for x in 0..<count {
      let sum = terms[x] + row
      let bits = ((sum < limit ? sum : limit) + bias).bitPattern
      entries[x] = Int32(bitPattern: bits &>> shift &- base)
      gains[x] = Float(Int32(bitPattern: bits & mask))
    }
    let table = table
    for x in 0..<count {
      let entry = table[Int(entries[x])]
      gains[x] = entry.x + entry.y * gains[x]
    }
  }
}
