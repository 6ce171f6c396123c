import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct ColorFadeTests {
  @Test(arguments: ["420mpeg2", "444p10", "422p9", "444p16"])
  func `the middle is the colour, in the stream's own coding`(_ name: String) throws {
    let format = PixelFormat.named(name, 16, 8)
    let frames = TransitionFrames(format)
    let unit = 1 << (format.depth - 8)
    let drawn = frames.frame(try frames.stage("fade-through"), at: 0.5)
    #expect(drawn[0, 3, 3] == 16 * unit && drawn[1, 3, 3] == 128 * unit)
    let white = frames.frame(
      try frames.stage("fade-through", background: .white), at: 0.5)
    #expect(white[0, 3, 3] == 235 * unit && white[2, 3, 3] == 128 * unit)
    let blue = Arguments().setting(ColorFade.color, to: Color(red: 0, green: 0, blue: 1))
    let given = frames.frame(try frames.stage("fade-through", blue, background: .white), at: 0.5)
    #expect(abs(given[0, 3, 3] - 41 * unit) <= unit)
  }

  @Test func `plain pictures of the colour stay as they are`() throws {
    for format in transitionFormats where !format.hasAlpha {
      let unit = 1 << (format.depth - 8)
      let white = [235 * unit, 128 * unit, 128 * unit]
      let frames = TransitionFrames(format, .flat(format, white), .flat(format, white))
      for share in [0.1, 0.3, 0.5, 0.8] {
        #expect(try frames.frame("fadewhite", at: share).isIdentical(to: frames.from))
      }
    }
  }

  @Test func `grays lose their colours and keep their light`() throws {
    let format = PixelFormat.named("444", 4, 4)
    let frames = TransitionFrames(
      format, .flat(format, [200, 60, 220]), .flat(format, [100, 220, 60]))
    let drawn = try frames.frame("fadegrays", at: 0.3)
    #expect(abs(drawn[0, 1, 1] - 170) <= 1)
    #expect(abs(drawn[1, 1, 1] - 128) < 30 && abs(drawn[2, 1, 1] - 128) < 30)
  }

  @Test func `a layer is tinted where it is, and goes through nothing`() throws {
    let format = PixelFormat.named("444alpha", 4, 4)
    let deep = try #require(
      PixelFormat(width: 4, height: 4, depth: 16, chroma: format.chroma, hasAlpha: true))
    // Half of it is there: premultiplied, with a quarter of the light of white.
    let layer = Frame.flat(deep, [15_000, 16_384, 16_384, 32_768])
    let frames = TransitionFrames(deep, .flat(deep, [0]), layer)
    let tinted = frames.frame(try frames.stage("fadewhite", includesAlpha: true), at: 0.5)
    #expect(abs(tinted[3, 1, 1] - 16_384) <= 2)
    #expect(tinted[0, 1, 1] > 7500 && tinted[0, 1, 1] < 235 * 256 / 4)
    let through = frames.frame(try frames.stage("fade-through", includesAlpha: true), at: 0.75)
    #expect(abs(through[0, 1, 1] - 7500) <= 1 && abs(through[3, 1, 1] - 16_384) <= 1)
    let middle = frames.frame(try frames.stage("fade-through", includesAlpha: true), at: 0.5)
    #expect(middle.isIdentical(to: Frame(deep)))
  }
}
