import Foundation
import Images
import Shell
import TestSupport
import Testing

@testable import Options
@testable import afx

/// What `afx` does as a program; what it makes of sounds is tested with its modules.
@Suite(.timeLimit(.minutes(20))) struct SoundTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    // A second of 16-bit stereo at 8 kHz: a saw on the left, its half on the right.
    var samples: [Int16] = []
    for index in 0..<8000 {
      let value = Int16(truncatingIfNeeded: (index * 97) % 20_000 - 10_000)
      samples += [value, value / 2]
    }
    try wave(samples).write(to: bench.folder.appendingPathComponent("in.wav"))
  }

  private func wave(_ samples: [Int16]) -> Data {
    func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    let sound = SoundFiles.bytes(samples)
    let note = Data("noteabc\0".utf8)
    var data = Data("RIFF".utf8) + little(UInt32(36 + sound.count + 8 + 4))
    data += Data("WAVEfmt ".utf8) + little(UInt32(16)) + little(UInt16(1)) + little(UInt16(2))
    data += little(UInt32(8000)) + little(UInt32(32_000)) + little(UInt16(4)) + little(UInt16(16))
    data += Data("data".utf8) + little(UInt32(sound.count)) + sound
    return data + note.prefix(4) + little(UInt32(4)) + note.suffix(4)
  }

  private func write(_ text: String, to name: String = "t.json") throws {
    try Data(text.utf8).write(to: bench.folder.appendingPathComponent(name))
  }

  @Test func `sound to which nothing is done leaves byte for byte`() throws {
    try write(#"{ "version": 1, "layers": [], "audio": { "volume": 1 } }"#)
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
      try write(clips.replacingOccurrences(of: "SOURCE", with: source))
      let outcome = try bench.bash("afx -t t.json < in.wav > out.wav")
      #expect(outcome.status == 0, "\(outcome.errors)")
      // Where there are more bits than the output has, there is dither.
      let isKept = try bench.contents("out.wav").suffix(cut.count) == cut
      #expect(isKept == (source != "deep.wav"), "\(source)")
    }
  }

  @Test func `only what the timeline changes is changed`() throws {
    try write(
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
    try write(track(""))
    let outcome = try bench.bash(
      "cat in.wav | afx -t t.json -f f32 > out.wav && afx measure out.wav")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.text.contains("-30.0 LUFS"))
    // A stream of unknown length does not tell how long what plays for ever is heard.
    try write(track(#", "loop": "forever""#))
    let endless = try bench.bash(
      "{ head -c 40 in.wav; printf '\\377\\377\\377\\377'; tail -c +45 in.wav; } | afx -t t.json")
    #expect(endless.status == 2)
    #expect(endless.errors.contains("played for ever"))
  }

  @Test func `effects are found by the words of other tools`() throws {
    for (word, effect) in [("compand", "compressor"), ("echo", "delay"), ("ringmod", "robot")] {
      try write(#"{ "version": 1, "audio": { "effects": [{ "effect": "\#(word)" }] } }"#)
      let told = try bench.bash("afx check t.json")
      #expect(told.errors.contains("'\(word)'; did you mean '\(effect)'?"), "\(told.errors)")
      let help = try bench.bash("afx help \(word)")
      #expect(help.text.hasPrefix("\(effect) (effect): "), "\(help.text)")
    }
    #expect(try bench.bash("vfx help compand").text.hasPrefix("compressor (effect): "))
  }

  @Test func `a stated loudness that is not that of the sound is reported`() throws {
    let report = try bench.bash("afx measure --format json in.wav").output
    let values = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
    let found = try #require(values["integrated"] as? Double)
    for (stated, isTold) in [(found, false), (found + 0.3, false), (found - 6, true)] {
      try write(
        """
        { "version": 1, "audio": { "effects": [
          { "effect": "normalize", "measured": { "integrated": \(stated), "truePeak": 0 } }] } }
        """)
      let outcome = try bench.bash("cat in.wav | afx -t t.json > out.wav")
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("of 'measured', so it misses the target") == isTold)
      #expect(outcome.errors.isEmpty == !isTold, "\(outcome.errors)")
    }
    let part = try bench.bash("cat in.wav | afx -t t.json --duration 0.5 > out.wav")
    #expect(part.errors.isEmpty, "\(part.errors)")
  }

  @Test func `an empty file is not said to come from a pipe`() throws {
    let measured = try bench.bash(": > a.wav; afx measure a.wav")
    #expect(measured.errors == "afx: a.wav: the file is empty\n", "\(measured.errors)")
    let piped = try bench.bash("afx measure < a.wav")
    #expect(piped.errors.contains("standard input: the input is empty"), "\(piped.errors)")
  }

  @Test func `a file that ends before it says is reported`() throws {
    let whole = try Data(contentsOf: bench.folder.appendingPathComponent("in.wav"))
    try whole.prefix(10_044).write(to: bench.folder.appendingPathComponent("cut.wav"))
    try write(
      #"{ "version": 1, "audio": { "main": false, "tracks": [{ "source": "cut.wav" }, { "source": "in.wav" }] } }"#
    )
    let told = try bench.bash("afx check t.json")
    #expect(told.status == 0)
    let words = "warning: cut.wav: 22000 bytes are missing at its end; what there is is played"
    #expect(told.errors.contains(words) && !told.errors.contains("in.wav: "), "\(told.errors)")
  }

  @Test func `a part of a film sounds as it does in the whole`() throws {
    try write(
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
    try write(
      #"{ "version": 1, "audio": { "volume": { "from": 0, "to": 1, "duration": "50%" } } }"#)
    let outcome = try bench.bash("cat in.wav | afx -t t.json -f f32 | tail -c $((4000 * 8)) > a")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let whole = try bench.bash("afx -f f32 < in.wav | tail -c $((4000 * 8)) > b; cmp a b")
    #expect(whole.status == 0)
  }

  @Test func `a clip of one channel takes none from the others`() throws {
    try write(#"{ "version": 1, "audio": { "channels": 1 } }"#, to: "mono.json")
    try write(#"{ "version": 1, "clips": [{ "source": "mono.wav" }, { "source": "in.wav" }] }"#)
    let outcome = try bench.bash(
      "afx -t mono.json < in.wav > mono.wav && afx -t t.json > out.wav && afx measure out.wav")
    #expect(outcome.status == 0 && outcome.text.contains("0:00:02.000, 44100 Hz, 2 channels"))
  }

  @Test func `faults of a timeline are reported with their places`() throws {
    try write(
      """
      { "version": 1,
        "audio": { "volum": 1, "tracks": [{ "source": "none.wav" }],
          "effects": [{ "effect": "gian" }] } }
      """)
    let outcome = try bench.bash("afx -t t.json < in.wav")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("t.json:2:14: error: unknown key 'volum'"))
    #expect(outcome.errors.contains("t.json:2:49: error:"))
    #expect(outcome.errors.contains("did you mean 'gain'?"))
    let check = try bench.bash("afx check t.json --format json")
    #expect(check.status == 2)
    #expect(check.text.contains(#""line": 2"#))
  }

  @Test func `frames of a film on standard input need its rate`() throws {
    try write(
      #"{ "version": 1, "audio": { "tracks": [{ "source": "in.wav", "start": "5f" }] } }"#)
    let outcome = try bench.bash("afx -t t.json < in.wav")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("error: times in frames need the rate of the film"))
    #expect(try bench.bash("afx -q -t t.json --fps 25 < in.wav").status == 0)
    #expect(try bench.bash("afx check t.json").status == 0)
    // Frames of layers are nothing to sound.
    try write(#"{ "version": 1, "layers": [{ "type": "color", "end": "5f" }] }"#)
    #expect(try bench.bash("afx -q -t t.json < in.wav").output == (try bench.contents("in.wav")))
  }

  @Test
  func `frames on the command line count at the canvas's rate, and are reported without a place`()
    throws
  {
    let audio = #""audio": { "volume": { "keys": [[0, 0], ["100%", 1]] } }"#
    try write(#"{ "version": 1, "canvas": { "rate": 1 }, \#(audio) }"#)
    let frames = try bench.bash("afx -q -f f32 -t t.json --start 3f < in.wav")
    let seconds = try bench.bash("afx -q -f f32 -t t.json --start 3 < in.wav")
    #expect(frames.status == 0 && frames.output == seconds.output, "\(frames.errors)")
    try write(#"{ "version": 1, \#(audio) }"#)
    let unknown = try bench.bash("afx -q -t t.json --start 3f < in.wav")
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasPrefix("afx: times in frames need the rate of the film"))
  }

  @Test func `what a stream may tell is a warning of the check`() throws {
    try write(
      #"{ "version": 1, "audio": { "volume": { "keys": [[0, 1], ["100%", 0]] }, "fadeIn": "5f" } }"#
    )
    let check = try bench.bash("afx check t.json")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.contains("warning: unless the stream tells more, a percentage"))
    #expect(check.errors.contains("warning: unless the stream tells more, times in frames"))
    #expect(try bench.bash("afx check t.json --fps 25 --duration 1").errors.isEmpty)
    #expect(try bench.bash("afx -q -t t.json --fps 25 < in.wav").status == 0)
    // What no stream mends is an error, and nothing else is.
    try write(
      #"{ "version": 1, "audio": { "volume": { "keys": [[0, 1], ["100%", 0]] }, "fadeIn": -1 } }"#)
    for command in ["afx check t.json", "afx -t t.json < in.wav"] {
      let outcome = try bench.bash(command)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("error: 'fadeIn' cannot be negative"))
      #expect(!outcome.errors.contains("error: a percentage"), "\(outcome.errors)")
    }
  }

  @Test func `a track has a sound, and plays no more of it than there is`() throws {
    #expect(try bench.bash("vfx testsrc -q -s 16x16 -n 1 > silent.y4m").status == 0)
    try write(
      #"{ "version": 1, "audio": { "tracks": [{ "source": "silent.y4m" }, { "source": "in.wav", "in": 2 }] } }"#
    )
    let outcome = try bench.bash("afx check t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: the source has no sound"))
    #expect(outcome.errors.contains("warning: 'in' is 2 s, but the source ends at 1.000 s"))
  }

  @Test func `pictures check the sound of a timeline too`() throws {
    try write(#"{ "version": 1, "audio": { "tracks": [{ "sauce": "a.wav" }] } }"#)
    let outcome = try bench.bash("vfx check t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean 'source'?"))
  }

  @Test func `a stream that ends too early is an error after all whole samples`() throws {
    let outcome = try bench.bash("head -c 1043 in.wav | afx -q > out.wav")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("afx: the input ends"))
    #expect(try bench.contents("out.wav").count == 44 + 996)
    let dropped = try bench.bash("head -c 1043 in.wav | afx --truncated drop > out.wav")
    #expect(dropped.status == 0)
    #expect(dropped.errors.contains("warning"))
  }

  @Test func `what is no sound is told from what is`() throws {
    let outcome = try bench.bash("printf 'YUV4MPEG2 W2 H2' | afx")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("afx: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let empty = try bench.bash("printf '' | afx")
    #expect(empty.status == 1)
    #expect(empty.errors.contains("empty"))
  }

  @Test func `a reader that goes away ends it quietly`() throws {
    let outcome = try bench.bash(
      """
      for i in 1 2 3 4 5 6 7 8; do tail -c +45 in.wav; done > more
      { head -c 40 in.wav; printf '\\377\\377\\377\\377'; cat more more more more more more; } > long.wav
      { afx -q < long.wav; echo $? > status; } | head -c 10 > /dev/null; cat status
      """)
    #expect(outcome.text == "0\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full device is an error`() throws {
    let outcome = try bench.bash("afx -q < in.wav > /dev/full")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "afx: cannot write standard output: No space left on device\n")
  }

  @Test func `comparing tells how far sounds lie apart`() throws {
    try write(#"{ "version": 1, "audio": { "volume": "-6dB" } }"#)
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
    try write(
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
      try write(
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

  @Test func `lengths below zero and frames of no length are refused`() throws {
    for options in ["--duration -1", "--duration -5f", "--duration 30f", "--start 1f"] {
      let outcome = try bench.bash("afx \(options) < in.wav")
      #expect(outcome.status == 2, "\(options)")
      #expect(outcome.output.isEmpty)
    }
    try write(#"{ "version": 1, "audio": { "fadeIn": "5f" } }"#)
    let unknown = try bench.bash("afx -t t.json < in.wav")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("--fps"))
    #expect(try bench.bash("afx -t t.json --fps 25 < in.wav").status == 0)
    #expect(try bench.bash("afx check t.json").status == 0)
    #expect(try bench.bash("afx plan t.json").status == 0)
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
    try write(
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
