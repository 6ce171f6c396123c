/// Turns coefficients into samples, bit for bit as the accurate transform of whole numbers that
/// libjpeg has, which is that of Loeffler, Ligtenberg and Moschytz.
enum JPEGTransform {
  private typealias Row = SIMD8<Int16>
  private typealias Wide = SIMD8<Int32>
  private typealias Rows = (Row, Row, Row, Row, Row, Row, Row, Row)

  /// Writes the samples of a block that has no other coefficient than the first.
  static func fill(
    _ mean: Int16, to samples: inout MutableSpan<UInt8>, at place: Int, stride: Int
  ) {
    let value = Swift.min(Swift.max((Int32(mean) &+ 4) &>> 3 &+ 128, 0), 255)
    let row = SIMD8<UInt8>(repeating: UInt8(truncatingIfNeeded: value))
    var bytes = samples.mutableBytes
    for index in 0..<8 {
      bytes.storeBytes(of: row, toByteOffset: place &+ index &* stride, as: SIMD8<UInt8>.self)
    }
  }

  /// Writes the samples of 64 coefficients, which are multiplied already, row by row.
  static func draw(
    _ block: Span<Int16>, to samples: inout MutableSpan<UInt8>, at place: Int,
    stride: Int
  ) {
    let block = block.extracting(0..<64)
    let down = half(
      (
        block.eight(at: 0), block.eight(at: 8), block.eight(at: 16), block.eight(at: 24),
        block.eight(at: 32), block.eight(at: 40), block.eight(at: 48), block.eight(at: 56)
      ), shift: 11)
    let across = half(turned(down), shift: 18)
    let (zero, top, middle) = (
      Row(repeating: 0), Row(repeating: 255), Row(repeating: 128)
    )
    func byte(_ row: Row) -> SIMD8<UInt16> {
      let value = (row &+ middle).clamped(lowerBound: zero, upperBound: top)
      return SIMD8<UInt16>(truncatingIfNeeded: value)
    }
    // Two samples beside one another in each number, and then eight of a row in half of each of
    // four.
    let (first, second) = (
      byte(across.0) | byte(across.1) &<< 8, byte(across.2) | byte(across.3) &<< 8
    )
    let (third, fourth) = (
      byte(across.4) | byte(across.5) &<< 8, byte(across.6) | byte(across.7) &<< 8
    )
    let (a, b) = (SIMD8.low(first, third), SIMD8.high(first, third))
    let (c, d) = (SIMD8.low(second, fourth), SIMD8.high(second, fourth))
    var bytes = samples.mutableBytes
    store(.low(a, c), to: &bytes, at: place, stride)
    store(.high(a, c), to: &bytes, at: place &+ 2 &* stride, stride)
    store(.low(b, d), to: &bytes, at: place &+ 4 &* stride, stride)
    store(.high(b, d), to: &bytes, at: place &+ 6 &* stride, stride)
  }

  /// Writes two rows of samples.
  @inline(__always)
  private static func store(
    _ rows: SIMD8<UInt16>, to bytes: inout MutableRawSpan, at place: Int, _ stride: Int
  ) {
    bytes.storeBytes(of: rows.lowHalf, toByteOffset: place, as: SIMD4<UInt16>.self)
    bytes.storeBytes(of: rows.highHalf, toByteOffset: place &+ stride, as: SIMD4<UInt16>.self)
  }

  /// Rows as columns.
  @inline(__always)
  private static func turned(_ rows: Rows) -> Rows { shuffled(shuffled(shuffled(rows))) }

  @inline(__always)
  private static func shuffled(_ rows: Rows) -> Rows {
    (
      .low(rows.0, rows.4), .high(rows.0, rows.4), .low(rows.1, rows.5), .high(rows.1, rows.5),
      .low(rows.2, rows.6), .high(rows.2, rows.6), .low(rows.3, rows.7), .high(rows.3, rows.7)
    )
  }

  /// The products of a row with 8192 times a number.
  @inline(__always)
  private static func product(_ row: Row, _ factor: Int32) -> Wide {
    Wide(truncatingIfNeeded: row) &* Wide(repeating: factor)
  }

  /// The transform of eight columns.
  @inline(__always)
  private static func half(_ rows: Rows, shift: Int32) -> Rows {
    // Even rows: 0.541196100, 1.847759065, 0.765366865.
    let tilted = product(rows.2 &+ rows.6, 4433)
    let (low, high) = (
      tilted &- product(rows.6, 15_137), tilted &+ product(rows.2, 6270)
    )
    let round = Wide(repeating: 1 &<< (shift &- 1))
    let sum = Wide(truncatingIfNeeded: rows.0 &+ rows.4) &<< 13 &+ round
    let difference = Wide(truncatingIfNeeded: rows.0 &- rows.4) &<< 13 &+ round
    let even = (sum &+ high, difference &+ low, difference &- low, sum &- high)
    // Odd rows: 1.175875602, 0.899976223, 2.562915447, 1.961570560, 0.390180644.
    let (z3, z4) = (rows.7 &+ rows.3, rows.5 &+ rows.1)
    let all = product(z3 &+ z4, 9633)
    let (outer, inner) = (product(rows.7 &+ rows.1, 7373), product(rows.5 &+ rows.3, 20_995))
    let (third, fourth) = (all &- product(z3, 16_069), all &- product(z4, 3196))
    // 0.298631336, 2.053119869, 3.072711026, 1.501321110.
    let odd = (
      product(rows.1, 12_299) &- outer &+ fourth, product(rows.3, 25_172) &- inner &+ third,
      product(rows.5, 16_819) &- inner &+ fourth, product(rows.7, 2446) &- outer &+ third
    )
    func row(_ values: Wide) -> Row { Row(truncatingIfNeeded: values &>> Wide(repeating: shift)) }
    return (
      row(even.0 &+ odd.0), row(even.1 &+ odd.1), row(even.2 &+ odd.2), row(even.3 &+ odd.3),
      row(even.3 &- odd.3), row(even.2 &- odd.2), row(even.1 &- odd.1), row(even.0 &- odd.0)
    )
  }
}
