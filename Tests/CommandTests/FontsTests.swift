import Foundation
import TestFiles
import Testing

/// What `vfx fonts` says, with fonts that the tests bring along.
@Suite(.timeLimit(.minutes(20))) struct FontsTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let folder = bench.folder.appendingPathComponent("fonts/inner")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fixtures = Checkout.fixture("fonts")
    for (name, copy) in [
      ("rendering/TestGLYFOne.ttf", "one.ttf"), ("outlines/TTC.ttc", "two.ttc"),
      ("outlines/cantarell_vf_trimmed.ttf", "variable.ttf"),
    ] {
      try FileManager.default.copyItem(
        at: fixtures.appendingPathComponent(name), to: folder.appendingPathComponent(copy))
    }
    try Data("no font".utf8).write(to: folder.appendingPathComponent("bad.otf"))
  }

  /// Runs a line with no fonts but those of the tests.
  private func run(_ line: String) throws -> Workbench.Outcome {
    try bench.bash("export VFX_FONT_PATH=fonts; " + line)
  }

  @Test func `faces are listed with their files, the built-in one too`() throws {
    let outcome = try run("vfx fonts")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.contains { $0.hasPrefix("OpenTypeTest GLYF One") && $0.hasSuffix("r/one.ttf") })
    #expect(lines.contains { $0.hasPrefix("Test TTF") && $0.hasSuffix("two.ttc (face 1)") })
    #expect(
      lines.contains { $0.hasPrefix("Cantarell") && $0.contains("100-800  varies: wght, 5 inst") })
    #expect(lines.contains { $0.hasPrefix("Vfx Sans") && $0.hasSuffix("built in") })
    #expect(outcome.errors.isEmpty)
  }

  @Test func `names filter, and none that fits is said`() throws {
    #expect(try run("vfx fonts test-ttf").text.split(separator: "\n").count == 2)
    #expect(try run("vfx fonts 'cantarell r'").text.contains("variable.ttf"))
    #expect(try run("vfx fonts cantarell-thin").text.contains("variable.ttf"))
    let outcome = try run("vfx fonts Nothing")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: no font has \"Nothing\" in its names\n")
  }

  @Test func `instances are listed for programs`() throws {
    let text = try run("vfx fonts --json Cantarell").text.filter { !$0.isWhitespace }
    #expect(text.contains(#"{"name":"CantarellExtraBold","variations":{"wght":800}}"#))
  }

  @Test func `files that are no fonts are listed on demand`() throws {
    let outcome = try run("vfx fonts --all")
    #expect(
      outcome.text.hasSuffix(
        "not used: fonts/inner/bad.otf: it does not start like a font\n"))
  }

  @Test func `folders of the command line come first`() throws {
    let outcome = try bench.bash("VFX_FONT_PATH= vfx fonts --fonts fonts/inner GLYF")
    #expect(outcome.text.contains("fonts/inner/one.ttf"))
    #expect(try bench.bash("VFX_FONT_PATH= vfx fonts").text.hasSuffix("built in\n"))
  }

  @Test func `a text shows its fonts, and characters that none has`() throws {
    let outcome = try run("vfx fonts --for 'ij ♪' --weight 700 Cantarell")
    #expect(outcome.status == 0)
    #expect(
      outcome.text
        == "\"ij \"  Cantarell Regular  fonts/inner/variable.ttf\n\"♪\"  Vfx Sans Regular  built in\n"
    )
    let missing = try run("vfx fonts --for 'A字'")
    #expect(missing.status == 1)
    #expect(
      missing.text == "\"A\"  Vfx Sans Regular  built in\n\"字\"  no font has U+5B57\n")
  }

  @Test func `a text shows the fonts that draw it`() throws {
    // One glyph, two characters, or a letter with a mark that no character stands for: all built
    // in.
    let text = "ễ ê\u{303} x\u{302}\u{301} Việt ψ"
    let outcome = try run("vfx fonts --for '\(text)' 'OpenTypeTest GLYF One'")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("  Vfx Sans Regular  built in\n"))
    #expect(outcome.text.split(separator: "\n").count == 1)
  }

  @Test func `a folder that is not there is an error`() throws {
    let outcome = try run("vfx fonts --fonts nowhere")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "vfx: --fonts: cannot open nowhere: No such file or directory\n")
    try bench.write(#"{ "version": 1, "layers": [] }"#)
    #expect(try run("vfx check t.json --fonts nowhere").status == 2)
    let variable = try bench.bash("VFX_FONT_PATH=fonts:nowhere vfx fonts GLYF")
    #expect(variable.status == 0)
    #expect(
      variable.errors
        == "vfx: warning: VFX_FONT_PATH: cannot open nowhere: No such file or directory\n")
  }

  @Test func `a font that is cut short is an error by its path, a warning by its name`() throws {
    let file = bench.folder.appendingPathComponent("fonts/inner/one.ttf")
    var bytes = try Data(contentsOf: file)
    // The length of the table says more than there is.
    let glyphs = try #require(bytes.range(of: Data("glyf".utf8)))
    bytes[glyphs.upperBound + 9] = 1
    try bytes.write(to: file)
    let path = try run("vfx fonts --for A fonts/inner/one.ttf")
    #expect(path.status == 2)
    #expect(path.errors.contains("one.ttf: it ends inside its table"))
    let family = try run("vfx fonts --for A 'OpenTypeTest GLYF One'")
    #expect(family.status == 0)
    #expect(family.errors.contains("a font is broken, so Vfx Sans is used: fonts/inner/one.ttf"))
  }

  @Test func `a font by path that is damaged is reported`() throws {
    let file = bench.folder.appendingPathComponent("fonts/inner/one.ttf")
    var bytes = try Data(contentsOf: file)
    let good = try run("vfx fonts --for A fonts/inner/one.ttf")
    #expect(good.status == 0 && good.errors.isEmpty)
    // The head of a font has a number by which it is known; the rest has sums.
    let glyphs = try #require(bytes.range(of: Data("glyf".utf8)))
    let place = bytes[glyphs.upperBound + 4..<glyphs.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
    bytes[place + 3] ^= 0x10
    try bytes.write(to: file)
    let damaged = try run("vfx fonts --for A fonts/inner/one.ttf")
    #expect(damaged.status == 0)
    #expect(damaged.errors.contains("the font's table 'glyf' has been changed or damaged"))
    let head = try #require(bytes.range(of: Data("head".utf8)))
    let start = bytes[head.upperBound + 4..<head.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
    bytes[start + 12] = 0
    try bytes.write(to: file)
    let broken = try run("vfx fonts --for A fonts/inner/one.ttf")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("its table 'head' is broken"))
  }

  @Test func `a family that is not there is a warning, a path an error`() throws {
    let family = try run("vfx fonts --for A 'Cantarel'")
    #expect(family.status == 0)
    #expect(
      family.errors.hasPrefix(
        "vfx: there is no font family \"Cantarel\", so Vfx Sans is used; did"))
    let path = try run("vfx fonts --for A ./none.ttf")
    #expect(path.status == 2)
    #expect(path.errors.contains("none.ttf"))
  }

  @Test func `programs get an array of objects`() throws {
    let outcome = try run("vfx fonts --format json")
    let faces = try #require(
      JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(faces.count == 5)
    let own = try #require(faces.first { $0["file"] is NSNull })
    #expect(own["family"] as? String == "Vfx Sans")
    #expect((own["weight"] as? [Int]) == [300, 800])
    let parts = try run("vfx fonts --format json --for 'A字'")
    let text = try #require(
      JSONSerialization.jsonObject(with: parts.output) as? [[String: Any]])
    #expect(text.map { $0["text"] as? String } == ["A", "字"])
  }
}
