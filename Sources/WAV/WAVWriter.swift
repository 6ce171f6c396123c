import Pipes

/// Writes a WAV stream, a block at a time, and keeps nothing back.
///
/// Where the output is a file that can be changed later, the sizes in its header are put right at
/// the end; in a pipe they are 0xFFFFFFFF, as in ffmpeg, unless the length is known before. Errors
/// are those of the system; ``PipeError/readerHasGone`` is the one that is not an error.
package struct WAVWriter: Sendable {
  /// What is in the header's place.
  private enum Head {
    /// A header of our own; whether it has no sizes and never will, so that nothing can stand
    /// behind the sound.
    case made(StreamLayout, isEndless: Bool)
    /// The input's own, byte for byte.
    case copied(WAVHeader)
    /// None: samples alone are collected.
    case none
  }

  /// What each block that is written must have.
  package let format: AudioFormat
  /// How samples are written.
  package let samples: SampleFormat
  /// Sample frames that were written.
  package private(set) var sampleCount = 0
  /// Bytes that were written.
  package private(set) var offset = 0
  /// Samples beyond full scale, which whole numbers cannot hold, and the first one's sample frame.
  package private(set) var clippedCount = 0
  /// The sample frame of the first one clipped; nil as long as there is none.
  package private(set) var firstClipped: Int?

  private let output: FileDescriptor?
  /// What was not taken yet of samples that are collected.
  private var collected: [UInt8] = []
  private let head: Head
  /// Whether samples were written that are not those of the input, byte for byte.
  private var isChanged = false
  /// Where the header begins in a file that can be changed later.
  private let start: Int?
  private let dither: Dither
  private let encoder: SampleEncoder
  private var scratch: RawSamples

  /// Writes a header for sound of `format` in `samples`.
  ///
  /// `length` is the number of sample frames to come, where it is known; `metadata` are chunks to
  /// stand before the sound, and `tail` is the size of those that will follow it. The samples
  /// are those of ``SampleFormat/written``.
  package init(
    _ output: FileDescriptor, format: AudioFormat, samples: SampleFormat, length: Int? = nil,
    metadata: [Chunk] = [], tail: Int = 0, dither: Dither = Dither()
  ) throws(PipeError) {
    let samples = samples.written
    let description = FormatChunk(format: format, samples: samples)
    let start = output.writePosition
    var layout = StreamLayout(
      description: description, metadata: metadata, hasRoom: false,
      hasFact: description.tag != FormatChunk.Tag.pcm && (start != nil || length != nil))
    layout.hasRoom = length.map { layout.needsRoom(frames: $0, tail: tail) } ?? (start != nil)
    self.init(
      output, .made(layout, isEndless: start == nil && length == nil), format, samples,
      start: start, dither)
    try put(layout.bytes(frames: length, tail: tail))
  }

  /// Writes the header of `header` as it came, for sound that is not changed in its length.
  ///
  /// When all sample frames pass with their raw bytes, and ``finish(tailOf:)`` gets the reader, the
  /// output is the input, byte for byte. Otherwise its sizes are put right in the end where they
  /// say something else, or nothing, and the output can be changed. Throws where the header is
  /// larger than what is kept of it.
  package init(
    _ output: FileDescriptor, copying header: WAVHeader, dither: Dither = Dither()
  ) throws(WAVError) {
    guard let bytes = header.bytes else {
      throw .unsupported(.largeMetadata, offset: HeaderParser.mostKeptBytes)
    }
    self.init(
      output, .copied(header), header.format, header.samples, start: output.writePosition, dither)
    do {
      try put(bytes)
    } catch {
      throw .pipe(error)
    }
  }

  private init(
    _ output: FileDescriptor?, _ head: Head, _ format: AudioFormat, _ samples: SampleFormat,
    start: Int?, _ dither: Dither
  ) {
    self.output = output
    self.head = head
    self.format = format
    self.samples = samples
    self.start = start
    self.dither = dither
    encoder = SampleEncoder(samples, channels: format.channels)
    scratch = RawSamples(samples, channels: format.channels, capacity: 0)
  }

  /// Writes no stream, but keeps the bytes of the samples for ``takeCollected()``.
  package init(collecting format: AudioFormat, samples: SampleFormat, dither: Dither = Dither()) {
    self.init(nil, .none, format, samples.written, start: nil, dither)
  }

  /// The bytes of the samples that were written since the last time, where they are collected.
  package mutating func takeCollected() -> [UInt8] {
    defer { collected.removeAll(keepingCapacity: true) }
    return collected
  }

  private mutating func put(_ bytes: [UInt8]) throws(PipeError) {
    if let output { try output.writeFully(bytes) } else { collected += bytes }
    offset &+= bytes.count
  }
}

// MARK: - Samples

extension WAVWriter {
  /// Writes the sample frames of `block`.
  ///
  /// `changed` are the ranges of it, in order, whose samples are not such as the output's format
  /// holds: they were computed, or had more bits. There, formats of up to 24 bits get dither. `raw`
  /// are the samples outside of `changed` as they came, which leave as they are where the formats
  /// are the same.
  package mutating func write(
    _ block: AudioBlock, changed: [Range<Int>], raw: RawSamples? = nil
  ) throws(PipeError) {
    precondition(block.channels == format.channels)
    precondition(raw.map { $0.count >= block.count && $0.channels == block.channels } ?? true)
    let copied = raw.flatMap { $0.samples == samples ? $0 : nil }
    if let copied, changed.allSatisfy(\.isEmpty) {
      try put(.init(rebasing: copied.bytes[..<(block.count * copied.frameBytes)]), block.count)
      return
    }
    isChanged = true
    if scratch.capacity < block.count {
      scratch = RawSamples(samples, channels: format.channels, capacity: block.capacity)
    }
    scratch.count = block.count
    var place = 0
    for range in changed {
      let range = range.clamped(to: place..<block.count)
      guard !range.isEmpty else { continue }
      pass(block, place..<range.lowerBound, copied)
      encode(block, range, needsDither: true)
      place = range.upperBound
    }
    pass(block, place..<block.count, copied)
    try put(scratch.bytes, block.count)
  }

