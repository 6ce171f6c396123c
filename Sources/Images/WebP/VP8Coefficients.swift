/// Reads the coefficients of macroblocks, multiplied already (RFC 6386, section 13 and 14.1).
struct VP8Coefficients {
  /// What became of a block's coefficients.
  enum Content {
    static let none: UInt8 = 0
    /// The first alone is not 0.
    static let mean: UInt8 = 1
    static let some: UInt8 = 2
  }

  /// How many values there are before a macroblock's context: 8 of luma, 4 of chroma, and one of
  /// means.
  private static let perContext = 9

  private let segments: [VP8Header.Segment]
  private let probabilities: [UInt8]
  /// Those of 16 blocks of luma, and of four of each chroma, as rows of 4.
  private(set) var values = [Int16](repeating: 0, count: 400)
  /// What is in each of the blocks.
  private(set) var contents = [UInt8](repeating: 0, count: 24)
  /// Whether `values` are all 0.
  private var isClear = true
  /// Whether blocks above and to the left had coefficients: four of luma, two of each chroma, and
  /// one of means.
  private var above: [UInt8]
  private var left = [UInt8](repeating: 0, count: perContext)

  init(_ header: VP8Header) {
    segments = header.segments
    probabilities = header.coefficients
    above = [UInt8](repeating: 0, count: Self.perContext * header.columns)
  }

  /// Begins with the left end of a row.
  mutating func beginRow() {
    for index in left.indices { left[index] = 0 }
  }

  /// Takes a macroblock that has no coefficients.
  mutating func skip(_ block: VP8Block, _ column: Int) {
    // Means are not spoken of in a macroblock of 16 blocks.
    let count = block.isSplit ? 8 : 9
    for index in 0..<count {
      left[index] = 0
      above[Self.perContext * column + index] = 0
    }
  }

  /// Reads the coefficients of a macroblock; false where all of them are 0.
  mutating func read(_ block: VP8Block, _ column: Int, _ bits: inout BoolDecoder) -> Bool {
    if !isClear {
      var values = self.values.mutableSpan
      for index in values.indices { values[index] = 0 }
    }
    isClear = false
    let segment = segments[block.segment]
    let start = Self.perContext * column
    var reader = bits
    let probabilities = self.probabilities
    let span = probabilities.span
    var isAny: UInt8 = 0
    var first = 0
    var kind = 3
    if !block.isSplit {
      readMeans(segment, start, &reader)
      (first, kind) = (1, 0)
    }
    for place in 0..<16 {
      let (row, across) = (place &>> 2, place & 3)
      let context = Int(left[row]) &+ Int(above[start &+ across])
      let count = Self.read(
        &reader, span, kind, context, segment.luma, from: first, &values,
        at: 16 &* place)
      let has: UInt8 = count > first ? 1 : 0
      (left[row], above[start &+ across]) = (has, has)
      isAny |= note(count, place)
    }
    for place in 16..<24 {
      // Two of each, and four of luma before them.
      let plane = 4 &+ (place &- 16) &>> 2 &* 2
      let (row, across) = (plane &+ (place &>> 1 & 1), plane &+ (place & 1))
      let context = Int(left[row]) &+ Int(above[start &+ across])
      let count = Self.read(
        &reader, span, 2, context, segment.chroma, from: 0, &values, at: 16 &* place)
      let has: UInt8 = count > 0 ? 1 : 0
      (left[row], above[start &+ across]) = (has, has)
      isAny |= note(count, place)
    }
    bits = reader
    return isAny != 0
  }

  /// Notes what is in a block whose last coefficient is before `count`.
  private mutating func note(_ count: Int, _ place: Int) -> UInt8 {
    let content =
      count > 1 ? Content.some : values[16 &* place] != 0 ? Content.mean : Content.none
    contents[place] = content
    return content
  }

  /// Reads the block of the 16 blocks' first coefficients.
  private mutating func readMeans(
    _ segment: VP8Header.Segment, _ start: Int, _ bits: inout BoolDecoder
  ) {
    let probabilities = self.probabilities
    let context = Int(left[8]) &+ Int(above[start &+ 8])
    let count = Self.read(
      &bits, probabilities.span, 1, context, segment.means, from: 0, &values, at: 384)
    let has: UInt8 = count > 0 ? 1 : 0
    (left[8], above[start &+ 8]) = (has, has)
    var values = self.values.mutableSpan
    if count > 1 {
      VP8Transform.spreadMeans(&values, from: 384)
    } else {
      let mean = (values[384] &+ 3) &>> 3
      for block in 0..<16 { values[16 &* block] = mean }
    }
  }

  /// The places of a block's coefficients, in the order in which they are read.
  private static let zigzag: [UInt8] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]
  /// The band of each of them, and one more.
  private static let bands: [UInt8] = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]

  /// Reads a block's coefficients (section 13.2 and 13.3).
  ///
  /// - Returns: the place behind the last that is not 0.
  private static func read(
    _ bits: inout BoolDecoder, _ probabilities: Span<UInt8>, _ kind: Int, _ context: Int,
    _ factors: (first: Int, others: Int), from first: Int, _ array: inout [Int16], at start: Int
  ) -> Int {
    let base = kind &* 8
    var values = array.mutableSpan
    var place = first
    var node = (base &+ Int(bands[place])) &* 33 &+ context &* 11
    while place < 16 {
      if bits.bit(probabilities[node]) == 0 { return place }
      while bits.bit(probabilities[node &+ 1]) == 0 {
        place &+= 1
        if place == 16 { return 16 }
        node = (base &+ Int(bands[place])) &* 33
      }
      let next = (base &+ Int(bands[place &+ 1])) &* 33
      var value = 1
      if bits.bit(probabilities[node &+ 2]) == 0 {
        node = next &+ 11
      } else {
        value = large(&bits, probabilities, node)
        node = next &+ 22
      }
      if bits.flag() { value = 0 &- value }
      values[start &+ Int(zigzag[place])] = Int16(
        truncatingIfNeeded: value &* (place == 0 ? factors.first : factors.others))
      place &+= 1
    }
    return 16
  }

  /// The probabilities of the bits behind the largest tokens, by how many there are.
  private static let extra: [[UInt8]] = [
    [173, 148, 140], [176, 155, 140, 135], [180, 157, 141, 134, 130],
    [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
  ]

  /// Reads a value of at least 2.
  private static func large(
    _ bits: inout BoolDecoder, _ probabilities: Span<UInt8>, _ node: Int
  ) -> Int {
    if bits.bit(probabilities[node &+ 3]) == 0 {
      if bits.bit(probabilities[node &+ 4]) == 0 { return 2 }
      return 3 &+ bits.bit(probabilities[node &+ 5])
    }
    if bits.bit(probabilities[node &+ 6]) == 0 {
      if bits.bit(probabilities[node &+ 7]) == 0 { return 5 &+ bits.bit(159) }
      return 7 &+ 2 &* bits.bit(165) &+ bits.bit(145)
    }
    let high = bits.bit(probabilities[node &+ 8])
    let category = 2 &* high &+ bits.bit(probabilities[node &+ 9 &+ high])
    var value = 0
    for probability in extra[category] { value = value &<< 1 &+ bits.bit(probability) }
    return value &+ 3 &+ 8 &<< category
  }
}
