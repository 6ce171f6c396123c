import Synchronization
import TestNumbers
import Testing

@testable import Fonts

@Suite struct FontLibraryTests {
  static let files: [String: [UInt8]] = [
    "/f/sans.ttf": SmallFont.bytes("Test Sans"),
    "/f/sans-b.ttf": SmallFont.bytes("Test Sans", "Bold", weight: 700),
    "/f/sans-i.ttf": SmallFont.bytes("Test Sans", "Italic"),
    "/f/serif.ttf": SmallFont.bytes("Test Serif", characters: "abc"),
    "/f/wide.ttf": SmallFont.bytes("Stretch", axes: [("wght", 200, 400, 900)]),
    "/f/broken.ttf": [0, 1, 0, 0, 0, 9, 1, 2],
    "/f/notes.ttf": Array("not a font at all, but a text".utf8),
  ]
  static let library = FontLibrary(files: FontFiles(files))

  private func family(_ names: String..., weight: Double = 400) throws -> [String] {
    try Self.library.stack(FontRequest(names: names, weight: weight)).fonts.map {
      $0.names.typographicFamily ?? $0.names.family
    }
  }

  @Test func `without names there is the built-in font`() throws {
    #expect(try family() == ["Vfx Sans"])
    #expect(try FontLibrary.builtInOnly.font(FontRequest()).count == 1)
  }

  @Test func `families are tried in order and the built-in font last`() throws {
    #expect(try family("Test Serif", "Test Sans") == ["Test Serif", "Test Sans", "Vfx Sans"])
    #expect(try family("Vfx Sans", "Test Sans") == ["Vfx Sans", "Test Sans"])
  }

  @Test(arguments: [
    "Test Sans", "test sans", "TestSans", "TEST-SANS", "Test Sans Regular", "TestSans-Regular",
  ])
  func `a name may be written in many ways`(name: String) throws {
    #expect(try family(name) == ["Test Sans", "Vfx Sans"])
  }

  @Test func `the search for a name finds what the index of all faces has`() {
    let files = FontFiles(Self.files)
    let paths = files.list()
    let index = FontIndex(files, paths: paths)
    let search = FontSearch(files, paths: paths)
    for name in ["Test Sans", "test-sans bold", "TestSans-Italic", "STRETCH", "Vfx Sans", "none"] {
      let found = FontIndex(files, paths: search.paths(named: name)).faces(named: name)
      #expect(found == index.faces(named: name), "\(name)")
    }
    #expect(search.paths(named: "Test Serif") == ["/f/serif.ttf"])
    #expect(search.paths(named: "none").isEmpty)
    #expect(FontIndex.key("Über_Font-B") == "überfontb")
  }

  @Test func `a family has a name in each language`() throws {
    let texts = [
      (0x409, 1, "Test Gothic"), (0x411, 1, "テスト ゴシック"), (0x409, 4, "Test Gothic Bold"),
      (0x411, 4, "テストゴシック太字"),
    ]
    var (records, storage) = ([UInt8](), [UInt8]())
    for (language, number, text) in texts {
      let units = FontBuilder.words(text.utf16.map(Int.init))
      records += FontBuilder.words([3, 1, language, number, units.count, storage.count])
      storage += units
    }
    let table = FontBuilder.words([0, texts.count, 6 + records.count]) + records + storage
    let bytes = FontBuilder.font(glyphs: [FontBuilder.triangle], and: [("name", table)])
    let files = FontFiles(["/f/gothic.ttf": bytes])
    let search = FontSearch(files, paths: ["/f/gothic.ttf"])
    for name in ["Test Gothic", "テストゴシック", "test-gothic bold", "テストゴシック太字"] {
      let found = FontIndex(files, paths: search.paths(named: name)).faces(named: name)
      #expect(found.map(\.family) == ["Test Gothic"], "\(name)")
    }
  }

