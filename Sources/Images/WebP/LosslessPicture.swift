/// Decodes lossless pictures (RFC 9649, section 3).
struct LosslessPicture {
  /// What stands before the pixels.
  struct Header {
    let width: Int
    let height: Int
    /// Whether any pixel is said not to be opaque.
    let hasAlpha: Bool

    /// How many bytes it takes.
    static let length = 5

    /// Reads the header of a picture that begins at `range` (section 3.4).
    init(_ bytes: [UInt8], in range: Range<Int>) throws(ImageError) {
      let start = range.lowerBound
      guard range.count >= Self.length else { throw .truncated(at: .byte(range.upperBound)) }
      guard bytes[start] == 0x2F else {
        throw .malformed(.field("the signature of VP8L", Int(bytes[start])), at: .byte(start))
      }
      var bits = LosslessBits(bytes, in: start + 1..<range.upperBound)
      width = bits.number(14) + 1
      height = bits.number(14) + 1
      hasAlpha = bits.flag()
      let version = bits.number(3)
      guard version == 0 else {
        throw .malformed(.field("the version of VP8L", version), at: .byte(start + 4))
      }
    }
  }

  private var bits: LosslessBits
  private let start: Int
  private let end: Int

  private init(_ bytes: [UInt8], in range: Range<Int>) {
    bits = LosslessBits(bytes, in: range)
    (start, end) = (range.lowerBound, range.upperBound)
  }

  /// Decodes the picture that lies in `range`: alpha, red, green and blue, from the highest byte
  /// on.
  static func pixels(_ bytes: [UInt8], in range: Range<Int>) throws(ImageError) -> [UInt32] {
    let header = try Header(bytes, in: range)
    return try pixels(
      bytes, in: range.lowerBound + Header.length..<range.upperBound, width: header.width,
      height: header.height)
  }

  /// Decodes a picture without a header.
  static func pixels(
    _ bytes: [UInt8], in range: Range<Int>, width: Int, height: Int
  ) throws(ImageError) -> [UInt32] {
    var picture = LosslessPicture(bytes, in: range)
    var transforms: [LosslessTransform] = []
    var codedWidth = width
    while picture.bits.flag() {
      let transform = try picture.readTransform(width: codedWidth, height: height)
      guard !transforms.contains(where: { $0.kind == transform.kind }) else {
        throw .malformed(.repeated("a transform"), at: .byte(range.lowerBound))
      }
      codedWidth = transform.codedWidth
      transforms.append(transform)
      if picture.bits.isOver { throw picture.truncated }
    }
    var pixels = try picture.readImage(width: codedWidth, height: height, isOuter: true)
    for transform in transforms.reversed() { transform.undo(&pixels) }
    return pixels
  }

  private var truncated: ImageError { .truncated(at: .byte(end)) }

  private func malformed(_ what: String, _ value: Int) -> ImageError {
    bits.isOver ? truncated : .malformed(.field(what, value), at: .byte(start))
  }

  // MARK: - Parts

  /// Reads a transform (section 4).
  private mutating func readTransform(
    width: Int, height: Int
  ) throws(ImageError) -> LosslessTransform {
    switch LosslessTransform.Kind(rawValue: bits.number(2)) {
    case .prediction?: try readBlocks(.prediction, width: width, height: height)
    case .colors?: try readBlocks(.colors, width: width, height: height)
    case .palette?: try readPalette(width: width, height: height)
    case .green?, nil: LosslessTransform(.green, width: width, height: height)
    }
  }

  /// Reads a transform that says something of every block of the picture.
  private mutating func readBlocks(
    _ kind: LosslessTransform.Kind, width: Int, height: Int
  ) throws(ImageError) -> LosslessTransform {
    let sideBits = bits.number(3) + 2
    let data = try readImage(
      width: Self.blocks(width, sideBits), height: Self.blocks(height, sideBits), isOuter: false)
    return LosslessTransform(kind, width: width, height: height, bits: sideBits, data: data)
  }

  /// Reads a palette (section 4.4).
  private mutating func readPalette(
    width: Int, height: Int
  ) throws(ImageError) -> LosslessTransform {
    let count = bits.number(8) + 1
    // Pixels of few colours share the green of one.
    let shared = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
    var colors = try readImage(width: count, height: 1, isOuter: false)
    for index in 1..<Swift.max(count, 1) {
      colors[index] = LosslessTransform.sum(colors[index], colors[index - 1])
    }
    // What is not in the palette is transparent black.
    let room = 1 << (8 >> shared)
    colors += repeatElement(0, count: Swift.max(room - count, 0))
    return LosslessTransform(.palette, width: width, height: height, bits: shared, data: colors)
  }

