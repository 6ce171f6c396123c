import Filters
import TestSupport
import Testing
import Y4M

@Suite struct RaysTests {
  @Test func `a light shines away from the centre and not towards it`() throws {
    let format = PixelFormat.named("444", 64, 33)
    let source = Frame.flat(format, [16, 128, 128])
    for y in 15...17 { for x in 31...33 { source[0, x, y] = 235 } }
    let film = try Film(
      #"[{ "type": "effect", "effect": "rays", "center": [0, "50%"], "amount": 4 }]"#, format)
    let result = try film.frame(source)
    let row = (0..<64).map { result[0, $0, 16] }
    #expect(row[..<29].allSatisfy { $0 == 16 })
    #expect(row[40] > row[50] && row[50] > row[58] && row[58] > 20)
    #expect(result[0, 40, 4] == 16 && result[0, 40, 28] == 16)
  }
}
