import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct NeonTests {
  /// Dark red at the left, and bright red from the middle on.
  private func step(_ format: PixelFormat) -> Frame {
    let source = Frame.flat(format, [50, 128, 160])
    for y in 0..<format.height {
      for x in format.width / 2..<format.width { source[0, x, y] = 150 }
    }
    return source
  }

  @Test func `what is plain is black, or as dark as is asked for`() throws {
    let format = PixelFormat.named("420mpeg2", 200, 20)
    let black = try step(format).drawn(Neon.self, at: 0)
    // Far from the line there is neither line nor glow.
    #expect(black[0, 2, 10] == 16 && black[0, 197, 10] == 16)
    #expect(black[1, 1, 5] == 128 && black[2, 98, 5] == 128)
    let dark = try step(format).drawn(
      Neon.self, Arguments().setting(Neon.background, to: 0.5), at: 0)
    #expect(dark[0, 2, 10] == 33 && dark[2, 1, 5] == 144)
  }

  @Test func `lines have the picture's hue or a colour, and glow`() throws {
    let format = PixelFormat.named("444", 60, 20)
    let own = try step(format).drawn(Neon.self, at: 0)
    // Red is raised, and chroma with it.
    #expect(own[0, 30, 10] > 150 && own[2, 29, 10] > 160)
    #expect(own[0, 24, 10] > 30 && own[0, 24, 10] < own[0, 29, 10])
    let green = try step(format).drawn(
      Neon.self,
      Arguments().setting(Neon.color, to: Color(red: 0, green: 1, blue: 0))
        .setting(Neon.glow, to: .zero), at: 0)
    // Green of BT.601.
    #expect(green[0, 29, 10] == 145 && green[1, 29, 10] == 54 && green[2, 29, 10] == 34)
    #expect(green[0, 26, 10] == 16)
  }

  @Test func `parts are drawn as the whole is, and alpha stays`() throws {
    for name in ["420mpeg2", "422p10", "444alpha", "411"] {
      let format = PixelFormat.named(name, 72, 50)
      let source = Frame.noise(format)
      let arguments = Arguments().setting(Neon.glow, to: Length(pixels: 1.5))
        .setting(Neon.background, to: 0.3)
      let whole = try source.drawn(Neon.self, arguments, at: 0)
      let joined = Frame(format)
      for box in [Box(x: 0, y: 0, width: 28, height: 50), Box(x: 28, y: 0, width: 44, height: 50)] {
        joined.copy(from: try source.drawn(Neon.self, arguments, at: 0, in: box), within: box)
      }
      #expect(joined.isIdentical(to: whole), "\(name)")
      if format.roles.contains(.alpha) { #expect(whole.samples(3) == source.samples(3)) }
    }
  }
}