  /// How many blocks of a side of 2 to the power of `bits` there are along a side.
  static func blocks(_ side: Int, _ bits: Int) -> Int { (side + 1 << bits - 1) >> bits }

  /// Reads an image: of pixels, or of what transforms and codes say of blocks (section 5.1).
  ///
  /// - Parameter isOuter: whether it is the picture itself, which may have other codes in each of
  ///   its parts.
  private mutating func readImage(
    width: Int, height: Int, isOuter: Bool
  ) throws(ImageError) -> [UInt32] {
    var cacheBits = 0
    if bits.flag() {
      cacheBits = bits.number(4)
      guard (1...11).contains(cacheBits) else {
        throw malformed("the size of a colour cache", cacheBits)
      }
    }
    var parts = LosslessParts(width: width)
    if isOuter, bits.flag() {
      let sideBits = bits.number(3) + 2
      let (across, down) = (Self.blocks(width, sideBits), Self.blocks(height, sideBits))
      parts.divide(
        try readImage(width: across, height: down, isOuter: false), across: across, bits: sideBits)
    }
    if bits.isOver { throw truncated }
    try readGroups(&parts, cacheBits)
    var pixels = [UInt32](repeating: 0, count: width * height)
    switch LosslessPixels.read(&bits, parts, cacheBits: cacheBits, &pixels) {
    case nil: return pixels
    case .truncated?: throw truncated
    case .distance(let distance)?:
      throw .malformed(.field("a distance back", distance), at: .byte(start))
    case .length(let length)?:
      throw .malformed(.field("a length", length), at: .byte(start))
    }
  }

  /// Reads the codes of all parts (section 6.2).
  private mutating func readGroups(
    _ parts: inout LosslessParts, _ cacheBits: Int
  ) throws(ImageError) {
    var reader = PrefixCodeReader(cacheBits: cacheBits)
    for place in parts.places {
      // Groups that no part uses are read, and not kept.
      var unused = PrefixCodes()
      let group =
        place == nil ? reader.read(&bits, into: &unused) : reader.read(&bits, into: &parts.codes)
      guard let group else { throw malformed("a prefix code", 0) }
      if let place { parts.groups[place] = LosslessParts.Part(group, parts.codes) }
    }
  }
}

/// The codes of a picture, and in which of its parts they are used.
struct LosslessParts {
  /// The codes of a part.
  struct Part {
    var group = PrefixCodes.Group()
    /// Whether all but green are the same everywhere; `literal` has them then.
    var isFlat = false
    /// Whether green is too.
    var isPlain = false
    var literal: UInt32 = 0

    init() {}

    init(_ group: PrefixCodes.Group, _ codes: PrefixCodes) {
      self.group = group
      isFlat = group.red.isSingle && group.blue.isSingle && group.alpha.isSingle
      guard isFlat else { return }
      func symbol(_ code: PrefixCodes.Code) -> UInt32 { codes.table[code.start] >> 16 }
      literal =
        symbol(group.alpha) << 24 | symbol(group.red) << 16 | symbol(group.blue)
      isPlain = group.green.isSingle && symbol(group.green) < 256
      if isPlain { literal |= symbol(group.green) << 8 }
    }
  }

  let width: Int
  var codes = PrefixCodes()
  var groups = [Part()]
  /// Where the groups of the file stand in `groups`; nil for those that are not used.
  private(set) var places: [Int?] = [0]
  /// Which group each block uses.
  private(set) var blocks: [UInt16] = []
  private(set) var across = 0
  /// The size of blocks; 0 where there is one group alone.
  private(set) var bits = 0

  init(width: Int) { self.width = width }

  /// Takes an image of groups, which are in its red and green.
  mutating func divide(_ image: [UInt32], across: Int, bits: Int) {
    (self.across, self.bits) = (across, bits)
    blocks = image.map { UInt16(truncatingIfNeeded: $0 >> 8) }
    places = Array(repeating: nil, count: Int(blocks.max() ?? 0) + 1)
    var count = 0
    for index in blocks.indices {
      let group = Int(blocks[index])
      let place = places[group] ?? count
      if place == count { count += 1 }
      places[group] = place
      blocks[index] = UInt16(truncatingIfNeeded: place)
    }
    groups = Array(repeating: Part(), count: count)
  }
}
