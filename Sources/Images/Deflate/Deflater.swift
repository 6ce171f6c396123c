import Bytes

/// Packs bytes into a zlib stream (RFC 1950 around RFC 1951).
///
/// Each block takes whichever of the three forms is shortest. The same bytes always give the same
/// stream.
struct Deflater {
  private static let tokensPerBlock = 1 << 15

  private let bytes: [UInt8]
  private var writer: BitWriter

  /// The most bytes that can be packed: places among them are kept in 32 bits.
  static let longest = Int(Int32.max) - 1

  /// Packs `bytes`, of which there are at most ``longest``.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count <= longest)
    var deflater = Deflater(bytes)
    deflater.run()
    var checksum = Adler32()
    checksum.update(bytes)
    for shift in [24, 16, 8, 0] as [UInt32] {
      deflater.writer.append(CollectionOfOne(UInt8(truncatingIfNeeded: checksum.value >> shift)))
    }
    return deflater.writer.bytes
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    writer = BitWriter(reserving: bytes.count / 2)
    // Deflate with a window of 32 KiB, default level, and the check bits.
    writer.append([0x78, 0x9C])
  }

  private mutating func run() {
    var finder = MatchFinder()
    var tokens: [MatchFinder.Token] = []
    tokens.reserveCapacity(Self.tokensPerBlock + Self.tokensPerBlock / 8)
    repeat {
      let start = finder.position
      finder.run(bytes, limit: Self.tokensPerBlock, into: &tokens)
      writeBlock(tokens, start..<finder.position)
    } while finder.position < bytes.count
    writer.align()
  }

  private mutating func writeBlock(_ tokens: [MatchFinder.Token], _ range: Range<Int>) {
    let isLast: UInt64 = range.upperBound == bytes.count ? 1 : 0
    let counts = TokenCounts(tokens)
    let dynamic = DynamicHeader(counts)
    let dynamicBits = dynamic.bitCount + counts.bits(dynamic.literals, dynamic.distances)
    let fixedBits = counts.bits(DeflateCodes.fixedLiterals, DeflateCodes.fixedDistances)
    let storedBits = range.count * 8 + (range.count / 65_535 + 1) * 40
    if storedBits <= Swift.min(dynamicBits, fixedBits) {
      writeStored(range, isLast)
    } else if fixedBits <= dynamicBits {
      writer.put(isLast | 1 << 1, 3)
      write(tokens, DeflateCodes.fixedLiterals, DeflateCodes.fixedDistances)
    } else {
      writer.put(isLast | 2 << 1, 3)
      dynamic.write(to: &writer)
      write(tokens, dynamic.literals, dynamic.distances)
    }
  }

  private mutating func writeStored(_ range: Range<Int>, _ isLast: UInt64) {
    var start = range.lowerBound
    repeat {
      let end = Swift.min(start + 65_535, range.upperBound)
      writer.put(end == range.upperBound ? isLast : 0, 3)
      writer.align()
      let length = UInt64(end - start)
      writer.put(length | (length ^ 0xFFFF) << 16, 32)
      writer.append(bytes[start..<end])
      start = end
    } while start < range.upperBound
  }

  private mutating func write(
    _ tokens: [MatchFinder.Token], _ literalLengths: [UInt8], _ distanceLengths: [UInt8]
  ) {
    let literals = HuffmanLengths.codes(literalLengths)
    let distances = HuffmanLengths.codes(distanceLengths)
    for token in tokens {
      let distance = Int(token & 0xFFFF)
      let value = Int(token >> 16)
      guard distance > 0 else {
        writer.put(UInt64(literals[value]), UInt64(literalLengths[value]))
        continue
      }
      let lengthSymbol = TokenCounts.lengthSymbol(value)
      let length = DeflateCodes.lengths[lengthSymbol - 257]
      writer.put(UInt64(literals[lengthSymbol]), UInt64(literalLengths[lengthSymbol]))
      writer.put(UInt64(value - length.base), UInt64(length.extra))
      let distanceSymbol = TokenCounts.distanceSymbol(distance)
      let code = DeflateCodes.distances[distanceSymbol]
      writer.put(UInt64(distances[distanceSymbol]), UInt64(distanceLengths[distanceSymbol]))
      writer.put(UInt64(distance - code.base), UInt64(code.extra))
    }
    writer.put(UInt64(literals[256]), UInt64(literalLengths[256]))
  }
}
