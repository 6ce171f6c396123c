import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct TestStreamTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: [
    (["-d", "1"], 25), (["-d", "1", "-r", "30000/1001"], 30), (["-d", "90f"], 90),
    (["-d", "0:00:01.5", "-r", "10"], 15), (["-d", "1001/30000", "-r", "30000/1001"], 1),
    (["-n", "0"], 0), (["-d", "0"], 0), (["-n", "7"], 7),
  ])
  func `the length is that of the duration or the number of frames`(
    _ arguments: [String], _ frames: Int
  ) throws {
    let process = bench.process(["testsrc", "-s", "2x2", "-f", "mono"] + arguments)
    let outcome = try bench.outcome(of: process)
    let header = try #require(outcome.output.firstIndex(of: 10)) + 1
    #expect(outcome.output.count - header == frames * (6 + 4))
  }

  @Test func `the header says format, rate and range`() throws {
    let outcome = try bench.vfx(
      "testsrc", "-s", "6x4", "-n", "0", "-r", "24000/1001", "-f", "422p10", "--range", "full")
    #expect(
      outcome.text == "YUV4MPEG2 W6 H4 F24000:1001 Ip A1:1 C422p10 XCOLORRANGE=FULL\n")
  }

  @Test func `the same options give the same bytes, another seed gives others`() throws {
    let first = try bench.vfx("testsrc", "-s", "80x60", "-n", "3", "--seed", "4")
    let second = try bench.vfx("testsrc", "-s", "80x60", "-n", "3", "--seed", "4")
    let other = try bench.vfx("testsrc", "-s", "80x60", "-n", "3", "--seed", "5")
    #expect(first.output == second.output)
    #expect(first.output != other.output)
  }
}
