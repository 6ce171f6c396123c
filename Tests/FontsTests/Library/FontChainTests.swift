import Testing

@testable import Fonts

@Suite struct FontChainTests {
  private static let library = FontLibrary(
    files: FontFiles(["/f/sans.ttf": SmallFont.bytes("Test Sans")]))

  /// Whether the built-in font of a weight has been drawn so far.
  private func isMade(_ weight: Double) -> Bool {
    BuiltInFont.made.withLock { $0[weight] != nil }
  }

  @Test func `the built-in font is drawn when it is reached`() throws {
    // A weight that no other test asks for.
    let fonts = try Self.library.stack(FontRequest(names: ["Test Sans"], weight: 437)).fonts
    #expect(fonts.count == 2)
    #expect(fonts.first?.glyph(for: "a") != nil)
    #expect(fonts.lazy.filter { $0.names.family == "Test Sans" }.first != nil)
    #expect(!isMade(437))
    let last = try #require(fonts.last)
    #expect(last.names.typographicFamily ?? last.names.family == "Vfx Sans")
    #expect(last.traits.weight == 437)
    #expect(isMade(437))
    #expect(Self.library.face(of: last) == .builtIn)
  }

  @Test func `lists are compared without drawing`() throws {
    func fonts(_ weight: Double) throws -> FontChain {
      try Self.library.stack(FontRequest(names: ["Test Sans"], weight: weight)).fonts
    }
    #expect(try fonts(441).isSame(as: fonts(441)))
    #expect(try !fonts(441).isSame(as: fonts(443)))
    #expect(!isMade(441))
  }
}
