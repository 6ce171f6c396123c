import Foundation
import TestSupport
import Testing

/// Timelines of more tracks than anybody writes by hand.
@Suite(.timeLimit(.minutes(20))) struct ManyTracksTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(SoundFiles.saw(seconds: 0.1, rate: 48_000, level: 100), to: "a.wav")
  }

  private func write(_ tracks: some Sequence<String>) throws {
    let text =
      #"{ "version": 1, "audio": { "main": false, "tracks": [\#n"#
      + tracks.joined(separator: ",\n") + "] } }"
    try bench.write(text)
  }

  @Test func `a file that many tracks play at once is open once`() throws {
    try write((0..<400).map { #"{ "source": "a.wav", "start": \#(Double($0 % 10) / 100) }"# })
    let outcome = try bench.bash("ulimit -n 40; afx -t t.json > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 9120)
  }

  @Test func `too many tracks at once are refused where they begin`() throws {
    try write((0..<1001).map { _ in #"{ "source": "a.wav" }"# })
    for command in ["afx check t.json", "afx -t t.json"] {
      let outcome = try bench.bash(command)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains("t.json:1002:13: error: more than 1000 tracks are heard at")
          || outcome.errors.contains("t.json:1002:"), "\(outcome.errors)")
    }
    // One after another they are few, and so they are where others are muted.
    try write((0..<1001).map { #"{ "source": "a.wav", "start": \#(Double($0) / 10) }"# })
    #expect(try bench.bash("afx check t.json").status == 0)
    try write((0..<1001).map { #"{ "source": "a.wav", "mute": \#($0 > 0) }"# })
    #expect(try bench.bash("afx -t t.json > out.wav").status == 0)
  }

  @Test func `five thousand tracks that duck are checked and played in a row`() throws {
    let voice = [#"{ "name": "v", "source": "a.wav", "loop": 20 }"#]
    try write(
      voice
        + (0..<5000).map {
          #"{ "source": "a.wav", "start": \#(Double($0) / 200), "duck": { "under": "v" } }"#
        })
    let check = try bench.bash("afx check t.json && afx plan t.json | tail -n 1")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.text.contains("5001 lanes"), "\(check.text)")
    let outcome = try bench.bash("ulimit -n 40; afx -t t.json --duration 1 > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(SoundFiles.facts(try bench.contents("out.wav")).frames == 48_000)
  }
}
