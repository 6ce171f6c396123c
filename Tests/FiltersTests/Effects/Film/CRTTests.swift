import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct CRTTests {
  private func draw(_ arguments: Arguments, _ source: Frame) throws -> Frame {
    try FilmStrip.draw(CRT.self, arguments, source)
  }

  @Test func `it is dark between lines, and less so where it is bright`() throws {
    let flat = Arguments().setting(CRT.lines, to: 4).setting(CRT.curvature, to: 0)
      .setting(CRT.strength, to: 1)
    for (bloom, least) in [(0.0, 0.0), (1, 0.5)] {
      let source = Frame.flat(PixelFormat.named("444p16", 8, 64), [4096 + 28032, 32768, 32768])
      let result = try draw(flat.setting(CRT.bloom, to: bloom), source)
      // A line of 16 rows: its middle lies between rows 7 and 8, its border between 15 and 16.
      #expect(abs(result[0, 3, 8] - (4096 + 28032)) < 500)
      let border = Double(result[0, 3, 16] - 4096) / 28032
      #expect(abs(border - least) < 0.04)
    }
  }

  @Test func `lines finer than rows fade away`() throws {
    let source = Frame.flat(PixelFormat.named("mono", 8, 32), [150])
    let arguments = Arguments().setting(CRT.lines, to: 32).setting(CRT.curvature, to: 0)
    #expect(Set(try draw(arguments, source).samples(0)).count == 1)
  }

  @Test func `beyond the corners of a tube it is black`() throws {
    let source = Frame.flat(PixelFormat.named("420mpeg2", 64, 48), [200, 90, 160])
    let result = try draw(Arguments().setting(CRT.curvature, to: 1), source)
    #expect([result[0, 0, 0], result[1, 0, 0], result[2, 0, 0]] == [16, 128, 128])
    #expect(result[0, 32, 24] > 120)
  }

  @Test func `a mask leaves grey grey over a triad`() throws {
    let source = Frame.flat(PixelFormat.named("444p16", 63, 48), [30000, 32768, 32768])
    for mask in [TubeMask.aperture, .shadow] {
      let result = try draw(
        Arguments().setting(CRT.mask, to: mask).setting(CRT.curvature, to: 0), source)
      for plane in 1...2 {
        let values = result.samples(plane)
        #expect(abs(values.reduce(0, +) / values.count - 32768) < 20)
        #expect(Set(values).count > 2)
      }
    }
  }

  @Test(arguments: FilmFamilyTests.formats)
  func `the ends of its ranges are no fault`(_ format: PixelFormat) throws {
    for lines in [1.0, 4320] {
      let arguments = Arguments().setting(CRT.lines, to: lines).setting(CRT.strength, to: 2)
        .setting(CRT.curvature, to: 2).setting(CRT.mask, to: .shadow)
      #expect(!(try draw(arguments, Frame.noise(format)).exceedsPeak))
    }
  }
}