  /// A font of the family "Test Var" whose instances are "Semi Bold" and "Thin Italic".
  private static let instances: [UInt8] = {
    let texts: [(Int, String)] = [
      (1, "Test Var"), (4, "Test Var"), (25, "TestVF"), (256, "Semi Bold"), (257, "Thin Italic"),
      (258, "TestVF-SB"),
    ]
    var (records, storage) = ([UInt8](), [UInt8]())
    for (number, text) in texts {
      let units = FontBuilder.words(text.utf16.map(Int.init))
      records += FontBuilder.words([3, 1, 0x409, number, units.count, storage.count])
      storage += units
    }
    let names = FontBuilder.words([0, texts.count, 6 + records.count]) + records + storage
    var fvar = FontBuilder.words([1, 0, 16, 2, 2, 20, 2, 14])
    for (tag, low, middle, high): (Fonts.Tag, Int, Int, Int) in [
      ("wght", 100, 400, 900), ("slnt", -10, 0, 0),
    ] {
      fvar += FontBuilder.longs([Int(tag.value), low << 16, middle << 16, high << 16])
      fvar += FontBuilder.words([0, 1])
    }
    for (name, weight, slant, postScript): (Int, Int, Int, Int) in [
      (256, 600, 0, 258), (257, 100, -10, 0xFFFF),
    ] {
      fvar += FontBuilder.words([name, 0]) + FontBuilder.longs([weight << 16, slant << 16])
      fvar += FontBuilder.words([postScript])
    }
    return FontBuilder.font(
      glyphs: [FontBuilder.triangle], and: [("fvar", fvar), ("name", names)])
  }()

  @Test(arguments: [
    ("Test Var Semi Bold", 600.0, false), ("testvar-semibold", 600, false),
    ("TestVF-SB", 600, false), ("TestVF-ThinItalic", 100, true), ("Test Var", 400, false),
  ])
  func `an instance of a variable font has a name`(
    name: String, weight: Double, isItalic: Bool
  ) throws {
    let face = try #require(Self.instance(name))
    #expect(face.family == "Test Var" && Self.instance("Test Var Bold") == nil)
    #expect(face.traits.weight == weight && face.traits.isItalic == isItalic)
  }

