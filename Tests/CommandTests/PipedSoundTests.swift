import Bytes
import Pipes
import Shell
import Testing
import Timeline

/// What is refused because the sound of a film comes through a pipe.
@Suite struct PipedSoundTests {
  /// The header of stereo at 48 kHz whose end is not said, as ffmpeg writes it into a pipe.
  private static let header: [UInt8] =
    Array("RIFF".utf8) + [255, 255, 255, 255] + Array("WAVEfmt ".utf8)
    + [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0]
    + Array("data".utf8) + [255, 255, 255, 255]

  private func check(_ audio: String) throws {
    let text = #"{ "version": 1, "audio": \#(audio) }"#
    let file = TimelineFile(SourceText(name: "t.json", text: text), folder: "")
    var common = TimelineRequest(timeline: file, rate: FrameRate(25, 1))
    common.isQuiet = true
    try FirstPass.check(SoundRequest(common: common), pipe: ByteSource(Self.header))
  }

  @Test(arguments: [
    #"{ "fadeOut": 2 }"#, #"{ "main": { "fadeOut": 2 } }"#,
    #"{ "effects": [{ "effect": "normalize" }] }"#,
    #"{ "main": { "effects": [{ "effect": "normalize" }] } }"#,
  ])
  func `what needs its end or reads it twice`(_ audio: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try check(audio) }
    #expect(failure?.details.hasPrefix("t.json:1:") == true)
  }

  @Test(arguments: [
    "{}", #"{ "fadeIn": 2 }"#, #"{ "main": { "fadeIn": 2 } }"#,
    #"{ "effects": [{ "effect": "limiter" }] }"#,
  ])
  func `all else is none of these`(_ audio: String) throws { try check(audio) }
}
