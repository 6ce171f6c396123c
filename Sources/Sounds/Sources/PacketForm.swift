import Bytes
import NUT
import WAV

/// The form of samples in packets, by the name that ffmpeg gives it in NUT: those that WAV knows,
/// too.
package struct PacketForm: Hashable, Sendable {
  /// How each sample is written, apart from the order of its bytes.
  package let samples: SampleFormat
  /// Whether the highest byte of each sample comes first.
  package let isBigEndian: Bool

  private static let names: [(tag: [UInt8], samples: SampleFormat)] = [
    (Array("PUD".utf8) + [8], .u8), (Array("PSD".utf8) + [16], .s16),
    (Array("PSD".utf8) + [24], .s24), (Array("PSD".utf8) + [32], .s32),
    (Array("PFD".utf8) + [32], .f32), (Array("PFD".utf8) + [64], .f64), ([6, 0, 0, 0], .aLaw),
    ([7, 0, 0, 0], .muLaw),
  ]

  /// Samples of a form, in an order.
  package init(_ samples: SampleFormat, isBigEndian: Bool = false) {
    (self.samples, self.isBigEndian) = (samples, isBigEndian)
  }

  /// Reads a name; nil for other forms.
  init?(tag: [UInt8]) {
    if let entry = Self.names.first(where: { $0.tag == tag }) {
      self.init(entry.samples)
    } else if let entry = Self.names.first(where: { $0.tag.reversed() == tag }),
      entry.samples.bytes > 1
    {
      self.init(entry.samples, isBigEndian: true)
    } else {
      return nil
    }
  }

  /// The name; nil where NUT has none.
  package var tag: [UInt8]? {
    let samples: SampleFormat
    switch self.samples.written {
    // Only the upper bits mean something.
    case .signed(let bytes, _): samples = .signed(bytes: bytes, bits: bytes * 8)
    case let other: samples = other
    }
    let tag = Self.names.first { $0.samples == samples }?.tag
    return isBigEndian && samples.bytes > 1 ? tag?.reversed() : tag
  }

  /// Names of codecs that are numbers of WAV.
  private static let compressed: [(tag: [UInt8], name: String)] = [
    ([0xFF, 0, 0, 0], "aac"), ([0x55, 0, 0, 0], "mp3"), ([0x50, 0, 0, 0], "mp2"),
    ([0x00, 0x20, 0, 0], "ac3"), ([0xAC, 0xF1, 0, 0], "flac"),
  ]

  /// What to say of another form, and what to ask ffmpeg for.
  static func refusal(_ tag: [UInt8]) -> NUTFeature {
    guard RawSound(tag: tag) == nil else {
      // Raw, but of a kind that WAV has not: 8 bits with a sign, or 16 and more without.
      return .sound("raw, but of the form \(tag.quotedBytes)", instead: "pcm_s32le")
    }
    let name = compressed.first { $0.tag == tag }?.name
    return .sound("not raw, but \(name ?? tag.quotedBytes)", instead: "pcm_f32le")
  }
}
