import Geometry
import Testing

@testable import Fonts

/// Glyphs of colr1.ttf, in the order in which make_fonts.py makes them.
private enum Painted: Int {
  case linearPad = 0, radialPad, conePad, sweepPad
  case linearRepeat, radialRepeat, coneRepeat, sweepRepeat
  case linearReflect, radialReflect, coneReflect, sweepReflect
  case sweepWhole, sweepBack, linearBeyond, linearHard, foreground, nested
  case transform, translate, scale, scaleAround, scaleUniform, scaleUniformAround
  case rotate, rotateAround, skew, skewAround, gradientMoved, another, clipped
  case modes

  func picture(_ map: Affine = ColorFixture.map, clip: PixelBox? = nil) throws -> ColorPicture {
    try ColorFixture.picture(
      ColorFixture.glyph(rawValue), ColorFixture.font("colr1"), map: map,
      foreground: GlyphColor(red: 0, green: 0, blue: 1), clip: clip)
  }
}

@Suite struct PaintTests {
  @Test func `a linear gradient runs across its third point's line, and stays beyond`() throws {
    let picture = try Painted.linearPad.picture()
    #expect(picture.box == PixelBox(x: 2, y: 4, width: 16, height: 16))
    #expect(picture.at(2, 12) == [255, 0, 0, 255])
    #expect(picture.at(17, 12) == [0, 0, 255, 255])
    // The stripes lean to the left on their way up.
    let (low, high) = (picture.at(9, 19), picture.at(9, 5))
    #expect(low[2] < high[2])
  }

  @Test func `repeated and reflected gradients go on`() throws {
    // At 400 units up a stripe begins at 260 and spans some 310.
    let (repeated, reflected) = (
      try Painted.linearRepeat.picture(), try Painted.linearReflect.picture()
    )
    var jumps = 0
    for x in 3..<18 where repeated.at(x - 1, 12)[2] > repeated.at(x, 12)[2] + 120 { jumps += 1 }
    #expect(jumps == 2)
    for x in 3..<18 {
      let step = reflected.at(x - 1, 12)[2] - reflected.at(x, 12)[2]
      #expect(step.magnitude < 120)
    }
  }

  @Test func `radial gradients grow from circle to circle, cones leave out what none reaches`()
    throws
  {
    let picture = try Painted.radialPad.picture()
    #expect(picture.at(8, 11) == [255, 0, 0, 255])
    #expect(picture.at(2, 4) == [0, 0, 255, 255])
    let cone = try Painted.conePad.picture()
    #expect(cone.at(9, 5) == [0, 0, 0, 0] && cone.at(9, 18) == [0, 0, 0, 0])
    #expect(cone.at(15, 12)[3] == 255)
  }

  @Test func `sweeps turn counterclockwise from the right`() throws {
    let picture = try Painted.sweepWhole.picture()
    #expect(picture.at(17, 11)[0] > 240)
    #expect(picture.at(17, 12)[2] > 240)
    #expect(picture.at(17, 12)[0] < 10)
  }

  @Test func `two stops in one place make an edge`() throws {
    let picture = try Painted.linearHard.picture()
    #expect(picture.at(9, 12) == [255, 0, 0, 255])
    #expect(picture.at(10, 12)[0] == 0 && picture.at(10, 12)[2] > 200)
    #expect(picture.at(17, 12) == [0, 0, 0, 0])
  }

  @Test func `the text's colour comes with the layer's alpha`() throws {
    #expect(try Painted.foreground.picture().at(2, 4) == [0, 0, 128, 128])
  }

  @Test func `a shape within a shape is seen where both are`() throws {
    let picture = try Painted.nested.picture()
    #expect(picture.at(3, 5) == [0, 0, 0, 0])
    #expect(picture.at(10, 10)[3] > 100)
    // The star's tip stands out of the square.
    #expect(picture.at(10, 3) == [0, 0, 0, 0])
  }

  @Test func `maps move, scale, turn and lean what is below them`() throws {
    func middle(_ glyph: Painted) throws -> (x: Double, y: Double, sum: Double) {
      let picture = try glyph.picture(Affine(a: 0.1, b: 0, c: 0, d: -0.1, tx: 50, ty: 150))
      var (x, y, sum) = (0.0, 0.0, 0.0)
      for row in picture.box.y..<picture.box.y + picture.box.height {
        for column in picture.box.x..<picture.box.x + picture.box.width {
          let alpha = Double(picture.at(column, row)[3]) / 255 / 0.8
          x += alpha * (Double(column) + 0.5)
          y += alpha * (Double(row) + 0.5)
          sum += alpha
        }
      }
      return ((x / sum - 50) * 10, (150 - y / sum) * 10, sum * 100)
    }
    let star = try middle(.translate)
    let (x, y, area) = (star.x - 100, star.y + 50, star.sum)
    let expected: [(Painted, Affine)] = [
      (.transform, Affine(a: 0.5, b: 0.2, c: -0.3, d: 0.6, tx: 300, ty: 100)),
      (.scale, .scale(0.5, 1.2)), (.scaleUniform, .scale(0.75, 0.75)),
      (.scaleAround, around(.scale(-0.5, 0.7))),
      (.scaleUniformAround, around(.scale(0.5, 0.5))),
      (.rotate, .rotation(degrees: 20)), (.rotateAround, around(.rotation(degrees: -75))),
      (.skew, .skew(degreesX: -20, degreesY: 10)),
      (.skewAround, around(.skew(degreesX: 25, degreesY: 5))),
    ]
    for (glyph, map) in expected {
      let found = try middle(glyph)
      let place = map(Vector(x, y))
      #expect((found.x - place.x).magnitude < 3, "\(glyph)")
      #expect((found.y - place.y).magnitude < 3, "\(glyph)")
      let size = area * (map.a * map.d - map.b * map.c).magnitude
      #expect((found.sum - size).magnitude < 0.02 * area, "\(glyph)")
    }
  }