  @Test func `instances tell their names and places`() throws {
    let face = try #require(Self.instance("Test Var"))
    #expect(face.instances.map(\.name) == ["Test Var Semi Bold", "Test Var Thin Italic"])
    #expect(
      face.instances.map(\.values) == [["wght": 600, "slnt": 0], ["wght": 100, "slnt": -10]])
  }

  @Test func `an instance stays in its place unless axes are set`() throws {
    let face = try #require(Self.instance("Test Var Semi Bold"))
    #expect(face.variations(for: FontRequest(weight: 900)) == ["wght": 600, "slnt": 0])
    let set = FontRequest(variations: [FontVariation("wght", 250)])
    #expect(face.variations(for: set)["wght"] == 250)
  }

  private static func instance(_ name: String) -> FontFace? {
    let files = FontFiles(["/f/var.ttf": instances])
    let search = FontSearch(files, paths: ["/f/var.ttf"])
    return FontIndex(files, paths: search.paths(named: name)).faces(named: name).first
  }

  @Test(arguments: [("Stretch Black", 900), ("stretch-extralight", 200), ("StretchBold", 700)])
  func `a weight in the name of a variable family is hinted at`(name: String, weight: Int) throws {
    let stack = try Self.library.stack(FontRequest(names: [name]))
    #expect(
      stack.warnings == [
        "there is no font family \"\(name)\", so Vfx Sans is used; "
          + "did you mean \"Stretch\" with a weight of \(weight)?"
      ])
    // This one has no such weight.
    let thin = try Self.library.stack(FontRequest(names: ["Stretch Thin"]))
    #expect(!thin.warnings.contains { $0.contains("weight") })
  }

  @Test func `a file that ends early says so`() {
    let library = FontLibrary(files: FontFiles(["/f/none.ttf": [], "/f/two.ttf": [0, 1]]))
    #expect(throws: FontChoiceError("/f/none.ttf: it is empty")) {
      try library.stack(FontRequest(names: ["/f/none.ttf"]))
    }
    #expect(throws: FontChoiceError("/f/two.ttf: it ends before its list of tables")) {
      try library.stack(FontRequest(names: ["/f/two.ttf"]))
    }
  }

  @Test func `fonts whose colours are SVG are coloured`() throws {
    var painted = SmallFont.bytes("Painted", isColored: true)
    let tag = Array("COLR".utf8)
    let place = try #require(painted.indices.first { painted[$0...].starts(with: tag) })
    painted.replaceSubrange(place..<place + 4, with: Array("SVG ".utf8))
    let library = FontLibrary(files: FontFiles(["/f/a.ttf": painted]))
    #expect(try library.stack(FontRequest(names: ["Painted"])).warnings.isEmpty)
    let font = try library.font(FontRequest(names: ["Painted"]))[0]
    #expect(font.hasColorsOfSVGAlone && !font.hasColorGlyphs)
  }

  @Test func `a PostScript name means one face`() throws {
    let fonts = try Self.library.font(FontRequest(names: ["TestSans-Bold"]))
    #expect(fonts[0].traits.weight == 700)
  }

  @Test func `weights and styles choose the face`() throws {
    func traits(_ weight: Double, _ isItalic: Bool = false) throws -> FontTraits {
      try Self.library.font(
        FontRequest(names: ["Test Sans"], weight: weight, isItalic: isItalic))[0].traits
    }
    #expect(try traits(400).weight == 400)
    #expect(try traits(700).weight == 700)
    #expect(try traits(900).weight == 700)
    #expect(try traits(500).weight == 400)
    #expect(try traits(400, true).isItalic)
    #expect(try !traits(400).isItalic)
  }

  @Test func `what a face lacks is to be made up for`() throws {
    let request = FontRequest(names: ["Test Serif"], weight: 700, isItalic: true)
    let font = try Self.library.font(request)[0]
    #expect(FontSynthesis(of: font, for: request).growth > 0)
    #expect(FontSynthesis(of: font, for: request).slants)
    let plain = FontSynthesis(of: font, for: FontRequest())
    #expect(plain.growth == 0 && !plain.slants)
    let bold = FontRequest(weight: 700)
    #expect(FontSynthesis(of: try Self.library.font(bold)[0], for: bold).growth == 0)
  }

  @Test func `scripts have their own rule for a bold that a face lacks`() throws {
    let font = try Self.library.font(FontRequest(names: ["Test Serif"]))[0]
    func made(_ weight: Double, _ rule: FontSynthesis.Emboldening) -> FontSynthesis {
      FontSynthesis(of: font, for: FontRequest(weight: weight), rule)
    }
    let (web, script) = (made(700, .web), made(700, .script))
    #expect(web.growth == 1.0 / 64 && web.shift == 0)
    // FreeType grows by half of that on every side, and moves the left and lower edges back.
    #expect(script.growth == 1.0 / 128 && script.shift == 1.0 / 128)
    #expect(made(font.traits.weight + 151, .script).growth > 0)
    #expect(made(font.traits.weight + 150, .script).growth == 0)
  }

  @Test func `a variable font takes the weight that is asked for`() throws {
    let font = try Self.library.font(FontRequest(names: ["Stretch"], weight: 650))[0]
    #expect(font.traits.weight == 650)
    let most = try Self.library.font(FontRequest(names: ["Stretch"], weight: 1000))[0]
    #expect(most.traits.weight == 900)
    let set = FontRequest(names: ["Stretch"], variations: [FontVariation("wght", 300)])
    #expect(try Self.library.font(set)[0].traits.weight == 300)
  }

  @Test func `the built-in font takes weights between light and extra bold`() throws {
    for (weight, taken) in [(100.0, 300.0), (300, 300), (450, 450), (700, 700), (1000, 800)] {
      let font = try FontLibrary.builtInOnly.font(FontRequest(weight: weight))[0]
      #expect(font.traits.weight == taken)
    }
  }

  @Test func `a family that is missing is a warning with the nearest name`() throws {
    let stack = try Self.library.stack(FontRequest(names: ["Test Sanz"]))
    #expect(
      stack.warnings == [
        "there is no font family \"Test Sanz\", so Vfx Sans is used; did you mean \"Test Sans\"?"
      ])
    #expect(stack.fonts.count == 1)
  }

  @Test func `a path is read, and one without a font is an error`() throws {
    #expect(try family("/f/serif.ttf") == ["Test Serif", "Vfx Sans"])
    #expect(throws: FontChoiceError("/f/none.ttf: no such file")) {
      try Self.library.font(FontRequest(names: ["/f/none.ttf"]))
    }
    #expect(throws: FontChoiceError("/f/notes.ttf: it does not start like a font")) {
      try Self.library.font(FontRequest(names: ["/f/notes.ttf"]))
    }
  }

  @Test func `a file without a name serves by its path alone`() throws {
    let files = ["/f/x.ttf": try Fixture.bytes("outlines/cubic_glyf.ttf")]
    let library = FontLibrary(files: FontFiles(files))
    #expect(library.skipped().map(\.error.message) == ["it has no name"])
    #expect(try library.font(FontRequest(names: ["/f/x.ttf"])).count == 2)
  }

  @Test func `damaged files are skipped and never trap`() {
    let whole = SmallFont.bytes("Damaged", axes: [("wght", 200, 400, 900)])
    var files: [String: [UInt8]] = [:]
    var numbers = SeededNumbers(7)
    for number in 0..<300 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[numbers.below(min(bytes.count, 600))] = UInt8(numbers.below(256))
      }
      if number % 3 == 0 { bytes.removeLast(numbers.below(bytes.count)) }
      files["/\(number).ttf"] = bytes
    }
    let library = FontLibrary(files: FontFiles(files))
    #expect(library.faces().count + library.skipped().count >= 301)
    for face in library.faces() { _ = try? library.font(face, for: FontRequest(weight: 650)) }
    _ = library.fallback(for: "字", request: FontRequest())
  }

  @Test func `generic names mean what is there and never warn`() throws {
    let stack = try Self.library.stack(FontRequest(names: ["sans-serif", "monospace", "emoji"]))
    #expect(stack.fonts.count == 1 && stack.warnings.isEmpty)
    let files = ["/dejavu.ttf": SmallFont.bytes("DejaVu Sans Mono")]
    let fonts = try FontLibrary(files: FontFiles(files)).font(FontRequest(names: ["Monospace"]))
    #expect(fonts.map(\.names.family) == ["DejaVu Sans Mono", "Vfx Sans"])
  }

  @Test func `faces are listed in order, and files that are no fonts with the reason`() {
    #expect(
      Self.library.faces().map(\.path) == [
        nil, "/f/sans-b.ttf", "/f/sans-i.ttf", "/f/sans.ttf", "/f/serif.ttf", "/f/wide.ttf",
      ])
    #expect(Self.library.skipped().map(\.path) == ["/f/broken.ttf", "/f/notes.ttf"])
  }

  @Test func `folders are looked at once, and only when a family is asked for`() throws {
    let counter = Counter()
    var files = FontFiles(Self.files)
    let list = files.list
    files.list = {
      counter.add()
      return list()
    }
    let library = FontLibrary(files: files)
    _ = try library.font(FontRequest(names: ["Vfx Sans", "/f/sans.ttf"], weight: 700))
    #expect(counter.value == 0)
    _ = try library.font(FontRequest(names: ["Test Sans"]))
    _ = try library.font(FontRequest(names: ["Nothing"]))
    _ = library.fallback(for: "c", request: FontRequest())
    #expect(counter.value == 1)
  }

  @Test func `only small parts of files are read to know their faces`() {
    let counter = Counter()
    let bytes = BuiltInFont.data()
    let files = FontFiles(
      list: { ["/big.ttf"] },
      parts: { _, ranges in
        ranges.map { range in
          let part = Array(bytes[range.clamped(to: bytes.indices)])
          counter.add(part.count)
          return part
        }
      }, load: { _ in .failure(FontChoiceError("is not to be read whole")) })
    let library = FontLibrary(files: files)
    #expect(library.faces().count == 2)
    #expect(counter.value < 10_000 && bytes.count > 40_000)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add(_ number: Int = 1) { count.withLock { $0 += number } }
}