  /// Writes sample frames as they came, in the output's own format.
  package mutating func write(_ raw: RawSamples) throws(PipeError) {
    precondition(raw.samples == samples && raw.channels == format.channels)
    try put(raw.bytes, raw.count)
  }

  /// Brings unchanged samples to the output's format.
  private mutating func pass(_ block: AudioBlock, _ range: Range<Int>, _ copied: RawSamples?) {
    guard let copied else { return encode(block, range, needsDither: false) }
    let bytes = (range.lowerBound * copied.frameBytes)..<(range.upperBound * copied.frameBytes)
    UnsafeMutableRawBufferPointer(rebasing: scratch.room()[bytes])
      .copyMemory(from: .init(rebasing: copied.bytes[bytes]))
  }

  private mutating func encode(_ block: AudioBlock, _ range: Range<Int>, needsDither: Bool) {
    guard !range.isEmpty, let target = scratch.room().baseAddress else { return }
    // A float has no more than 24 bits, and the steps of G.711 are not alike.
    let hasSteps = samples.integerBits.map { $0 <= 24 } ?? false
    let clipped = encoder.encode(
      block, range, to: target, position: dither.position &+ sampleCount,
      dither: needsDither && hasSteps ? dither : nil)
    guard clipped > 0 else { return }
    clippedCount += clipped
    guard firstClipped == nil else { return }
    let first = range.first { index in
      (0..<block.channels).contains { !(block[$0][index].magnitude <= 1) }
    }
    firstClipped = first.map { sampleCount + $0 }
  }

  private mutating func put(
    _ bytes: UnsafeRawBufferPointer, _ frames: Int
  ) throws(PipeError) {
    if let output { try output.writeFully(bytes) } else { collected += bytes }
    offset &+= bytes.count
    sampleCount &+= frames
  }
}

// MARK: - The end

extension WAVWriter {
  /// Ends the sound, and puts the sizes of the header right where the output can be changed.
  ///
  /// A stream whose sizes say nothing ends with its last sample: padding would be heard.
  package mutating func finish() throws(PipeError) {
    switch head {
    case .made(_, isEndless: true), .none: return
    case .made, .copied: break
    }
    try pad()
    try settle(tail: 0)
  }

  /// Ends the sound, and writes what follows that of `reader`: the bytes as they come under a
  /// copied header, otherwise the chunks that the stream says it has, where the output's sizes tell
  /// them from sound.
  package mutating func finish(tailOf reader: inout WAVReader) throws(WAVError) {
    switch head {
    case .copied(let header):
      // Sizes that said nothing are about to.
      if isChanged, start != nil, header.length == nil {
        try Self.piping { () throws(PipeError) in try pad() }
      }
      _ = try copyTail(of: &reader, limit: nil)
      try Self.piping { () throws(PipeError) in try settle(tail: 0) }
    case .made(_, isEndless: true), .none: break
    case .made:
      try Self.piping { () throws(PipeError) in try pad() }
      let size = try reader.skipToTrailingChunks()
      let tail = try copyTail(of: &reader, limit: size)
      try Self.piping { () throws(PipeError) in try settle(tail: tail) }
    }
  }

  /// What the system refuses, as a fault of the sound.
  private static func piping(_ body: () throws(PipeError) -> Void) throws(WAVError) {
    do throws(PipeError) { try body() } catch { throw .pipe(error) }
  }

  /// Writes the byte that makes the size of the sound even.
  private mutating func pad() throws(PipeError) {
    if sampleCount * samples.bytes * format.channels % 2 == 1 { try put([0]) }
  }

  /// Copies at most `limit` bytes, and gives how many.
  private mutating func copyTail(
    of reader: inout WAVReader, limit: Int?
  ) throws(WAVError) -> Int {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var done = 0
    while true {
      let room = min(piece.count, limit.map { $0 - done } ?? piece.count)
      guard room > 0 else { return done }
      let result = piece.withUnsafeMutableBytes { buffer in
        Result { () throws(WAVError) in
          try reader.readTail(into: .init(rebasing: buffer[..<room]))
        }
      }
      let count = try result.get()
      guard count > 0 else { return done }
      try Self.piping { () throws(PipeError) in try put(Array(piece[..<count])) }
      done += count
    }
  }

  /// Puts the sizes right, where that can be done and they are not.
  private mutating func settle(tail: Int) throws(PipeError) {
    guard let start, let output else { return }
    let bytes: [UInt8]
    switch head {
    case .made(let layout, _): bytes = layout.bytes(frames: sampleCount, tail: tail)
    case .copied(let header):
      guard header.length != sampleCount, header.length != nil || isChanged,
        let sizes = header.bytes(afterWriting: offset, frames: sampleCount)
      else { return }
      bytes = sizes
    case .none: return
    }
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(PipeError) in try output.writeFully(buffer, at: start) }
    }
    try result.get()
  }
}
