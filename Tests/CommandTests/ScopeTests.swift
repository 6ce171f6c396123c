import Foundation
import Testing

/// `vfx scope` and `vfx still --scopes`.
@Suite(.timeLimit(.minutes(20))) struct ScopeTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func size(_ data: Data) throws -> [Int] {
    // The sides in IHDR.
    try #require(data.count > 24)
    return [16, 20].map { place in
      data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `the first frame goes to standard output, in the size that is wanted`() throws {
    let outcome = try bench.bash(
      "vfx testsrc -q -s 96x54 -n 2 > in.y4m; vfx scope --size 400x300 < in.y4m")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try size(outcome.output) == [400, 300])
  }

  @Test func `the timeline is drawn first, and the time is chosen`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -r 10 -n 20 -f 444p10 > in.y4m
      echo '{ "version": 1, "layers": [
        { "type": "color", "color": "white", "start": 1 } ] }' > t.json
      vfx scope t.json --at 0.5 --at 1.5 --size 320x240 --format json -o s.png < in.y4m && ls s-1.png s-2.png >&2
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try object(outcome.text)
    #expect(report["depth"] as? Int == 10 && report["white"] as? Int == 940)
    #expect(report["matrix"] as? String == "601" && report["range"] as? String == "limited")
    let frames = try #require(report["frames"] as? [[String: Any]])
    #expect(frames.map { $0["frame"] as? Int } == [5, 15])
    #expect(frames.map { $0["time"] as? Double } == [0.5, 1.5])
    let white = try #require(
      (frames[1]["channels"] as? [String: [String: Any]])?["y"])
    #expect(white["min"] as? Int == 940 && white["max"] as? Int == 940)
    #expect(white["mean"] as? Double == 940 && white["clipped"] as? Double == 1)
    #expect(white["above"] as? Double == 0 && white["below"] as? Double == 0)
    #expect((white["percent"] as? [String: Double])?["mean"] == 100)
    #expect((white["zones"] as? [String: Any])?["shadows"] is NSNull)
    #expect((white["zones"] as? [String: Any])?["highlights"] as? Double == 940)
    #expect(white["grid"] as? [[Double]] == Array(repeating: [940, 940, 940], count: 3))
    #expect((frames[1]["zones"] as? [String: Double])?["highlights"] == 1)
    #expect(frames[1]["outOfGamut"] as? Double == 0)
    #expect(white["light"] == nil)
  }

  @Test func `levels of HDR are light`() throws {
    let outcome = try bench.bash(
      """
      { printf 'YUV4MPEG2 W2 H1 F25:1 Cmono10\\nFRAME\\n\\x40\\x00\\x3d\\x02'; } > in.y4m
      vfx scope --json --transfer pq < in.y4m
      """)
    let frames = try #require(try object(outcome.text)["frames"] as? [[String: Any]])
    let channels = try #require(frames[0]["channels"] as? [String: [String: Any]])
    #expect(channels.keys.sorted() == ["b", "g", "r", "y"])
    let light = try #require(channels["y"]?["light"] as? [String: Double])
    #expect(light["min"] == 0 && ((light["max"] ?? 0) - 203).magnitude < 1)
  }

  @Test func `a still with scopes is the still above its scopes`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 400x20 -n 1 > in.y4m; echo '{ "version": 1 }' > t.json
      vfx still t.json < in.y4m > plain.png && vfx still t.json --scopes < in.y4m > scopes.png &&
      vfx still t.json --scopes --only histogram --transfer hlg -o one.png < in.y4m &&
      vfx still t.json --scopes --at 0 --at 0 --sheet sheet.png < in.y4m && ! cmp -s scopes.png one.png
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try size(bench.contents("scopes.png")) == [960, 620])
    #expect(try size(bench.contents("sheet.png")) == [1932, 628])
  }

  @Test(arguments: [
    (
      "scope --only waves",
      "--only: 'waves' is not a list of scopes such as waveform,parade; there are"
    ),
    ("scope --only parade,parade", "--only: 'parade,parade' is not a list of scopes"),
    ("scope --only parade,", "--only: 'parade,' is not a list of scopes"),
    ("scope --size 100x900", "--size: the sides of a picture of scopes are 240 to 8192"),
    ("scope --size 1600", "--size: '1600' is not a size such as 1920x1080"),
    ("scope --transfer slog", "--transfer: 'slog' is not one of bt709, srgb, gamma22"),
    ("scope --at 0 --at 0", "several pictures need --output FILE"),
    ("scope --at -1", "--at -0:01.000 lies before the stream's start"),
    ("still t.json --only waveform", "--only chooses among scopes; add --scopes"),
  ])
  func `faults of the command line are reported`(_ arguments: String, _ message: String) throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -n 1 > in.y4m; echo '{ "version": 1 }' > t.json
      vfx \(arguments) < in.y4m
      """)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a frame that is not there is reported`() throws {
    let outcome = try bench.bash(
      "vfx testsrc -q -s 32x18 -r 25 -n 3 > in.y4m; vfx scope --at 5 --format json < in.y4m")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("the stream ends after 3 frames, before 0:00.120"),
      "\(outcome.errors)")
  }
}