  private func around(_ map: Affine) -> Affine {
    Affine.translation(500, 400).after(map.after(.translation(-500, -400)))
  }

  @Test func `a glyph may show others`() throws {
    let (picture, one) = (try Painted.another.picture(), try Painted.linearPad.picture())
    #expect(picture.at(15, 8) == one.at(15, 8))
    #expect(picture.at(5, 15) != one.at(5, 15))
  }

  @Test func `nothing is seen outside a clip box`() throws {
    let picture = try Painted.clipped.picture()
    #expect(picture.box == PixelBox(x: 4, y: 8, width: 9, height: 10))
    #expect(picture.at(4, 17) == [0, 128, 0, 255])
  }

  @Test func `every mode mixes as it should where both shapes are, and where one is`() throws {
    let glyph = { (mode: Int) in ColorFixture.glyph(Painted.modes.rawValue + mode) }
    let font = try ColorFixture.font("colr1")
    func picture(_ mode: PaintComposite) throws -> ColorPicture {
      try ColorFixture.picture(glyph(mode.rawValue), font)
    }
    let (front, back) = (try picture(.source), try picture(.destination))
    func parts(_ picture: ColorPicture, _ x: Int, _ y: Int) -> SIMD4<Float> {
      let parts = picture.at(x, y).map { Float($0) / 255 }
      return SIMD4(parts[0], parts[1], parts[2], parts[3])
    }
    for raw in 0...27 {
      let mode = try #require(PaintComposite(rawValue: raw))
      let mixed = try ColorFixture.picture(glyph(raw), font)
      for (x, y) in [(10, 12), (6, 15), (14, 9), (2, 4), (17, 19)] {
        let expected = mode(parts(front, x, y), over: parts(back, x, y))
        let found = parts(mixed, x, y)
        for part in 0..<4 {
          #expect((found[part] - expected[part]).magnitude < 0.03, "\(mode) at \(x), \(y)")
        }
      }
    }
  }

  @Test func `a clip cuts a window out of the whole`() throws {
    let clip = PixelBox(x: 5, y: 6, width: 7, height: 4)
    for glyph in [Painted.linearPad, .nested, .another, .foreground] {
      let (whole, part) = (try glyph.picture(), try glyph.picture(clip: clip))
      for y in 6..<10 { for x in 5..<12 { #expect(part.at(x, y) == whole.at(x, y)) } }
      #expect(part.box.width <= 7 && part.box.height <= 4)
    }
  }

  @Test func `paints move along an axis`() throws {
    let font = try ColorFixture.font("colr1-variable")
    let bold = font.varied(["wght": 1000])
    func picture(_ index: Int, _ font: Font) throws -> ColorPicture {
      try ColorFixture.picture(ColorFixture.glyph(index), font)
    }
    #expect(try picture(0, font).at(5, 10) == [0, 0, 255, 255])
    #expect(try picture(0, bold).at(5, 10) == [0, 0, 128, 128])
    #expect(try picture(0, font.varied(["wght": 500])).at(5, 10) == [0, 0, 191, 191])
    let (star, moved) = (try picture(1, font).box, try picture(1, bold).box)
    #expect((moved.x - star.x, moved.y - star.y) == (6, 4))
    let (disc, small) = (try picture(4, font).box, try picture(4, bold).box)
    #expect(disc.width == 16 && (8...9).contains(small.width))
  }

  @Test func `circles whose radius is below nothing are left out, and the others stay`() throws {
    var bytes = try Fixture.bytes("color/colr1-variable.ttf")
    // The line's numbers become those of two circles, and the changes of the second and those
    // behind it theirs: from (400, -200), -7292 to (100, 150), 16484.
    let numbers: [UInt8] = [0, 100, 0, 0, 3, 132, 0, 0, 0, 100, 0, 100, 0, 0, 0, 4]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: numbers) })
    bytes[place - 4] = 7
    bytes[place + 15] = 1
    let bold = try Font(bytes).varied(["wght": 1000])
    // (525, 475) lies on the circle at 0.332.
    #expect(
      try ColorFixture.picture(ColorFixture.glyph(2), bold).at(10, 10) == [170, 0, 85, 255])
  }
}
