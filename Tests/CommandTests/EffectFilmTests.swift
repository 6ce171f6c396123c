import Foundation
import Testing

/// Films as clean plates of keys, and as maps.
@Suite(.timeLimit(.minutes(10))) struct EffectFilmTests {
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

  @Test(arguments: [
    #""effect": "displace", "scale": 12, "x": "green", "source""#,
    #""effect": "time-displace", "span": 0.5, "source""#,
  ])
  func `each frame of a map does what its picture does`(_ effect: String) throws {
    let made = try bench.bash(
      #"""
      echo '{ "version": 1, "clips": [{ "source": "m.y4m" }] }' > m.json
      vfx still m.json --at 6f -o six.png
      """#)
    #expect(made.status == 0, "\(made.errors)")
    func film(_ map: String, _ keys: String = "", _ options: String = "") throws -> [[UInt8]] {
      try luma(
        """
        { "version": 1, "clips": [{ "source": "m.y4m" }], "layers": [{ "type": "effect",
          \(effect): "\(map)"\(keys) }] }
        """, chroma: 96 * 40, options)
    }
    func apart(_ one: [UInt8], _ other: [UInt8]) -> Double {
      zip(one, other).reduce(0) { $0 + Double(abs(Int($1.0) - Int($1.1))) } / Double(96 * 80)
    }
    let (moving, still) = (try film("m.y4m"), try film("six.png"))
    try #require(moving.count == 20 && still.count == 20)
    #expect(apart(moving[6], still[6]) < 0.5, "\(apart(moving[6], still[6]))")
    #expect(apart(moving[12], still[12]) > 1)
    // From the effect's start on.
    let late = try film("m.y4m", #", "start": 0.4"#)
    let six = try film("six.png", #", "start": 0.4"#)
    #expect(apart(late[10], six[10]) < 0.5)
    #expect(try film("m.y4m", "", "-j 1") == moving)
    #expect(try film("m.y4m", "", "--start 9f") == Array(moving[9...]))
  }

  @Test func `a film that is taken for a picture gets a warning`() throws {
    try Data(
      #"""
      { "version": 1, "clips": [{ "source": "m.mp4" }], "layers": [
        { "type": "image", "source": "m.mp4" },
        { "type": "video", "source": "m.mp4", "effects": [{ "effect": "displace", "source": "m.mp4" }] }] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash(
      "ffmpeg -v error -i m.y4m -c:v mpeg4 m.mp4 && vfx check t.json")
    #expect(
      outcome.errors.contains(
        "t.json:2:32: warning: m.mp4 is a film, of which only the first picture is shown\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "warning").count == 2, "\(outcome.errors)")
  }

  @Test func `a photo whose colour profile is not read gets a warning`() throws {
    try Data(
      #"""
      { "version": 1, "clips": [{ "source": "m.y4m" }], "layers": [
        { "type": "image", "source": "p.jpg" }] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    // A segment APP2 of 20 bytes, with a profile of 4.
    let outcome = try bench.bash(
      #"""
      ffmpeg -v error -i m.y4m -frames:v 1 j.jpg
      { head -c 2 j.jpg; printf '\377\342\000\024ICC_PROFILE\000\001\001acsp'; tail -c +3 j.jpg; } > p.jpg
      vfx check t.json
      """#)
    let warning =
      "warning: p.jpg: broken colour profile (it ends too early), at byte 2; colours are taken as those of sRGB\n"
    #expect(outcome.errors.contains("t.json:2:32: \(warning)"), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "warning").count == 2, "\(outcome.errors)")
  }

  @Test func `a photo that is cut short gets a warning`() throws {
    try Data(
      #"""
      { "version": 1, "clips": [{ "source": "m.y4m" }], "layers": [
        { "type": "image", "source": "p.jpg" }, { "type": "image", "source": "j.jpg" }] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash(
      #"""
      ffmpeg -v error -i m.y4m -frames:v 1 j.jpg
      head -c -9 j.jpg > p.jpg
      vfx check t.json
      """#)
    let warning = "t.json:2:32: warning: p.jpg: the file ends too early, at byte "
    #expect(outcome.errors.contains(warning), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("; parts of the picture may be missing or wrong\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "warning").count == 2, "\(outcome.errors)")
  }

  @Test(arguments: [
    #""clips": [{ "source": { "image": "cut.mp4" }, "duration": 1 }]"#,
    #""clips": [{ "source": "m.y4m" }], "layers": [{ "type": "image", "source": "cut.mp4" }]"#,
  ])
  func `a broken film that is given as a picture is reported as one`(_ rest: String) throws {
    try Data("{ \"version\": 1, \(rest) }".utf8)
      .write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash(
      #"""
      ffmpeg -v error -i m.y4m -c:v mpeg4 whole.mp4 && head -c 300 whole.mp4 > cut.mp4
      vfx check t.json
      """#)
    let said = "error: cut.mp4: it is a film (MP4), and no picture of it can be read: ffmpeg"
    #expect(outcome.errors.contains(said), "\(outcome.errors)")
    #expect(outcome.errors.contains("moov atom not found"), "\(outcome.errors)")
  }

  @Test(arguments: ["check", "check --deep"])
  func `all that is to be said of a photo is reported`(_ command: String) throws {
    try Data(
      #"""
      { "version": 1, "clips": [{ "source": { "image": "p.jpg" }, "duration": 1 }] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash(
      #"""
      ffmpeg -v error -i m.y4m -frames:v 1 j.jpg
      { head -c 2 j.jpg; printf '\377\342\000\024ICC_PROFILE\000\001\001acsp'; tail -c +3 j.jpg; } |
        head -c -9 > p.jpg
      vfx \#(command) t.json
      """#)
    for said in ["the file ends too early", "broken colour profile"] {
      #expect(outcome.errors.contains("warning: p.jpg: \(said)"), "\(outcome.errors)")
    }
    #expect(outcome.errors.components(separatedBy: "warning").count == 3, "\(outcome.errors)")
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
