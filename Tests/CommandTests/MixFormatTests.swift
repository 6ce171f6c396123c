import Foundation
import TestSupport
import Testing

/// Which rate, channels and samples a mix has.
@Suite(.timeLimit(.minutes(20))) struct MixFormatTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    for (name, channels, rate) in [
      ("voice.wav", 1, 22_050), ("music.wav", 2, 48_000), ("low.wav", 1, 8000),
    ] {
      try bench.write(SoundFiles.saw(seconds: 0.25, channels: channels, rate: rate), to: name)
    }
  }

  private func write(_ audio: String, clips: String = "") throws {
    let text = #"{ "version": 1, \#(clips) "audio": { \#(audio) } }"#
    try bench.write(text)
  }

  private static func tracks(_ names: [String], _ more: String = "") -> String {
    #""tracks": ["#
      + names.map { #"{ "source": "\#($0)" \#(more) }"# }.joined(separator: ", ") + "]"
  }

  @Test(arguments: [
    (
      ["voice.wav", "music.wav"], 48_000, 2, "48000 Hz, the highest rate, which is that of track 2"
    ),
    (
      ["music.wav", "voice.wav"], 48_000, 2, "48000 Hz, the highest rate, which is that of track 1"
    ),
    (["low.wav", "voice.wav"], 44_100, 1, "44100 Hz, because no sound has more"),
  ])
  func `the highest rate of what is heard is that of the mix`(
    _ names: [String], _ rate: Int, _ channels: Int, _ words: String
  ) throws {
    try write(#""main": false, "# + Self.tracks(names))
    #expect(try bench.bash("afx -t t.json > out.wav").status == 0)
    let facts = SoundFiles.facts(try bench.contents("out.wav"))
    #expect(facts.rate == rate && facts.channels == channels && facts.bits == 16)
    let plan = try bench.bash("afx plan t.json").text
    #expect(plan.contains(words), "\(plan)")
  }

  @Test func `what is muted or never heard does not count, and 'rate' decides`() throws {
    let clip =
      #""clips": [{ "source": { "color": "black" }, "duration": 0.25 }, { "source": "voice.wav" }],"#
    for more in [#", "mute": true"#, #", "enabled": false"#, #", "start": 9"#] {
      try write(Self.tracks(["music.wav"], more), clips: clip)
      #expect(try bench.bash("afx -t t.json > out.wav").status == 0)
      let facts = SoundFiles.facts(try bench.contents("out.wav"))
      #expect(facts.rate == 44_100 && facts.channels == 1, "\(more)")
    }
    try write(#""rate": 22050, "# + Self.tracks(["music.wav"]), clips: clip)
    #expect(try bench.bash("afx -t t.json > out.wav").status == 0)
    #expect(SoundFiles.facts(try bench.contents("out.wav")).rate == 22_050)
    #expect(try bench.bash("afx plan t.json").text.contains("22050 Hz, as 'rate' says"))
  }

  @Test func `what is panned gets a left and a right`() throws {
    try write(#""main": false, "# + Self.tracks(["voice.wav"], #", "pan": -1"#))
    #expect(try bench.bash("afx -t t.json > out.wav").status == 0)
    #expect(SoundFiles.facts(try bench.contents("out.wav")).channels == 2)
  }

  @Test(arguments: [
    (#""pan": -1"#, "like standard input"), (#""main": { "pan": 0.5 }"#, "like standard input"),
    (#""tracks": [{ "source": "low.wav", "pan": 1 }]"#, "like standard input"),
    (#""channels": 1, "pan": -1"#, "as 'channels' says"), (#""channels": 2, "pan": -1"#, nil),
    (#""main": { "pan": 0 }"#, nil as String?),
  ])
  func `a pan that one channel cannot have is reported`(_ audio: String, _ words: String?) throws {
    try write(audio)
    let outcome = try bench.bash("afx -t t.json < voice.wav > out.wav")
    #expect(outcome.status == 0)
    let warning = words.map { "'pan' does nothing, because the mix has one channel, \($0)" }
    #expect(warning.map { outcome.errors.contains($0) } ?? outcome.errors.isEmpty)
    let check = try bench.bash("afx check t.json < voice.wav")
    #expect(check.status == 0)
  }

  @Test func `standard input as the main sound keeps its rate, and what loses by it is reported`()
    throws
  {
    try write(Self.tracks(["music.wav"]))
    let outcome = try bench.bash("afx -t t.json < voice.wav > out.wav")
    #expect(outcome.status == 0)
    let facts = SoundFiles.facts(try bench.contents("out.wav"))
    #expect(facts.rate == 22_050 && facts.channels == 1)
    #expect(outcome.errors.contains("track 1 has 48000 samples a second"), "\(outcome.errors)")
    #expect(outcome.errors.contains("track 1 has 2 channels"), "\(outcome.errors)")
    let full = try bench.bash("afx -t t.json < music.wav > out.wav")
    #expect(full.status == 0 && full.errors.isEmpty, "\(full.errors)")
    let plan = try bench.bash("afx plan t.json").text
    #expect(plan.contains("the channels of standard input, the rate of standard input"), "\(plan)")
  }

  @Test func `a voice on standard input that is a track or a clip makes nothing worse`() throws {
    try write(#""main": false, "# + Self.tracks(["stdin", "music.wav"]))
    #expect(try bench.bash("afx -t t.json < voice.wav > out.wav").status == 0)
    var facts = SoundFiles.facts(try bench.contents("out.wav"))
    #expect(facts.rate == 48_000 && facts.channels == 2)
    try write(Self.tracks(["music.wav"]), clips: #""clips": [{ "source": "stdin", "out": 0.2 }],"#)
    // Eight bits of a track are not those of the music.
    try bench.write(SoundFiles.saw(seconds: 0.25, rate: 22_050, bits: 8), to: "v8.wav")
    #expect(try bench.bash("afx -t t.json < v8.wav > out.wav").status == 0)
    facts = SoundFiles.facts(try bench.contents("out.wav"))
    #expect(facts.rate == 48_000 && facts.channels == 2 && facts.bits == 16)
    // As the main sound they stay, and that is told.
    try write(Self.tracks(["music.wav"]))
    let kept = try bench.bash("afx -t t.json < v8.wav > out.wav")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).bits == 8)
    #expect(kept.errors.contains("written as u8"), "\(kept.errors)")
  }
}
