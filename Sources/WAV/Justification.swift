/// Which of 4 bytes the 24 bits of a sample are in.
///
/// The upper three have them by Microsoft's text on WAVEFORMATEXTENSIBLE, and the lowest is 0. Some
/// writers put them into the lower three all the same, and leave 0 or the sign in the highest;
/// nothing in the header tells. A sample with something in its lowest byte does.
enum Justification {
  /// The bytes of sound that are looked at before the first sample is given out.
  static let window = 1 << 14

  /// Whether the samples at the start of the sound are in the lower three bytes; `lowest` is the
  /// place of the lowest of them all.
  static func isLow(in bytes: [UInt8], lowest: Int) -> Bool {
    stride(from: 0, to: bytes.count - 3, by: 4).contains { bytes[$0 + lowest] != 0 }
  }
}
