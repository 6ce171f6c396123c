/// The two encodings that Arabic fonts for Windows had before Unicode's: characters and forms of
/// letters stand among the symbols, U+F100 to U+F1FF or U+F200 to U+F2FF.
///
/// After ArabicPUASimplified.txt and ArabicPUATraditional.txt of HarfBuzz.
struct ArabicPage: Sendable {
  /// Where the encoding begins.
  private let start: Int
  private let places: [UInt32: UInt8]

  /// Nil where a font's table `OS/2` names neither: in that of the first version, the upper byte of
  /// `fsSelection` has the page.
  init?(_ table: FontTable?) {
    guard let table, table.u16(0) == 0, let selection = table.u16(62) else { return nil }
    switch selection & 0xFF00 {
    case 0xB200: self = Self.simplified
    case 0xB300: self = Self.traditional
    default: return nil
    }
  }

  private init(start: Int, _ runs: [(first: UInt32, places: String)]) {
    self.start = start
    var places: [UInt32: UInt8] = [:]
    for run in runs {
      let digits = run.places.compactMap(\.hexDigitValue)
      for index in 0..<digits.count / 2 {
        let place = UInt8(digits[2 * index] << 4 | digits[2 * index + 1])
        if place != 0 { places[run.first + UInt32(index)] = place }
      }
    }
    self.places = places
  }

  /// Where a character stands, or nil when the encoding lacks it.
  func code(of scalar: Unicode.Scalar) -> Int? { places[scalar.value].map { start + Int($0) } }

  /// Characters that follow each other, with two digits for each; 00 where there is none.
  private static let simplified = ArabicPage(
    start: 0xF100,
    [
      (0x20, "202122000025000028292a2b5e2d2e2fb0b1b2b3b4b5b6b7b8b93a3b003d003f"),
      (0x5B, "5b5c5d"), (0xAB, "23"), (0xBB, "24"), (0xD7, "26"), (0xF7, "27"), (0x60C, "2c"),
      (0x61B, "3b0000003f00ad4543bb47ba414aa94c4e51545758595a6062646668696a6e72"),
      (0x640, "5f75787a7c7ee1a4a5aca8c7c8cbc4c5cac9c6"),
      (0x660, "30313233343536373839005e5e"), (0x200C, "0c0d0e0f"), (0x2018, "3c3e"),
      (0xFE81, "45464344bbbb4748baafaeae41424a4a4949a9aa4c4c4b4b4e4e4d4d51504f4f54535252"),
      (0xFEA5, "57565555585859595a5a606062626161646463636666656568686767696969696a6a6a6a"),
      (0xFEC9, "6e6d6b6c72716f7075757374787876777a7a79797c7c7b7b7e7e7d7de1e17f7fa4a3a1a2"),
      (0xFEED, "a5a5acaba8a7a6a6c0c1bebfc2c3bdbc"),
    ])

  private static let traditional = ArabicPage(
    start: 0xF200,
    [
      (0x20, "202122000025000028292a2b5e2d2e2f"), (0x3A, "3a3b003d003f"), (0x5B, "5b005d"),
      (0xAB, "23"), (0xBB, "24"), (0xD7, "26"), (0xF7, "27"), (0x60C, "2c"),
      (0x61B, "3b0000003f00d54543da47d9414cd150545860646567696b7074787ea2a3aaae"),
      (0x640, "5fb2b6babec2c6cacbd4d0e7e8ebe4e5eae9e6"),
      (0x660, "30313233343536373839005e5e"), (0x200C, "0c0d0e0f"), (0x201C, "3c3e"),
      (0xFC08, "02001d"), (0xFC0E, "03001e0004"), (0xFC32, "9f"), (0xFC3F, "12131405951c"),
      (0xFC4E, "06001f"), (0xFC5E, "ef00ecedf0"), (0xFC6A, "15000092000016000093"),
      (0xFC91, "17000094"), (0xFC9C, "808182960083848597"), (0xFCA8, "9a009b009c"), (0xFCB0, "18"),
      (0xFCC9, "8687889d1a898a8b9e8d8e0098"), (0xFCDA, "8f909199"), (0xFD30, "19"),
      (0xFD3E, "7b7d"), (0xFD88, "10"),
      (0xFE81, "45464344dadb4748d9d8d6d741424c4b494ad1d2504f4d4e5453515258575556605c595a"),
      (0xFEA5, "6463616265666768696a6b6c706f6d6e74737172787775767e7c797aa2a17ff1a6a5a3a4"),
      (0xFEC9, "aaa9a7a8aeadabacb2b1afb0b6b5b3b4bab9b7b8bebdbbbcc2c1bfc0c6c5c3c4cac9c7c8"),
      (0xFEED, "cbccd4d3d0cfcdcee0e1dedfe2e3dcdd"),
    ])
}
