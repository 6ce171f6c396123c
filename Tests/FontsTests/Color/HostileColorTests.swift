import Geometry
import TestNumbers
import Testing

@testable import Fonts

@Suite struct HostileColorTests {
  /// Changes bytes of the colour tables, draws all glyphs, and expects to come back.
  @Test(arguments: ["colr0", "colr1", "colr1-variable", "cbdt", "sbix"])
  func `broken fonts give an error or a picture`(name: String) throws {
    let bytes = try Fixture.bytes("color/\(name).ttf")
    let tables = try Font(bytes)
    let parts = (["COLR", "CPAL", "CBLC", "CBDT", "sbix"] as [Fonts.Tag]).compactMap {
      tables.table($0)
    }
    var noise = SeededNumbers(41)
    var painter = ColorGlyphPainter()
    let clip = PixelBox(x: 0, y: 0, width: 12, height: 12)
    var (drawn, refused) = (0, 0)
    for _ in 0..<60 {
      var broken = bytes
      for _ in 0...Int(noise.next() % 4) {
        let part = parts[Int(noise.next() % UInt64(parts.count))]
        // The beginnings of tables hold what leads on.
        let reach = noise.next() % 2 == 0 ? min(part.count, 64) : part.count
        let place = part.start + Int(noise.next() % UInt64(reach))
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: noise.next())]
        broken[place] = values[Int(noise.next() % 6)]
      }
      guard let font = try? Font(broken).varied(["wght": 700]) else { continue }
      for glyph in 0..<min(font.glyphCount, 40) {
        do throws(FontError) {
          let found = try painter.picture(
            of: GlyphID(glyph), in: font,
            through: Affine(a: 0.01, b: 0, c: 0, d: -0.01, tx: 0, ty: 10),
            clip: clip)
          if let found {
            drawn += 1
            #expect(found.samples.count == 4 * found.box.width * found.box.height)
          }
        } catch {
          refused += 1
        }
      }
    }
    #expect(drawn > 0)
    #expect(refused > 0 || name == "colr0")
  }

  @Test func `a graph that leads back into itself ends`() throws {
    let bytes = try Fixture.bytes("color/colr1.ttf")
    let table = try #require(try Font(bytes).table("COLR"))
    // All layers of all lists become the first list of layers, which holds them again.
    let roots = try #require(table.u32(14))
    let layers = try #require(table.u32(18))
    var broken = bytes
    func write32(_ value: Int, at place: Int) {
      for byte in 0..<4 {
        broken[place + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
      }
    }
    var list: Int?
    for record in 0..<(table.u32(roots) ?? 0) {
      let offset = roots + (table.u32(roots + 4 + 6 * record + 2) ?? 0)
      if table.u8(offset) == 1 { list = list ?? offset }
    }
    let first = try #require(list)
    for layer in 0..<(table.u32(layers) ?? 0) {
      write32(first - layers, at: table.start + layers + 4 + 4 * layer)
    }
    let font = try Font(broken)
    var painter = ColorGlyphPainter()
    var errors = 0
    for glyph in 0..<font.glyphCount {
      do { _ = try painter.picture(of: GlyphID(glyph), in: font, through: ColorFixture.map) } catch
      {
        errors += 1
      }
    }
    #expect(errors > 0)
  }

  @Test func `strange maps are safe`() throws {
    var painter = ColorGlyphPainter()
    let numbers = [0, 1e-9, 0.02, 1, 1e9, .nan, .infinity, -.infinity, -0.02]
    var noise = SeededNumbers(42)
    for name in ["colr1", "cbdt"] {
      let font = try ColorFixture.font(name)
      for _ in 0..<80 {
        func number() -> Double { numbers[Int(noise.next() % 9)] }
        let map = Affine(
          a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
        for index in [0, 17] {
          let found = try? painter.picture(
            of: ColorFixture.glyph(index % font.glyphCount), in: font, through: map,
            clip: PixelBox(x: -4, y: -4, width: 8, height: 8))
          #expect((found ?? nil).map { $0.box.width <= 8 } ?? true)
        }
      }
    }
  }
}
