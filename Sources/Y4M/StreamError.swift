import Bytes
import Pipes

/// What is wrong with a stream header.
package enum StreamHeaderFault: Hashable, Sendable {
  /// A tag that must be there is not.
  case missing(String)
  /// A tag stands twice, with different values.
  case contradictory(String)
  /// A tag's value makes no sense.
  case badValue(String)
  /// A byte that no header has, such as NUL or a tab.
  case controlByte(UInt8)
  /// The line goes on beyond ``StreamHeader/longestLine``.
  case tooLong
}

/// Why a stream cannot be read, or not to its end.
///
/// Frames count from 0; offsets count bytes from the start of the stream.
package enum StreamError: Error, Hashable, Sendable {
  /// The stream has no bytes.
  case empty
  /// The stream does not start with `YUV4MPEG2`, but with these bytes.
  case notY4M(start: [UInt8])
  case malformedHeader(StreamHeaderFault, offset: Int)
  /// The C tag is a word that is not in ``Colorspace/all``.
  case unsupportedColorspace(String)
  /// A side is beyond ``PixelFormat/largestSide``, or a frame beyond ``PixelFormat/largestFrame``.
  case unsupportedSize(width: String, height: String)
  /// The stream ends inside its header.
  case truncatedHeader
  /// The stream ends inside a frame; at least `missing` bytes are not there.
  case truncated(frame: Int, missing: Int)
  /// These bytes stand where `FRAME` should.
  case malformed(frame: Int, offset: UInt64, found: [UInt8])
  /// A FRAME line goes on beyond ``FrameReader/longestFrameLine``.
  case longFrameLine(frame: Int, offset: UInt64)
  /// As ``malformed(frame:offset:found:)``, in a stream of odd width, halved chroma and more than 8
  /// bits, whose frames ffmpeg writes too short: it halves the bytes of a chroma row, not its
  /// samples (libavformat/yuv4mpegenc.c).
  case shortChroma(frame: Int, offset: UInt64)
  /// The system failed, or the user asked for the end.
  case pipe(PipeError)
}

extension StreamError: PipeCaused {
  package var pipeError: PipeError? {
    if case .pipe(let error) = self { return error }
    return nil
  }
}

extension StreamError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "the input is empty: the program before the pipe wrote nothing"
    case .notY4M(let start):
      Self.recognise(start)
    case .malformedHeader(let fault, let offset):
      "stream header, byte \(offset): \(fault)"
    case .unsupportedColorspace(let name):
      "stream header: unknown colourspace C\(name.prefix(40)); known are "
        + Colorspace.all.map(\.name).joined(separator: ", ")
    case .unsupportedSize(let width, let height):
      "stream header: \(width)x\(height) is too large; sides may have \(PixelFormat.largestSide) "
        + "samples and a frame \(PixelFormat.largestFrame >> 20) MiB"
    case .truncatedHeader:
      "the input ends inside the stream header"
    case .truncated(let frame, let missing):
      "the input ends inside frame \(frame): \(missingBytes(missing))"
    case .malformed(let frame, let offset, let found) where found.elementsEqual("YUV4MP".utf8):
      "frame \(frame), byte \(offset): another stream begins here, and a pipe carries one: join films "
        + "as clips of a timeline, or with ffmpeg's concat"
    case .malformed(let frame, let offset, let found):
      "frame \(frame), byte \(offset): FRAME expected, but \(found.quotedBytes) found"
    case .longFrameLine(let frame, let offset):
      "frame \(frame), byte \(offset): no end of the FRAME line within "
        + "\(FrameReader.longestFrameLine) bytes"
    case .shortChroma(let frame, let offset):
      "frame \(frame), byte \(offset): FRAME expected; ffmpeg writes frames of odd width and more "
        + "than 8 bits too short: make the width even before the pipe, or use 8 bits or 4:4:4"
    case .pipe(let error):
      "\(error)"
    }
  }

  /// What to say of a stream that begins with `start`.
  private static func recognise(_ start: [UInt8]) -> String {
    guard let kind = FileMagic(of: start) else {
      return "the input is not YUV4MPEG2: it starts with \(start.quotedBytes)"
    }
    if kind.isSound {
      return "the input is \(kind.name), which is sound: use afx for it; vfx reads YUV4MPEG2"
    }
    return "the input is \(kind.name), not YUV4MPEG2: convert it with ffmpeg, as in ffmpeg -i FILE "
      + "-f yuv4mpegpipe - | vfx ..."
  }
}

extension StreamHeaderFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let tag): "the \(tag) tag is missing"
    case .contradictory(let tag): "the \(tag) tag appears twice, with different values"
    case .badValue(let tag): "bad tag \(tag.utf8.prefix(40).quotedBytes)"
    case .controlByte(let byte): "a stray byte \(CollectionOfOne(byte).quotedBytes)"
    case .tooLong: "no end of the line within \(StreamHeader.longestLine) bytes"
    }
  }
}
