import Bytes

extension WAVError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "the input is empty: the program before the pipe wrote nothing"
    case .notWAV(let start):
      Self.recognise(start)
    case .malformedHeader(let fault, let offset):
      "WAV header, byte \(offset): \(fault)"
    case .unsupported(let feature, let offset):
      "WAV header, byte \(offset): \(feature)"
    case .truncatedHeader(let offset):
      "the input ends at byte \(offset), before any sound"
    case .truncated(let sample, let missing):
      "the input ends after \(counted(sample, "sample")): \(missingBytes(missing))"
    case .pipe(let error):
      "\(error)"
    }
  }

  /// What to say of a stream that begins with `start`, the first 12 bytes or fewer.
  private static func recognise(_ start: [UInt8]) -> String {
    if start.starts(with: Array("YUV4MPEG2".utf8)) {
      return "the input is YUV4MPEG2, which is video: use vfx for it; afx reads WAV"
    }
    guard let kind = FileMagic(of: start) else {
      return "the input is not WAV: it starts with \(start.quotedBytes)"
    }
    return "the input is \(kind.name), not WAV: convert it with ffmpeg, as in ffmpeg -i FILE -f "
      + "wav - | afx ..."
  }
}

extension WAVHeaderFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badChunk(let found):
      "the name of a chunk expected, but \(found.quotedBytes) found"
    case .dataBeforeFormat: "the data chunk comes before the fmt chunk"
    case .contradictoryFormats: "there are two fmt chunks that disagree"
    case .shortChunk(let name, let size): "the \(name) chunk is too short: \(size) bytes"
    case .impossibleSize: "a size is larger than a file can be"
    case .noChannels: "there are no channels"
    case .noRate: "the sample rate is 0"
    case .badSampleSize(let bits, let blockAlign, let channels):
      "\(channels) channels of \(bits) bits do not make sample frames of \(blockAlign) bytes"
    }
  }
}

extension UnsupportedFeature: CustomStringConvertible {
  package var description: String {
    let advice = "decode it with ffmpeg before the pipe"
    switch self {
    case .codec(let tag):
      return "unsupported codec 0x\(String(tag, radix: 16))\(Self.name(of: tag)); \(advice)"
    case .guid(let bytes):
      return "unsupported codec \(bytes.quotedBytes); \(advice)"
    case .sampleSize(let bits, let isFloat):
      return
        "samples are \(isFloat ? "floating-point" : "whole") numbers of \(bits) bits; read are whole "
        + "numbers of 1 to 32 bits, and floating point of 32 and 64; \(advice)"
    case .channels(let count):
      return "\(count) channels; at most \(AudioFormat.mostChannels) are read"
    case .rate(let rate):
      return "\(rate) samples a second; at most \(AudioFormat.highestRate) are read"
    case .tooManyChunks:
      return "more than \(HeaderParser.mostChunks) chunks before the sound"
    case .largeChunk(let name, let size):
      return "a \(name) chunk of \(size) bytes"
    case .largeMetadata:
      return "more than \(HeaderParser.mostKeptBytes >> 20) MiB of metadata before the sound"
    }
  }

  /// The name of a codec, in brackets after a space, by its number in Microsoft's mmreg.h.
  private static func name(of tag: Int) -> String {
    let names = [
      0x2: "ADPCM", 0x11: "IMA ADPCM", 0x22: "TrueSpeech", 0x31: "GSM 6.10", 0x50: "MPEG",
      0x55: "MP3", 0x92: "AC-3", 0x161: "WMA", 0xFF: "AAC", 0x674F: "Vorbis", 0xF1AC: "FLAC",
    ]
    return names[tag].map { " (\($0))" } ?? ""
  }
}
