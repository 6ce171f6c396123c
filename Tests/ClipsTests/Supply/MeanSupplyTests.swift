import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

/// Means of frames, added up as these are read.
@Suite struct MeanSupplyTests {
  enum Origin: CaseIterable { case stdin, file, movie }

  /// A plan whose output frames show means of so many frames, one after the other or overlapping.
  private func plan(
    _ origin: Origin, _ fake: FakeFFmpeg, count: Int, step: Int, isFalling: Bool
  ) throws -> FeedPlan {
    let path = try fake.movie(frames: 30)
    let source: Source =
      switch origin {
      case .stdin: .stdin(try NumberedStream.reader(frames: 0).header)
      case .file: .y4m(try Y4MFile(path: path))
      case .movie: ChildScheduleTests.movie(path, frames: 30)
      }
    return FeedPlan(
      feed: 0, source: source,
      demand: Demand(outputs: 0..<6, isRising: !isFalling) { index in
        let first = isFalling ? 29 - step * index - count + 1 : step * index
        let mean = FrameMean(from: Rational(first), length: Rational(count))
        let (low, high) = (first, first + count - 1)
        return FrameChoice(
          first: isFalling ? high : low, second: isFalling ? low : high, mean: mean)
      }, name: "feed", place: 0..<0)
  }

  @Test(arguments: Origin.allCases, [false, true])
  func `each output frame is the mean of its frames`(_ origin: Origin, _ isFalling: Bool) throws {
    for (count, step) in [(4, 4), (3, 4), (5, 3), (2, 1)] {
      let fake = try FakeFFmpeg()
      let plan = try plan(origin, fake, count: count, step: step, isFalling: isFalling)
      var supplier = try Supplier(
        [plan], stdin: NumberedStream.reader(frames: 30), SupplierTests.settings(fake.tools))
      defer { supplier.stop() }
      var supplies: [Supply] = []
      for index in 0..<6 {
        #expect(try supplier.supply(index, into: &supplies))
        let choice = plan.demand.choice(at: index)
        let frames = choice.span.map { NumberedStream.payload($0).map { Double($0) } }
        let expected = (0..<NumberedStream.frameBytes).map { place in
          frames.reduce(0) { $0 + $1[place] } / Double(frames.count)
        }
        let shown = try #require(supplies.first?.frame)
        #expect(supplies[0].second == nil)
        let worst = zip(shown.bytes, expected).map { abs(Double($0) - $1) }.max() ?? 9
        #expect(worst <= 0.51)
      }
    }
  }

  @Test func `memory does not grow with the frames of a mean`() throws {
    let fake = try FakeFFmpeg()
    var made: [Int] = []
    for count in [2, 5] {
      let plan = try plan(.stdin, fake, count: count, step: 5, isFalling: false)
      var supplier = try Supplier(
        [plan], stdin: NumberedStream.reader(frames: 30), SupplierTests.settings(fake.tools))
      var supplies: [Supply] = []
      for index in 0..<6 { _ = try supplier.supply(index, into: &supplies) }
      made.append(supplier.madeFrames)
    }
    #expect(made[1] <= made[0] && made[0] <= 4, "\(made)")
  }

  @Test func `a part shows what the whole does`() throws {
    let fake = try FakeFFmpeg()
    func frames(_ outputs: Range<Int>) throws -> [[UInt8]] {
      let plan = try plan(.file, fake, count: 4, step: 4, isFalling: false)
      var supplier = try Supplier([plan], SupplierTests.settings(fake.tools, frames: outputs))
      var supplies: [Supply] = []
      return try outputs.map { index in
        _ = try supplier.supply(index, into: &supplies)
        return Array(try #require(supplies.first?.frame).bytes)
      }
    }
    #expect(try frames(3..<6) == Array(frames(0..<6).dropFirst(3)))
  }
}
