import Foundation
import TestSupport
import Testing

/// Films that are masks of layers and clips: each masks what a video layer of its film masks as a
/// matte.
@Suite(.timeLimit(.minutes(10))) struct MaskFilmTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    // A film of another rate than the stream, one of the canvas's size, one with alpha, and one of
    // greys.
    let made = try bench.bash(
      #"""
      vfx testsrc -q -r 10 -s 96x80 -d 3 --seed 9 > in.y4m
      vfx testsrc -q -r 10 -s 96x80 -d 1.5 --seed 3 > m.y4m
      vfx testsrc -q -r 8 -s 40x30 -d 1 --seed 4 > s.y4m
      echo '{ "version": 1, "canvas": { "size": [96, 80], "rate": 10, "format": "444alpha" },
        "clips": [{ "source": "m.y4m", "out": 1.2, "opacity": 0.7, "zoom": 0.8,
          "background": "#00000000" }] }' > a.json
      vfx -q -t a.json > a.y4m
      echo '{ "version": 1, "canvas": { "size": [96, 80], "rate": 10 },
        "clips": [{ "source": { "color": "gray" }, "duration": 3 }], "layers": [{ "type": "color",
          "size": [40, 30], "position": { "from": [0, 0], "to": [56, 50], "duration": 3 } }] }' > g.json
      vfx -q -t g.json > grey.y4m
      """#)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The frames that layers make of a film.
  private func frames(_ layers: String, _ options: String = "") throws -> [Data] {
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#, to: "t.json")
    return try frames(of: "vfx -q -t t.json \(options) < in.y4m")
  }

  private func frames(of command: String) throws -> [Data] {
    let outcome = try bench.bash(command)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let stream = outcome.output
    guard let header = stream.firstIndex(of: 0x0A) else { return [] }
    let (body, size) = (stream[(header + 1)...], 96 * 80 * 3 / 2 + 6)
    return Swift.stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Data(body[$0..<min($0 + size, body.endIndex)])
    }
  }

  /// The largest distance of a sample.
  private func distance(_ a: [Data], _ b: [Data]) -> Int {
    guard a.count == b.count, !a.isEmpty else { return .max }
    return zip(a, b).map { $0.greatestDifference(from: $1) }.max() ?? .max
  }

  static let layers = [
    #""type": "color", "color": "orange", "size": ["100%", "100%"]"#,
    #""type": "gradient", "stops": ["red", "rgb(0 0 255 / 50%)"], "effects": [{ "effect": "sepia" }]"#,
    #""type": "video", "source": "m.y4m", "reverse": true, "start": 0.3"#,
    #""type": "shape", "shape": "rectangle", "size": [96, 80], "fill": "white", "opacity": 0.6"#,
    #""type": "group", "layers": [{ "type": "text", "text": "mask", "size": 40 }], "start": 0.4"#,
    #""type": "color", "color": "teal", "start": 0.7, "end": 2.1, "blend": "screen""#,
  ]

  /// A layer that a film masks, and one that its video layer cuts as a matte.
  private func pair(_ layer: String, _ source: String, _ by: String) -> (
    mask: String, matte: String
  ) {
    (
      #"{ \#(layer), "mask": { "source": "\#(source)", "by": \#(by) } }"#,
      #"""
      { \#(layer), "matte": { "by": \#(by), "layer": { "type": "video", "source": "\#(source)",
        "size": ["100%", "100%"] } } }
      """#
    )
  }

  @Test(arguments: layers, [#""luma""#, #""luma", "invert": true"#])
  func `it masks what its video layer cuts as a matte`(_ layer: String, _ by: String) throws {
    let plain = try frames("{ \(layer) }")
    // The second is of another size and rate.
    for source in ["m.y4m", "s.y4m"] {
      let pair = pair(layer, source, by)
      let mask = try frames(pair.mask)
      #expect(distance(mask, try frames(pair.matte)) <= 1, "\(layer) \(source)")
      #expect(distance(mask, plain) > 50)
    }
  }

  @Test func `it stands where the mask does, with the mask's mode`() throws {
    let layer = #""type": "gradient", "stops": ["red", "blue"]"#
    let mask = try frames(
      #"""
      { \#(layer), "mask": [{ "shape": "ellipse", "mode": "add" },
        { "source": "m.y4m", "by": "luma", "mode": "subtract", "opacity": 0.5,
          "position": [20, 10], "size": [48, 40] }] }
      """#)
    let matte = try frames(
      #"""
      { \#(layer), "mask": { "shape": "ellipse" }, "matte": { "by": "luma", "invert": true, "layer":
        { "type": "video", "source": "m.y4m", "position": [20, 10], "size": [48, 40], "opacity": 0.5 } } }
      """#)
    #expect(distance(mask, matte) <= 1)
    let soft = try frames(
      #"{ \#(layer), "mask": { "source": "m.y4m", "by": "luma", "feather": 6 } }"#)
    #expect(distance(soft, mask) > 20 && Set(soft).count > 14)
  }

  @Test func `its own alpha is what counts by alpha`() throws {
    let pair = pair(#""type": "color", "color": "lime", "start": 0.4"#, "a.y4m", #""alpha""#)
    let mask = try frames(pair.mask)
    #expect(distance(mask, try frames(pair.matte)) <= 1)
    let all = try frames(#"{ "type": "color", "color": "lime", "start": 0.4 }"#)
    #expect(distance(mask, all) > 50)
  }

  @Test func `a clip's runs in the clip's time on the timeline`() throws {
    let mask = #""mask": { "source": "m.y4m", "by": "luma" }"#
    let matte =
      #""matte": { "by": "luma", "layer": { "type": "video", "source": "m.y4m" } }"#
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [96, 80], "rate": 10 }, "clips": [
        { "source": "grey.y4m", "in": 0.2, "out": 1.2, "start": 0.3, \#(mask) },
        { "source": "grey.y4m", "in": 1, "speed": 2, "reverse": true, \#(mask) }] }
      """#, to: "c.json")
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [96, 80], "rate": 10 },
        "clips": [{ "source": { "color": "black" }, "duration": 2.3 }], "layers": [
        { "type": "video", "source": "grey.y4m", "in": 0.2, "out": 1.2, "start": 0.3, "duration": 1,
          \#(matte) },
        { "type": "video", "source": "grey.y4m", "in": 1, "speed": 2, "reverse": true, "start": 1.3,
          \#(matte) }] }
      """#, to: "l.json")
    let (clips, layers) = (
      try frames(of: "vfx -q -t c.json"), try frames(of: "vfx -q -t l.json")
    )
    #expect(clips.count == 23 && distance(clips, layers) <= 1)
  }

  /// Layers with masks in groups, in mattes, and in timelines that are clips and layers of others.
  private func nested(_ cut: (String) -> String) throws -> String {
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [96, 80] }, "layers": [
        { \#(cut(#""type": "color", "color": "skyblue", "start": 0.2, "end": 1.6"#)) }] }
      """#, to: "in.json")
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [96, 80] },
        "clips": [{ "source": "in.json", "reverse": true, "duration": 1 }, { "source": "in.json", "in": 0.3, "speed": 2 }],
        "layers": [{ \#(cut(#""type": "color", "color": "red", "start": 0.5, "size": [96, 80]"#)) }] }
      """#, to: "mid.json")
    return #"""
      { "type": "group", "start": 0.3, "end": 2.6, "layers": [
        { \#(cut(#""type": "gradient", "stops": ["white", "teal"], "start": 0.4"#)) }] },
      { "type": "timeline", "source": "mid.json", "start": 0.5, "opacity": 0.8 },
      { "type": "color", "color": "yellow", "start": 1, "matte": { "layer":
        { \#(cut(#""type": "color", "color": "white", "opacity": 0.5"#)) } } }
      """#
  }

  @Test func `in groups and other timelines, parts and workers give the bytes of the whole`() throws
  {
    let masked = try nested { #"\#($0), "mask": { "source": "m.y4m", "by": "luma" }"# }
    let whole = try frames(masked)
    #expect(whole.count == 30 && Set(whole).count > 20)
    #expect(try frames(masked, "-j 1") == whole && frames(masked, "-j 4") == whole)
    for start in [3, 11, 20, 29] {
      try bench.write(
        #"{ "version": 1, "clips": [{ "source": "in.y4m" }], "layers": [\#(masked)] }"#,
        to: "t.json")
      let part = try frames(of: "vfx -q -t t.json --start \(start)f -j 3")
      #expect(part == Array(whole[start...]), "\(start)")
    }
    let matted = try nested {
      #"\#($0), "matte": { "by": "luma", "layer": { "type": "video", "source": "m.y4m" } }"#
    }
    #expect(distance(whole, try frames(matted)) <= 2)
  }

  @Test func `faults have their places`() throws {
    let made = try bench.bash(
      #"""
      ffmpeg -v error -f lavfi -i testsrc2=s=96x80:r=10:d=1 -pix_fmt yuv420p m.mp4
      ffmpeg -v error -f lavfi -i sine=d=1 sound.m4a; head -c 3000 m.mp4 > broken.mp4
      head -c 20000 m.y4m > short.y4m; mkdir -p s
      """#)
    #expect(made.status == 0, "\(made.errors)")
    func check(_ source: String, _ more: String = "", _ options: String = "") throws
      -> Workbench.Outcome
    {
      try bench.write(
        "{ \"version\": 1, \"layers\": [\n { \"type\": \"color\", \"color\": \"red\"\(more),\n"
          + "   \"mask\": { \"source\": \"\(source)\", \"by\": \"luma\" } }] }", to: "s/t.json")
      return try bench.bash("vfx check \(options) s/t.json")
    }
    for (source, message) in [
      ("../no.mp4", "cannot open s/../no.mp4: No such file"),
      ("../sound.m4a", "../sound.m4a: ffmpeg finds no video"), ("../broken.mp4", "../broken.mp4: "),
    ] {
      let fault = try check(source)
      #expect(
        fault.status == 2 && fault.errors.contains("s/t.json:3:24: error: \(message)")
          && fault.errors.components(separatedBy: "error: ").count == 2, "\(fault.errors)")
    }
    #expect(try check("../m.mp4").status == 0)
    // What is not enabled is not looked at.
    #expect(try check("../no.mp4", ", \"enabled\": false").status == 0)
    let strange = try check("../m.mp4", "", "--untrusted")
    #expect(
      strange.status == 2 && strange.errors.contains("t.json:3:24: error: "), "\(strange.errors)")
    let childless = try check("../m.mp4", "", "--no-exec")
    #expect(
      childless.status != 0 && childless.errors.contains("t.json:3:24: error: ../m.mp4: "),
      "\(childless.errors)")
    _ = try check("../short.y4m")
    let short = try bench.bash("vfx -q -t s/t.json < in.y4m > /dev/null")
    #expect(short.status != 0 && short.errors.contains("short.y4m"), "\(short.errors)")
  }

  @Test func `a film without alpha gets a warning where alpha counts, and a plan has its child`()
    throws
  {
    try bench.write(
      #"""
      { "version": 1, "layers": [{ "type": "color", "color": "red", "mask": { "source": "m.y4m" } }] }
      """#, to: "t.json")
    let alpha = try bench.bash("vfx check t.json; sed -i 's/m.y4m/a.y4m/' t.json; vfx check t.json")
    #expect(
      alpha.errors.contains("t.json:1:83: warning: m.y4m: the film is played without alpha")
        && !alpha.errors.contains("a.y4m"), "\(alpha.errors)")
    let plan = try bench.bash(
      #"""
      ffmpeg -v error -i m.y4m -pix_fmt yuv420p m.mp4; echo '{ "version": 1,
        "clips": [{ "source": "in.y4m", "mask": { "source": "m.mp4", "by": "luma" } }] }' > t.json
      vfx plan t.json
      """#)
    #expect(plan.text.contains("ffmpeg for the mask of clip 1: from 0:00.000"), "\(plan.text)")
  }
}
