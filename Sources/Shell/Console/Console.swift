import Bytes
import Options
import Pipes
import Timeline

/// The program's three standard streams.
///
/// Control characters in file names, files and messages of other programs never reach a terminal:
/// they are written as escapes, such as `\x1b`. What a pipe or a file gets of standard output is
/// data, and as it is: captions have joiners and marks of direction.
package enum Console {
  /// The paragraph of the help about standard output and standard error.
  package static let outputs =
    "Standard output carries data only. Messages and progress go to standard error. A message is one "
    + "line that begins with the program's name; one about a place in a timeline begins with the "
    + "file, the line and the column instead, and the timeline's line follows it, with the place "
    + "marked underneath."

  /// The program's name, which messages begin with.
  private static let name = Mutex("vfx")

  /// Says under which name messages are written from now on.
  static func introduce(_ program: String) { name.withLock { $0 = program } }

  /// Writes `text` to standard output, whole.
  package static func print(_ text: String) throws(PipeError) {
    let output = FileDescriptor.standardOutput
    try output.writeFully(output.isTerminal ? text.printableLines : text)
  }

  /// Writes the report of a command whose exit status is its verdict: that counts, whether the
  /// report is read or not.
  package static func printVerdict(_ text: String) throws(PipeError) {
    do throws(PipeError) { try print(text) } catch {
      guard error == .readerHasGone else { throw error }
    }
  }

  /// Writes one line to standard error, with the program's name before it.
  ///
  /// If writing fails, the message is lost.
  package static func complain(_ message: String) {
    write("\(name.withLock { $0 }): \(message.printable)\n")
  }

  /// Notes that a filter without a timeline only copies its input, which is seldom intended.
  package static func noteCopy(_ session: Session, of stream: String) {
    guard session.wasToldNothing else { return }
    complain(
      "no timeline was given, so \(stream) pass unchanged; give one with -t, or see "
        + "\(name.withLock { $0 }) --help")
  }

  /// Writes lines of text to standard error, over a line of progress if there is one.
  package static func interject(_ text: String) {
    let erasing = FileDescriptor.standardError.isTerminal ? "\r\u{1B}[K" : ""
    try? FileDescriptor.standardError.writeFully(erasing + text.printableLines)
  }

  /// Writes lines of text to standard error.
  package static func write(_ text: String) {
    try? FileDescriptor.standardError.writeFully(text.printableLines)
  }

  /// Writes a line over the last one on the terminal behind standard error, or, without a text,
  /// ends it.
  static func renewLine(_ text: String?) {
    // Return to the first column, write, and erase what an earlier line left (ECMA-48 EL).
    try? FileDescriptor.standardError.writeFully(text.map { "\r\($0.printable)\u{1B}[K" } ?? "\n")
  }

  /// Standard input as a stream of the kind `stream`; if that is a terminal, `pipe` is the command
  /// to suggest.
  package static func input(
    _ session: Session, of stream: String = "Y4M", pipe: String
  ) throws -> FileDescriptor {
    let input = FileDescriptor.standardInput
    if input.isTerminal {
      throw CommandFailure(
        "standard input is a terminal, but must be a \(stream) stream; type: \(pipe)", code: .usage)
    }
    input.enlargePipe()
    return input.interruptible(by: session.interrupt)
  }

  /// Standard output for a stream of the kind `stream`, unless it is a terminal.
  package static func output(of stream: String = "Y4M", pipe: String) throws -> FileDescriptor {
    let output = FileDescriptor.standardOutput
    if output.isTerminal {
      throw CommandFailure(
        "standard output is a terminal, and \(stream) is binary data; type: \(pipe)",
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
