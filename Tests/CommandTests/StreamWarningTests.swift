import Foundation
import Testing

/// What `vfx` says of streams and sources that it can play, but others may not, or not as meant.
@Suite(.timeLimit(.minutes(2))) struct StreamWarningTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: bench.folder.appendingPathComponent(name))
  }

  // MARK: - HDR

  @Test(.enabled(if: Tool.hasFFmpeg), arguments: [("pq", "PQ"), ("hlg", "HLG")])
  func `films in HDR are told where something is drawn`(_ name: String, _ word: String) throws {
    let made = try bench.bash(
      """
      set -e
      vfx testsrc -n 5 -s 64x48 -f 420p10 > a.y4m
      ffmpeg -v error -i a.y4m $(vfx tags --only encode --matrix 2020 --transfer \(name) a.y4m) \\
        -c:v libx264 hdr.mp4
      """)
    #expect(made.status == 0, "\(made.errors)")
    try write(
      #"""
      { "version": 1, "clips": [
        { "source": "hdr.mp4", "duration": "2f" },
        { "source": "hdr.mp4", "duration": "2f" }],
        "layers": [{ "type": "color", "color": "white" }] }
      """#, to: "drawn.json")
    try write(
      #"{ "version": 1, "clips": [{ "source": "hdr.mp4" }, { "source": "hdr.mp4" }] }"#,
      to: "cut.json")
    try write(
      #"""
      { "version": 1, "clips": [{ "source": "hdr.mp4" }, { "source": { "color": "red" },
        "duration": 1 }] }
      """#, to: "mixed.json")
    let check = try bench.vfx("check", "drawn.json")
    #expect(check.status == 0)
    let warnings = check.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1)
    let start = "drawn.json:2:15: warning: hdr.mp4: it is in HDR (\(word)), "
    #expect(warnings.first?.hasPrefix(start) == true, "\(check.errors)")
    #expect(try bench.vfx("-t", "drawn.json").errors == check.errors)
    #expect(try bench.vfx("-q", "-t", "drawn.json").errors.isEmpty)
    #expect(try bench.vfx("check", "cut.json").errors.isEmpty)
    #expect(try bench.vfx("check", "mixed.json").errors.contains("it is in HDR (\(word))"))
  }

  @Test func `a deep stream with the matrix of HDR is told where something is drawn`() throws {
    try write(#"{ "version": 1, "layers": [{ "type": "color", "color": "red" }] }"#, to: "t.json")
    let drawn = try bench.bash(
      """
      vfx testsrc -n 1 -s 16x16 -f 420p10 > a.y4m
      vfx -t t.json --matrix 2020 < a.y4m > b.y4m
      vfx --matrix 2020 < a.y4m > b.y4m; vfx -t t.json < a.y4m > b.y4m
      vfx -q -t t.json --matrix 2020 < a.y4m > b.y4m
      """)
    #expect(drawn.errors.split(separator: "\n").count == 1)
    #expect(drawn.errors.hasPrefix("vfx: warning: pictures, text and colours are drawn as if"))
  }
}
