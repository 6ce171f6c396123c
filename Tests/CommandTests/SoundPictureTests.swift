import Foundation
import Testing

/// Films that show sounds.
@Suite(.timeLimit(.minutes(20))) struct SoundPictureTests {
  let bench: Workbench

  init() throws { bench = try Workbench.withLateSound() }

  private func film(_ layers: String, _ rest: String = "", _ options: String = "") throws -> [UInt8]
  {
    let text = """
      { "version": 1, "canvas": { "size": [32, 16], "rate": 10 }, \(rest)
        "clips": [{ "source": { "color": "black" }, "duration": 3 }], "layers": [\(layers)] }
      """
    try bench.write(text)
    let outcome = try bench.bash("vfx -q -t t.json \(options) > out.y4m")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return [UInt8](try bench.contents("out.y4m"))
  }

  private static let frame = 6 + 32 * 16 * 3 / 2

  /// How many samples of luma are white in each frame.
  private func whites(_ film: [UInt8], frames: Int = 30) -> [Int] {
    guard film.count > frames * Self.frame else { return [] }
    return (0..<frames).map { index in
      let start = film.count - (frames - index) * Self.frame + 6
      return film[start..<start + 32 * 16].count { $0 > 200 }
    }
  }

  @Test(arguments: ["spectrum", "waveform"])
  func `a sound is seen while it is heard`(_ type: String) throws {
    let counts = whites(
      try film(
        #"{ "type": "\#(type)", "source": "a.wav", "count": 8, "window": 0.2, "least": 0 }"#
          .replacingOccurrences(of: type == "spectrum" ? #""window": 0.2, "# : "\u{0}", with: "")))
    try #require(counts.count == 30)
    #expect(counts[0...7].allSatisfy { $0 == 0 }, "\(counts)")
    #expect(counts[12...18].allSatisfy { $0 > 40 }, "\(counts)")
    #expect(counts[23...].allSatisfy { $0 == 0 }, "\(counts)")
  }

  @Test func `a track is shown where it is heard`() throws {
    let counts = whites(
      try film(
        #"{ "type": "waveform", "source": "music", "start": 0.5, "count": 8, "window": 0.2, "least": 0 }"#,
        #""audio": { "tracks": [{ "name": "music", "source": "a.wav", "in": 0.5, "start": 1.5 }] },"#
      ))
    try #require(counts.count == 30)
    #expect(counts[0...17].allSatisfy { $0 == 0 }, "\(counts)")
    #expect(counts[22...28].allSatisfy { $0 > 40 }, "\(counts)")
  }

  private static let innerWave =
    #""layers": [{ "type": "waveform", "source": "SOUND", "count": 8, "window": 0.2, "least": 0 }]"#
  private static let innerClips =
    #""clips": [{ "source": { "color": "black" }, "duration": 2.5 }], "#

  @Test(arguments: ["", innerClips])
  func `a file begins with the inner timeline that shows it`(_ clips: String) throws {
    let layers = Self.innerWave.replacing("SOUND", with: "a.wav")
    let inner = #"{ \#(clips)\#(layers) }"#
    let counts = whites(
      try film(#"{ "type": "timeline", "start": 0.5, "source": { "timeline": \#(inner) } }"#))
    try #require(counts.count == 30)
    #expect(counts[0...12].allSatisfy { $0 == 0 }, "\(counts)")
    #expect(counts[17...23].allSatisfy { $0 > 40 }, "\(counts)")
    #expect(counts[28...].allSatisfy { $0 == 0 }, "\(counts)")
  }

  @Test func `an inner timeline with clips shows its own track`() throws {
    let layers = Self.innerWave.replacing("SOUND", with: "music")
    let audio = #""audio": { "tracks": [{ "name": "music", "source": "a.wav", "in": 0.5 }] }"#
    let inner = #"{ \#(Self.innerClips)\#(layers), \#(audio) }"#
    let counts = whites(
      try film(#"{ "type": "timeline", "start": 0.5, "source": { "timeline": \#(inner) } }"#))
    try #require(counts.count == 30)
    #expect(counts[0...7].allSatisfy { $0 == 0 }, "\(counts)")
    #expect(counts[12...18].allSatisfy { $0 > 40 }, "\(counts)")
    #expect(counts[23...].allSatisfy { $0 == 0 }, "\(counts)")
  }

  @Test func `a track that is not heard is reported`() throws {
    let layers = Self.innerWave.replacing("SOUND", with: "music")
    let text = """
      { "version": 1, "layers": [{ "type": "timeline", "source": { "timeline": { \(layers),
        "audio": { "tracks": [{ "name": "music", "source": "a.wav" }] } } } }] }
      """
    try bench.write(text)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the track \"music\" is not heard"), "\(outcome.errors)")
  }

  @Test func `workers and parts give the same bytes`() throws {
    let layers = """
      { "type": "spectrum", "source": "a.wav", "kind": "circle", "stops": ["red", "yellow"] },
      { "type": "waveform", "source": "a.wav", "kind": "line", "color": "lime" }
      """
    let whole = try film(layers)
    #expect(try film(layers, "", "--threads 3") == whole)
    let part = try film(layers, "", "--start 1.3 --frames 5")
    let length = 5 * Self.frame
    #expect(part.count > length)
    #expect(Array(part.suffix(length)) == Array(whole.suffix(17 * Self.frame).prefix(length)))
  }

  @Test func `a clip shows a file from its own start`() throws {
    let text = """
      { "version": 1, "canvas": { "size": [32, 16], "rate": 10 }, "clips": [
        { "source": { "color": "black" }, "duration": 1 },
        { "source": { "spectrum": { "source": "a.wav", "count": 8, "least": 0 } }, "duration": 2 }],
        "layers": [] }
      """
    try bench.write(text)
    let outcome = try bench.bash("vfx -q -t t.json > out.y4m")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let counts = whites([UInt8](try bench.contents("out.y4m")))
    try #require(counts.count == 30)
    #expect(counts[0...18].allSatisfy { $0 == 0 }, "\(counts)")
    #expect(counts[22...28].allSatisfy { $0 > 40 }, "\(counts)")
  }

  @Test func `a sound that is not there is reported at its place`() throws {
    let text = """
      { "version": 1, "layers": [
        { "type": "spectrum", "source": "none.wav" }] }
      """
    try bench.write(text)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("t.json:2:35: error: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("none.wav"), "\(outcome.errors)")
  }

  @Test(arguments: [
    #"{ "type": "tetx" }"#, #"{ "type": "text", "text": "a", "start": 2, "end": 1 }"#,
    #"{ "type": "text", "text": "a", "matte": "none" }"#,
  ])
  func `the mix does not tell the faults of other layers again`(_ layer: String) throws {
    let text = #"{ "version": 1, "audio": { "main": false, "tracks": [{ "source": "a.wav" }] },"#
    try bench.write("\(text) \"layers\": [\(layer), { \"type\": \"waveform\" }] }")
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.ranges(of: "error: ").count == 1, "\(outcome.errors)")
  }

  @Test func `without a source the mix is shown, as afx makes it`() throws {
    let wave = #"{ "type": "waveform", "count": 8, "window": 0.2, "least": 0 }"#
    func counts(_ tracks: String) throws -> [Int] {
      whites(try film(wave, #""audio": { "tracks": [\#(tracks)] },"#))
    }
    let heard = try counts(#"{ "source": "a.wav", "in": 0.5, "start": 1.5 }"#)
    try #require(heard.count == 30)
    #expect(heard[0...17].allSatisfy { $0 == 0 }, "\(heard)")
    #expect(heard[22...28].allSatisfy { $0 > 40 }, "\(heard)")
    let muted = try counts(#"{ "source": "a.wav", "in": 0.5, "start": 1.5, "mute": true }"#)
    #expect(muted.allSatisfy { $0 == 0 }, "\(muted)")
  }

  @Test func `what is shown of the mix is what afx writes`() throws {
    let audio = """
      "audio": { "tracks": [
        { "source": "a.wav", "start": 0.3, "volume": { "from": 0, "to": 1, "duration": 2 } },
        { "source": "a.wav", "in": 1, "volume": "-9dB", "pan": -0.5 }] },
      """
    func layers(_ source: String) -> String {
      #"{ "type": "spectrum" \#(source) }, { "type": "waveform" \#(source), "color": "red" }"#
    }
    let mix = try film(layers(""), audio)
    let outcome = try bench.bash("afx -q -t t.json -f f32 < /dev/null > mix.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try film(layers(#", "source": "mix.wav""#), audio) == mix)
  }

  @Test func `a part of a film shows the mix of the whole`() throws {
    let wave = #"{ "type": "spectrum", "count": 8 }"#
    let audio =
      #""audio": { "tracks": [{ "source": "a.wav", "effects": [{ "effect": "reverb" }] }] },"#
    let whole = try film(wave, audio)
    let part = try film(wave, audio, "--start 1.3 --frames 5")
    let length = 5 * Self.frame
    #expect(Array(part.suffix(length)) == Array(whole.suffix(17 * Self.frame).prefix(length)))
  }

  @Test func `a mix that cannot be heard is reported at its place`() throws {
    for (rest, message) in [
      (#""audio": { "tracks": [{ "source": "a.wav" }] }, "#, "standard input"),
      (#""audio": { "main": false, "tracks": [{ "source": "none.wav" }] }, "#, "none.wav"),
      (
        #""audio": { "main": false, "tracks": [{ "source": "a.wav", "loop": "forever" }] }, "#,
        "for ever"
      ),
    ] {
      let text = """
        { "version": 1, \(rest)
          "layers": [{ "type": "spectrum" }] }
        """
      try bench.write(text)
      let outcome = try bench.vfx("check", "t.json")
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("t.json:"), "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
