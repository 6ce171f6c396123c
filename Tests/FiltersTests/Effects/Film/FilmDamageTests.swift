import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct FilmDamageTests {
  /// None of what makes up the damage.
  private let whole = Arguments().setting(FilmDamage.dust, to: 0)
    .setting(FilmDamage.scratches, to: 0).setting(FilmDamage.flicker, to: 0)
    .setting(FilmDamage.weave, to: .zero)

  private func draw(_ arguments: Arguments, _ source: Frame, at seconds: Double) throws -> Frame {
    try FilmStrip.draw(FilmDamage.self, arguments, source, at: seconds)
  }

  @Test func `flicker makes all of a picture brighter or darker`() throws {
    let source = Frame(PixelFormat.named("444p16", 20, 4))
    source.fill([4096 + 20000, 32768 + 5000, 32768])
    var gains: [Double] = []
    for step in 0..<20 {
      let result = try draw(
        whole.setting(FilmDamage.flicker, to: 0.2), source, at: (Double(step) + 0.5) / 18)
      let gain = Double(result[0, 3, 2] - 4096) / 20000
      #expect(Set(result.samples(0)).count == 1)
      #expect(abs(Double(result[1, 3, 2]) - 32768 - 5000 * gain) <= 1)
      gains.append(gain)
    }
    #expect(gains.allSatisfy { abs($0 - 1) <= 0.2 } && Set(gains).count > 15)
  }

  @Test func `weave moves the picture and keeps its brightness`() throws {
    // A ramp across, so that a sample tells how far it has come.
    let source = Frame.flat(PixelFormat.named("444p16", 40, 20), [0, 32768, 32768])
    for y in 0..<20 { for x in 0..<40 { source[0, x, y] = 10000 + 1000 * x } }
    var places: [Double] = []
    for step in 0..<20 {
      let result = try draw(
        whole.setting(FilmDamage.weave, to: Length(pixels: 3)), source,
        at: (Double(step) + 0.5) / 18)
      places.append(20 - Double(result[0, 20, 10] - 10000) / 1000)
      #expect(abs(result[0, 21, 3] - result[0, 20, 10] - 1000) <= 1)
    }
    #expect(places.allSatisfy { abs($0) <= 3 } && Set(places).count > 15)
  }

  @Test func `marks are as many as are asked for, and others on each picture`() throws {
    let source = Frame.flat(PixelFormat.named("420mpeg2", 64, 48), [126, 128, 128])
    func marked(_ dust: Double, at seconds: Double) throws -> Int {
      let result = try draw(whole.setting(FilmDamage.dust, to: dust), source, at: seconds)
      return result.samples(0).count { $0 != 126 }
    }
    #expect(try marked(0, at: 0.5) == 0)
    #expect(try marked(20, at: 0.5) > 5)
    #expect(try marked(400, at: 0.5) > marked(20, at: 0.5))
    let lines = try draw(whole.setting(FilmDamage.scratches, to: 10), source, at: 0.5)
    #expect(lines.greatestDifference(from: source) > 5)
  }

  @Test(arguments: FilmFamilyTests.formats)
  func `the ends of its ranges are no fault`(_ format: PixelFormat) throws {
    let arguments = Arguments().setting(FilmDamage.dust, to: 60)
      .setting(FilmDamage.scratches, to: 60).setting(FilmDamage.flicker, to: 2)
      .setting(FilmDamage.weave, to: Length(pixels: 256))
      .setting(FilmDamage.jump, to: Length(pixels: 4096))
    for seconds in [0.3, 1e9] {
      #expect(!(try draw(arguments, Frame.noise(format), at: seconds).exceedsPeak))
    }
  }
}
