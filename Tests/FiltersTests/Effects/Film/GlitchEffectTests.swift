import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct GlitchEffectTests {
  private let source = Frame.noise(PixelFormat.named("420mpeg2", 64, 48))

  private func glitch(_ arguments: Arguments, at seconds: Double = 0) throws -> Frame {
    try FilmStrip.draw(GlitchEffect.self, arguments, source, at: seconds)
  }

  @Test func `it breaks anew as often as it should`() throws {
    let arguments = Arguments().setting(GlitchEffect.amount, to: 1)
    let first = try glitch(arguments)
    #expect(!first.isIdentical(to: source))
    #expect(try glitch(arguments, at: 0.124).isIdentical(to: first))
    #expect(!(try glitch(arguments, at: 0.126).isIdentical(to: first)))
    #expect(!(try glitch(arguments.setting(GlitchEffect.seed, to: 2)).isIdentical(to: first)))
  }

  @Test func `without a split, samples are moved and nothing else`() throws {
    let result = try glitch(
      Arguments().setting(GlitchEffect.amount, to: 1).setting(GlitchEffect.split, to: .zero))
    #expect(!result.isIdentical(to: source))
    let known = Set(source.samples(0))
    #expect(result.samples(0).allSatisfy(known.contains))
  }

  @Test(arguments: FilmFamilyTests.formats)
  func `the ends of its ranges are no fault`(_ format: PixelFormat) throws {
    for blocks in [1.0, 256] {
      let arguments = Arguments().setting(GlitchEffect.amount, to: 2)
        .setting(GlitchEffect.blocks, to: blocks)
        .setting(GlitchEffect.shift, to: Length(pixels: 16384))
        .setting(GlitchEffect.split, to: Length(pixels: 512))
      let result = try FilmStrip.draw(GlitchEffect.self, arguments, Frame.noise(format), at: 1e6)
      #expect(!result.exceedsPeak)
    }
  }
}
