import Bytes

/// Unpacks a zlib stream (RFC 1950 around RFC 1951), a piece at a time.
///
/// An inflater holds the last 32 KiB, which later bytes may refer to, and the bytes that nobody
/// has read yet; its memory does not grow with the stream. Nothing is unpacked before it is asked
/// for, so a stream that claims to be larger than its picture costs nothing.
///
/// Offsets in errors count from the start of `input`.
struct Inflater: ~Copyable {
  private enum State {
    case blockHeader, stored(Int), coded, trailer, done
  }

  private static let history = 32_768
  /// The longest match, and what copies of eight bytes at a time may write beyond it.
  private static let slack = 258 + 32

  private let input: [UInt8]
  /// Whether there is a checksum behind the last block.
  private let isChecked: Bool
  private var reader: BitReader
  private var state = State.blockHeader
  private var isLast = false
  private var literals: HuffmanTable
  private var distances: HuffmanTable
  private var checksum = Adler32()

  private var window: [UInt8]
  private var read = 0
  private var written = 0

  /// The code tables of fixed blocks, and the first of every stream.
  private static let fixed: (HuffmanTable, HuffmanTable)? = {
    guard let literals = HuffmanTable(lengths: DeflateCodes.fixedLiterals, .literals),
      let distances = HuffmanTable(lengths: DeflateCodes.fixedDistances, .distances)
    else { return nil }
    return (literals, distances)
  }()

  /// Starts at the zlib header of the stream that lies in `range`.
  ///
  /// No more than `largestRead` bytes may be asked for at a time.
  ///
  /// - Throws: ``ImageError/truncated(at:)`` or ``ImageError/malformed(_:at:)`` for the header.
  init(_ input: [UInt8], in range: Range<Int>, largestRead: Int) throws(ImageError) {
    let start = range.lowerBound
    guard range.count >= 2 else { throw .truncated(at: .byte(range.upperBound)) }
    let (method, flags) = (Int(input[start]), Int(input[start + 1]))
    // Deflate, a window of at most 32 KiB, a multiple of 31, and no preset dictionary.
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0, flags & 32 == 0,
      let fixed = Self.fixed
    else { throw .malformed(.deflate(.header), at: .byte(start)) }
    self.init(input, start + 2..<range.upperBound, fixed, isChecked: true, largestRead: largestRead)
  }

  /// Starts at the first block of a stream of RFC 1951 that lies in `range`, without what RFC 1950
  /// has around it.
  init(raw input: [UInt8], in range: Range<Int>, largestRead: Int) throws(ImageError) {
    guard let fixed = Self.fixed else {
      throw .malformed(.deflate(.header), at: .byte(range.lowerBound))
    }
    self.init(input, range, fixed, isChecked: false, largestRead: largestRead)
  }

  private init(
    _ input: [UInt8], _ range: Range<Int>, _ fixed: (HuffmanTable, HuffmanTable), isChecked: Bool,
    largestRead: Int
  ) {
    self.input = input
    self.isChecked = isChecked
    (literals, distances) = fixed
    reader = BitReader(position: range.lowerBound, end: range.upperBound)
    window = [UInt8](
      repeating: 0, count: Self.history + Swift.max(1 << 16, largestRead * 2) + Self.slack)
  }

  /// Unpacks the next `count` bytes and lends them to `body`.
  ///
  /// - Throws: ``ImageError/truncated(at:)`` when the stream ends before them, and whatever makes
  ///   the stream unreadable.
  mutating func withBytes<Result>(
    _ count: Int, _ body: (Span<UInt8>) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    while written - read < count {
      if case .done = state { throw .truncated(at: .byte(reader.offset)) }
      try unpackMore()
    }
    let start = read
    read += count
    return try body(window.span.extracting(start..<start + count))
  }

  /// The error of a value that was just read and can't be.
  func malformed(_ field: String, _ value: Int) -> ImageError {
    .malformed(.field(field, value), at: .byte(reader.offset))
  }

  /// Unpacks all that is left into `bytes`, which may have `most` then.
  ///
  /// - Returns: false when there is more.
  mutating func readAll(into bytes: inout [UInt8], most: Int) throws(ImageError) -> Bool {
    while true {
      bytes += window[read..<written]
      read = written
      if bytes.count > most { return false }
      if case .done = state { return true }
      try unpackMore()
    }
  }

