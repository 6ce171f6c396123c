import Foundation
import FuzzTargets
import TestFiles
import TestSupport
import Testing

/// Numbers at the ends of what can be written, at every key of the timeline's language, in
/// timelines that are checked, laid out, charted and drawn: an error or a result, and no trap.
///
/// The keys are those of the schema, which `scripts/reference` keeps up with the program.
@Suite final class ExtremeNumbersTests {
  static let numbers = [
    "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e-308", "1e9", "-1e9",
    "1e-9", "0", "16777217",
  ]
  static let texts = [
    #""9223372036854775807/1""#, #""1/9223372036854775807""#, #""1000000000/1""#,
    #""1/1000000000""#, #""-1000000000/1""#, #""999999999/1000000000""#, #""1000000000f""#,
    #""1e9%""#, #""1000dB""#,
  ]
  static let others = [
    "[1e9, -1e9]", #"["1e9%", "-1e9%"]"#, "[1e308, 1e-308]",
    #"{ "from": 1, "to": 2, "delay": -1e9, "duration": "1/1000000000", "repeat": 1e9 }"#,
    #"""
    { "from": -1e9, "to": 1e9, "duration": 1e9, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    { "keys": [["-999999999/1000000000", 0.01], ["1/999999999", 100], [1e9, 3]],
      "repeat": "forever", "autoreverse": true }
    """#,
    #"{ "time": 1e9, "duration": 1e9 }"#, #"{ "time": "100%", "duration": "1/999999937" }"#,
    #"{ "left": 1e9, "top": "1e9%" }"#,
  ]

  /// Keys that hold no numbers, or that pick what is tried.
  static let left: Set<String> = [
    "name", "enabled", "type", "effect", "blend", "source", "text", "layers", "font", "reverse",
    "mute", "fit", "flip", "sampling", "shape", "spread",
  ]

  struct Schema {
    let definitions: [String: [String: Any]]
    let canvas: [String: Any]
    let audio: [String: Any]

    init() throws {
      let file = Checkout.folder.appending(path: "docs/vfx.schema.json")
      let whole = try #require(
        try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      definitions = try #require(whole["$defs"] as? [String: [String: Any]])
      let keys = try #require(whole["properties"] as? [String: [String: Any]])
      canvas = try #require(Self.value(keys["canvas"])?["properties"] as? [String: Any])
      audio = try #require(Self.value(keys["audio"])?["properties"] as? [String: Any])
    }

    /// What a property takes beside a variable.
    private static func value(_ schema: [String: Any]?) -> [String: Any]? {
      (schema?["anyOf"] as? [[String: Any]])?.first ?? schema
    }

    func keys(of name: String) -> [String] {
      ((definitions[name]?["properties"] as? [String: Any])?.keys.sorted() ?? [])
        .filter { !ExtremeNumbersTests.left.contains($0) }
    }

    /// The names of definitions with an ending, without it.
    func names(endingIn ending: String) -> [String] {
      let names = definitions.keys.filter { $0.hasSuffix(ending) }
      #expect(!names.isEmpty, "the schema defines nothing that ends in \(ending)")
      return names.map { String($0.dropLast(ending.count)) }.sorted()
    }
  }

  /// What stands for keys that must be there.
  static func members(_ name: String, _ schema: Schema, _ own: [String: String]) -> [String: String]
  {
    let values = [
      "source": #""p.png""#, "duration": "1", "layers": #"[{ "type": "color", "size": [4, 4] }]"#,
      "stops": #"["red", "blue"]"#, "text": #""Ag ${frame} ${timecode}""#, "gain": "2",
      "time": "0.1", "bands": #"[{ "frequency": 1000, "gain": "3dB" }]"#,
    ]
    var members = own
    for key in schema.definitions[name]?["required"] as? [String] ?? [] where members[key] == nil {
      members[key] = values[key] ?? "1"
    }
    return members
  }

  static func object(_ members: [String: String]) -> String {
    let parts = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// All values, or every fourth.
  static let someValues = (numbers + texts + others).enumerated()
    .filter { $0.offset % Thoroughness.share(4) == 0 }.map(\.element)

  /// Tries values at all keys of an object that `film` puts into a timeline: all of them, or for
  /// each key one in `share`, the next key having the next ones.
  static func tryAll(
    _ keys: [String], of members: [String: String], _ program: String = "vfx plan t.json",
    oneIn share: Int = 1, _ film: (String) -> String
  ) {
    for (number, key) in keys.enumerated() {
      for (place, value) in (numbers + texts + others).enumerated()
      where (place + number) % share == 0 {
        var members = members
        members[key] = value
        run(program, film(object(members)))
      }
    }
  }

  /// The case that is tried is left on disk, for a trap ends the run.
  static let last = FileManager.default.temporaryDirectory
    .appendingPathComponent("vfx-extreme-\(ProcessInfo.processInfo.processIdentifier)")

  static func run(_ line: String, _ timeline: String) {
    let bytes = Data("\(line)\n\(timeline)".utf8)
    try? bytes.write(to: last)
    FuzzTarget.command.run([UInt8](bytes))
  }

  static let clip = #"{ "source": { "color": "red" }, "duration": 2 }"#

  static func film(
    layers: String = "", clips: String = clip, canvas: String = #""size": [32, 18], "rate": 25"#
  ) -> String {
    #"{ "version": 1, "canvas": { \#(canvas) }, "clips": [\#(clips)], "layers": [\#(layers)] }"#
  }

  deinit { try? FileManager.default.removeItem(at: Self.last) }

  @Test func `layers and effects take any number`() throws {
    let schema = try Schema()
    // What all layers with a picture have is tried with one of them.
    let common = Set(schema.keys(of: "color-layer"))
    for name in schema.names(endingIn: "-layer") where name != "effect" {
      let source = name == "video" ? #""v.y4m""# : name == "subtitles" ? #""c.srt""# : #""p.png""#
      var own = ["type": "\"\(name)\""]
      if schema.keys(of: "\(name)-layer").isEmpty { continue }
      let all = Self.members("\(name)-layer", schema, [:])
      if all["source"] != nil { own["source"] = source }
      let keys = schema.keys(of: "\(name)-layer").filter { name == "color" || !common.contains($0) }
      Self.tryAll(
        keys, of: Self.members("\(name)-layer", schema, own), oneIn: Thoroughness.share(8)
      ) { Self.film(layers: $0) }
    }
    for name in schema.names(endingIn: "-effect") where !name.hasSuffix("-sound") {
      let own = ["type": #""effect""#, "effect": "\"\(name)\""]
      let keys = schema.keys(of: "\(name)-effect").filter { !common.contains($0) }
      Self.tryAll(
        keys, of: Self.members("\(name)-effect", schema, own),
        oneIn: Thoroughness.share(32, full: 4)
      ) { Self.film(layers: $0) }
    }
  }

  @Test func `transitions take any number`() throws {
    let schema = try Schema()
    let common: Set = ["ease", "sound", "duration"]
    for name in schema.names(endingIn: "-transition") {
      let keys = schema.keys(of: "\(name)-transition")
        .filter { name == "crossfade" || !common.contains($0) }
      let own = ["type": "\"\(name)\"", "duration": "1"]
      Self.tryAll(
        keys, of: Self.members("\(name)-transition", schema, own), oneIn: Thoroughness.share(4)
      ) {
        let first = #"{ "source": { "color": "red" }, "duration": 2, "transition": \#($0) }"#
        return Self.film(clips: "\(first), \(Self.clip)")
      }
    }
  }

  @Test func `clips and the canvas take any number`() throws {
    let schema = try Schema()
    for source in [#"{ "color": "red" }"#, #""v.y4m""#] {
      let members = ["source": source, "duration": "\"2f\""]
      Self.tryAll(schema.keys(of: "clip"), of: members, oneIn: Thoroughness.share(4)) {
        Self.film(clips: "\($0), \(Self.clip)")
      }
    }
    for key in ["speed", "loop", "freeze", "in", "out"] {
      for more in [#""reverse": true"#, #""pingpong": true, "loop": "forever", "duration": 5"#] {
        for value in Self.someValues {
          Self.run(
            "vfx plan t.json --start 1000000000",
            Self.film(clips: #"{ "source": "v.y4m", "\#(key)": \#(value), \#(more) }"#))
        }
      }
    }
    for key in schema.canvas.keys.sorted() {
      for value in Self.someValues {
        Self.run("vfx plan t.json", Self.film(canvas: #""size": [16, 12], "\#(key)": \#(value)"#))
      }
    }
  }

  @Test func `sounds take any number`() throws {
    let schema = try Schema()
    func mix(_ parts: String) -> String { #"{ "version": 1, "audio": { \#(parts) } }"# }
    for name in schema.names(endingIn: "-sound-effect") {
      let own = ["effect": "\"\(name)\""]
      Self.tryAll(
        schema.keys(of: "\(name)-sound-effect"),
        of: Self.members("\(name)-sound-effect", schema, own), "afx plan t.json",
        oneIn: Thoroughness.share(8)
      ) { mix(#""effects": [\#($0)], "tracks": [{ "source": "s.wav" }]"#) }
    }
    Self.tryAll(
      schema.keys(of: "track"), of: ["source": #""s.wav""#], "afx plan t.json",
      oneIn: Thoroughness.share(4)
    ) {
      mix(#""tracks": [\#($0)]"#)
    }
    Self.tryAll(
      schema.keys(of: "clip"), of: ["source": #""s.wav""#], "afx plan t.json",
      oneIn: Thoroughness.share(4)
    ) {
      #"{ "version": 1, "clips": [\#($0)] }"#
    }
    for key in schema.audio.keys.sorted() where !["tracks", "effects"].contains(key) {
      for value in Self.someValues {
        Self.run(
          "afx plan t.json", mix(#""tracks": [{ "source": "s.wav" }], "\#(key)": \#(value)"#))
      }
    }
  }

  /// Clocks at their ends, over timelines whose times are at theirs.
  @Test(arguments: ["1000000000/1", "1/1000000000", "1000000000/1001", "30000/1001"])
  func `clocks may stand at their ends`(_ rate: String) {
    var number = rate.utf8.count
    let times = ["0", "1e9", #""1/1000000000""#, #""999999999/1000000000""#, #""1000000000f""#]
    let film = [#"{ "version": 1, "layers": ["#, #"] }"#]
    for time in times {
      let layers = [
        #"{ "type": "color", "start": \#(time), "duration": 10 }"#,
        #"{ "type": "text", "text": "${timecode} ${frame:12}", "end": \#(time) }"#,
        #"{ "type": "image", "source": "p.png", "offset": \#(time), "loop": "forever" }"#,
      ]
      for layer in layers {
        for more in [
          "", "-n 9223372036854775807", "-n 1", "--start 1000000000", "--start -1000000000",
          "--start 1/1000000000 -n 9223372036854775807", "--start 1000000000f -n 0",
        ] {
          number += 1
          guard number % Thoroughness.share(4) == 0 else { continue }
          Self.run("vfx plan t.json --fps \(rate) \(more)", film.joined(separator: layer))
          Self.run("vfx still t.json --fps \(rate) --at 1000000000", film.joined(separator: layer))
        }
      }
    }
  }
}
