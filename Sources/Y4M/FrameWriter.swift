import Pipes

/// Writes a YUV4MPEG2 stream, one frame at a time, and keeps nothing back.
///
/// All errors are those of the system; ``PipeError/readerHasGone`` is the one that is not an error.
package struct FrameWriter: Sendable {
  /// The longest FRAME line that ffmpeg reads, in bytes with the newline.
  package static let longestLine = 80
  private static let plainLine = Array("FRAME\n".utf8)

  /// Frames that were written.
  package private(set) var frameCount = 0
  /// Bytes that were written.
  package private(set) var offset: UInt64
  /// The first frame whose line is longer than ``longestLine``, or would have been.
  package private(set) var firstLongLine: Int?
  private let shortensLines: Bool
  private let output: FileDescriptor
  private let frameBytes: Int

  /// Writes the header, as its ``StreamHeader/line`` stands.
  ///
  /// - Parameter shortensLines: whether parameters are left out, the last first, of FRAME lines
  ///   that are longer than ``longestLine``.
  package init(
    _ output: FileDescriptor, header: StreamHeader, shortensLines: Bool = false
  ) throws(PipeError) {
    self.output = output
    self.shortensLines = shortensLines
    frameBytes = header.format.frameBytes
    // A last line without its end would run into the first frame.
    let line = header.line.last == 0x0A ? header.line : header.line + [0x0A]
    try output.writeFully(line)
    offset = UInt64(line.count)
  }

  /// Writes a frame, with the parameters that the reader gave for it.
  package mutating func write(_ frame: Frame, parameters: [UInt8] = []) throws(PipeError) {
    try write(SharedFrame(frame), parameters: parameters)
  }

  /// Writes a frame, with the parameters that the reader gave for it.
  ///
  /// `parameters` stand between FRAME and the newline, and begin with their space.
  package mutating func write(
    _ frame: SharedFrame, parameters: [UInt8] = []
  ) throws(PipeError) {
    precondition(frame.bytes.count == frameBytes)
    let line = parameters.isEmpty ? Self.plainLine : self.line(parameters)
    let result = line.withUnsafeBytes { lineBytes in
      Result { () throws(PipeError) in
        try output.writeFully(lineBytes, frame.bytes)
      }
    }
    try result.get()
    frameCount += 1
    offset &+= UInt64(line.count + frameBytes)
  }

  /// A FRAME line that says more.
  private mutating func line(_ parameters: [UInt8]) -> [UInt8] {
    let start = Self.plainLine.dropLast()
    var kept = parameters[...]
    if start.count + kept.count + 1 > Self.longestLine {
      if firstLongLine == nil { firstLongLine = frameCount }
      if shortensLines {
        kept = kept.prefix(Self.longestLine - start.count)
        // Up to a space, so that no parameter is cut.
        kept = kept[..<(kept.lastIndex(of: 0x20) ?? kept.startIndex)]
      }
    }
    return start + kept + [0x0A]
  }
}
