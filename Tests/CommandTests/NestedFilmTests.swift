import Foundation
import TestSupport
import Testing

/// Timelines with clips of their own that are clips of others: they are what the film shows that
/// they make.
@Suite(.timeLimit(.minutes(10))) struct NestedFilmTests {
  /// Two films, a dissolve, a layer that moves and a title; 22 frames of 10 a second.
  static let part = #"""
    { "version": 1, "canvas": { "size": [64, 48], "background": "#203040" }, "vars": { "fill": "teal" },
      "clips": [
        { "source": "a.y4m", "in": 0.4, "out": 1.6,
          "transition": { "type": "dissolve", "duration": 0.4 } },
        { "source": "b.y4m", "speed": 0.5, "out": 0.7, "zoom": 1.2 } ],
      "layers": [
        { "type": "color", "color": { "var": "fill" }, "size": [16, 16],
          "position": { "from": [0, 0], "to": [48, 32], "duration": 2.2 } },
        { "type": "text", "text": "${frame}", "template": true, "size": 12, "position": [2, 30] } ] }
    """#

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(Self.part, to: "p.json")
    let made = try bench.bash(
      #"""
      vfx testsrc -q -r 10 -s 64x48 -d 2 > a.y4m; vfx testsrc -q -r 10 -s 64x48 -d 1 --seed 5 > b.y4m
      vfx -q -t p.json > p.y4m
      """#)
    #expect(made.status == 0, "\(made.errors)")
  }

  private func film(_ clips: String, size: String = "64, 48") -> String {
    #"{ "version": 1, "canvas": { "size": [\#(size)], "rate": 10 }, "clips": [\#(clips)] }"#
  }

  /// The stream of a timeline.
  private func stream(_ timeline: String, _ options: String = "") throws -> Data {
    try bench.write(timeline, to: "t.json")
    let outcome = try bench.bash("vfx -q -t t.json \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return outcome.output
  }

  /// The frames of a stream of 64 by 48.
  private func frames(_ stream: Data) -> [Data] {
    let size = 64 * 48 * 3 / 2 + 6
    guard let header = stream.firstIndex(of: 0x0A) else { return [] }
    let body = stream[(header + 1)...]
    return Swift.stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Data(body[$0..<min($0 + size, body.endIndex)])
    }
  }

  @Test(arguments: [
    "", #", "in": 0.5, "out": 2"#, #", "speed": 2"#, #", "loop": 2"#,
    #", "fit": "cover", "zoom": 1.3"#,
    #", "freeze": { "at": 1, "duration": 0.5 }, "effects": [{ "effect": "sepia" }]"#,
    #", "crop": { "left": "25%" }, "opacity": 0.5, "background": "olive""#,
    #", "speed": { "keys": [[0, 1], [1, 3]], "ease": "step-end" }, "flip": "horizontal""#,
  ])
  func `it is what its film is`(_ keys: String) throws {
    for size in ["64, 48", "96, 40"] {
      let nested = try stream(film(#"{ "source": "p.json"\#(keys) }"#, size: size))
      let rendered = try stream(film(#"{ "source": "p.y4m"\#(keys) }"#, size: size))
      #expect(nested.count > 10_000 && nested == rendered, "\(keys)")
    }
  }

  @Test func `it is the same without a file of its own`() throws {
    let inner =
      #"{ "source": { "timeline": \#(Self.part) }, "vars": { "fill": "olive" }, "in": 0.3 }"#
    let text = film(inner + #", { "source": "b.y4m" }"#)
    let file = film(
      #"{ "source": "p.json", "vars": { "fill": "olive" }, "in": 0.3 }, { "source": "b.y4m" }"#)
    let rendered = try stream(file)
    let whole = try stream(text)
    #expect(whole.count > 10_000 && whole == rendered)
    let part = frames(try stream(text, "--start 7f -j 3"))
    #expect(part == Array(frames(whole)[7...]))
    let told = try bench.bash("vfx plan t.json && vfx parts t.json --parts 2 && afx plan t.json")
    #expect(told.status == 0 && told.text.contains("a timeline"), "\(told.text)\(told.errors)")
  }

  @Test func `backwards it is its own frames in the other order`() throws {
    try bench.write(
      #"""
      { "version": 1, "clips": [
          { "source": "a.y4m", "out": 1, "transition": { "type": "dissolve", "duration": 0.4 } },
          { "source": "b.y4m", "reverse": true }],
        "layers": [
          { "type": "color", "color": "teal", "size": [16, 16],
            "position": { "from": [0, 0], "to": [48, 32], "duration": 1.6 } },
          { "type": "text", "text": "${frame}", "template": true, "size": 12, "position": [2, 30] } ] }
      """#, to: "p.json")
    let forward = frames(try stream(film(#"{ "source": "p.json" }"#)))
    let backward = frames(try stream(film(#"{ "source": "p.json", "reverse": true }"#)))
    #expect(forward.count == 16 && Set(forward).count == 16 && backward == forward.reversed())
    let again = try stream(film(#"{ "source": "p.json", "loop": 3, "pingpong": true }"#))
    #expect(frames(again) == forward + backward + forward)
    // At half its speed there are moments between those of its frames.
    let slow = frames(try stream(film(#"{ "source": "p.json", "reverse": true, "speed": 0.5 }"#)))
    #expect(slow.count == 32 && Set(slow).count > 16)
    #expect(backward == stride(from: 0, to: 32, by: 2).map { slow[$0] })
  }

  @Test func `a part has the bytes of the whole, with any number of workers`() throws {
    let text = film(
      #"""
      { "source": "b.y4m", "out": 0.6, "transition": { "type": "wipe", "duration": 0.3 } },
      { "source": "q.json", "in": 0.3, "speed": 1.5, "loop": 2 }
      """#)
    // Timelines in timelines in timelines, with other variables.
    try bench.write(
      #"{ "version": 1, "clips": [{ "source": "p.json", "vars": { "fill": "orange" }, "reverse": true }] }"#,
      to: "q.json")
    let whole = frames(try stream(text))
    #expect(whole.count == 29 && Set(whole).count > 20)
    for start in [4, 9, 17, 28] {
      let part = frames(try stream(text, "--start \(start)f -j 3"))
      #expect(part == Array(whole[start...]), "\(start)")
    }
  }

  @Test func `its canvas is its own, and its faults are reported with its own lines`() throws {
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [32, 48], "background": "#ff0000" },
        "clips": [{ "source": "a.y4m", "out": 0.5, "start": 0.2 }],
        "layers": [{ "type": "color", "color": "white", "size": ["50vw", "100vh"] }] }
      """#, to: "p.json")
    let narrow = frames(try stream(film(#"{ "source": "p.json" }"#)))
    #expect(narrow.count == 7)
    // Bars of black, half of white and half of red.
    let row = narrow[0].prefix(6 + 64 * 24 + 64).suffix(64).map { Int($0) }
    #expect(row[0..<16].allSatisfy { $0 == 16 } && row[48...].allSatisfy { $0 == 16 }, "\(row)")
    #expect(row[18..<30].allSatisfy { $0 == 235 } && row[34..<46].allSatisfy { $0 < 90 }, "\(row)")
    try bench.write(
      "{ \"version\": 1, \"canvas\": { \"rate\": 5 },\n \"clips\": [{ \"source\": \"a.y4m\", \"out\": 3 }] }",
      to: "p.json")
    try bench.write(film(#"{ "source": "p.json", "speed": 2 }"#), to: "t.json")
    let fault = try bench.bash("vfx check t.json; afx check t.json")
    let message = "p.json:2:40: error: 'out' is 3 s, but the source ends at 2.000 s"
    #expect(fault.errors.components(separatedBy: message).count == 3, "\(fault.errors)")
    #expect(
      fault.errors.contains("p.json:1:29: warning: 'rate' does nothing in a timeline that is"))
  }

  @Test func `it is seen and heard by plan, make and watch`() throws {
    try bench.write(film(#"{ "source": "p.json" }, { "source": "b.y4m" }"#), to: "t.json")
    let plan = try bench.bash("vfx plan t.json && afx plan t.json")
    #expect(plan.status == 0 && plan.text.contains("0:00.000 – 0:02.200"), "\(plan.text)")
    let memory = try bench.bash("vfx check --memory 40K t.json")
    #expect(memory.status == 2 && memory.errors.contains("--memory allows"), "\(memory.errors)")
  }
}

/// The sounds of timelines that are clips of others.
@Suite(.timeLimit(.minutes(10))) struct NestedSoundTests {
  static let part = #"""
    { "version": 1, "clips": [
        { "source": "a.wav", "in": 0.2, "volume": 0.5, "transition": { "type": "dissolve", "duration": 0.1 } },
        { "source": "b.wav", "speed": 2, "preservePitch": false } ],
      "audio": { "volume": "-3dB", "tracks": [{ "source": "c.wav", "start": 0.1, "duck": { "under": "main" } }] } }
    """#

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try Data(Self.part.utf8).write(to: URL(fileURLWithPath: bench.path("p.json")))
    for (name, level) in [("a", 10_000), ("b", 6000), ("c", 3000)] {
      try SoundFiles.saw(seconds: 1, channels: 2, level: level)
        .write(to: URL(fileURLWithPath: bench.path("\(name).wav")))
    }
    let made = try bench.bash("afx -q -t p.json --format f32 > p.wav")
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The samples of a timeline's mix.
  private func samples(_ clips: String, _ options: String = "") throws -> [Float] {
    let text = #"{ "version": 1, "clips": [\#(clips)], "audio": { "main": { "cutFade": 0 } } }"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash("afx -q -t t.json --format f32 \(options) > out.wav")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return SoundFiles.floats(try bench.contents("out.wav"))
  }

  @Test(arguments: [
    "", #", "in": 0.3, "out": 0.9, "volume": 0.5"#, #", "reverse": true"#, #", "loop": 2"#,
    #", "speed": 1.5, "preservePitch": false"#, #", "freeze": { "at": 0.5, "duration": 0.2 }"#,
  ])
  func `it sounds as its film does`(_ keys: String) throws {
    let nested = try samples(#"{ "source": "p.json"\#(keys) }"#)
    let rendered = try samples(#"{ "source": "p.wav"\#(keys) }"#)
    #expect(
      nested.contains { abs($0) > 0.05 } && SoundFiles.difference(nested, rendered) < 1e-6,
      "\(keys)")
  }

  @Test func `it sounds the same without a file of its own`() throws {
    let inner = try samples(#"{ "source": { "timeline": \#(Self.part) }, "in": 0.2 }"#)
    let file = try samples(#"{ "source": "p.json", "in": 0.2 }"#)
    #expect(inner.contains { abs($0) > 0.05 } && SoundFiles.difference(inner, file) == 0)
  }

  @Test func `a part sounds as it does in the whole`() throws {
    let clips =
      #"{ "source": "a.wav", "out": 0.3 }, { "source": "q.json", "in": 0.1 }"#
    let inner = #"{ "version": 1, "clips": [{ "source": "p.json" }, { "source": "c.wav" }] }"#
    try Data(inner.utf8).write(to: URL(fileURLWithPath: bench.path("q.json")))
    let whole = try samples(clips)
    for start in ["0.2", "0.7", "1.9"] {
      let part = try samples(clips, "--start \(start)")
      #expect(
        part.count > 1000 && SoundFiles.difference(part, Array(whole.suffix(part.count))) == 0,
        "\(start)")
    }
  }

  @Test func `what must be measured is measured for itself`() throws {
    let text = #"""
      { "version": 1, "clips": [{ "source": "c.wav" }],
        "audio": { "effects": [{ "effect": "normalize", "target": -30 }] } }
      """#
    try Data(text.utf8).write(to: URL(fileURLWithPath: bench.path("p.json")))
    #expect(try bench.bash("afx -q -t p.json --format f32 > p.wav").status == 0)
    let nested = try samples(#"{ "source": "p.json", "in": 0.5 }"#)
    let rendered = try samples(#"{ "source": "p.wav", "in": 0.5 }"#)
    #expect(nested.count == 48_000 && SoundFiles.difference(nested, rendered) < 1e-6)
  }

  @Test func `layers alone have tracks, and faults have their places`() throws {
    let text = #"""
      { "version": 1, "layers": [{ "type": "color", "color": "red", "end": 0.5 }],
        "audio": { "tracks": [{ "source": "c.wav" }] } }
      """#
    try Data(text.utf8).write(to: URL(fileURLWithPath: bench.path("p.json")))
    let nested = try samples(#"{ "source": "p.json" }"#)
    let plain = try samples(#"{ "source": "c.wav", "out": 0.5 }"#)
    #expect(SoundFiles.difference(nested, plain) == 0 && nested.count == 48_000)
    try Data(text.replacingOccurrences(of: "c.wav", with: "stdin").utf8)
      .write(to: URL(fileURLWithPath: bench.path("p.json")))
    try Data(#"{ "version": 1, "clips": [{ "source": "p.json" }] }"#.utf8)
      .write(to: URL(fileURLWithPath: bench.path("t.json")))
    let fault = try bench.bash("afx check t.json")
    #expect(
      fault.errors.contains("p.json:2:37: error: standard input is no source in a timeline"),
      "\(fault.errors)")
  }
}
