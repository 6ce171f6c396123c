import Foundation
import TestSupport
import Testing

/// Timelines of tracks without a main sound.
@Suite(.timeLimit(.minutes(20))) struct TracksAloneTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(SoundFiles.saw(seconds: 0.5, rate: 48_000), to: "a.wav")
  }

  private func write(_ audio: String, to name: String = "t.json") throws {
    let text = #"{ "version": 1, "audio": { \#(audio) } }"#
    try bench.write(text, to: name)
  }

  private static let tracks =
    #""tracks": [{ "source": "a.wav", "start": 0.25 }, { "source": "a.wav" }]"#

  @Test(arguments: ["< /dev/null", "<&-", "< empty", "< <(true)", "< <(cat /dev/null)"])
  func `with nothing on standard input the tracks alone are the mix`(_ input: String) throws {
    try write(Self.tracks)
    try bench.write(Data(), to: "empty")
    let outcome = try bench.bash("afx -t t.json \(input) > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 36_000)
    // A program that wrote nothing may have failed.
    let isTold = outcome.errors.contains("note: standard input is empty")
    #expect(isTold == (input == "< empty" || input.contains("<(")), "\(outcome.errors)")
    #expect(try bench.bash("afx -q -t t.json \(input) > out.wav").errors.isEmpty)
  }

  @Test func `a plan says how to give the length of the stream, which it does not read`() throws {
    try write(#""volume": { "keys": [[0, 0], ["50%", 1]] }, "# + Self.tracks)
    let outcome = try bench.bash("afx plan t.json")
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(
      outcome.errors.hasSuffix(
        "1 error; the stream is not read here: give its length by --duration\n"),
      "\(outcome.errors)")
    #expect(try bench.bash("afx plan --duration 4 t.json").status == 0)
    try write(#""volume": 2000, "# + Self.tracks)
    #expect(try bench.bash("afx plan t.json").errors.hasSuffix("1 error\n"))
  }

  @Test func `sound on standard input is the main sound, and false leaves it unread`() throws {
    try write(Self.tracks)
    try write(#""main": false, "# + Self.tracks, to: "alone.json")
    #expect(try bench.bash("afx -t t.json < a.wav > out.wav").status == 0)
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 24_000)
    let alone = try bench.bash(
      "{ afx -t alone.json > out.wav; wc -c; } < a.wav && afx check alone.json && afx plan alone.json"
    )
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 36_000)
    #expect(alone.text.contains("\(24_000 * 2 + 44)\n"), "standard input was read")
    #expect(!alone.text.contains("standard input"), "\(alone.text)")
    let wave = try bench.bash("afx wave -t alone.json -o out.png < a.wav && afx wave -t t.json")
    #expect(wave.status == 0, "\(wave.errors)")
  }

  @Test func `what is played for ever ends with the others, and alone is refused`() throws {
    let endless = #"{ "source": "a.wav", "loop": "forever", "fadeOut": 0.5 }"#
    try write(
      #""main": false, "volume": { "keys": [[0, 1], ["100%", 0]] }, "tracks": [{ "source": "a.wav", "start": 1 }, \#(endless)]"#
    )
    let outcome = try bench.bash("afx -t t.json > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 72_000)
    try write(#""tracks": [\#(endless)]"#)
    for command in ["afx -t t.json", "afx wave -t t.json"] {
      let outcome = try bench.bash(command)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("t.json:1:") && outcome.errors.contains("'duration'"))
    }
    // What comes may be the end.
    #expect(try bench.bash("afx check t.json").status == 0)
    try write(#""main": false, "tracks": [\#(endless)]"#)
    #expect(try bench.bash("afx check t.json").status == 2)
    try write(#""main": false, "tracks": [{ "source": "a.wav", "loop": "forever" }]"#)
    #expect(try bench.bash("afx -t t.json --duration 2 > out.wav").status == 0)
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 96_000)
  }

  @Test func `no sound at all is reported`() throws {
    try write(#""main": false"#)
    let nothing = try bench.bash("afx -t t.json")
    #expect(nothing.status == 2 && nothing.errors.contains("nothing to play"), "\(nothing.errors)")
    try write(#""volume": 1"#)
    #expect(try bench.bash("afx -t t.json < /dev/null").status == 1)
  }

  @Test func `among clips, false makes them silent and keeps their length`() throws {
    let text =
      #"{ "version": 1, "clips": [{ "source": "a.wav" }], "audio": { "main": false, "tracks": [{ "source": "a.wav", "out": 0.25 }] } }"#
    try bench.write(text)
    let outcome = try bench.bash("afx -t t.json > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let data = try bench.contents("out.wav")
    #expect(SoundFiles.facts(data).frames == 24_000)
    #expect(data.suffix(24_000) == Data(count: 24_000))
  }
}
