import Foundation
import Testing

/// The sounds that `afx` makes as a program; what it makes of them is tested with its modules.
@Suite(.timeLimit(.minutes(20))) struct SoundTests {
  let bench: Workbench

  init() throws { bench = try Workbench.withSound() }

  @Test func `sound to which nothing is done leaves byte for byte`() throws {
    try bench.write(#"{ "version": 1, "layers": [], "audio": { "volume": 1 } }"#)
    for command in ["afx -q < in.wav", "cat in.wav | afx -t t.json"] {
      let outcome = try bench.bash(command)
      #expect(outcome.status == 0)
      #expect(outcome.output == (try bench.contents("in.wav")), "\(command)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `a clip's samples keep their bits, by whatever it is read`() throws {
    let clips =
      #"{ "version": 1, "audio": { "rate": 8000, "main": { "cutFade": 0 } }, "#
      + #""clips": [{ "source": "SOURCE", "#
      + #""in": 0.25, "out": 0.5 }, { "source": "SOURCE", "in": 0.125, "out": 0.25 }] }"#
    let sound = try bench.contents("in.wav").dropFirst(44)
    let cut =
      Data(sound.dropFirst(4 * 2000).prefix(4 * 2000))
      + Data(sound.dropFirst(4 * 1000).prefix(4 * 1000))
    #expect(try bench.bash("afx --format s24 < in.wav > deep.wav").status == 0)
    for source in ["stdin", "in.wav", "in.flac", "deep.wav"] {
      if source == "in.flac" {
        guard try bench.bash("ffmpeg -v error -i in.wav in.flac").status == 0 else { continue }
      }
      try bench.write(clips.replacingOccurrences(of: "SOURCE", with: source))
      let outcome = try bench.bash("afx -t t.json < in.wav > out.wav")
      #expect(outcome.status == 0, "\(outcome.errors)")
      // Where there are more bits than the output has, there is dither.
      let isKept = try bench.contents("out.wav").suffix(cut.count) == cut
      #expect(isKept == (source != "deep.wav"), "\(source)")
    }
  }

  @Test func `only what the timeline changes is changed`() throws {
    try bench.write(
      #"{ "version": 1, "audio": { "effects": [{ "effect": "gain", "gain": "-6dB", "start": 0.5, "end": 0.75 }] } }"#
    )
    let outcome = try bench.bash("afx -t t.json < in.wav > out.wav && afx compare in.wav out.wav")
    #expect(outcome.status == 1)
    let first = try #require(outcome.text.split(separator: "\n").first { $0.hasPrefix("first") })
    let sample = try #require(Int(first.split(separator: " ")[2].dropLast()))
    #expect((4000...4001).contains(sample))
    let before = try bench.contents("in.wav").dropFirst(44).prefix(4 * 4000)
    #expect(try bench.contents("out.wav").dropFirst(44).prefix(4 * 4000) == before)
  }

  @Test func `a track is measured though standard input comes but once`() throws {
    func track(_ more: String) -> String {
      #"""
      { "version": 1, "audio": { "main": { "mute": true }, "tracks": [{ "source": "in.wav",
        "effects": [{ "effect": "normalize", "target": -30 }]\#(more) }] } }
      """#
    }
    try bench.write(track(""))
    let outcome = try bench.bash(
      "cat in.wav | afx -t t.json -f f32 > out.wav && afx measure out.wav")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.text.contains("-30.0 LUFS"))
    // A stream of unknown length does not tell how long what plays for ever is heard.
    try bench.write(track(#", "loop": "forever""#))
    let endless = try bench.bash(
      "{ head -c 40 in.wav; printf '\\377\\377\\377\\377'; tail -c +45 in.wav; } | afx -t t.json")
    #expect(endless.status == 2)
    #expect(endless.errors.contains("played for ever"))
  }

  @Test func `a part of a film sounds as it does in the whole`() throws {
    try bench.write(
      #"""
      { "version": 1, "clips": [{ "source": "in.wav", "speed": 0.9 }],
        "audio": { "rate": 8000,
          "effects": [{ "effect": "reverb" }, { "effect": "normalize", "target": -30 }] } }
      """#)
    let outcome = try bench.bash(
      """
      afx -t t.json -f f32 > whole.wav && afx -t t.json -f f32 --start 0.4 --duration 0.3 > part.wav
      tail -c $((2400 * 8)) part.wav > b
      tail -c $((8889 * 8)) whole.wav > samples
      head -c $((5600 * 8)) samples | tail -c $((2400 * 8)) > a
      cmp a b
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func `a share of standard input's length is known once that is read`() throws {
    try bench.write(
      #"{ "version": 1, "audio": { "volume": { "from": 0, "to": 1, "duration": "50%" } } }"#)
    let outcome = try bench.bash("cat in.wav | afx -t t.json -f f32 | tail -c $((4000 * 8)) > a")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let whole = try bench.bash("afx -f f32 < in.wav | tail -c $((4000 * 8)) > b; cmp a b")
    #expect(whole.status == 0)
  }

  @Test func `a clip of one channel takes none from the others`() throws {
    try bench.write(#"{ "version": 1, "audio": { "channels": 1 } }"#, to: "mono.json")
    try bench.write(
      #"{ "version": 1, "clips": [{ "source": "mono.wav" }, { "source": "in.wav" }] }"#)
    let outcome = try bench.bash(
      "afx -t mono.json < in.wav > mono.wav && afx -t t.json > out.wav && afx measure out.wav")
    #expect(outcome.status == 0 && outcome.text.contains("0:00:02.000, 44100 Hz, 2 channels"))
  }

  @Test
  func `frames on the command line count at the canvas's rate, and are reported without a place`()
    throws
  {
    let audio = #""audio": { "volume": { "keys": [[0, 0], ["100%", 1]] } }"#
    try bench.write(#"{ "version": 1, "canvas": { "rate": 1 }, \#(audio) }"#)
    let frames = try bench.bash("afx -q -f f32 -t t.json --start 3f < in.wav")
    let seconds = try bench.bash("afx -q -f f32 -t t.json --start 3 < in.wav")
    #expect(frames.status == 0 && frames.output == seconds.output, "\(frames.errors)")
    try bench.write(#"{ "version": 1, \#(audio) }"#)
    let unknown = try bench.bash("afx -q -t t.json --start 3f < in.wav")
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasPrefix("afx: times in frames need the rate of the film"))
  }
}
