/// The head of a lossy picture, which is a key frame of VP8 (RFC 6386, section 9).
struct VP8Header {
  /// What a segment of the picture is decoded with.
  struct Segment {
    /// The factors of the first and of all other coefficients, of luma, of its means, and of
    /// chroma.
    var luma: (first: Int, others: Int) = (0, 0)
    var means: (first: Int, others: Int) = (0, 0)
    var chroma: (first: Int, others: Int) = (0, 0)
    /// How edges of blocks are filtered: of macroblocks in one piece, and of those in 16 parts.
    var whole = VP8Edges()
    var split = VP8Edges()
  }

  /// How the picture is filtered.
  enum Filter {
    case none, simple, normal
  }

  let width: Int
  let height: Int
  /// The first partition, up to where macroblocks begin.
  private(set) var modes: BoolDecoder
  /// The partitions of coefficients; rows take turns in them.
  private(set) var partitions: [BoolDecoder] = []
  private(set) var segments = [Segment](repeating: Segment(), count: 4)
  /// The probabilities of a macroblock's segment; nil where all are of the first.
  private(set) var segmentTree: (UInt8, UInt8, UInt8)?
  private(set) var filter = Filter.none
  private(set) var coefficients = VP8CoefficientTables.first
  /// The probability of a macroblock without coefficients; nil where all may have some.
  private(set) var skipping: UInt8?

  /// How many macroblocks there are across.
  var columns: Int { (width + 15) / 16 }
  /// How many macroblocks there are down.
  var rows: Int { (height + 15) / 16 }

  /// The sides of the picture that begins at `range`.
  static func size(
    _ bytes: [UInt8], in range: Range<Int>
  ) throws(ImageError) -> (width: Int, height: Int) {
    let start = range.lowerBound
    guard range.count >= 10 else { throw .truncated(at: .byte(range.upperBound)) }
    let tag = Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16
    guard tag & 1 == 0 else {
      throw .malformed(.field("the kind of frame", tag & 1), at: .byte(start))
    }
    guard tag >> 1 & 7 <= 3 else {
      throw .malformed(.field("the version of VP8", tag >> 1 & 7), at: .byte(start))
    }
    guard tag >> 4 & 1 == 1 else { throw .malformed(.field("show_frame", 0), at: .byte(start)) }
    guard bytes[start + 3..<start + 6].elementsEqual([0x9D, 0x01, 0x2A]) else {
      throw .malformed(.field("the start code of VP8", Int(bytes[start + 3])), at: .byte(start + 3))
    }
    let width = (Int(bytes[start + 6]) | Int(bytes[start + 7]) << 8) & 0x3FFF
    let height = (Int(bytes[start + 8]) | Int(bytes[start + 9]) << 8) & 0x3FFF
    guard width > 0, height > 0 else {
      throw .malformed(.size(width: width, height: height), at: .byte(start + 6))
    }
    guard tag >> 5 < range.count else { throw .truncated(at: .byte(range.upperBound)) }
    return (width, height)
  }

  /// Reads the head of the picture that lies in `range`.
  init(_ bytes: [UInt8], in range: Range<Int>) throws(ImageError) {
    (width, height) = try Self.size(bytes, in: range)
    let start = range.lowerBound
    let tag = Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16
    let first = start + 10..<start + 10 + tag >> 5
    guard first.upperBound <= range.upperBound else {
      throw .truncated(at: .byte(range.upperBound))
    }
    modes = BoolDecoder(bytes, in: first)
    // Colour space and clamping: there is one of the first, and samples are always clamped.
    _ = modes.number(2)
    let segmentation = Segmentation(&modes)
    segmentTree = segmentation.tree
    let levels = FilterLevels(&modes)
    filter = levels.level == 0 ? .none : levels.isSimple ? .simple : .normal
    try takePartitions(bytes, first.upperBound..<range.upperBound)
    let quantizers = Quantizers(&modes)
    for index in segments.indices {
      quantizers.fill(&segments[index], segmentation.quantizer(index, quantizers.base))
      levels.fill(&segments[index], segmentation.strength(index, levels.level))
    }
    // Whether probabilities are kept for another frame.
    _ = modes.flag()
    takeCoefficients()
    guard !modes.isOver else { throw .truncated(at: .byte(first.upperBound)) }
  }

  /// Takes where the partitions of coefficients lie (section 9.5).
  private mutating func takePartitions(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(ImageError) {
    let count = 1 << modes.number(2)
    let sizes = range.lowerBound
    var place = sizes + 3 * (count - 1)
    guard place < range.upperBound else { throw .truncated(at: .byte(range.upperBound)) }
    for index in 0..<count - 1 {
      let at = sizes + 3 * index
      let size = Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
      let end = Swift.min(place + size, range.upperBound)
      partitions.append(BoolDecoder(bytes, in: place..<end))
      place = end
    }
    guard place < range.upperBound else { throw .truncated(at: .byte(range.upperBound)) }
    partitions.append(BoolDecoder(bytes, in: place..<range.upperBound))
  }

  /// Takes what differs from the first probabilities (section 13.4).
  private mutating func takeCoefficients() {
    for (index, staying) in VP8CoefficientTables.staying.enumerated()
    where modes.bit(staying) == 1 {
      coefficients[index] = UInt8(truncatingIfNeeded: modes.number(8))
    }
    if modes.flag() { skipping = UInt8(truncatingIfNeeded: modes.number(8)) }
  }
}

/// How strongly the edges of a macroblock's blocks are filtered.
struct VP8Edges {
  /// How much samples on both sides may differ; 0 filters nothing.
  var limit: UInt8 = 0
  /// How much samples on one side may differ.
  var inner: UInt8 = 0
  /// From which difference on there is a real edge.
  var threshold: UInt8 = 0
  /// Whether edges within the macroblock are filtered too.
  var isInside = false
}
