import TestSupport
import Testing

@testable import Filters

@Suite struct BytePhasesTests {
  /// An axis that makes `made` samples of a row of `width`.
  private static func axis(
    _ width: Int, _ made: Int, offset: Double, _ scratch: Scratch
  ) -> Axis {
    Axis(
      domain: 0..<Double(width), scale: Double(made) / Double(width), offset: offset,
      limit: 0..<made, available: 0..<width, sampling: .bicubic, scratch: scratch)
  }

  @Test(arguments: [
    (1280, 1920), (960, 1440), (640, 1280), (100, 300), (75, 300), (100, 400), (60, 480), (21, 63),
    (300, 500), (400, 700),
  ])
  func `samples are what picking their neighbours makes`(_ width: Int, _ made: Int) throws {
    for offset in [0, 0.25, -0.31, 2] {
      let scratch = Scratch()
      let axis = Self.axis(width, made, offset: offset, scratch)
      let bytes = ByteAxis(axis, width: width, scratch)
      let phases = try #require(bytes.phases)
      #expect(phases.range.lowerBound >= 0 && phases.range.upperBound <= axis.count)
      let source = scratch.take(UInt8.self, width)
      var noise = Noise(seed: 3)
      for x in 0..<width { source[x] = [0, 255, UInt8(noise.next(256))][noise.next(3)] }
      let output = scratch.take(Int16.self, axis.count + 1)
      output[axis.count] = 77
      ByteLanes(bytes, scratch).add(source, to: output)
      for x in 0..<axis.count {
        var sum = -128
        for tap in 0..<4 {
          sum += Int(axis.weights[4 * x + tap]) * Int(source[Int(axis.starts[x]) + tap])
        }
        #expect(Int(output[x]) == sum >> 8, "\(x)")
      }
      #expect(output[axis.count] == 77)
    }
  }

  @Test func `there are groups where samples come in such`() {
    let scratch = Scratch()
    func range(_ width: Int, _ made: Int) -> Range<Int>? {
      BytePhases(Self.axis(width, made, offset: 0, scratch), scratch)?.range
    }
    #expect(range(1280, 1920).map { $0.count % 3 } == 0)
    #expect(range(640, 1280).map { $0.count % 2 } == 0)
    #expect((range(1280, 1920)?.count ?? 0) > 1900)
    // Made smaller, too short, mirrored, or with a period that is too long.
    #expect(range(1920, 1280) == nil)
    #expect(range(12, 18) == nil)
    #expect(range(1000, 1001) == nil)
    let mirrored = Axis(
      domain: 0..<100, scale: -2, offset: 200, limit: 0..<200, available: 0..<100,
      sampling: .bicubic, scratch: scratch)
    #expect(BytePhases(mirrored, scratch) == nil)
  }
}
