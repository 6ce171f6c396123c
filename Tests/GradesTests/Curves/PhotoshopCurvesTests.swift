import Testing

@testable import Grades

@Suite struct PhotoshopCurvesTests {
  private func file(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
  }

  @Test func `curves hold their points as output and input`() throws {
    let bytes = file([
      4, 4,  // version, curves
      3, 0, 0, 64, 128, 255, 255,  // all channels
      2, 10, 0, 255, 255,  // red
      2, 0, 0, 255, 200,  // green
      2, 255, 0, 0, 255,  // blue
    ])
    let curves = try PhotoshopCurves(bytes + [0x43, 0x72])
    #expect(
      curves.master == [CurvePoint(0, 0), CurvePoint(128 / 255.0, 64 / 255.0), CurvePoint(1, 1)])
    #expect(curves.red == [CurvePoint(0, 10 / 255.0), CurvePoint(1, 1)])
    #expect(curves.green?.last == CurvePoint(200 / 255.0, 1))
    #expect(curves.blue == [CurvePoint(0, 1), CurvePoint(1, 0)])
    let alone = try PhotoshopCurves(file([1, 1, 2, 0, 0, 255, 255]))
    #expect(alone.red == nil && alone.green == nil && alone.blue == nil)
  }

  @Test(
    arguments: [
      ([], "truncated: the file ends before its curves do, at byte 0"),
      ([4], "truncated: the file ends before its curves do, at byte 2"),
      ([5, 1], "unsupported: version 5 of .acv; 1 and 4 are read, at byte 0"),
      ([4, 0], "malformed: 0 curves; a file has 1 to 60, at byte 2"),
      ([4, 65535], "malformed: 65535 curves; a file has 1 to 60, at byte 2"),
      ([4, 1, 1, 0, 0], "malformed: a curve of 1 points; one has 2 to 19, at byte 4"),
      ([4, 1, 20], "malformed: a curve of 20 points; one has 2 to 19, at byte 4"),
      ([4, 1, 2, 0, 0, 256, 255], "malformed: a point at 255, 256, beyond 255, at byte 10"),
      (
        [4, 1, 2, 0, 9, 255, 9],
        "malformed: the points of a curve do not rise from left to right, at byte 10"
      ),
      ([4, 1, 2, 0, 0, 255], "truncated: the file ends before its curves do, at byte 12"),
    ] as [([Int], String)])
  func `what is broken is named by its byte`(_ numbers: [Int], _ error: String) {
    let found = fault { try PhotoshopCurves(file(numbers)) }
    #expect(found == error)
  }
}
