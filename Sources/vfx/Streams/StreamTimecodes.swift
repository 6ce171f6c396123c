import Bytes
import Clips
import Pipes
import Shell
import Timeline

/// The times that a file gives the frames of standard input.
struct StreamTimecodes {
  /// The largest file, in bytes.
  private static let longest = 256 << 20

  let path: String
  private let timecodes: Timecodes
  /// The frames with these times; nil where there are none.
  let frames: TimecodedFrames?

  /// Reads a file of timecodes.
  ///
  /// - Throws: that it cannot be read, or what is wrong with it, with its line.
  init(_ path: String) throws {
    self.path = path
    do {
      timecodes = try Timecodes(
        parsing: try Files.load(path, limit: Self.longest, takesStreams: true))
      frames = TimecodedFrames(timecodes, name: path)
    } catch let fault as Timecodes.Fault {
      throw CommandFailure("\(path):\(fault.line): \(fault.message)", code: .usage)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
  }

  /// When a frame is shown.
  ///
  /// - Throws: the file has fewer frames.
  func time(of frame: Int) throws(CommandFailure) -> Time {
    guard let time = timecodes.time(of: frame) else {
      throw CommandFailure(
        "frame \(frame): \(path) has times of \(timecodes.count ?? 0) frames, and the stream has more"
      )
    }
    return Time(time)
  }
}

/// A file that gets the times of frames, as timecodes of format 2: milliseconds, with six places.
struct TimecodeLog {
  private let file: FileDescriptor
  private var text = "# timestamp format v2\n"

  /// Makes the file, or empties it.
  init(_ path: String) throws(PipeError) {
    file = try FileDescriptor(opening: path, for: .creating)
  }

  /// Adds the time of the next frame.
  mutating func append(_ time: Time) throws(PipeError) {
    text += Self.milliseconds(time) + "\n"
    if text.utf8.count > 1 << 16 { try flush() }
  }

  /// Writes what is left, and closes the file.
  mutating func finish() throws(PipeError) {
    try flush()
    try file.close()
  }

  private mutating func flush() throws(PipeError) {
    try file.writeFully(Array(text.utf8))
    text = ""
  }

  /// In milliseconds with six places, rounded to the nearest.
  private static func milliseconds(_ time: Time) -> String {
    let half = Rational(reducing: 1, over: 2)
    let nanoseconds = (time.value * Rational(1_000_000_000) + half).floor
    let sign = nanoseconds < 0 ? "-" : ""
    let (whole, rest) = Int128(nanoseconds.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
    return "\(sign)\(whole).\(rest.padded(to: 6))"
  }
}
