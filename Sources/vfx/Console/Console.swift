import Options
import Pipes

/// The program's three standard streams.
enum Console {
  /// The line that shows what the program is for.
  static let pipe = "ffmpeg -i in.mp4 -f yuv4mpegpipe - | vfx -t t.json | ffmpeg -i - out.mp4"

  /// Writes `text` to standard output, whole.
  static func print(_ text: String) throws(PipeError) {
    try FileDescriptor.standardOutput.writeFully(text)
  }

  /// Writes one line to standard error, with the program's name before it.
  ///
  /// What cannot be written there is lost: there is nobody left to tell.
  static func complain(_ message: String) {
    write("vfx: \(message)\n")
  }

  /// Writes `text` to standard error as it is.
  static func write(_ text: String) {
    try? FileDescriptor.standardError.writeFully(text)
  }

  /// Standard input as a stream of frames; where a person sits there, `pipe` is what to type.
  static func input(_ session: Session, pipe: String = pipe) throws -> FileDescriptor {
    let input = FileDescriptor.standardInput
    if input.isTerminal {
      throw CommandFailure(
        "standard input is a terminal and wants a Y4M stream; type: \(pipe)", code: .usage)
    }
    input.enlargePipe()
    return input.interruptible(by: session.interrupt)
  }

  /// Standard output for a stream of frames, unless a person sits there.
  static func output(pipe: String = pipe) throws -> FileDescriptor {
    let output = FileDescriptor.standardOutput
    if output.isTerminal {
      throw CommandFailure(
        "standard output is a terminal, and Y4M is not to be read; type: \(pipe)", code: .usage)
    }
    output.enlargePipe()
    return output
  }

  /// Opens a file of frames, or standard input where the path is `-`.
  static func open(_ path: String, _ session: Session) throws -> FileDescriptor {
    if path == "-" {
      return try input(session, pipe: "vfx \(session.invocation.command.name) FILE")
    }
    let file = try FileDescriptor(opening: path)
    guard file.kind != .directory else { throw PipeError.notAFile(name: path, kind: file.kind) }
    file.enlargePipe()
    return file.interruptible(by: session.interrupt)
  }
}
