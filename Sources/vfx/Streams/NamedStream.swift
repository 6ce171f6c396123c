import Options
import Pipes
import Shell
import Y4M

/// A stream of a command line, whose faults say which it is.
struct NamedStream {
  private var reader: FrameReader
  private let path: String

  var header: StreamHeader { reader.header }
  /// The frames that were read.
  var frameCount: Int { reader.frameCount }

  /// Opens a file, or standard input where the path is `-`.
  init(_ path: String, _ session: Session) throws {
    let input = try Console.open(path, session)
    do {
      reader = try FrameReader(input)
    } catch {
      throw Fault(path: path, error: error)
    }
    self.path = path
  }

  /// Reads the next frame; false where there is none.
  mutating func read(into frame: Frame) throws -> Bool {
    do {
      return try reader.read(into: frame)
    } catch {
      throw Fault(path: path, error: error)
    }
  }

  /// What is wrong with the stream, and its path.
  struct Fault: PipeCaused, CustomStringConvertible {
    let path: String
    let error: StreamError

    var pipeError: PipeError? { error.pipeError }
    var description: String {
      // A failure of the system names its file itself.
      if path == "-" || pipeError != nil { return "\(error)" }
      return "\(path.shownPath): \(error == .empty ? "the file is empty" : "\(error)")"
    }
  }
}
