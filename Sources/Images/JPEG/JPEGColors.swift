/// What the components of a picture are.
enum JPEGCoding: Sendable {
  case gray
  case yCbCr
  case rgb
  /// What ink leaves of light; so Adobe's programs write them, and all decoders take them.
  case cmyk
  /// The same, of which the first three are luma and chroma of their complements.
  case ycck
}

/// Turns rows of components into red, green, blue and 255.
///
/// Luma and chroma are those of BT.601 in their full range (JFIF 1.02), converted bit for bit as
/// libjpeg does.
enum JPEGColors {
  private typealias Row = SIMD8<Int16>
  private typealias Wide = SIMD8<Int32>

  /// Writes a row of grey pixels from byte `place` on.
  static func gray(
    _ row: Span<UInt8>, count: Int, to output: inout MutableSpan<UInt8>, at place: Int
  ) {
    rgb(row, row, row, count: count, to: &output, at: place)
  }

  /// Writes a row of pixels of red, green and blue.
  static func rgb(
    _ red: Span<UInt8>, _ green: Span<UInt8>, _ blue: Span<UInt8>, count: Int,
    to output: inout MutableSpan<UInt8>, at place: Int
  ) {
    var index = 0
    while index &+ 8 <= count {
      store(
        SIMD8<UInt16>(truncatingIfNeeded: red.eight(at: index)),
        SIMD8<UInt16>(truncatingIfNeeded: green.eight(at: index)),
        SIMD8<UInt16>(truncatingIfNeeded: blue.eight(at: index)), to: &output,
        at: place &+ 4 &* index)
      index &+= 8
    }
    while index < count {
      store(red[index], green[index], blue[index], to: &output, at: place &+ 4 &* index)
      index &+= 1
    }
  }

  /// Writes a row of pixels of luma and chroma.
  static func yCbCr(
    _ luma: Span<UInt8>, _ blueness: Span<UInt8>, _ redness: Span<UInt8>, count: Int,
    to output: inout MutableSpan<UInt8>, at place: Int
  ) {
    var index = 0
    while index &+ 8 <= count {
      let (red, green, blue) = converted(
        luma.eight(at: index), blueness.eight(at: index), redness.eight(at: index))
      store(red, green, blue, to: &output, at: place &+ 4 &* index)
      index &+= 8
    }
    while index < count {
      let (red, green, blue) = converted(luma[index], blueness[index], redness[index])
      store(red, green, blue, to: &output, at: place &+ 4 &* index)
      index &+= 1
    }
  }

  /// Takes from a row of pixels what ink of their complements and black leave.
  ///
  /// - Parameter isComplement: whether the pixels are what is left, and not the complements of it.
  static func ink(
    _ black: Span<UInt8>, isComplement: Bool, count: Int, of output: inout MutableSpan<UInt8>,
    at place: Int
  ) {
    let mask: UInt32 = isComplement ? 255 : 0
    for index in 0..<count {
      let left = UInt32(black[index])
      for channel in 0..<3 {
        let at = place &+ 4 &* index &+ channel
        let product = (UInt32(output[at]) ^ mask) &* left
        output[at] = UInt8(truncatingIfNeeded: (product &+ 127) / 255)
      }
    }
  }

  // MARK: - Eight pixels

  @inline(__always)
  private static func clamped(_ row: Row) -> SIMD8<UInt16> {
    let (zero, most) = (Row(repeating: 0), Row(repeating: 255))
    let above = row.replacing(with: zero, where: row .< zero)
    return SIMD8<UInt16>(truncatingIfNeeded: above.replacing(with: most, where: above .> most))
  }

  /// Half the upper 16 bits of a product, rounded.
  @inline(__always)
  private static func part(_ row: Row, _ factor: Int32) -> Row {
    let product = Wide(truncatingIfNeeded: row) &* Wide(repeating: factor)
    let high = Row(truncatingIfNeeded: product &>> Wide(repeating: 16))
    return (high &+ Row(repeating: 1)) &>> Row(repeating: 1)
  }

  @inline(__always)
  private static func converted(
    _ luma: SIMD8<UInt8>, _ blueness: SIMD8<UInt8>, _ redness: SIMD8<UInt8>
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>) {
    let middle = Row(repeating: 128)
    let y = Row(truncatingIfNeeded: luma)
    let (cb, cr) = (
      Row(truncatingIfNeeded: blueness) &- middle, Row(truncatingIfNeeded: redness) &- middle
    )
    // Factors of 65536 that have 16 bits: 1.402 less 1, 1.772 less 2, -0.34414, and 1 less 0.71414.
    let red = y &+ cr &+ part(cr &+ cr, 26_345)
    let blue = y &+ cb &+ cb &+ part(cb &+ cb, -14_942)
    let mixed =
      Wide(truncatingIfNeeded: cr) &* Wide(repeating: 18_734)
      &- Wide(truncatingIfNeeded: cb) &* Wide(repeating: 22_554) &+ Wide(repeating: 32_768)
    let green = y &- cr &+ Row(truncatingIfNeeded: mixed &>> Wide(repeating: 16))
    return (clamped(red), clamped(green), clamped(blue))
  }

  @inline(__always)
  private static func store(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>,
    to output: inout MutableSpan<UInt8>, at place: Int
  ) {
    let first = red | green &<< 8
    let second = blue | SIMD8<UInt16>(repeating: 0xFF00)
    var bytes = output.mutableBytes
    bytes.storeBytes(of: .low(first, second), toByteOffset: place, as: SIMD8<UInt16>.self)
    bytes.storeBytes(of: .high(first, second), toByteOffset: place &+ 16, as: SIMD8<UInt16>.self)
  }

  // MARK: - One pixel

  private static func converted(
    _ luma: UInt8, _ blueness: UInt8, _ redness: UInt8
  ) -> (UInt8, UInt8, UInt8) {
    let y = Int32(luma) &<< 16 &+ 32_768
    let (cb, cr) = (Int32(blueness) &- 128, Int32(redness) &- 128)
    func byte(_ value: Int32) -> UInt8 {
      UInt8(truncatingIfNeeded: Swift.min(Swift.max(value &>> 16, 0), 255))
    }
    return (
      byte(y &+ 91_881 &* cr), byte(y &- 22_554 &* cb &- 46_802 &* cr), byte(y &+ 116_130 &* cb)
    )
  }

  private static func store(
    _ red: UInt8, _ green: UInt8, _ blue: UInt8, to output: inout MutableSpan<UInt8>, at place: Int
  ) {
    output[place] = red
    output[place &+ 1] = green
    output[place &+ 2] = blue
    output[place &+ 3] = 255
  }
}
