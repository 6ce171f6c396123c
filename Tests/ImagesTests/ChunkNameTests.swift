import Testing

@testable import Images

@Suite struct ChunkNameTests {
  @Test func `a name is its letters, the first in the highest byte`() {
    #expect(PNGChunk.Name("IHDR").code == 0x4948_4452)
    #expect(WebPChunk.Name("VP8 ").code == 0x5650_3820)
    #expect(PNGChunk.Name("IDAT").isCritical && !PNGChunk.Name("tRNS").isCritical)
  }

  @Test func `a message shows what can be shown of a name`() {
    #expect(PNGChunk.Name("IDAT").text == "IDAT")
    #expect(WebPChunk.Name("VP8 ").text == "VP8")
    #expect(PNGChunk.Name(code: 0x4101_32FF).text == "A?2?")
  }
}
