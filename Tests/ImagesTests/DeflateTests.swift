import TestNumbers
import Testing

@testable import Images

@Suite struct DeflateTests {
  /// Unpacks a whole stream of so many bytes, and looks at its end.
  private func inflate(_ stream: [UInt8], _ count: Int, piece: Int = 1000) throws -> [UInt8] {
    var inflater = try Inflater(stream, in: 0..<stream.count, largestRead: piece)
    var result: [UInt8] = []
    while result.count < count {
      let next = min(piece, count - result.count)
      try inflater.withBytes(next) { (bytes) throws(ImageError) in
        for index in bytes.indices { result.append(bytes[index]) }
      }
    }
    try inflater.finish()
    return result
  }

  /// Texts of all kinds: empty, even, periodic, random, and mixed beyond the window.
  static let texts: [[UInt8]] = {
    var dice = SeededNumbers(1)
    var texts: [[UInt8]] = [[], [7], [7, 7, 7], [UInt8](repeating: 0, count: 100_000)]
    for period in [1, 2, 3, 5, 7, 8, 9, 31, 258, 32_767, 32_768, 32_769] {
      let once = (0..<period).map { _ in UInt8.random(in: 0...255, using: &dice) }
      texts.append((0..<70_000).map { once[$0 % period] })
    }
    texts.append((0..<80_000).map { _ in UInt8.random(in: 0...255, using: &dice) })
    texts.append((0..<80_000).map { _ in UInt8.random(in: 0...3, using: &dice) })
    // Counts like Fibonacci numbers make the longest codes.
    var skewed: [UInt8] = []
    var (a, b) = (1, 1)
    for symbol in 0..<23 as Range<UInt8> {
      skewed += [UInt8](repeating: symbol, count: a)
      (a, b) = (b, a + b)
    }
    skewed.shuffle(using: &dice)
    return texts + [skewed]
  }()

  @Test func `what is packed is unpacked again, in pieces of any size`() throws {
    for text in Self.texts {
      let stream = Deflater.pack(text)
      for piece in [1000, 70_001] where piece < 2 * text.count + 1001 {
        #expect(try inflate(stream, text.count, piece: piece) == text)
      }
    }
    #expect(Deflater.pack(Self.texts[3]).count < 300)
  }

  /// Streams of zlib 1.3 for "hello hello hello hello", of all block types.
  @Test func `streams of zlib are read`() throws {
    let text = Array("hello hello hello hello".utf8)
    let fixed: [UInt8] = [
      0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08,
      0xB1,
    ]
    let stored: [UInt8] =
      [0x78, 0x01, 0x01, 23, 0, 232, 255] + text + [0x68, 0x03, 0x08, 0xB1]
    #expect(try inflate(fixed, 23) == text)
    #expect(try inflate(stored, 23) == text)
  }

  private func fault(_ stream: [UInt8]) -> ImageError? {
    do { _ = try inflate(stream, 4) } catch { return error as? ImageError }
    return nil
  }

  @Test func `each rule of the format is checked`() {
    func malformed(_ fault: ImageError.DeflateFault, _ offset: Int) -> ImageError {
      .malformed(.deflate(fault), at: .byte(offset))
    }
    #expect(fault([0x78]) == .truncated(at: .byte(1)))
    #expect(fault([0x79, 0x9C]) == malformed(.header, 0), "method")
    #expect(fault([0x78, 0x9D]) == malformed(.header, 0), "check bits")
    #expect(fault([0x78, 0xBB]) == malformed(.header, 0), "dictionary")
    #expect(fault([0x88, 0x1C]) == malformed(.header, 0), "window")
    #expect(fault([0x78, 0x9C, 7]) == malformed(.blockType, 3))
    #expect(fault([0x78, 0x9C, 1, 4, 0, 4, 0, 1]) == malformed(.storedLength, 7))
    #expect(fault([0x78, 0x9C, 1, 4, 0, 251, 255, 1]) == .truncated(at: .byte(8)))
    // A fixed block that begins with a match: length 3, distance 1.
    #expect(fault([0x78, 0x9C, 0b0000_0011, 0b0000_0010, 0, 0, 0, 0]) == malformed(.distance, 4))
    // All lengths of the code-length code are 7 or 1: too many codes, then too few.
    #expect(fault([0x78, 0x9C, 0b0000_0101, 0, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) != nil)
    #expect(fault([0x78, 0x9C, 5, 0, 0, 0, 0, 0, 0, 0]) == malformed(.codeLengths, 6))
  }

  @Test func `code lengths make a complete code within the limit`() {
    var dice = SeededNumbers(4)
    for limit in [7, 15] {
      for count in [2, 3, 19, 30] + (limit == 15 ? [286] : []) {
        for skew in 0..<6 {
          let counts = (0..<count).map { _ in
            Int.random(in: 0...1 << Int.random(in: 0...(skew * 4), using: &dice), using: &dice)
          }
          let lengths = HuffmanLengths.make(counts, limit: limit)
          let room = lengths.reduce(0) { $0 + ($1 == 0 ? 0 : 1 << (limit - Int($1))) }
          #expect(room == 1 << limit, "\(counts)")
          #expect(lengths.allSatisfy { $0 <= limit })
          #expect(zip(counts, lengths).allSatisfy { $0 == 0 || $1 > 0 })
        }
      }
    }
  }

  @Test func `lengths and distances have the symbols of the RFC`() {
    #expect(DeflateCodes.lengths.map(\.base).suffix(3) == [195, 227, 258])
    #expect(DeflateCodes.distances.map(\.base).suffix(2) == [16_385, 24_577])
    for distance in 1...32_768 {
      let code = DeflateCodes.distances[TokenCounts.distanceSymbol(distance)]
      #expect((code.base..<code.base + 1 << code.extra).contains(distance))
    }
    for length in 3...258 {
      let code = DeflateCodes.lengths[TokenCounts.lengthSymbol(length) - 257]
      #expect(length >= code.base && length < code.base + 1 << code.extra)
    }
    #expect(TokenCounts.lengthSymbol(258) == 285)
  }
}
