import Bytes

/// Reads a stream up to its first sample.
struct HeaderParser {
  /// More chunks before the sound than any file has.
  static let mostChunks = 1 << 16
  /// The most bytes before the sound that are kept.
  static let mostKeptBytes = 16 << 20
  /// A larger `fmt ` or `ds64` chunk says nothing that is known.
  private static let largestDescription = 1 << 16

  private(set) var source: PeekingSource
  private var kept: [UInt8]? = []
  private var container = WAVHeader.Container.riff
  private var streamSize = 0
  private var sizes: LargeSizes?
  private var formatBytes: [UInt8]?
  private var description: FormatChunk?
  private var metadata: [WAVHeader.MetadataRange] = []
  /// Whether `data` may stand before `fmt `, as in a file that is read at any place.
  private let takesDataFirst: Bool
  /// Where the sound stands that came before `fmt `, and its size.
  private var passed: (offset: Int, size: Int)?

  /// - Parameter takesDataFirst: whether sound that stands before its format is passed; nothing is
  ///   kept of what comes before the sound then.
  init(_ source: PeekingSource, takesDataFirst: Bool = false) {
    self.source = source
    self.takesDataFirst = takesDataFirst
    if takesDataFirst { kept = nil }
  }

  /// Reads the header; afterwards ``source`` stands at the first sample, unless that came first.
  mutating func parse() throws(WAVError) -> WAVHeader {
    try readStart()
    for _ in 0..<Self.mostChunks {
      let start = source.offset
      let head = try take(8)
      guard head.count == 8 else { throw .truncatedHeader(offset: source.offset) }
      let id = ChunkID(head[..<4])
      guard id.isName else {
        throw .malformedHeader(.badChunk(found: Array(head[..<4])), offset: start)
      }
      let size = number(head[4...])
      if id == ChunkID("data"), passed == nil {
        guard takesDataFirst, description == nil else {
          return try header(dataSize: size, at: source.offset, chunk: start)
        }
        passed = (source.offset, size)
      }
      try readChunk(id, size: size)
      if let passed, description != nil {
        return try header(dataSize: passed.size, at: passed.offset, chunk: start)
      }
    }
    throw .unsupported(.tooManyChunks, offset: source.offset)
  }

  private mutating func readStart() throws(WAVError) {
    let start = try take(12)
    if start.isEmpty { throw .empty }
    switch ChunkID(start.prefix(4)) {
    case ChunkID("RIFF"): container = .riff
    case ChunkID("RF64"): container = .rf64
    case ChunkID("BW64"): container = .bw64
    case ChunkID("RIFX"): (container, kept) = (.rifx, nil)
    default: throw .notWAV(start: start)
    }
    guard start.count == 12 else {
      guard ChunkID("WAVE").bytes.starts(with: start.dropFirst(8)) else {
        throw .notWAV(start: start)
      }
      throw .truncatedHeader(offset: start.count)
    }
    guard ChunkID(start[8...]) == ChunkID("WAVE") else { throw .notWAV(start: start) }
    streamSize = number(start[4..<8])
  }

  /// The number that four bytes are in this container.
  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let bytes = container == .rifx ? Array(bytes) : bytes.reversed()
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads the body of a chunk other than `data`, and its padding.
  private mutating func readChunk(_ id: ChunkID, size: Int) throws(WAVError) {
    let start = source.offset
    var size = size
    switch id {
    case ChunkID("fmt "):
      var bytes = try takeDescription("fmt", size: size)
      if container == .rifx { bytes = FormatChunk.turned(bytes) }
      let description = try FormatChunk(parsing: bytes, offset: start)
      guard self.description == nil || self.description == description else {
        throw .malformedHeader(.contradictoryFormats, offset: start)
      }
      self.description = description
      formatBytes = formatBytes ?? bytes
    case ChunkID("ds64") where [.rf64, .bw64].contains(container) && sizes == nil:
      sizes = try LargeSizes(parsing: takeDescription("ds64", size: size), offset: start)
    default:
      if size == LargeSizes.elsewhere, let large = sizes?.others[id] { size = large }
      if let position = kept?.count {
        metadata.append(.init(id: id, range: position..<position &+ size))
      }
      var bytes: [UInt8]? = kept
      kept = nil
      let count = try source.pass(size) { piece in
        if let have = bytes, have.count + piece.count <= Self.mostKeptBytes {
          bytes?.append(contentsOf: piece)
        } else {
          bytes = nil
        }
      }
      kept = bytes
      guard count == size else { throw .truncatedHeader(offset: source.offset) }
    }
    if size % 2 == 1, try !isUnpadded() { _ = try take(1) }
  }

  /// Whether a chunk's name stands where a byte of padding should, as some writers have it.
  private mutating func isUnpadded() throws(WAVError) -> Bool {
    let next = try source.peek(4)
    return next.first != 0 && ChunkID(next).isKnown
  }

  private mutating func takeDescription(
    _ name: String, size: Int
  ) throws(WAVError) -> [UInt8] {
    guard size <= Self.largestDescription else {
      throw .unsupported(.largeChunk(name, size: size), offset: source.offset - 8)
    }
    let bytes = try take(size)
    guard bytes.count == size else { throw .truncatedHeader(offset: source.offset) }
    return bytes
  }

  private mutating func take(_ count: Int) throws(WAVError) -> [UInt8] {
    let bytes = try source.take(count)
    kept?.append(contentsOf: bytes)
    if let kept, kept.count > Self.mostKeptBytes { self.kept = nil }
    return bytes
  }

  /// What it all means, with sound that begins at byte `dataOffset`.
  ///
  /// - Parameter chunk: where the chunk stands that is read last.
  private mutating func header(
    dataSize: Int, at dataOffset: Int, chunk: Int
  ) throws(WAVError) -> WAVHeader {
    guard let description, let formatBytes else {
      throw .malformedHeader(.dataBeforeFormat, offset: chunk)
    }
    let frameBytes = description.format.channels * description.samples.bytes
    let claimed = streamBytes(behind: dataOffset)
    let claimsMore = dataSize == 0 ? try isMore(claimed) : false
    let size = SoundSize(
      stated: dataSize, large: sizes?.data, claimsMore: claimsMore, frameBytes: frameBytes)
    var samples = description.samples
    if samples == .signed(bytes: 4, bits: 24), passed == nil {
      let start = try source.peek(Justification.window)
      if Justification.isLow(in: start, lowest: container == .rifx ? 3 : 0) { samples = .low24 }
    }
    return WAVHeader(
      container: container, format: description.format, samples: samples,
      length: size.bytes.map { $0 / frameBytes }, bytes: kept, formatBytes: formatBytes,
      dataOffset: dataOffset, dataBytes: size.bytes, provisionalBytes: size.provisional,
      streamBytes: size.bytes == nil ? nil : claimed,
      metadataRanges: kept == nil ? [] : metadata)
  }

  /// Whether the stream, which says that it has `claimed` bytes, goes on with another chunk here, and
  /// not with sound that nobody counted.
  private mutating func isMore(_ claimed: Int?) throws(WAVError) -> Bool {
    guard let claimed, claimed > source.offset else { return false }
    let next = try source.peek(8)
    guard next.count == 8 else { return true }
    let id = ChunkID(next[..<4])
    return id.isKnown || (id.isName && number(next[4...]) <= claimed - source.offset - 8)
  }

  /// The bytes of the stream with its first eight, where it tells of more than `offset` of them.
  private func streamBytes(behind offset: Int) -> Int? {
    let size = sizes?.stream ?? streamSize
    guard size != LargeSizes.elsewhere, size + 8 >= offset else { return nil }
    return size + 8
  }
}
