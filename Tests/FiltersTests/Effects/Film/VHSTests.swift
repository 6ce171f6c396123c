import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct VHSTests {
  /// A tape without faults.
  private let clean = Arguments().setting(VHS.noise, to: 0).setting(VHS.tracking, to: 0)
    .setting(VHS.headSwitch, to: 0).setting(VHS.edgeWave, to: 0).setting(VHS.chromaLoss, to: 0)

  private func draw(_ arguments: Arguments, _ source: Frame, at seconds: Double = 0) throws -> Frame
  {
    try FilmStrip.draw(VHS.self, arguments, source, at: seconds)
  }

  @Test(arguments: FilmFamilyTests.formats)
  func `a clean tape leaves a plain picture as it is`(_ format: PixelFormat) throws {
    let unit = 1 << (format.depth - 8)
    let source = Frame.flat(format, [90 * unit, 150 * unit, 100 * unit, 255 * unit])
    #expect(try draw(clean, source).greatestDifference(from: source) <= unit / 64)
  }

  @Test func `chroma is softer than luma, and a slow tape softer than a fast one`() throws {
    let source = Frame.flat(PixelFormat.named("444p16", 720, 2), [10000, 20000, 20000])
    for y in 0..<2 {
      for x in 360..<720 { for plane in 0..<3 { source[plane, x, y] += 20000 } }
    }
    /// How much of a step is missing on both of its sides.
    func loss(_ plane: Int, _ tape: TapeSpeed) throws -> Int {
      let arguments = clean.setting(VHS.tape, to: tape).setting(VHS.smear, to: 0)
        .setting(VHS.ringing, to: 0)
      let result = try draw(arguments, source)
      return zip(result.samples(plane), source.samples(plane)).reduce(0) { $0 + abs($1.0 - $1.1) }
    }
    #expect(try loss(1, .sp) > 3 * loss(0, .sp))
    #expect(try loss(0, .ep) > loss(0, .sp))
  }

  @Test func `heads change near the bottom`() throws {
    let format = PixelFormat.named("mono", 64, 48)
    let source = Frame(format)
    for y in 0..<48 { for x in 0..<64 { source[0, x, y] = x < 20 ? 40 : 200 } }
    let result = try draw(clean.setting(VHS.headSwitch, to: 80), source)
    let whole = try draw(clean, source)
    #expect(
      (0..<38).allSatisfy { y in (0..<64).allSatisfy { result[0, $0, y] == whole[0, $0, y] } })
    #expect((0..<64).contains { result[0, $0, 46] != whole[0, $0, 46] })
  }

  @Test func `noise changes with the steps of time, and follows the seed`() throws {
    let source = Frame.flat(PixelFormat.named("420mpeg2", 64, 48), [126, 128, 128])
    let first = try draw(Arguments(), source)
    #expect(first.greatestDifference(from: source) > 4)
    #expect(try draw(Arguments(), source).isIdentical(to: first))
    #expect(!(try draw(Arguments(), source, at: 0.034).isIdentical(to: first)))
    #expect(!(try draw(Arguments().setting(VHS.seed, to: 2), source).isIdentical(to: first)))
  }

  @Test(arguments: FilmFamilyTests.formats)
  func `the ends of its ranges are no fault`(_ format: PixelFormat) throws {
    let arguments = Arguments().setting(VHS.noise, to: 2).setting(VHS.tracking, to: 2)
      .setting(VHS.headSwitch, to: 1000).setting(VHS.edgeWave, to: 9)
      .setting(VHS.chromaLoss, to: 0.5).setting(VHS.ringing, to: 5).setting(VHS.smear, to: 2)
    for seconds in [0.3, 1e9] {
      #expect(!(try draw(arguments, Frame.noise(format), at: seconds).exceedsPeak))
    }
  }
}
