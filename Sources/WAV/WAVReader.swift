import Pipes

/// Reads the sound of a WAV stream in order, a block at a time.
///
/// Nothing is sought and nothing read twice, so that a pipe serves. Memory does not grow with the
/// length of the stream.
package struct WAVReader: Sendable {
  /// What becomes of a stream that ends before it should.
  package enum Truncation: String, CaseIterable, Sendable {
    /// It is an error, after all whole sample frames.
    case error
    /// It is taken as it is; a sample frame that is cut in the middle is left out.
    case drop
    /// What is missing of the length that the header states is silent, or, where it states none, of
    /// the last sample frame.
    case pad
  }

  /// What the stream says before its sound.
  package let header: WAVHeader
  /// Sample frames that were read, padding included.
  package private(set) var sampleCount = 0
  /// Where the stream was truncated, and the missing bytes, when it was dropped or padded.
  package private(set) var cut: (sample: Int, missing: Int)?

  private var source: PeekingSource
  private let truncation: Truncation
  /// Bytes of sound to come; nil when the end of the stream is the end of the sound.
  private var remaining: Int?
  /// Whether sound may go on where ``remaining`` ends.
  private var isProvisional: Bool
  /// Sample frames of silence to come.
  private var padding = 0
  private var hasEnded = false
  /// What is wrong with the end, thrown after all whole sample frames.
  private var failure: WAVError?
  /// Where samples are read to when the caller has no place for them.
  private var scratch: RawSamples?

  /// Reads the header.
  package init(_ source: ByteSource, truncation: Truncation = .error) throws(WAVError) {
    var parser = HeaderParser(PeekingSource(source))
    let header = try parser.parse()
    self.init(parser.source, behind: header, truncation)
  }

  /// Reads what stands behind `header`.
  init(_ source: PeekingSource, behind header: WAVHeader, _ truncation: Truncation) {
    self.header = header
    self.source = source
    self.truncation = truncation
    remaining = header.dataBytes ?? header.provisionalBytes
    isProvisional = header.provisionalBytes != nil
  }

  /// Bytes that were read.
  package var offset: Int { source.offset }

  /// Reads the next sample frames, as many as `block` can hold, but at most `most`, and sets its
  /// count.
  ///
  /// Fewer than that come only at the end. `raw` takes the same sample frames as they are in the
  /// stream; those of RIFX are turned round. Gives their number, 0 at the end. After an error the
  /// reader is of no more use.
  package mutating func read(
    into block: AudioBlock, raw: RawSamples? = nil, most: Int = .max
  ) throws(WAVError) -> Int {
    precondition(block.channels == header.format.channels)
    let raw = raw ?? ownRoom(block.capacity)
    let count = try read(raw, atMost: min(block.capacity, most))
    SampleDecoder.decode(raw, into: block)
    return count
  }

  /// Reads the next sample frames as they are in the stream, as many as `raw` can hold.
  ///
  /// Gives their number, 0 at the end.
  package mutating func read(into raw: RawSamples) throws(WAVError) -> Int {
    try read(raw, atMost: raw.capacity)
  }

  private mutating func read(_ raw: RawSamples, atMost limit: Int) throws(WAVError) -> Int {
    precondition(raw.samples == header.samples && raw.channels == header.format.channels)
    raw.count = 0
    let wanted = min(limit, raw.capacity)
    while raw.count < wanted, !hasEnded { try fill(raw, to: wanted) }
    if raw.count < wanted, padding > 0 {
      let count = min(padding, wanted - raw.count)
      raw.silence(fromByte: raw.count * raw.frameBytes, to: raw.count + count)
      raw.count += count
      padding -= count
    }
    if raw.count == 0, let failure { throw failure }
    sampleCount += raw.count
    return raw.count
  }

  private mutating func ownRoom(_ capacity: Int) -> RawSamples {
    if let scratch, scratch.capacity >= capacity { return scratch }
    let room = RawSamples(header, capacity: capacity)
    scratch = room
    return room
  }

  /// Reads on until `raw` has `wanted` sample frames, or the stated end is reached, or the
  /// stream's.
  private mutating func fill(_ raw: RawSamples, to wanted: Int) throws(WAVError) {
    let frameBytes = raw.frameBytes
    var frames = wanted - raw.count
    if let remaining { frames = min(frames, remaining / frameBytes) }
    guard frames > 0 else { return try passStatedEnd() }
    let room = UnsafeMutableRawBufferPointer(
      rebasing: raw.room(from: raw.count)[..<(frames * frameBytes)])
    let count = try source.readFully(into: room)
    remaining = remaining.map { $0 - count }
    let whole = count / frameBytes
    let start = raw.count
    raw.count += whole
    if header.container == .rifx { raw.turnBytes(from: start) }
    guard count < frames * frameBytes else { return }
    hasEnded = true
    let rest = count - whole * frameBytes
    // SoX pads what it writes into a pipe, too, where nothing tells the byte from sound.
    if header.dataBytes == nil, rest == 1, room[count - 1] == 0,
      (sampleCount + raw.count) * frameBytes % 2 == 1
    {
      source.giveBack([0])
      return
    }
    end(after: sampleCount + raw.count, rest: rest)
    if padding > 0, count > whole * frameBytes {
      raw.silence(fromByte: start * frameBytes + count, to: raw.count + 1)
      raw.count += 1
      padding -= 1
      if header.container == .rifx { raw.turnBytes(from: raw.count - 1) }
    }
  }

  /// Ends the sound at the size that the header states, unless the size means nothing and what
  /// follows is no chunk.
  private mutating func passStatedEnd() throws(WAVError) {
    let rest = remaining ?? 0
    if isProvisional {
      isProvisional = false
      let next = try source.peek(rest + 5)
      let isChunk = [rest, rest + rest % 2].contains { place in
        next.count >= place + 4 && ChunkID(next[place..<(place + 4)]).isKnown
      }
      if !isChunk, next.count > rest {
        remaining = nil
        return
      }
    }
    hasEnded = true
  }

  /// Notes that the stream ends after `sample` whole sample frames and `rest` bytes.
  private mutating func end(after sample: Int, rest: Int) {
    let frameBytes = header.frameBytes
    let isStated = header.dataBytes != nil
    // A size that means nothing may be larger than what comes.
    let missing = isStated ? remaining ?? 0 : rest > 0 ? frameBytes - rest : 0
    guard missing > 0 else { return }
    guard truncation != .error else {
      failure = .truncated(sample: sample, missing: missing)
      return
    }
    cut = (sample, missing)
    guard truncation == .pad else { return }
    padding = (missing + rest) / frameBytes
  }
}

// MARK: - What follows the sound

extension WAVReader {
  /// Reads bytes that follow the last whole sample frame: 0 at the end of the stream.
  ///
  /// They are the rest of the `data` chunk, where its size is not a whole number of sample frames,
  /// its padding, and chunks.
  mutating func readTail(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(WAVError) -> Int {
    cut == nil ? try source.readFully(into: buffer) : 0
  }

  /// Steps over the rest and the padding of the `data` chunk, to the chunks behind it, and gives
  /// how many bytes the stream says these are, nil when it does not say. None stand behind RIFX, in
  /// whose chunks numbers are turned round.
  mutating func skipToTrailingChunks() throws(WAVError) -> Int? {
    guard cut == nil, header.canBeCopied, let size = header.dataBytes else { return 0 }
    _ = try source.pass(size % header.frameBytes) { _ in }
    if size % 2 == 1 {
      let next = try source.peek(4)
      if next.first == 0 || !ChunkID(next).isKnown { _ = try source.take(1) }
    }
    return header.streamBytes.map { max(0, $0 - source.offset) }
  }
}
