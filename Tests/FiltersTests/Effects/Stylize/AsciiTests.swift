import TestSupport
import Testing
import Y4M

@Suite struct AsciiTests {
  private func letter(_ luma: Int, _ keys: String = "") throws -> [Int] {
    let format = PixelFormat.named("444", 6, 8)
    let effect = #""effect": "ascii", "size": 8, "color": "white""#
    return try Film("[{ \"type\": \"effect\", \(effect)\(keys) }]", format)
      .frame(.flat(format, [luma, 128, 128])).samples(0)
  }

  @Test func `brighter places have fuller letters`() throws {
    let inks = try [16, 50, 90, 160, 235].map { try letter($0).filter { $0 == 235 }.count }
    #expect(inks == inks.sorted() && inks.first == 0 && inks.last == 20)
    #expect(try letter(16, #", "invert": true"#) == letter(235))
  }

  @Test func `letters have smooth borders at any size`() throws {
    let format = PixelFormat.named("mono", 60, 44)
    let result = try Film(
      #"[{ "type": "effect", "effect": "ascii", "size": 11, "color": "white" }]"#, format
    ).frame(.flat(format, [235]))
    // 20 of 48 dots are ink.
    let mean = Double(result.samples(0).reduce(0, +)) / 60 / 44
    #expect(abs((mean - 16) / 219 - 20.0 / 48) < 0.03)
  }
}
