/// The form of samples of sound that is not compressed, by the name that ffmpeg gives it in NUT.
package struct RawSound: Hashable, Sendable {
  /// What a sample is.
  enum Kind: Hashable, Sendable {
    /// Two's complement.
    case signed
    /// Offset binary: half of the range is silence.
    case unsigned
    case float
    /// ITU-T G.711.
    case aLaw
    case muLaw
  }

  let kind: Kind
  /// Bits of a sample: 8, 16, 24, 32 or 64.
  let bits: Int
  /// Whether the highest byte of a sample comes first; false for those of one byte.
  let isBigEndian: Bool

  private static let kinds: [(letter: UInt8, kind: Kind, bits: [Int])] = [
    (UInt8(ascii: "S"), .signed, [8, 16, 24, 32, 64]),
    (UInt8(ascii: "U"), .unsigned, [8, 16, 24, 32]),
    (UInt8(ascii: "F"), .float, [32, 64]),
  ]

  /// The names of G.711 are its numbers in WAV.
  private static let laws: [(tag: [UInt8], kind: Kind)] = [
    ([6, 0, 0, 0], .aLaw), ([7, 0, 0, 0], .muLaw),
  ]

  /// Reads a name; nil where the sound is compressed, or its channels are not interleaved.
  package init?(tag: [UInt8]) {
    guard tag.count == 4 else { return nil }
    if let law = Self.laws.first(where: { $0.tag == tag }) {
      (kind, bits, isBigEndian) = (law.kind, 8, false)
      return
    }
    let isTurned = tag[0] != UInt8(ascii: "P")
    let name = isTurned ? tag.reversed() : tag
    guard name[0] == UInt8(ascii: "P"), name[2] == UInt8(ascii: "D"),
      let entry = Self.kinds.first(where: { $0.letter == name[1] }),
      entry.bits.contains(Int(name[3])), !isTurned || name[3] > 8
    else { return nil }
    (kind, bits, isBigEndian) = (entry.kind, Int(name[3]), isTurned)
  }

  /// The name.
  package var tag: [UInt8] {
    if let law = Self.laws.first(where: { $0.kind == kind }) { return law.tag }
    let letter = Self.kinds.first { $0.kind == kind }?.letter ?? 0
    let name = [UInt8(ascii: "P"), letter, UInt8(ascii: "D"), UInt8(bits)]
    return isBigEndian ? name.reversed() : name
  }
}

extension NUTStream {
  /// The form of its samples, if it is sound and not compressed.
  package var rawSound: RawSound? {
    guard case .audio = content else { return nil }
    return RawSound(tag: tag)
  }
}
