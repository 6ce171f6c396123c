import Bytes
import Options
import Pipes

/// The program's three standard streams.
package enum Console {
  /// The program's name, which messages begin with.
  private static let name = Mutex("vfx")

  /// Says under which name messages are written from now on.
  static func introduce(_ program: String) { name.withLock { $0 = program } }

  /// Writes `text` to standard output, whole.
  package static func print(_ text: String) throws(PipeError) {
    try FileDescriptor.standardOutput.writeFully(text)
  }

  /// Writes one line to standard error, with the program's name before it.
  ///
  /// What cannot be written there is lost: there is nobody left to tell.
  package static func complain(_ message: String) {
    write("\(name.withLock { $0 }): \(message)\n")
  }

  /// Says that a filter that was told nothing copies what comes, which is seldom what is wanted.
  package static func noteCopy(_ session: Session, of stream: String) {
    guard session.wasToldNothing else { return }
    complain(
      "no timeline was given, so \(stream) pass unchanged; give one with -t, or see "
        + "\(name.withLock { $0 }) --help")
  }

  /// Writes `text` to standard error as it is.
  package static func write(_ text: String) {
    try? FileDescriptor.standardError.writeFully(text)
  }

  /// Standard input as a stream of the kind `stream`; where a person sits there, `pipe` is what to
  /// type.
  package static func input(
    _ session: Session, of stream: String = "Y4M", pipe: String
  ) throws -> FileDescriptor {
    let input = FileDescriptor.standardInput
    if input.isTerminal {
      throw CommandFailure(
        "standard input is a terminal and wants a \(stream) stream; type: \(pipe)", code: .usage)
    }
    input.enlargePipe()
    return input.interruptible(by: session.interrupt)
  }

  /// Standard output for a stream of the kind `stream`, unless a person sits there.
  package static func output(of stream: String = "Y4M", pipe: String) throws -> FileDescriptor {
    let output = FileDescriptor.standardOutput
    if output.isTerminal {
      throw CommandFailure(
        "standard output is a terminal, and \(stream) is not to be read; type: \(pipe)",
        code: .usage)
    }
    output.enlargePipe()
    return output
  }

  /// Opens a file of the kind `stream`, or standard input where the path is `-`.
  package static func open(
    _ path: String, of stream: String = "Y4M", _ session: Session
  ) throws -> FileDescriptor {
    if path == "-" {
      let program = name.withLock { $0 }
      return try input(
        session, of: stream, pipe: "\(program) \(session.invocation.command.name) FILE")
    }
    let file = try FileDescriptor(opening: path)
    guard file.kind != .directory else { throw PipeError.notAFile(name: path, kind: file.kind) }
    file.enlargePipe()
    return file.interruptible(by: session.interrupt)
  }
}
