import Bytes
import Pipes

/// What happens to a last frame that is truncated.
package enum Truncation: String, CaseIterable, Sendable {
  /// It is an error, after all whole frames.
  case error
  /// It is left out.
  case drop
  /// Its missing samples are black: all of them, where no more came than a part of its FRAME line.
  case pad
}

/// Reads frames, one at a time, from a YUV4MPEG2 stream.
///
/// Payload goes from the descriptor straight to the frame, and no byte is read before it is needed.
/// Memory does not grow with the length of the stream. Samples are not checked: those of 9 to 14
/// bits may be above the format's peak, and code that computes with them must clamp.
package struct FrameReader: Sendable {
  /// The longest FRAME line that is read, in bytes with the newline.
  package static let longestFrameLine = 4096
  private static let frameLine = Array("FRAME\n".utf8)

  /// What the stream says of all its frames.
  package let header: StreamHeader
  /// The parameters between FRAME and the newline of the last frame, including the space; usually
  /// empty.
  package private(set) var parameters: [UInt8] = []
  /// Frames that were read.
  package private(set) var frameCount = 0
  /// Bytes that were read.
  package private(set) var offset: UInt64
  /// The frame that was truncated, and dropped or padded, and its missing bytes.
  package private(set) var cut: (frame: Int, missing: Int)?

  private var source: ByteSource
  private let truncation: Truncation
  private var hasEnded = false

  /// Reads the header.
  package init(
    _ input: FileDescriptor, truncation: Truncation = .error
  ) throws(StreamError) {
    try self.init(ByteSource(input), truncation: truncation)
  }

  /// Reads the header.
  package init(_ source: ByteSource, truncation: Truncation = .error) throws(StreamError) {
    self.source = source
    self.truncation = truncation
    let limit = StreamHeader.longestLine
    var line: [UInt8] = []
    do {
      // A file of another kind is found out by its first bytes.
      line = try self.source.readBytes(StreamHeader.magic.count)
      if line == StreamHeader.magic {
        line += try self.source.readLine(limit: limit - line.count)
      } else if FileMagic.isAmbiguous(line) {
        line += try self.source.readBytes(FileMagic.length - line.count)
      }
    } catch {
      throw .pipe(error)
    }
    offset = UInt64(line.count)
    if line.last != 0x0A, StreamHeader.magic.starts(with: line.prefix(9)) {
      if line.isEmpty { throw .empty }
      guard line.count < limit else { throw .malformedHeader(.tooLong, offset: limit) }
      throw .truncatedHeader
    }
    header = try StreamHeader(parsing: line)
  }

  /// Reads the next frame into `frame`, whose format is ``header``'s.
  ///
  /// Gives false at the end of the stream. After an error the reader cannot be used any more, and
  /// the contents of `frame` are undefined.
  package mutating func read(into frame: Frame) throws(StreamError) -> Bool {
    precondition(frame.format.frameBytes == header.format.frameBytes)
    guard !hasEnded else { return false }
    let count = try readFrameLine() ? readPayload(into: frame) : 0
    if hasEnded {
      guard cut != nil, truncation == .pad else { return false }
      frame.fillBlack(fromByte: count, range: header.range)
    }
    frameCount += 1
    return true
  }

  /// Reads the samples, and gives how many bytes came.
  private mutating func readPayload(into frame: Frame) throws(StreamError) -> Int {
    let count: Int
    do {
      count = try source.readFully(into: frame.bytes)
    } catch {
      throw .pipe(error)
    }
    offset &+= UInt64(count)
    if count < frame.bytes.count { try end(missing: frame.bytes.count - count) }
    return count
  }

  /// Reads a FRAME line into ``parameters``; false when there is none.
  private mutating func readFrameLine() throws(StreamError) -> Bool {
    if !parameters.isEmpty { parameters = [] }
    let start = offset
    var lead: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0)
    let read = withUnsafeMutableBytes(of: &lead) { buffer in
      Result { () throws(PipeError) in try source.readFully(into: buffer) }
    }
    let count: Int
    switch read {
    case .success(let bytes): count = bytes
    case .failure(let error): throw .pipe(error)
    }
    offset &+= UInt64(count)
    if count == 0 {
      hasEnded = true
      return false
    }
    let isPlain = withUnsafeBytes(of: &lead) { $0.elementsEqual(Self.frameLine) }
    if isPlain { return true }

    let line = withUnsafeBytes(of: &lead) { Array($0.prefix(count)) }
    if count < 6 {
      guard Self.frameLine.starts(with: line) || Self.isFrameStart(line) else {
        throw misplaced(line, at: start)
      }
      try end(missing: 6 - count + header.format.frameBytes)
      return false
    }
    guard Self.isFrameStart(line) else {
      throw misplaced(line, at: start)
    }
    return try readParameters(after: line[5], lineStart: start)
  }

  /// Whether `line` is FRAME and a space or carriage return, as far as it goes.
  private static func isFrameStart(_ line: [UInt8]) -> Bool {
    frameLine.dropLast().elementsEqual(line.prefix(5))
      && (line.count < 6 || line[5] == 0x20 || line[5] == 0x0D)
  }

  /// Reads the rest of a FRAME line that says more, after its sixth byte.
  private mutating func readParameters(
    after first: UInt8, lineStart: UInt64
  ) throws(StreamError) -> Bool {
    var rest: [UInt8]
    do {
      rest = try source.readLine(limit: Self.longestFrameLine - 6)
    } catch {
      throw .pipe(error)
    }
    offset &+= UInt64(rest.count)
    guard rest.last == 0x0A else {
      guard rest.count < Self.longestFrameLine - 6 else {
        throw .longFrameLine(frame: frameCount, offset: lineStart)
      }
      try end(missing: 1 + header.format.frameBytes)
      return false
    }
    rest.removeLast()
    parameters = [first] + rest
    return true
  }

  /// What to say of `found`, which stands where FRAME should.
  private func misplaced(_ found: [UInt8], at start: UInt64) -> StreamError {
    let format = header.format
    let isOdd = format.planes.contains { $0.shiftX == 1 } && format.width % 2 == 1
    return isOdd && format.depth > 8 && frameCount > 0
      ? .shortChroma(frame: frameCount, offset: start)
      : .malformed(frame: frameCount, offset: start, found: found)
  }

  /// Notes that the stream ends inside a frame.
  private mutating func end(missing: Int) throws(StreamError) {
    hasEnded = true
    guard truncation != .error else { throw .truncated(frame: frameCount, missing: missing) }
    cut = (frameCount, missing)
  }
}
