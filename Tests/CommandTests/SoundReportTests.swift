import Foundation
import Images
import Shell
import TestSupport
import Testing

@testable import Options
@testable import afx

/// What the commands of `afx` tell of sounds and of timelines, and its help.
@Suite(.timeLimit(.minutes(20))) struct SoundReportTests {
  let bench: Workbench

  init() throws { bench = try Workbench.withSound() }

  @Test func `comparing tells how far sounds lie apart`() throws {
    try bench.write(#"{ "version": 1, "audio": { "volume": "-6dB" } }"#)
    let made = try bench.bash("afx -t t.json --format f32 < in.wav > out.wav")
    #expect(made.status == 0)
    let same = try bench.bash("afx compare in.wav in.wav")
    #expect(same.status == 0)
    #expect(same.text.hasSuffix("identical\n"))
    let other = try bench.bash("afx compare in.wav out.wav --format json")
    #expect(other.status == 1)
    #expect(other.text.contains(#""passes": false"#))
    // The difference of x and x/1.995 is -6.04 dB of the signal.
    #expect(other.text.contains(#""snr": 6.04"#))
    #expect(try bench.bash("afx compare in.wav out.wav --max-diff 0").status == 0)
  }

  @Test func `loudness is written as text and as objects`() throws {
    let text = try bench.bash("afx measure in.wav").text
    #expect(text.contains("integrated"))
    #expect(text.contains("true peak"))
    let object = try bench.bash("afx measure --format json in.wav - < in.wav").text
    #expect(object.split(separator: "\n").count == 2)
    #expect(object.contains(#""samplePeak": -10.31"#))
  }

  @Test func `a chart shows levels, and a picture is a PNG`() throws {
    try bench.write(
      #"{ "version": 1, "audio": { "tracks": [{ "name": "music", "source": "in.wav", "fadeIn": 0.5 }] } }"#
    )
    let chart = try bench.bash("afx plan t.json")
    #expect(chart.status == 0)
    #expect(chart.text.contains("the track 'music' "))
    #expect(chart.text.contains("▇"))
    let picture = try bench.bash("afx wave -t t.json < in.wav -o mix.png --width 300")
    #expect(picture.status == 0)
    #expect(try bench.contents("mix.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `the names of gains stand above their lane, not in it`() throws {
    func picture(_ name: String) throws -> Data {
      try bench.write(
        #"{ "version": 1, "audio": { "tracks": [{ "name": "\#(name)", "source": "in.wav", "duration": 0.5 }] } }"#
      )
      let outcome = try bench.bash("afx wave -t t.json -w 300 --height 50 -o - < in.wav")
      #expect(outcome.status == 0)
      return outcome.output
    }
    func rows(_ data: Data) throws -> [[UInt8]] {
      let picture = try PictureSequence(ImageFile(parsing: Array(data))).picture(0)
      guard case .eight(let samples) = picture.samples else { return [] }
      return (0..<picture.height).map { y in
        Array(samples[(y * picture.width * 4)..<((y + 1) * picture.width * 4)])
      }
    }
    let (first, second) = (try rows(picture("music")), try rows(picture("voices")))
    #expect(first.count == second.count)
    let differing = first.indices.filter { first[$0] != second[$0] }
    #expect(!differing.isEmpty)
    // The last lane, of 50 rows, stands 14 + 34 rows above the lower edge.
    #expect(differing.allSatisfy { $0 < first.count - 48 - 50 })
  }

  @Test func `a file that fails does not keep others from being measured`() throws {
    let outcome = try bench.bash("afx measure --format json in.wav none.wav in.wav")
    #expect(outcome.status == 1)
    #expect(outcome.text.split(separator: "\n").count == 2)
    #expect(outcome.errors == "afx: cannot open none.wav: No such file or directory\n")
  }

  @Test func `statistics tell the bytes of input and output`() throws {
    let size = try bench.contents("in.wav").count
    #expect(size / 1024 == 31)
    for command in ["afx --stats", "cat | afx --stats --format f32", "afx measure --stats"] {
      let outcome = try bench.bash("\(command) < in.wav > out")
      #expect(outcome.errors.contains("read 31."), "\(outcome.errors)")
    }
    #expect(try bench.bash("afx --stats < in.wav > out").errors.contains("wrote 31."))
  }

  @Test func `a plan shortens names where it cuts them, and does not guess what comes`() throws {
    try bench.write(
      #"{ "version": 1, "audio": { "tracks": [{ "name": "the narrator's voice", "source": "in.wav" }] } }"#
    )
    let chart = try bench.bash("afx plan t.json").text
    #expect(chart.contains("the track 'the narrator… "))
    #expect(!chart.contains("8000 Hz"))
  }

  @Test func `no two commands or options share a name, and all are explained`() throws {
    #expect(duplicates(in: AFX.program) == [])
    for command in AFX.program.commands {
      let page = try bench.bash("afx \(command.name) --help")
      #expect(page.text == HelpText.page(of: command, in: AFX.program))
      #expect(try bench.bash("afx help \(command.name)").text.hasPrefix(page.text))
      for line in page.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
    #expect(try bench.bash("afx help limiter").text.contains("ceiling"))
  }
}
