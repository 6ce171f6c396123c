import Testing

@testable import Fonts

@Suite struct FontFallbackTests {
  private static let files: [String: [UInt8]] = [
    "/a.ttf": SmallFont.bytes("Aardvark", characters: "กא⛄"),
    "/blank.ttf": SmallFont.bytes("Adobe Blank", characters: "กאΩ"),
    "/emoji.ttf": SmallFont.bytes("Noto Color Emoji", characters: "⛄☀〰", isColored: true),
    "/other.ttf": SmallFont.bytes("Other Emoji", characters: "⛄☀⚽", isColored: true),
    "/hebrew.ttf": SmallFont.bytes("Noto Sans Hebrew", characters: "אב\u{5B8}"),
    "/hebrew-b.ttf": SmallFont.bytes(
      "Noto Sans Hebrew", "Bold", weight: 700, characters: "אב\u{5B8}"),
    "/serif.ttf": SmallFont.bytes("Noto Serif Hebrew", characters: "אבג\u{5B8}"),
    "/jp.ttf": SmallFont.bytes("Noto Sans CJK JP", characters: "直"),
    "/sc.ttf": SmallFont.bytes("Noto Sans CJK SC", characters: "直"),
    "/mongolian.ttf": SmallFont.bytes("Noto Sans Mongolian", characters: "、「〈"),
    "/micro.ttf": SmallFont.bytes("Micro Hei", characters: "一、「〰\u{3099}"),
    "/symbols.ttf": SmallFont.bytes("Symbols", characters: "☀"),
  ]
  private let library = FontLibrary(files: FontFiles(files))

  private func family(
    _ text: String, weight: Double = 400, emoji: Bool = false, language: String? = nil
  ) -> String? {
    library.fallback(
      for: Array(text.unicodeScalars), request: FontRequest(weight: weight), wantsEmoji: emoji,
      language: language)?.names.family
  }

  @Test func `families of plain letters come before others`() {
    #expect(family("א") == "Noto Sans Hebrew")
    #expect(family("ג") == "Noto Serif Hebrew")
    #expect(family("ก") == "Aardvark")
  }

  @Test func `fonts that pretend to have everything are not asked`() {
    #expect(family("Ω") == nil)
  }

  @Test func `emoji are looked for in fonts with colours, and text is not`() {
    #expect(family("⛄", emoji: true) == "Noto Color Emoji")
    #expect(family("☀", emoji: true) == "Noto Color Emoji")
    #expect(family("☀") == "Symbols")
    #expect(family("⚽", emoji: true) == "Other Emoji")
    #expect(family("⚽") == "Other Emoji")
  }

  @Test func `one font that has all of a cluster is preferred, joiners aside`() {
    #expect(family("ג\u{5B8}") == "Noto Serif Hebrew")
    #expect(family("⛄\u{200D}☀\u{FE0F}", emoji: true) == "Noto Color Emoji")
    // No font has both; the base decides.
    #expect(family("ก\u{5B8}") == "Aardvark")
  }

  @Test func `the weight of the text is kept`() {
    let font = library.fallback(for: "א", request: FontRequest(weight: 700))
    #expect(font?.traits.weight == 700)
  }

  @Test func `the language decides between forms of Chinese characters`() {
    #expect(family("直") == "Noto Sans CJK JP")
    #expect(family("直", language: "zh-Hans") == "Noto Sans CJK SC")
    #expect(family("直", language: "ja") == "Noto Sans CJK JP")
  }

  @Test func `signs between Chinese letters have a font that has these`() {
    #expect(family("、") == "Micro Hei" && family("「") == "Micro Hei")
    #expect(family("、\u{3099}") == "Micro Hei")
    // No font has both.
    #expect(family("〈") == "Noto Sans Mongolian")
    #expect(family("〰") == "Micro Hei" && family("〰", emoji: true) == "Noto Color Emoji")
  }

  @Test func `answers are the same font each time`() {
    let first = library.fallback(for: "א", request: FontRequest())
    let second = library.fallback(for: "א", request: FontRequest(names: ["Anything"]))
    #expect(first != nil && first?.identity == second?.identity)
    #expect(library.fallback(for: "\u{200D}", request: FontRequest()) == nil)
  }
}
