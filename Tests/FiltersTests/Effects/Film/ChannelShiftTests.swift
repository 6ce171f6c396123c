import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct ChannelShiftTests {
  @Test func `grey detail comes apart into red and blue`() throws {
    // A white column: red goes to the right of it, blue to the left.
    let format = PixelFormat.named("444p16", 21, 5)
    let source = Frame.flat(format, [4096, 32768, 32768])
    for y in 0..<5 { source[0, 10, y] = 60160 }
    let result = try FilmStrip.draw(
      RGBSplit.self, Arguments().setting(RGBSplit.amount, to: Length(pixels: 3)), source)
    let white = 219.0 * 256
    for (x, weight) in [(7, 0.0722), (10, 0.7152), (13, 0.2126)] {
      #expect(abs(Double(result[0, x, 2]) - 4096 - white * weight) <= 2)
    }
    #expect(result[2, 13, 2] > 60000 && result[1, 7, 2] > 60000)
    #expect(result[0, 3, 2] == 4096)
  }

  @Test func `colours may come from many rows away`() throws {
    let format = PixelFormat.named("444p16", 8, 48)
    let source = Frame.flat(format, [4096, 32768, 32768])
    for x in 0..<8 { source[0, x, 20] = 60160 }
    let arguments = Arguments().setting(RGBSplit.amount, to: Length(pixels: 16))
      .setting(RGBSplit.angle, to: Angle(degrees: 90))
    let result = try FilmStrip.draw(RGBSplit.self, arguments, source)
    for (y, weight) in [(4, 0.0722), (20, 0.7152), (36, 0.2126), (12, 0)] {
      #expect(abs(Double(result[0, 3, y]) - 4096 - 219 * 256 * weight) <= 2)
    }
  }

  @Test func `the middle of a lens stays sharp`() throws {
    let format = PixelFormat.named("444", 41, 41)
    let source = Frame.noise(format)
    let result = try FilmStrip.draw(
      ChromaticAberration.self,
      Arguments().setting(ChromaticAberration.amount, to: Length(pixels: 5)), source)
    #expect(result[0, 20, 20] == source[0, 20, 20])
    #expect(result.greatestDifference(from: source) > 40)
  }

  @Test func `what is drawn over nothing becomes opaque`() throws {
    let format = try #require(PixelFormat.named("444", 24, 6).layered)
    let source = Frame.flat(format, [0, 0, 0, 0])
    for y in 0..<6 {
      for (plane, value) in [60160, 32768, 32768, 65535].enumerated() {
        source[plane, 12, y] = value
      }
    }
    let result = try FilmStrip.draw(
      RGBSplit.self, Arguments().setting(RGBSplit.amount, to: Length(pixels: 4)), source,
      includesAlpha: true)
    #expect([8, 12, 16].map { result[3, $0, 3] } == [65535, 65535, 65535])
    #expect(result[3, 10, 3] == 0)
    #expect(abs(Double(result[0, 16, 3]) - 4096 - 219 * 256 * 0.2126) <= 2)
  }

  @Test(arguments: [-1024.0, 1024])
  func `the furthest that colours go is no fault`(_ amount: Double) throws {
    for format in FilmFamilyTests.formats {
      for type: any Effect.Type in [RGBSplit.self, ChromaticAberration.self] {
        let arguments = Arguments().setting(RGBSplit.amount, to: Length(pixels: amount))
        #expect(!(try FilmStrip.draw(type, arguments, Frame.noise(format)).exceedsPeak))
      }
    }
  }
}
