import Bytes
import Timeline

/// What is said in a sound, word by word, as a program that listened to it has written it down.
package struct Transcript: Sendable {
  /// What wrote the file.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// openai-whisper, its API, faster-whisper, WhisperX and whisper-timestamped, and others that
    /// write segments or words as they do.
    case whisper = "Whisper"
    /// Its `-oj` and `-ojf`.
    case whisperCpp = "whisper.cpp"
    case assemblyAI = "AssemblyAI"
    case deepgram = "Deepgram"
    case aws = "AWS Transcribe"
    case vosk = "Vosk"
    case revAI = "Rev.ai"
    /// The times of characters that come with its speech.
    case elevenLabs = "ElevenLabs"
    case google = "Google Speech-to-Text"
    case azure = "Azure Speech"
    case gladia = "Gladia"
    case speechmatics = "Speechmatics"
    case soniox = "Soniox"
    case watson = "IBM Watson"
    case json3 = "YouTube json3"
    case srv3 = "YouTube srv3"
    case srt = "SubRip"
    case webVTT = "WebVTT"
    case ass = "ASS"
  }

  /// The most words that are read: a day of fast speech has fewer.
  package static let mostWords = 1 << 18
  /// The longest file, in bytes.
  package static let mostBytes = 16 << 20
  /// The last second that a word may have: that of timelines.
  package static let latest = Int(clamping: Time.limit.value.floor)

  /// What wrote the file.
  package let kind: Kind
  /// The words by their starts; none is empty.
  package let words: [CaptionWord]
  /// What is odd, in the order in which it was found: among others, that times are estimates.
  package let notes: [CaptionNote]

  /// Reads a file, whose kind its contents tell.
  ///
  /// Throws when its bytes are of no known kind, break the rules of their own, or have no words.
  package init(_ bytes: [UInt8]) throws(CaptionError) {
    let first = bytes.first { !Self.isBlankOrMark($0) }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isXML = first == UInt8(ascii: "<")
    // A bracket begins sections of ASS too.
    let source = TranscriptSource(bytes)
    guard bytes.count <= Self.mostBytes else {
      throw CaptionError(
        "the file is longer than \(Self.mostBytes >> 20) MiB", at: source.place(of: 0),
        kind: .unsupported)
    }
    guard bytes.contains(where: { !Self.isBlankOrMark($0) }) else {
      throw CaptionError("the file is empty", at: source.place(of: 0), kind: .truncated)
    }
    if isJSON, !source.startsWithSection {
      var reader = TranscriptReader(source)
      kind = try reader.read()
      (words, notes) = try reader.finish()
    } else if isXML {
      var reader = TimedTextReader(source)
      kind = try reader.read()
      (words, notes) = try reader.finish()
    } else {
      var reader = CueWordReader(bytes)
      kind = try reader.read()
      (words, notes) = try reader.finish()
    }
  }

  private static func isBlankOrMark(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || [0xEF, 0xBB, 0xBF].contains(byte)
  }
}
