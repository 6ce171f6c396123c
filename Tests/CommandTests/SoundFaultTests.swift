import Foundation
import Testing

/// What `afx` reports of timelines, streams and options that are wrong.
@Suite(.timeLimit(.minutes(20))) struct SoundFaultTests {
  let bench: Workbench

  init() throws { bench = try Workbench.withSound() }

  @Test func `effects are found by the words of other tools`() throws {
    for (word, effect) in [("compand", "compressor"), ("echo", "delay"), ("ringmod", "robot")] {
      try bench.write(#"{ "version": 1, "audio": { "effects": [{ "effect": "\#(word)" }] } }"#)
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
      try bench.write(
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
    try bench.write(whole.prefix(10_044), to: "cut.wav")
    try bench.write(
      #"{ "version": 1, "audio": { "main": false, "tracks": [{ "source": "cut.wav" }, { "source": "in.wav" }] } }"#
    )
    let told = try bench.bash("afx check t.json")
    #expect(told.status == 0)
    let words = "warning: cut.wav: 22000 bytes are missing at its end; the rest is played"
    #expect(told.errors.contains(words) && !told.errors.contains("in.wav: "), "\(told.errors)")
  }

  @Test func `faults of a timeline are reported with their places`() throws {
    try bench.write(
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
    try bench.write(
      #"{ "version": 1, "audio": { "tracks": [{ "source": "in.wav", "start": "5f" }] } }"#)
    let outcome = try bench.bash("afx -t t.json < in.wav")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("error: times in frames need the rate of the film"))
    #expect(try bench.bash("afx -q -t t.json --fps 25 < in.wav").status == 0)
    #expect(try bench.bash("afx check t.json").status == 0)
    // Frames of layers are nothing to sound.
    try bench.write(#"{ "version": 1, "layers": [{ "type": "color", "end": "5f" }] }"#)
    #expect(try bench.bash("afx -q -t t.json < in.wav").output == (try bench.contents("in.wav")))
  }

  @Test func `what a stream may tell is a warning of the check`() throws {
    try bench.write(
      #"{ "version": 1, "audio": { "volume": { "keys": [[0, 1], ["100%", 0]] }, "fadeIn": "5f" } }"#
    )
    let check = try bench.bash("afx check t.json")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.contains("warning: unless the stream tells more, a percentage"))
    #expect(check.errors.contains("warning: unless the stream tells more, times in frames"))
    #expect(try bench.bash("afx check t.json --fps 25 --duration 1").errors.isEmpty)
    #expect(try bench.bash("afx -q -t t.json --fps 25 < in.wav").status == 0)
    // What no stream mends is an error, and nothing else is.
    try bench.write(
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
    try bench.write(
      #"{ "version": 1, "audio": { "tracks": [{ "source": "silent.y4m" }, { "source": "in.wav", "in": 2 }] } }"#
    )
    let outcome = try bench.bash("afx check t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: the source has no sound"))
    #expect(outcome.errors.contains("warning: 'in' is 2 s, but the source ends at 1.000 s"))
  }

  @Test func `pictures check the sound of a timeline too`() throws {
    try bench.write(#"{ "version": 1, "audio": { "tracks": [{ "sauce": "a.wav" }] } }"#)
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

  @Test func `lengths below zero and frames of no length are refused`() throws {
    for options in ["--duration -1", "--duration -5f", "--duration 30f", "--start 1f"] {
      let outcome = try bench.bash("afx \(options) < in.wav")
      #expect(outcome.status == 2, "\(options)")
      #expect(outcome.output.isEmpty)
    }
    try bench.write(#"{ "version": 1, "audio": { "fadeIn": "5f" } }"#)
    let unknown = try bench.bash("afx -t t.json < in.wav")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("--fps"))
    #expect(try bench.bash("afx -t t.json --fps 25 < in.wav").status == 0)
    #expect(try bench.bash("afx check t.json").status == 0)
    #expect(try bench.bash("afx plan t.json").status == 0)
  }
}
