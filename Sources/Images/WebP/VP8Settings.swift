/// The parts of the picture that are decoded with settings of their own (RFC 6386, section 9.3).
struct Segmentation {
  private var isUsed = false
  private var isAbsolute = true
  private var quantizers = [0, 0, 0, 0]
  private var strengths = [0, 0, 0, 0]
  /// The probabilities of a macroblock's segment; nil where all are of the first.
  private(set) var tree: (UInt8, UInt8, UInt8)?

  init(_ bits: inout BoolDecoder) {
    isUsed = bits.flag()
    guard isUsed else { return }
    let hasMap = bits.flag()
    if bits.flag() {
      isAbsolute = bits.flag()
      for index in 0..<4 { quantizers[index] = bits.optional(7) }
      for index in 0..<4 { strengths[index] = bits.optional(6) }
    }
    guard hasMap else { return }
    var read: [UInt8] = []
    for _ in 0..<3 { read.append(bits.flag() ? UInt8(truncatingIfNeeded: bits.number(8)) : 255) }
    tree = (read[0], read[1], read[2])
  }

  /// The quantizer of a segment, where that of the picture is `base`.
  func quantizer(_ index: Int, _ base: Int) -> Int {
    guard isUsed else { return base }
    return isAbsolute ? quantizers[index] : quantizers[index] + base
  }

  /// The strength of filtering of a segment, where that of the picture is `base`.
  func strength(_ index: Int, _ base: Int) -> Int {
    guard isUsed else { return base }
    return isAbsolute ? strengths[index] : strengths[index] + base
  }
}

/// How the picture is filtered (RFC 6386, section 9.6).
struct FilterLevels {
  let isSimple: Bool
  let level: Int
  private let sharpness: Int
  private var isAdjusted = false
  /// What is added in a key frame, and to macroblocks in 16 parts.
  private var change = 0
  private var splitChange = 0

  init(_ bits: inout BoolDecoder) {
    isSimple = bits.flag()
    level = bits.number(6)
    sharpness = bits.number(3)
    isAdjusted = bits.flag()
    guard isAdjusted, bits.flag() else { return }
    // The other numbers are for frames that are no key frames.
    for index in 0..<4 where bits.flag() {
      let read = bits.signed(6)
      if index == 0 { change = read }
    }
    for index in 0..<4 where bits.flag() {
      let read = bits.signed(6)
      if index == 0 { splitChange = read }
    }
  }

  /// Says how a segment is filtered whose strength is `base`.
  func fill(_ segment: inout VP8Header.Segment, _ base: Int) {
    segment.whole = edges(base + change, isInside: false)
    segment.split = edges(base + change + splitChange, isInside: true)
  }

  /// The limits of a level (section 15.2 and 15.3).
  private func edges(_ wanted: Int, isInside: Bool) -> VP8Edges {
    let level = Swift.min(Swift.max(wanted, 0), 63)
    guard level > 0 else { return VP8Edges(isInside: isInside) }
    var inner = level
    if sharpness > 0 { inner = Swift.min(inner >> (sharpness > 4 ? 2 : 1), 9 - sharpness) }
    inner = Swift.max(inner, 1)
    return VP8Edges(
      limit: UInt8(2 * level + inner), inner: UInt8(inner),
      threshold: level >= 40 ? 2 : level >= 15 ? 1 : 0, isInside: isInside)
  }
}

/// By how much coefficients are multiplied (RFC 6386, section 9.6 and 14.1).
struct Quantizers {
  let base: Int
  private let lumaFirst: Int
  private let meansFirst: Int
  private let meansOthers: Int
  private let chromaFirst: Int
  private let chromaOthers: Int

  init(_ bits: inout BoolDecoder) {
    base = bits.number(7)
    lumaFirst = bits.optional(4)
    meansFirst = bits.optional(4)
    meansOthers = bits.optional(4)
    chromaFirst = bits.optional(4)
    chromaOthers = bits.optional(4)
  }

  /// Says what a segment is multiplied by whose quantizer is `index`.
  func fill(_ segment: inout VP8Header.Segment, _ index: Int) {
    segment.luma = (Self.first(index + lumaFirst), Self.others(index))
    segment.means = (
      Self.first(index + meansFirst) * 2,
      Swift.max(Self.others(index + meansOthers) * 155 / 100, 8)
    )
    segment.chroma = (
      Self.first(Swift.min(index + chromaFirst, 117)), Self.others(index + chromaOthers)
    )
  }

  private static func first(_ index: Int) -> Int {
    Int(firsts[Swift.min(Swift.max(index, 0), 127)])
  }

  private static func others(_ index: Int) -> Int {
    Int(others[Swift.min(Swift.max(index, 0), 127)])
  }

  private static let firsts: [UInt8] = [
    4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 19, 20, 20, 21, 21, 22, 22, 23,
    23, 24, 25, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 37, 38, 39, 40, 41, 42, 43, 44,
    45, 46, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,
    68, 69, 70, 71, 72, 73, 74, 75, 76, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 91,
    93, 95, 96, 98, 100, 101, 102, 104, 106, 108, 110, 112, 114, 116, 118, 122, 124, 126, 128, 130,
    132, 134, 136, 138, 140, 143, 145, 148, 151, 154, 157,
  ]

  private static let others: [UInt16] = [
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94,
    96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 119, 122, 125, 128, 131, 134, 137, 140,
    143, 146, 149, 152, 155, 158, 161, 164, 167, 170, 173, 177, 181, 185, 189, 193, 197, 201, 205,
    209, 213, 217, 221, 225, 229, 234, 239, 245, 249, 254, 259, 264, 269, 274, 279, 284,
  ]
}
