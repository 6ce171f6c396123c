import Geometry
import Images
import Testing

@testable import Fonts

@Suite struct BitmapGlyphTests {
  private func bitmap(_ font: Font, _ index: Int, _ size: Double) -> BitmapGlyph? {
    guard
      case .bitmap(let found) = font.colorGlyph(
        of: ColorFixture.glyph(index), pixelsPerEm: size)
    else { return nil }
    return found
  }

  /// The colour in the middle of a picture.
  private func middle(_ bitmap: BitmapGlyph) throws -> [UInt8] {
    let picture = try bitmap.picture()
    guard case .eight(let samples) = picture.samples else { return [] }
    let place = 4 * (picture.height / 2 * picture.width + picture.width / 2)
    return Array(samples[place..<place + 4])
  }

  /// The large size has a range of each index format and each picture format.
  @Test func `every kind of index and of picture is read`() throws {
    let font = try ColorFixture.font("cbdt")
    for index in [0, 2, 3, 4, 5, 7, 8] {
      let found = try #require(bitmap(font, index, 32), "glyph \(index)")
      #expect(found.pixelsPerEm == Vector(32, 32) && found.width == 32 && found.height == 32)
      #expect(found.left == 2 && found.top == 29)
      #expect(try middle(found) == [0, 0, 255, 128])
    }
    for index in [6, 9] { #expect(bitmap(font, index, 32) == nil) }
  }

  @Test func `the smallest size that is large enough is taken, and another where it lacks`() throws
  {
    for name in ["cbdt", "sbix"] {
      let font = try ColorFixture.font(name)
      for (wanted, taken) in [(1.0, 16.0), (16, 16), (16.1, 32), (32, 32), (500, 32)] {
        #expect(try #require(bitmap(font, 0, wanted)).pixelsPerEm.x == taken)
      }
    }
    // The large size has no glyph 1, the small one no glyph 8.
    let font = try ColorFixture.font("cbdt")
    #expect(try middle(#require(bitmap(font, 1, 32))) == [255, 0, 0, 128])
    #expect(try middle(#require(bitmap(font, 8, 16))) == [0, 0, 255, 128])
  }

  @Test func `pictures of sbix stand on their lower side, and may be another glyph's`() throws {
    let font = try ColorFixture.font("sbix")
    let own = try #require(bitmap(font, 0, 32))
    #expect(own.left == 1 && own.top == 30)
    let same = try #require(bitmap(font, 1, 32))
    #expect(try own.picture() == same.picture())
    #expect(same.left == 1)
    // A glyph that names itself, and a photograph.
    #expect(bitmap(font, 2, 32) == nil && bitmap(font, 3, 32) == nil)
  }

  @Test func `pictures of sbix count from the corner of the outline`() throws {
    var bytes = try Fixture.bytes("color/sbix.ttf")
    let table = try #require(try Font(bytes).table("sbix"))
    // The picture of the first becomes that of the star before it, which begins 120 units right of
    // the pen and 76 above the baseline.
    for strike in 0..<2 {
      let start = table.start + Int(try #require(table.u32(8 + 4 * strike)))
      let places = start + 4 + 4 * 4
      bytes.replaceSubrange(places..<places + 4, with: Array(bytes[places + 4..<places + 8]))
    }
    let star = try #require(bitmap(try Font(bytes), -1, 32))
    #expect(abs(star.left - (1 + 120 * 0.032)) < 1e-9)
    #expect(abs(star.top - (30 + 76 * 0.032)) < 1e-9)
  }

  @Test func `a picture at its own size is copied to its place`() throws {
    let font = try ColorFixture.font("cbdt")
    let scale = 32.0 / 1000
    let found = try ColorFixture.picture(
      ColorFixture.glyph(0), font, map: Affine(a: scale, b: 0, c: 0, d: -scale, tx: 5, ty: 40))
    // Left of it 2 and above the baseline 29 pixels; a frame of one transparent pixel.
    #expect(found.at(7, 12)[3] == 0)
    #expect(found.at(8, 12) == [0, 0, 255, 255])
    #expect(found.at(20, 25) == [0, 0, 128, 128])
    #expect(found.at(37, 41) == [0, 0, 255, 255] && found.at(38, 41)[3] == 0)
  }

  @Test func `a picture keeps its mean when it is scaled and turned`() throws {
    let font = try ColorFixture.font("cbdt")
    func sum(_ size: Double, _ turn: Double) throws -> Double {
      let scale = size / 1000
      let map = Affine.rotation(degrees: turn).after(
        Affine(a: scale, b: 0, c: 0, d: -scale, tx: 0.3, ty: 0.8))
      let picture = try ColorFixture.picture(ColorFixture.glyph(0), font, map: map)
      return stride(from: 3, to: picture.samples.count, by: 4)
        .reduce(0) { $0 + Double(picture.samples[$1]) / 65_535 } * (32 / size) * (32 / size)
    }
    let whole = try sum(32, 0)
    #expect((whole - 30 * 30 * 0.5 - 4 * 29 * 0.5).magnitude < 12)
    for (size, turn) in [(9.0, 0.0), (20, 0), (70, 0), (32, 90), (32, 33), (12, 200), (50, 77)] {
      #expect((try sum(size, turn) - whole).magnitude < 0.03 * whole, "\(size), \(turn)")
    }
  }

  @Test func `a quarter turn is exact`() throws {
    let font = try ColorFixture.font("cbdt")
    let scale = 32.0 / 1000
    let map = Affine(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: 0)
    let straight = try ColorFixture.picture(ColorFixture.glyph(0), font, map: map)
    let turned = try ColorFixture.picture(
      ColorFixture.glyph(0), font, map: Affine.rotation(degrees: 90).after(map))
    for y in -32..<4 {
      for x in -2..<36 { #expect(straight.at(x, y) == turned.at(-1 - y, x)) }
    }
  }
}
