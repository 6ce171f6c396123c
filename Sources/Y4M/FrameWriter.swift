import Pipes

/// Writes a YUV4MPEG2 stream, one frame at a time, and keeps nothing back.
///
/// All errors are those of the system; ``PipeError/readerHasGone`` is the one that is no fault.
package struct FrameWriter: Sendable {
  private static let plainLine = Array("FRAME\n".utf8)

  /// Frames that were written.
  package private(set) var frameCount = 0
  /// Bytes that were written.
  package private(set) var offset: UInt64
  private let output: FileDescriptor
  private let frameBytes: Int

  /// Writes the header, as its ``StreamHeader/line`` stands.
  package init(_ output: FileDescriptor, header: StreamHeader) throws(PipeError) {
    self.output = output
    frameBytes = header.format.frameBytes
    // A last line without its end would run into the first frame.
    let line = header.line.last == 0x0A ? header.line : header.line + [0x0A]
    try output.writeFully(line)
    offset = UInt64(line.count)
  }

  /// Writes a frame, with the parameters that the reader gave for it.
  ///
  /// `parameters` stand between FRAME and the newline, and begin with their space.
  package mutating func write(
    _ frame: Frame, parameters: [UInt8] = []
  ) throws(PipeError) {
    precondition(frame.bytes.count == frameBytes)
    let line =
      parameters.isEmpty ? Self.plainLine : Array(Self.plainLine.dropLast()) + parameters + [0x0A]
    let result = line.withUnsafeBytes { lineBytes in
      Result { () throws(PipeError) in
        try output.writeFully(lineBytes, UnsafeRawBufferPointer(frame.bytes))
      }
    }
    try result.get()
    frameCount += 1
    offset &+= UInt64(line.count + frameBytes)
  }
}