  /// Reads the end of a stream of which all wanted bytes have been read, and its checksum.
  ///
  /// Returns early when the stream goes on with bytes that nobody wants.
  mutating func finish() throws(ImageError) {
    while written == read {
      if case .done = state { return }
      try unpackMore()
    }
  }

  /// Reads on until there is something new, or an end.
  private mutating func unpackMore() throws(ImageError) {
    makeRoom()
    let before = written
    switch state {
    case .blockHeader: try readBlockHeader()
    case .stored(let left): try copyStored(left)
    case .coded: try unpackCodes()
    case .trailer:
      try readTrailer()
      return
    case .done: return
    }
    if isChecked, written > before { checksum.update(window[before..<written]) }
  }

  /// Moves what is still needed to the front when the window is nearly full.
  private mutating func makeRoom() {
    guard window.count - written < Self.slack + 4096 else { return }
    let keep = Swift.max(Swift.min(read, written - Self.history), 0)
    guard keep > 0 else { return }
    window.removeFirst(keep)
    window.append(addingCapacity: keep) { room in room.append(repeating: 0, count: keep) }
    read -= keep
    written -= keep
  }

  private mutating func readTrailer() throws(ImageError) {
    guard isChecked else {
      state = .done
      return
    }
    reader.alignToByte()
    var expected: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = reader.take(8, from: input) else {
        throw .truncated(at: .byte(reader.offset))
      }
      expected = expected << 8 | UInt32(byte)
    }
    guard expected == checksum.value else {
      throw .malformed(.deflate(.checksum), at: .byte(reader.offset))
    }
    state = .done
  }

  private mutating func readBlockHeader() throws(ImageError) {
    guard let last = reader.take(1, from: input), let type = reader.take(2, from: input) else {
      throw .truncated(at: .byte(reader.offset))
    }
    isLast = last == 1
    switch type {
    case 0:
      reader.alignToByte()
      guard let length = reader.take(16, from: input), let check = reader.take(16, from: input)
      else { throw .truncated(at: .byte(reader.offset)) }
      guard length == check ^ 0xFFFF else { throw malformed(.storedLength) }
      state = .stored(length)
    case 1:
      if let fixed = Self.fixed { (literals, distances) = fixed }
      state = .coded
    case 2:
      (literals, distances) = try DynamicCodes.read(from: &reader, input)
      state = .coded
    default: throw malformed(.blockType)
    }
  }

  private mutating func copyStored(_ left: Int) throws(ImageError) {
    let count = Swift.min(left, window.count - written)
    let source = reader.offset
    guard reader.skipBytes(count) else { throw .truncated(at: .byte(reader.end)) }
    Self.copy(input, source..<source + count, to: written, of: &window)
    written += count
    if count == left { endBlock() } else { state = .stored(left - count) }
  }

  private static func copy(
    _ input: [UInt8], _ range: Range<Int>, to start: Int, of window: inout [UInt8]
  ) {
    let bytes = input.span.extracting(range)
    var window = window.mutableSpan
    for index in bytes.indices { window[start &+ index] = bytes[index] }
  }

  private mutating func endBlock() {
    state = isLast ? .trailer : .blockHeader
  }

  private func malformed(_ fault: ImageError.DeflateFault) -> ImageError {
    .malformed(.deflate(fault), at: .byte(reader.offset))
  }

  /// Unpacks symbols until the block ends or the window is full.
  private mutating func unpackCodes() throws(ImageError) {
    let limit = window.count - Self.slack
    var symbols = SymbolLoop(
      reader: reader, position: written, limit: limit, literalBits: literals.primaryBits,
      distanceBits: distances.primaryBits)
    let outcome = symbols.run(
      input: input, output: &window, literals: literals.entries, distances: distances.entries)
    reader = symbols.reader
    written = symbols.position
    switch outcome {
    case .full: break
    case .endOfBlock: endBlock()
    case .truncated: throw .truncated(at: .byte(reader.end))
    case .badSymbol: throw malformed(.symbol)
    case .badDistance: throw malformed(.distance)
    }
  }
}
