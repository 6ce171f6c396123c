/// Reads the pixels of a lossless picture: literals, copies of pixels before, and pixels of a cache
/// (RFC 9649, section 5.2).
enum LosslessPixels {
  /// Why pixels can't be read.
  enum Fault {
    case truncated
    case distance(Int)
    case length(Int)
  }

  /// Fills the pixels; nil where all went well.
  static func read(
    _ reader: inout LosslessBits, _ parts: LosslessParts, cacheBits: Int, _ pixels: inout [UInt32]
  ) -> Fault? {
    var bits = reader
    defer { reader = bits }
    let table = parts.codes.table.span
    let (groups, blocks) = (parts.groups.span, parts.blocks.span)
    let (width, across, blockBits) = (parts.width, parts.across, parts.bits)
    let mask = blockBits == 0 ? -1 : 1 &<< blockBits &- 1
    var cache = ColorCache(bits: cacheBits)
    let hasCache = cacheBits > 0
    let total = pixels.count
    var output = pixels.mutableSpan
    var (place, column, row) = (0, 0, 0)
    var part = groups[0]

    while place < total {
      if column & mask == 0, blockBits > 0 {
        part = groups[Int(blocks[row &>> blockBits &* across &+ column &>> blockBits])]
      }
      var pixel = part.literal
      if !part.isPlain {
        bits.fill()
        let green = PrefixCodes.read(part.group.green, table, &bits)
        if green >= 280 {
          if bits.isOver { return .truncated }
          pixel = cache[green &- 280]
        } else if green >= 256 {
          let (length, distance) = reference(green &- 256, part, table, width, &bits)
          if bits.isOver { return .truncated }
          if distance > place { return .distance(distance) }
          if length > total &- place { return .length(length) }
          copy(&output, place, distance, length)
          if hasCache {
            for index in place..<place &+ length { cache.insert(output[index]) }
          }
          place &+= length
          column &+= length
          while column >= width { (column, row) = (column &- width, row &+ 1) }
          if column & mask != 0, blockBits > 0, place < total {
            part = groups[Int(blocks[row &>> blockBits &* across &+ column &>> blockBits])]
          }
          continue
        } else if part.isFlat {
          pixel |= UInt32(truncatingIfNeeded: green) &<< 8
        } else {
          pixel = literal(green, part, table, &bits)
        }
        if bits.isOver { return .truncated }
      }
      output[place] = pixel
      if hasCache { cache.insert(pixel) }
      place &+= 1
      column &+= 1
      if column == width { (column, row) = (0, row &+ 1) }
    }
    return nil
  }

  /// Reads how many pixels are copied, and from how many before.
  @inline(__always)
  private static func reference(
    _ symbol: Int, _ part: LosslessParts.Part, _ table: Span<UInt32>, _ width: Int,
    _ bits: inout LosslessBits
  ) -> (length: Int, distance: Int) {
    let length = number(symbol, &bits)
    bits.fill()
    let code = number(PrefixCodes.read(part.group.distance, table, &bits), &bits)
    return (length, distance(code, width))
  }

  /// Reads the rest of a pixel behind its green.
  @inline(__always)
  private static func literal(
    _ green: Int, _ part: LosslessParts.Part, _ table: Span<UInt32>, _ bits: inout LosslessBits
  ) -> UInt32 {
    let red = PrefixCodes.read(part.group.red, table, &bits)
    bits.fill()
    let blue = PrefixCodes.read(part.group.blue, table, &bits)
    let alpha = PrefixCodes.read(part.group.alpha, table, &bits)
    return UInt32(truncatingIfNeeded: alpha &<< 24 | red &<< 16 | green &<< 8 | blue)
  }

  /// Copies pixels from before; the copy may overlap what is copied.
  @inline(__always)
  private static func copy(
    _ output: inout MutableSpan<UInt32>, _ place: Int, _ distance: Int, _ length: Int
  ) {
    if distance == 1 {
      let pixel = output[place &- 1]
      for index in place..<place &+ length { output[index] = pixel }
      return
    }
    for index in place..<place &+ length { output[index] = output[index &- distance] }
  }

  /// The number of a prefix symbol and the bits behind it (section 5.2.2).
  @inline(__always)
  private static func number(_ symbol: Int, _ bits: inout LosslessBits) -> Int {
    if symbol < 4 { return symbol &+ 1 }
    let extra = (symbol &- 2) &>> 1
    return (2 &+ symbol & 1) &<< extra &+ bits.number(extra) &+ 1
  }

  /// The distance of a code: the first 120 stand for neighbours in the rows above.
  @inline(__always)
  private static func distance(_ code: Int, _ width: Int) -> Int {
    if code > 120 { return code &- 120 }
    let place = Int(neighbours[code &- 1])
    return Swift.max((place &>> 4) &* width &+ 8 &- place & 15, 1)
  }

  /// How far up they are, and eight less how far to the left, in four bits each.
  private static let neighbours: [UInt8] = [
    0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1A, 0x26, 0x2A,
    0x38, 0x05, 0x37, 0x39, 0x15, 0x1B, 0x36, 0x3A, 0x25, 0x2B, 0x48, 0x04,
    0x47, 0x49, 0x14, 0x1C, 0x35, 0x3B, 0x46, 0x4A, 0x24, 0x2C, 0x58, 0x45,
    0x4B, 0x34, 0x3C, 0x03, 0x57, 0x59, 0x13, 0x1D, 0x56, 0x5A, 0x23, 0x2D,
    0x44, 0x4C, 0x55, 0x5B, 0x33, 0x3D, 0x68, 0x02, 0x67, 0x69, 0x12, 0x1E,
    0x66, 0x6A, 0x22, 0x2E, 0x54, 0x5C, 0x43, 0x4D, 0x65, 0x6B, 0x32, 0x3E,
    0x78, 0x01, 0x77, 0x79, 0x53, 0x5D, 0x11, 0x1F, 0x64, 0x6C, 0x42, 0x4E,
    0x76, 0x7A, 0x21, 0x2F, 0x75, 0x7B, 0x31, 0x3F, 0x63, 0x6D, 0x52, 0x5E,
    0x00, 0x74, 0x7C, 0x41, 0x4F, 0x10, 0x20, 0x62, 0x6E, 0x30, 0x73, 0x7D,
    0x51, 0x5F, 0x40, 0x72, 0x7E, 0x61, 0x6F, 0x50, 0x71, 0x7F, 0x60, 0x70,
  ]

  /// Pixels that were seen before, by what is mixed of their bits (section 5.2.3).
  private struct ColorCache {
    private var pixels: [UInt32]
    private let shift: UInt32

    init(bits: Int) {
      pixels = [UInt32](repeating: 0, count: 1 << bits)
      shift = UInt32(32 - bits)
    }

    subscript(_ index: Int) -> UInt32 { pixels[index] }

    @inline(__always)
    mutating func insert(_ pixel: UInt32) {
      pixels[Int((pixel &* 0x1E35_A7BD) >> shift)] = pixel
    }
  }
}
