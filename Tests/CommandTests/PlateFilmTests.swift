import Foundation
import Testing

/// Films as clean plates of keys.
@Suite(.timeLimit(.minutes(10))) struct PlateFilmTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let made = try bench.bash(
      #"""
      vfx testsrc -q -r 10 -s 96x80 -d 2 --seed 3 > m.y4m
      echo '{ "version": 1, "canvas": { "size": [96, 80], "rate": 10, "format": "444" }, "clips": [
        { "source": { "gradient": { "stops": ["rgb(30 90 40)", "rgb(60 220 90)"], "angle": 40 } },
          "duration": 1 }] }' > g.json
      vfx -q -t g.json > g.y4m; ffmpeg -v error -i g.y4m -frames:v 1 g.png
      echo '{ "version": 1, "clips": [{ "source": "g.y4m" }], "layers": [
        { "type": "shape", "shape": "ellipse", "fill": "red", "size": [40, 40], "opacity": 0.7 }] }' > a.json
      vfx -q -t a.json > actor.y4m
      """#)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The luma of each frame of a timeline.
  private func luma(_ timeline: String, chroma: Int, _ options: String = "") throws -> [[UInt8]] {
    try Data(timeline.utf8).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash("vfx -q -t t.json \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    guard let header = outcome.output.firstIndex(of: 0x0A) else { return [] }
    let (body, size) = (outcome.output[(header + 1)...], 96 * 80 + chroma + 6)
    return stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Array(body[($0 + 6)..<min($0 + 6 + 96 * 80, body.endIndex)])
    }
  }

  @Test(arguments: ["", #", "in": 0.4"#, #", "start": 0.3"#])
  func `a film looks as itself, frame for frame`(_ keys: String) throws {
    let key = #""effects": [{ "effect": "difference-key", "source": "m.y4m", "view": "alpha" }]"#
    let clip = try luma(
      #"{ "version": 1, "clips": [{ "source": "m.y4m"\#(keys), \#(key) }] }"#, chroma: 96 * 40)
    let apart = clip.filter { $0.contains { $0 != 16 } }.count
    #expect(keys.contains("in") ? apart == clip.count : apart == 0, "\(keys) \(apart)")
    // Over what is below a layer, an effect within one counts from the layer's start.
    let layer = try luma(
      #"""
      { "version": 1, "canvas": { "size": [96, 80], "rate": 10 },
        "clips": [{ "source": { "color": "black" }, "duration": 2 }], "layers": [
        { "type": "group", "start": 0.2, "layers": [{ "type": "video", "source": "m.y4m"\#(keys),
          "effects": [{ "effect": "difference-key", "source": "m.y4m" }] }] }] }
      """#, chroma: 96 * 40)
    let seen = layer.filter { $0.contains { $0 != 16 } }.count
    #expect(keys.contains("in") ? seen > 12 : seen == 0, "\(keys) \(seen)")
  }

  @Test(arguments: [
    #""effect": "difference-key", "softness": 0.6, "tolerance": 0, "source""#,
    #""effect": "chroma-key", "color": "rgb(50 180 80)", "cleanPlate""#,
  ])
  func `a film that stands still is what its picture is`(_ key: String) throws {
    func alpha(_ plate: String, _ options: String = "") throws -> [[UInt8]] {
      try luma(
        #"""
        { "version": 1, "clips": [{ "source": "actor.y4m",
          "effects": [{ \#(key): "\#(plate)", "view": "alpha" }] }] }
        """#, chroma: 2 * 96 * 80, options)
    }
    let (film, still) = (try alpha("g.y4m"), try alpha("g.png"))
    #expect(film.count == 10 && still.count == 10)
    let most = zip(film.joined(), still.joined()).reduce(0) {
      max($0, abs(Int($1.0) - Int($1.1)))
    }
    // A PNG rounds R'G'B', of which a key makes more.
    #expect(most <= 8, "\(key): \(most)")
    #expect(Set(film[3]).count > 3)
    #expect(try alpha("g.y4m", "-j 1") == film && alpha("g.y4m", "--start 4f") == Array(film[4...]))
  }

  @Test func `faults have their places`() throws {
    try Data(
      #"""
      { "version": 1, "clips": [{ "source": "m.y4m",
        "effects": [{ "effect": "chroma-key", "cleanPlate": "no.mp4" }] }] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let fault = try bench.bash("vfx check t.json")
    #expect(
      fault.status == 2 && fault.errors.contains("t.json:2:55: error: cannot open no.mp4: No such"),
      "\(fault.errors)")
  }
}
