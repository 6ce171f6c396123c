import Bytes
import Foundation
import Pipes
import Shell
import Sounds
import TestSupport
import Testing
import Timeline

/// The sound of a film that `afx` reads in the place of standard input.
@Suite(.timeLimit(.minutes(20))) struct FilmSoundTests {
  private static let fades = #"{ "fadeOut": 0.25, "main": { "fadeOut": { "duration": 0.125 } } }"#
  private static let loud = #"{ "effects": [{ "effect": "normalize", "target": -20 }] }"#

  private func write(_ audio: String, in bench: Workbench) throws {
    let text = #"{ "version": 1, "audio": \#(audio) }"#
    try bench.write(text)
  }

  /// The header of stereo at 48 kHz whose end is not said, as ffmpeg writes it into a pipe.
  private static let header: [UInt8] =
    Array("RIFF".utf8) + [255, 255, 255, 255] + Array("WAVEfmt ".utf8)
    + [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0]
    + Array("data".utf8) + [255, 255, 255, 255]

  @Test(arguments: [
    (#"{ "fadeOut": 2 }"#, true), (#"{ "main": { "fadeOut": 2 } }"#, true),
    ("{}", false), (#"{ "fadeIn": 2 }"#, false), (#"{ "main": { "fadeIn": 2 } }"#, false),
    (#"{ "effects": [{ "effect": "limiter" }] }"#, false), (loud, false),
  ])
  func `samples are counted where the end must be known`(_ audio: String, _ isNeeded: Bool) throws {
    let text = #"{ "version": 1, "audio": \#(audio) }"#
    let file = TimelineFile(SourceText(name: "t.json", text: text), folder: "")
    let request = SoundRequest(common: TimelineRequest(timeline: file, rate: FrameRate(25, 1)))
    let input = try InputSound(.standardInput, source: ByteSource(Self.header))
    #expect(try SoundEnd.needsLength(request, input) == isNeeded)
  }

  @Test(.enabled(if: Tool.hasFFmpeg), arguments: ["{}", fades, loud])
  func `a film is heard as its sound in a file is`(_ audio: String) throws {
    let bench = try Workbench()
    try write(audio, in: bench)
    let film =
      "ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=f=440:d=0.93 "
      + "-c:v ffv1 -c:a CODER in.mkv && "
      + "ffmpeg -v error -i in.mkv -af aresample=async=1:first_pts=0 -c:a SAMPLES in.wav"
    for (coder, samples) in [("flac", "pcm_s16le"), ("aac", "pcm_f32le")] {
      let script = film.replacingOccurrences(of: "CODER", with: coder)
        .replacingOccurrences(of: "SAMPLES", with: samples)
      let outcome = try bench.bash(
        "rm -f in.*; \(script) && afx -q -t t.json -i in.mkv > film.wav && "
          + "afx -q -t t.json < in.wav > file.wav && afx compare film.wav file.wav")
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }
  }

  @Test func `a file of WAV needs no other program`() throws {
    let bench = try Workbench()
    for audio in [Self.fades, Self.loud] {
      try write(audio, in: bench)
      try bench.write(Sine.wave, to: "in.wav")
      let outcome = try bench.bash(
        "afx -q -t t.json -i in.wav --ffmpeg ./none > film.wav && afx -q -t t.json < in.wav > file.wav "
          + "&& cmp film.wav file.wav && afx check -i in.wav t.json && afx plan -i in.wav t.json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("0:00.000 – 0:01.000"), "\(outcome.text)")
      #expect(outcome.text.hasSuffix(", 1 channel, 8000 Hz\n"), "\(outcome.text)")
    }
  }

  @Test(.enabled(if: Tool.hasFFmpeg)) func `films are measured, compared and drawn`() throws {
    let bench = try Workbench()
    let outcome = try bench.bash(
      "ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=f=440:d=1 -c:v ffv1 "
        + "-c:a flac in.mkv && ffmpeg -v error -i in.mkv -vn in.wav && afx compare in.mkv in.wav && "
        + "afx wave in.mkv -o a.png && afx wave in.wav -o b.png && cmp a.png b.png && "
        + "afx measure in.mkv | tail -n +2 > a && afx measure in.wav | tail -n +2 > b && cmp a b")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("identical"), "\(outcome.text)")
    let refused = try bench.bash("afx measure --no-exec in.mkv")
    #expect(
      refused.status == 1 && refused.errors.contains("--no-exec forbids"), "\(refused.errors)")
  }

  @Test func `what cannot be heard is reported`() throws {
    let bench = try Workbench()
    try write(
      #"{ "effects": [{ "effect": "eq", "bands": [{ "type": "lowpass", "frequency": 5000 }] }] }"#,
      in: bench)
    try bench.write(Sine.wave, to: "in.wav")
    try bench.write("GIF89a", to: "still.gif")
    let checked = try bench.bash("afx check -i in.wav t.json")
    #expect(checked.status == 2 && checked.errors.hasPrefix("t.json:1:"), "\(checked.errors)")
    try write("{}", in: bench)
    let silent = try bench.bash("afx -t t.json -i still.gif")
    #expect(silent.status == 2 && silent.errors.contains("there is no sound in it"))
    let missing = try bench.bash("afx -t t.json -i none.mp4")
    #expect(missing.status == 2 && missing.errors.contains("none.mp4"))
  }
}

/// A second of sound.
private enum Sine {
  /// Mono of 16 bits at 8 kHz.
  static let wave: [UInt8] = {
    var samples: [UInt8] = []
    for index in 0..<8000 {
      let value = Int16(index * 211 % 16_000 - 8000)
      samples += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    return Array("RIFF".utf8) + [0xA4, 0x3E, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
      + Array("data".utf8) + [0x80, 0x3E, 0, 0] + samples
  }()
}
