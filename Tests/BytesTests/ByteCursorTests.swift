import Testing

@testable import Bytes

@Suite struct ByteCursorTests {
  @Test func `numbers are read in both orders`() {
    var cursor = ByteCursor([1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(cursor.byte() == 1)
    #expect(cursor.littleEndian16() == 0x0302)
    #expect(cursor.bigEndian16() == 0x0405)
    #expect(cursor.bigEndian32() == 0x0607_0809)
    #expect(cursor.remaining == 0 && cursor.byte() == nil)
  }

  @Test func `a read that fails leaves the cursor where it was`() {
    var cursor = ByteCursor([1, 2, 3, 4], in: 1..<2)
    #expect(cursor.littleEndian16() == nil && cursor.bigEndian16() == nil)
    #expect(cursor.bigEndian32() == nil && cursor.skip(2) == nil && cursor.skip(-1) == nil)
    #expect(cursor.position == 1)
    #expect(cursor.skip(1) == 1..<2 && cursor.byte() == nil)
  }

  @Test func `ranges are limited to the bytes`() {
    #expect(ByteCursor([1, 2], in: 5..<9).remaining == 0)
    #expect(ByteCursor([1, 2], in: 1..<9).remaining == 1)
    #expect(ByteCursor([1, 2]).starts(with: [1, 2]) && !ByteCursor([1]).starts(with: [1, 2]))
  }
}
