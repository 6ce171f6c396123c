import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct LetterboxTests {
  private func draw(_ aspect: Double, _ format: PixelFormat, progress: Double = 1) throws -> Frame {
    let source = Frame.flat(format, [216, 128, 128])
    return try FilmStrip.draw(
      Letterbox.self,
      Arguments().setting(Letterbox.aspect, to: aspect).setting(Letterbox.progress, to: progress),
      source)
  }

  @Test func `a border within a row covers its part`() throws {
    // 40 / 1.6 is 25: bars of 2.5 rows, of which a row of chroma stands for 2.
    let result = try draw(1.6, PixelFormat.named("420jpeg", 40, 30))
    #expect([0, 1, 2, 3, 27, 28].map { result[0, 7, $0] } == [16, 16, 116, 216, 116, 16])
    let half = try draw(1.6, PixelFormat.named("420jpeg", 40, 30), progress: 0.5)
    #expect([0, 1, 2, 28, 29].map { half[0, 7, $0] } == [16, 166, 216, 166, 16])
  }

  @Test func `bars stand at the sides of a narrow picture`() throws {
    let result = try draw(0.5, PixelFormat.named("mono", 31, 20))
    // 10 of 31 columns are seen.
    #expect([9, 10, 11, 19, 20, 21].map { result[0, $0, 3] } == [16, 116, 216, 216, 116, 16])
  }

  @Test func `the shape of the canvas has no bars`() throws {
    let format = PixelFormat.named("420mpeg2", 40, 20)
    #expect(try draw(2, format).isIdentical(to: Frame.flat(format, [216, 128, 128])))
  }
}
