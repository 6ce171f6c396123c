import Foundation
import TestFiles
import Testing

@testable import vfx

/// `--timecodes` and `--timecodes-out`: frames of Y4M with times of their own.
@Suite struct TimecodeTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      #"""
      { "version": 1, "layers": [
        { "type": "color", "color": "red", "start": 0.1, "end": 0.5 } ] }
      """#)
  }

  /// Which of the frames are drawn on.
  private func drawn(_ options: String, frames: Int = 6) throws -> [Int] {
    let source = "vfx testsrc -q -s 32x32 -n \(frames)"
    let before = try bench.bash("\(source) | vfx hash -q")
    let after = try bench.bash(
      "set -o pipefail; \(source) | vfx -q -t t.json \(options) | vfx hash -q")
    #expect(after.status == 0, "\(after.errors)")
    let lines = [before, after].map { $0.text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
    #expect(lines[0].count == frames && lines[1].count == frames)
    return (0..<frames).filter { lines[0][$0] != lines[1][$0] }
  }

  @Test func `layers are on by the times of the file`() throws {
    #expect(try drawn("") == [3, 4, 5], "at 25 frames a second")
    try bench.write("# timestamp format v2\n0\n99.999\n100\n400\n499.999\n500\n", to: "a.txt")
    #expect(try drawn("--timecodes a.txt") == [2, 3, 4])
    try bench.write("# timecode format v1\nassume 10\n0,1,100\n", to: "b.txt")
    #expect(try drawn("--timecodes b.txt") == [3, 4, 5])
  }

  @Test func `times are written as they are read`() throws {
    let text = "# timestamp format v2\n0.000000\n33.366667\n100.000000\n1001.500000\n"
    try bench.write(text, to: "a.txt")
    let outcome = try bench.bash(
      "vfx testsrc -q -s 32x32 -n 4 | vfx -t t.json --timecodes a.txt --timecodes-out b.txt | vfx hash -q | wc -l"
    )
    #expect(outcome.errors == "", "nothing is lost, so nothing is said")
    #expect(try bench.text("b.txt") == text)
    _ = try bench.bash(
      "vfx testsrc -q -s 32x32 -n 3 -r 30000/1001 | vfx -q -t t.json --timecodes-out c.txt | cat"
    )
    #expect(try bench.text("c.txt") == "# timestamp format v2\n0.000000\n33.366667\n66.733333\n")
  }

  @Test func `what Y4M cannot say is warned of`() throws {
    try bench.write("# timestamp format v2\n0\n40\n90\n", to: "a.txt")
    let outcome = try bench.bash(
      "vfx testsrc -q -s 32x32 -n 3 | vfx -t t.json --timecodes a.txt | vfx hash -q | wc -l")
    #expect(outcome.errors.contains("frame 2 is not where an even rate would have it"))
  }

  @Test(.enabled(if: Tool.hasFFmpeg))
  func `NUT carries the times`() throws {
    try bench.write("# timestamp format v2\n0\n40\n90.5\n1000\n", to: "a.txt")
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x32 -n 4 | vfx -q -t t.json --timecodes a.txt --to nut > a.nut
      ffprobe -v error -show_entries packet=pts_time -of csv=p=0 a.nut
      """)
    let times = outcome.text.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
    #expect(times == [0, 0.04, 0.0905, 1], "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--timecodes none.txt", 2, "none.txt"), ("--timecodes bad.txt", 2, "bad.txt:2: a number"),
    ("--timecodes short.txt", 1, "frame 2: short.txt has times of 2 frames"),
    ("--timecodes short.txt --start 1", 2, "--start"),
  ])
  func `what cannot be done is said`(_ options: String, _ status: Int32, _ message: String) throws {
    try bench.write("# timestamp format v2\nzero\n", to: "bad.txt")
    try bench.write("# timestamp format v2\n0\n40\n", to: "short.txt")
    let outcome = try bench.bash(
      "vfx testsrc -q -s 32x32 -n 4 | vfx -q -t t.json \(options) > out.y4m; exit ${PIPESTATUS[1]}")
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  static let timelines = [
    #""canvas": { "rate": 20 }"#,
    #""canvas": { "rate": 24 }, "clips": [{ "source": "stdin", "in": 0.1, "out": 0.7 }]"#,
    #""canvas": { "rate": 20 }, "clips": [{ "source": "stdin", "in": 0.1, "out": 0.7, "reverse": true }]"#,
    #""canvas": { "rate": 10 }, "clips": [{ "source": "stdin", "in": 0, "out": 1, "speed": 2, "sampling": "average" }]"#,
    #""canvas": { "rate": 30 }, "clips": [{ "source": "stdin", "out": 0.5, "speed": 0.4, "sampling": "blend" }]"#,
    #""canvas": { "rate": 20 }, "clips": [{ "source": { "color": "red" }, "duration": 0.2 }, { "source": "stdin", "out": 0.5 }]"#,
    #""layers": [{ "type": "video", "source": "other.y4m", "size": [16, 12], "position": [4, 4] }]"#,
    #""canvas": { "size": [40, 30] }"#,
  ]

  @Test(arguments: timelines)
  func `with clips, Y4M and its times are what NUT is`(_ timeline: String) throws {
    try bench.write(Checkout.bytes("nut/ffmpeg9-vfr.nut"), to: "in.nut")
    try bench.write("{ \"version\": 1, \(timeline) }")
    try bench.write(#"{ "version": 1, "layers": [] }"#, to: "plain.json")
    let outcome = try bench.bash(
      """
      set -e
      vfx testsrc -q -s 32x24 -n 60 > other.y4m
      vfx -q -t plain.json --to y4m --timecodes-out in.txt < in.nut > in.y4m
      vfx -q -t t.json --to y4m --timecodes-out a.txt < in.nut > a.y4m
      vfx -q -t t.json --timecodes in.txt --timecodes-out b.txt < in.y4m > b.y4m
      vfx hash -q a.y4m | grep -v '^#' > a; vfx hash -q b.y4m | grep -v '^#' > b; cmp a b; wc -l < a
      cmp a.txt b.txt
      vfx -q -t t.json --timecodes in.txt -j 3 < in.y4m | cmp - b.y4m
      """)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    #expect((Int(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 4)
  }

  @Test func `times without their frames, and frames without their times, are reported`() throws {
    try bench.write(
      #"{ "version": 1, "canvas": { "size": [16, 16], "rate": 5 }, "clips": [{ "source": { "color": "red" }, "duration": 1 }] }"#
    )
    try bench.write("# timestamp format v2\n0\n40\n", to: "a.txt")
    let none = try bench.bash("vfx -q -t t.json --timecodes a.txt > out.y4m")
    #expect(none.status == 2 && none.errors.contains("plays none of them"), "\(none.errors)")
    try bench.write(#"{ "version": 1, "clips": [{ "source": "stdin", "out": 0.3 }] }"#)
    let short = try bench.bash(
      "vfx testsrc -q -s 32x32 -n 9 | vfx -q -t t.json --timecodes a.txt > out.y4m; exit ${PIPESTATUS[1]}"
    )
    #expect(
      short.status == 1 && short.errors.contains("frame 2: a.txt has times of 2 frames"),
      "\(short.errors)")
  }
}
