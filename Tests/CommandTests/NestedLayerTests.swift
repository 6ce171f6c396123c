import Foundation
import TestSupport
import Testing

/// Timelines with clips of their own that are layers of others: each is what a video layer of its
/// film is.
@Suite(.timeLimit(.minutes(10))) struct NestedLayerTests {
  /// Two films and a layer that moves as long as they are seen; 22 frames of 10 a second.
  static let part = #"""
    { "version": 1, "canvas": { "size": [64, 48], "background": "#203040" },
      "clips": [{ "source": "a.y4m", "in": 0.4, "out": 1.6, "start": 0.3 },
        { "source": "b.y4m", "out": 0.7, "zoom": 0.8 }],
      "layers": [{ "type": "color", "color": "teal", "size": [16, 16],
        "position": { "from": [0, 0], "to": [48, 32], "duration": 3 } }] }
    """#

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(Self.part, to: "p.json")
    // Of a size of its own, with a gap at its start, and bars beside its clips.
    try bench.write(Self.clear, to: "c.json")
    let alpha = Self.clear.replacingOccurrences(
      of: "\"size\": [40, 40]", with: "\"size\": [40, 40], \"format\": \"444alpha\"")
    try bench.write(alpha, to: "alpha.json")
    let made = try bench.bash(
      #"""
      vfx testsrc -q -r 10 -s 64x48 -d 2 > a.y4m; vfx testsrc -q -r 10 -s 64x48 -d 1 --seed 5 > b.y4m
      vfx testsrc -q -r 10 -s 96x80 -d 3 --seed 9 > in.y4m
      vfx -q -t p.json > p.y4m; vfx -q -t alpha.json > c.y4m
      """#)
    #expect(made.status == 0, "\(made.errors)")
  }

  static let clear = #"""
    { "version": 1, "canvas": { "size": [40, 40] },
      "clips": [{ "source": "a.y4m", "out": 1, "start": 0.3, "opacity": 0.8,
          "transition": { "type": "dissolve", "duration": 0.4 } },
        { "source": "b.y4m", "zoom": 0.7, "background": "#00000080" }],
      "layers": [{ "type": "color", "color": "#ff880080", "size": [10, 10] }] }
    """#

  /// The stream that layers make of a film.
  private func stream(_ layers: String, _ options: String = "") throws -> Data {
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#, to: "t.json")
    let outcome = try bench.bash("vfx -q -t t.json \(options) < in.y4m")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return outcome.output
  }

  private static let frame = 96 * 80 * 3 / 2 + 6

  private func frames(_ stream: Data) -> [Data] {
    guard let header = stream.firstIndex(of: 0x0A) else { return [] }
    let body = stream[(header + 1)...]
    return Swift.stride(from: body.startIndex, to: body.endIndex, by: Self.frame).map {
      Data(body[$0..<min($0 + Self.frame, body.endIndex)])
    }
  }

  @Test(arguments: ["-1000", "-33000", "-65000", "-300000", "-2e6", "100000"])
  func `a clip far beside the canvas is not seen`(_ x: String) throws {
    let timeline = #"""
      { "version": 1, "canvas": { "size": [16, 16] },
        "clips": [{ "source": { "timeline": { "layers": [{ "type": "color", "duration": "2f" }] } },
          "position": [\#(x), 2], "opacity": 0.5 }] }
      """#
    try bench.write(timeline, to: "far.json")
    let outcome = try bench.bash(
      "vfx -q -t far.json < in.y4m > far.y4m && head -c 42 far.y4m | head -n 1")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let bytes = try bench.contents("far.y4m")
    let first = try #require(bytes.firstIndex(of: 0x0A)) + 7
    // Black, as nothing covers it.
    #expect(bytes[first..<first + 256].allSatisfy { $0 == 16 })
  }

  @Test(arguments: [
    "", #", "start": 0.5, "position": [10, 12], "size": ["50%", "auto"]"#,
    #", "in": 0.5, "out": 2, "end": 1.5"#, #", "speed": 2, "opacity": 0.6"#,
    #", "loop": 2, "end": 3, "rotation": 20, "anchor": "center", "position": ["50%", "50%"]"#,
    #", "reverse": true, "mask": { "shape": "ellipse", "feather": 4 }"#,
    #", "freeze": { "at": 1, "duration": 0.5 }, "blend": "multiply""#,
    #", "in": { "type": "wipe", "duration": 0.5 }, "effects": [{ "effect": "sepia" }]"#,
    #", "speed": { "keys": [[0, 1], [1, 3]], "ease": "step-end" }, "shadow": { "blur": 3 }"#,
  ])
  func `with a background it is what its film is`(_ keys: String) throws {
    let film = try stream(#"{ "type": "timeline", "source": "p.json"\#(keys) }"#)
    let video = try stream(#"{ "type": "video", "source": "p.y4m"\#(keys) }"#)
    #expect(film.count > 300_000 && film == video, "\(keys)")
    let group = #"{ "type": "group", "start": 0.2, "end": 2.8, "layers": [%] }"#
    let (grouped, other) = (
      try stream(
        group.replacingOccurrences(
          of: "%", with: #"{ "type": "timeline", "source": "p.json"\#(keys) }"#)),
      try stream(
        group.replacingOccurrences(
          of: "%", with: #"{ "type": "video", "source": "p.y4m"\#(keys) }"#))
    )
    #expect(grouped == other, "\(keys) in a group")
  }

  @Test(arguments: [
    "", #", "position": [10, 12], "size": ["50%", "auto"], "opacity": 0.7"#,
    #", "speed": 2, "rotation": 10"#,
  ])
  func `without one it is seen through where nothing is`(_ keys: String) throws {
    let film = frames(try stream(#"{ "type": "timeline", "source": "c.json"\#(keys) }"#))
    let video = frames(try stream(#"{ "type": "video", "source": "c.y4m"\#(keys) }"#))
    #expect(film.count == 30 && video.count == 30)
    // The stream with alpha has colours of 8 bits that are not multiplied by their alpha, and held
    // within their range where chroma of bright edges is enlarged beyond it.
    let luma = 6 + 96 * 80
    for (a, b) in zip(film, video) {
      let apart = zip(a, b).map { abs(Int($0) - Int($1)) }
      #expect(apart.prefix(luma).max() ?? 0 <= 2 && apart.max() ?? 0 <= 12, "\(keys)")
      #expect(apart.reduce(0, +) < 2000, "\(keys)")
    }
    let plain = frames(try bench.contents("in.y4m"))
    #expect(film[29] != plain[29])
    // The corner of the canvas that nothing covers, in the gap.
    if keys.isEmpty { #expect(film[0][6 + 96 * 20 + 20] == plain[0][6 + 96 * 20 + 20]) }
  }

  @Test func `parts and workers give the bytes of the whole, in films within films`() throws {
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [80, 60] }, "clips": [{ "source": "p.json", "reverse": true, "speed": 1.5 }],
        "layers": [{ "type": "timeline", "source": "c.json", "start": 0.3, "position": [30, 10], "loop": 2 }] }
      """#, to: "q.json")
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "timeline", "source": "q.json", "start": 0.4, "rotation": 5 }] }"#,
      to: "g.json")
    let layers = #"""
      { "type": "timeline", "source": "g.json", "start": 0.2 },
      { "type": "timeline", "source": "q.json", "speed": 1.3, "in": 0.2, "opacity": 0.5, "start": 0.7,
        "matte": { "layer": { "type": "timeline", "source": "p.json", "opacity": 0.8 }, "by": "luma" } }
      """#
    let whole = try stream(layers)
    let all = frames(whole)
    #expect(all.count == 30 && Set(all).count == 30)
    #expect(try stream(layers, "-j 1") == whole && stream(layers, "-j 4") == whole)
    for start in [3, 11, 20, 29] {
      try bench.write(
        #"{ "version": 1, "clips": [{ "source": "in.y4m" }], "layers": [\#(layers)] }"#,
        to: "t.json")
      let part = try bench.bash("vfx -q -t t.json --start \(start)f -j 3")
      #expect(part.status == 0 && frames(part.output) == Array(all[start...]), "\(start)")
    }
    // The same film in a timeline without clips that a clip plays.
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "timeline", "source": "p.json" }] }"#, to: "l.json")
    try bench.write(
      #"{ "version": 1, "canvas": { "size": [64, 48], "rate": 10 }, "clips": [{ "source": "l.json", "out": 2.2 }] }"#,
      to: "t.json")
    let clip = try bench.bash("vfx -q -t t.json")
    #expect(clip.status == 0, "\(clip.errors)")
    // Its chroma goes through the layers' 4:4:4.
    let luma = [clip.output, try bench.contents("p.y4m")].map { stream in
      stream.drop { $0 != 0x0A }.dropFirst(1 + 6).prefix(64 * 48).map { Int($0) }
    }
    #expect(zip(luma[0], luma[1]).allSatisfy { abs($0 - $1) <= 1 } && luma[0].count == 64 * 48)
  }

  @Test func `faults have their places, and strangers' films stay where they are`() throws {
    try bench.write(
      "{ \"version\": 1, \"canvas\": { \"rate\": 5 },\n \"clips\": [{ \"source\": \"a.y4m\", \"out\": 3 }] }",
      to: "f.json")
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "timeline", "source": "f.json" }] }"#, to: "t.json")
    let fault = try bench.bash("vfx check t.json; afx check t.json")
    let message = "f.json:2:40: error: 'out' is 3 s, but the source ends at 2.000 s"
    #expect(fault.errors.components(separatedBy: message).count == 3, "\(fault.errors)")
    #expect(
      fault.errors.contains(
        "f.json:1:29: warning: 'rate' does nothing in a timeline that is a layer"))
    try bench.write(
      #"{ "version": 1, "clips": [{ "source": "a.y4m" }], "layers": [{ "type": "timeline", "source": "f.json" }] }"#,
      to: "f.json")
    let circle = try bench.bash("vfx check t.json")
    #expect(
      circle.status == 2 && circle.errors.contains("the timeline plays itself"), "\(circle.errors)")
    let strange = try bench.bash(
      #"""
      mkdir -p s; cp p.json s/up.json; sed -i 's/"a.y4m"/"..\/a.y4m"/' s/up.json
      echo '{ "version": 1, "layers": [{ "type": "timeline", "source": "up.json" }] }' > s/t.json
      vfx check --untrusted s/t.json
      echo '{ "version": 1, "layers": [{ "type": "timeline", "source": "../p.json" }] }' > s/t.json
      vfx check --untrusted s/t.json
      """#)
    #expect(
      strange.status == 2 && strange.errors.contains("up.json:3:")
        && strange.errors.contains("t.json:1:"),
      "\(strange.errors)")
  }
}

/// The sounds of timelines that are layers of others.
@Suite(.timeLimit(.minutes(10))) struct NestedLayerSoundTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try Data(NestedSoundTests.part.utf8).write(to: URL(fileURLWithPath: bench.path("p.json")))
    for (name, level) in [("a", 10_000), ("b", 6000), ("c", 3000)] {
      try SoundFiles.saw(seconds: 1, channels: 2, level: level)
        .write(to: URL(fileURLWithPath: bench.path("\(name).wav")))
    }
    let made = try bench.bash(
      "afx -q -t p.json --format f32 > p.wav; ffmpeg -v error -f lavfi -i sine=d=3 -ac 2 -ar 48000 m.wav"
    )
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The samples of a mix.
  private func samples(_ text: String, _ options: String = "") throws -> [Float] {
    try Data(text.utf8).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash("afx -q -t t.json --format f32 \(options) > out.wav")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return SoundFiles.floats(try bench.contents("out.wav"))
  }

  @Test(arguments: [
    "", #", "start": 0.7, "volume": 0.5"#, #", "in": 0.3, "out": 0.9, "end": 0.5"#,
    #", "reverse": true, "fadeIn": 0.3"#, #", "loop": 2, "start": 0.2"#,
    #", "speed": 1.5, "preservePitch": false, "fadeOut": 0.2"#, #", "mute": true"#,
    #", "volume": { "from": 0, "to": 1, "duration": 1 }"#,
  ])
  func `it sounds as a track of its film does`(_ keys: String) throws {
    let film = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "timeline", "source": "p.json"\#(keys) }] }
      """#)
    let track = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "audio": { "tracks": [{ "source": "p.wav"\#(keys) }] } }
      """#)
    #expect(film.count == 2 * 3 * 48_000 && SoundFiles.difference(film, track) < 1e-6, "\(keys)")
    let alone = try samples(#"{ "version": 1, "clips": [{ "source": "m.wav" }] }"#)
    #expect((SoundFiles.difference(film, alone) > 0.01) == !keys.contains("mute"), "\(keys)")
  }

  @Test(arguments: [
    #""volume": 1"#, #""start": 0.7, "volume": 0.5"#, #""volume": "-3dB", "in": 0.3, "out": 0.9"#,
    #""volume": 1, "loop": 2, "end": 1.4, "fadeIn": 0.3, "fadeOut": 0.2"#,
    #""volume": 1, "speed": 1.5, "preservePitch": false"#, #""volume": 1, "mute": true"#,
  ])
  func `a video layer with a volume sounds as a track of its file does`(_ keys: String) throws {
    let layer = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "video", "source": "p.wav", \#(keys) }] }
      """#)
    let track = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "audio": { "tracks": [{ "source": "p.wav", \#(keys) }] } }
      """#)
    #expect(layer.count == 2 * 3 * 48_000 && layer == track, "\(keys)")
    let alone = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "video", "source": "p.wav" }] }
      """#)
    #expect((SoundFiles.difference(layer, alone) > 0.01) == !keys.contains("mute"), "\(keys)")
  }

  @Test func `a video layer in a timeline that is a layer is heard in its place`() throws {
    let inner =
      #"{ "version": 1, "clips": [{ "source": { "color": "red" }, "out": 2 }], "layers": [{ "type": "video", "source": "p.wav", "start": 0.5, "volume": 0.5 }] }"#
    try Data(inner.utf8).write(to: URL(fileURLWithPath: bench.path("q.json")))
    let film = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "timeline", "source": "q.json", "start": 0.25 }] }
      """#)
    let track = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }], "audio": { "tracks": [
        { "source": "p.wav", "start": 0.75, "end": 2.25, "volume": 0.5 }] } }
      """#)
    #expect(film.count == 2 * 3 * 48_000 && SoundFiles.difference(film, track) < 1e-6)
  }

  @Test func `a part sounds as it does in the whole, in films within films`() throws {
    let inner =
      #"{ "version": 1, "clips": [{ "source": "m.wav", "out": 1 }], "layers": [{ "type": "timeline", "source": "p.json", "start": 0.2 }] }"#
    try Data(inner.utf8).write(to: URL(fileURLWithPath: bench.path("q.json")))
    let text = #"""
      { "version": 1, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "group", "start": 0.5, "end": 1.2, "layers": [
          { "type": "timeline", "source": "q.json", "start": 0.5, "volume": 0.7 }] }] }
      """#
    let whole = try samples(text)
    for start in ["0.6", "1.1", "2"] {
      let part = try samples(text, "--start \(start)")
      #expect(
        part.count > 1000 && SoundFiles.difference(part, Array(whole.suffix(part.count))) == 0,
        "\(start)")
    }
    let group = try samples(
      #"""
      { "version": 1, "clips": [{ "source": "m.wav" }], "layers": [
        { "type": "timeline", "source": "q.json", "start": 1, "end": 1.2, "volume": 0.7 }] }
      """#)
    #expect(SoundFiles.difference(whole, group) == 0)
  }

  @Test func `times in frames are those of the canvas around it`() throws {
    func text(_ time: (Int) -> String) -> String {
      #"""
      { "version": 1, "canvas": { "rate": 10 }, "clips": [{ "source": "m.wav" }],
        "layers": [{ "type": "timeline", "start": \#(time(5)), "source": { "timeline": {
          "clips": [{ "source": "a.wav", "in": \#(time(1)), "out": \#(time(8)) }],
          "audio": { "tracks": [{ "source": "b.wav", "start": \#(time(3)), "end": \#(time(9)) }] }
        } } }] }
      """#
    }
    let counted = try samples(text { #""\#($0)f""# })
    #expect(counted.count == 2 * 3 * 48_000)
    #expect(SoundFiles.difference(counted, try samples(text { "\(Double($0) / 10)" })) == 0)
  }

  @Test func `it is heard with standard input, and alone`() throws {
    let layer = #"{ "type": "timeline", "source": "p.json", "start": 0.5 }"#
    let streamed = try samples(#"{ "version": 1, "layers": [\#(layer)] }"#, "< m.wav")
    let clip = try samples(
      #"{ "version": 1, "clips": [{ "source": "m.wav" }], "layers": [\#(layer)] }"#)
    #expect(SoundFiles.difference(streamed, clip) < 1e-6 && streamed.count == clip.count)
    let alone = try samples(
      #"{ "version": 1, "layers": [\#(layer)], "audio": { "main": false } }"#)
    #expect(alone.count > 88_200 && alone.contains { abs($0) > 0.05 })
  }
}
