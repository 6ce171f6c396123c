/// How a sample is written in a WAV stream; always little-endian.
package enum SampleFormat: Hashable, Sendable {
  /// Offset binary: 128 is silence.
  case u8
  /// Two's complement of 2, 3 or 4 bytes; of `bits` only the upper ones mean something, as in 20 bits
  /// in 3 bytes, or 24 in 4.
  case signed(bytes: Int, bits: Int)
  case f32
  case f64
  /// ITU-T G.711.
  case aLaw
  case muLaw

  /// The bytes of one sample in the stream.
  package var bytes: Int {
    switch self {
    case .u8, .aLaw, .muLaw: 1
    case .signed(let bytes, _): bytes
    case .f32: 4
    case .f64: 8
    }
  }
}
