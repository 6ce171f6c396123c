/// The format of a sample in a WAV stream; always little-endian.
package enum SampleFormat: Hashable, Sendable {
  /// Offset binary: 128 is silence.
  case u8
  /// Two's complement of 2, 3 or 4 bytes; of `bits` only the upper ones mean something, as in 20
  /// bits in 3 bytes, or 24 in 4.
  case signed(bytes: Int, bits: Int)
  /// 24 bits in the lower three of 4 bytes, the highest of which says nothing: no standard has it,
  /// but there are writers that do it.
  case low24
  case f32
  case f64
  /// ITU-T G.711.
  case aLaw
  case muLaw

  /// Signed, 16 bits in 2 bytes.
  package static let s16 = SampleFormat.signed(bytes: 2, bits: 16)
  /// Signed, 24 bits in 3 bytes.
  package static let s24 = SampleFormat.signed(bytes: 3, bits: 24)
  /// Signed, 32 bits in 4 bytes.
  package static let s32 = SampleFormat.signed(bytes: 4, bits: 32)

  /// The bytes of one sample in the stream.
  package var bytes: Int {
    switch self {
    case .u8, .aLaw, .muLaw: 1
    case .signed(let bytes, _): bytes
    case .low24, .f32: 4
    case .f64: 8
    }
  }

  /// The bits of a sample that is a whole number; nil for floating point and G.711.
  var integerBits: Int? {
    switch self {
    case .u8: 8
    case .signed(_, let bits): bits
    case .low24: 24
    case .f32, .f64, .aLaw, .muLaw: nil
    }
  }

  /// The bits of precision that a conversion has to keep: those of the linear scale for G.711,
  /// whose smallest steps are of 13 and 14 bits, and those of the significand for floating point.
  package var depth: Int {
    switch self {
    case .u8: 8
    case .signed(_, let bits): bits
    case .low24: 24
    case .f32: 25
    case .f64: 54
    case .aLaw: 13
    case .muLaw: 14
    }
  }

  /// The form that is written for it, with the same bits: up to 24 of them in 4 bytes are rare
  /// enough that ffmpeg takes them for floating point and SoX refuses them, and go into 3.
  package var written: SampleFormat {
    switch self {
    case .low24: .s24
    case .signed(4, let bits) where bits <= 24: .signed(bytes: 3, bits: max(bits, 17))
    default: self
    }
  }

  /// Whether samples of this format lose nothing when they are written in `other`.
  ///
  /// Whole numbers of up to 25 bits are floats, too; G.711 holds nothing but itself.
  package func fits(in other: SampleFormat) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (_, .aLaw), (_, .muLaw): return false
    case (.f64, _): return false
    case (.f32, _): return other == .f64
    default: return depth <= other.depth
    }
  }
}

extension SampleFormat: CustomStringConvertible {
  /// The name that `--format` takes, where it has one.
  package var description: String {
    switch self {
    case .u8: "u8"
    case .signed(let bytes, let bits):
      bits == bytes * 8 ? "s\(bits)" : "s\(bits) in \(bytes) bytes"
    case .low24: "s24 in the lower of 4 bytes"
    case .f32: "f32"
    case .f64: "f64"
    case .aLaw: "A-law"
    case .muLaw: "mu-law"
    }
  }
}
