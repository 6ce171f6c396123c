import Clips
import Options
import Pipes
import Shell
import Timeline

/// A film for each row of a table.
struct FilmTable {
  /// The largest table, in bytes.
  private static let longest = 64 << 20

  private let session: Session
  private let path: String
  private let table: CommaTable
  /// The films' paths, row by row.
  private let outputs: [String]
  private let timeline: String
  private let probes = ProbeStore()

  init(_ session: Session, path: String) throws {
    (self.session, self.path) = (session, path)
    timeline = session.invocation.operands[0]
    let bytes: [UInt8]
    do { bytes = try Files.load(path, limit: Self.longest, takesStreams: true) } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
    do {
      table = try CommaTable(bytes)
    } catch {
      throw CommandFailure("\(path):\(error.line): \(error.message)", code: .usage)
    }
    guard let pattern = try session.value(of: Make.output) else {
      throw CommandFailure(
        "--rows needs a name for each film, such as -o 'out/${NAME}.mp4'", code: .usage)
    }
    outputs = try Self.outputs(pattern, table, path)
  }

  /// The paths of all films; two of one name are an error.
  private static func outputs(
    _ pattern: String, _ table: CommaTable, _ path: String
  ) throws -> [String] {
    let pieces = TemplateNames.pieces(of: pattern)
    // Names that look the same may be two, as letters with marks can be written in two ways.
    var lines: [[UInt8]: Int] = [:]
    return try table.rows.map { row in
      func fault(_ message: String) -> CommandFailure {
        CommandFailure("\(path):\(row.line): \(message)", code: .usage)
      }
      let output = try pieces.map { piece throws -> String in
        switch piece {
        case .text(let text): return text
        case .name(let name):
          guard let column = table.names.firstIndex(of: name) else {
            throw CommandFailure(
              "-o: the table has no column '\(name)'; it has "
                + table.names.map { "'\($0)'" }.joined(separator: ", "), code: .usage)
          }
          let value = row.values[column]
          guard !value.isEmpty, !value.utf8.contains(0x2F), !value.utf8.contains(0) else {
            throw fault("'\(value)' cannot be a part of a file's name")
          }
          return value
        }
      }.joined()
      if let line = lines.updateValue(row.line, forKey: Array(output.utf8)) {
        throw fault("\(output) is the film of line \(line) already")
      }
      return output
    }
  }

  /// Makes the films that are missing or out of date, one after another.
  ///
  /// - Returns: the worst exit status of all.
  func make() throws -> ExitCode {
    let isPrinting = try session.value(of: Make.script)
    var failed: [(line: Int, output: String)] = []
    var (made, kept, worst) = (0, 0, ExitCode.success)
    for (row, output) in zip(table.rows, outputs) {
      let words = command(row, output)
      if isPrinting {
        try Console.print(FilmPipe.Step("vfx", words).typed + "\n")
      } else if try isCurrent(output, words) {
        kept += 1
      } else {
        let status = try run(words)
        if status == .success { made += 1 } else { failed.append((row.line, output)) }
        if status.rawValue > worst.rawValue { worst = status }
      }
    }
    let isQuiet = try ProgressOptions(session).isQuiet
    if !isPrinting, !isQuiet || !failed.isEmpty { report(made: made, kept: kept, failed) }
    return worst
  }

  private func report(made: Int, kept: Int, _ failed: [(line: Int, output: String)]) {
    for row in failed { Console.complain("\(path):\(row.line): \(row.output) was not made") }
    var parts = ["\(made) made"]
    if kept > 0 { parts.append("\(kept) there already") }
    if !failed.isEmpty { parts.append("\(failed.count) failed") }
    Console.complain("of \(table.rows.count) films, " + parts.joined(separator: ", "))
  }

  /// The arguments for one film.
  private func command(_ row: CommaTable.Row, _ output: String) -> [String] {
    let rest =
      [Make.input, Make.preset, Make.only] as [any OptionDescription] + FilmPlan.pictureOptions
    var words = ["make", timeline] + session.invocation.words(of: rest)
    // What the timeline does not use would be an error, and a table may have more columns.
    let values = zip(table.names, row.values).map { name, value in
      (key: name, value: JSONText.string(value))
    }
    words += ["--vars", JSONText.object(values).compact, "-o", output]
    let added = session.invocation.operands.dropFirst()
    return words + (added.isEmpty ? [] : ["--"] + added)
  }

  /// Whether the film is newer than all that it is made from.
  ///
  /// - Parameter words: the arguments for it.
  private func isCurrent(_ output: String, _ words: [String]) throws -> Bool {
    guard let time = Files.modificationTime(output) else { return false }
    func isOlder(_ path: String) -> Bool { (Files.modificationTime(path) ?? .max) <= time }
    guard isOlder(timeline), isOlder(path) else { return false }
    do {
      let row = Session(
        invocation: try Invocation(words, for: VFX.program), interrupt: session.interrupt)
      return try FilmFiles.all(row, timeline, probes)?.allSatisfy(isOlder) ?? false
    } catch {
      // What is wrong is reported by the program that makes it.
      if let reason = session.interrupt.reason { throw reason }
      return false
    }
  }

  /// Makes one film by a program of its own, which clears up after itself when a signal comes.
  private func run(_ words: [String]) throws -> ExitCode {
    try Signals.clearingUp {
      let process = try PipedProcess(try FilmPlan.program("vfx"), words)
      defer { PipedProcess.terminate([process], patience: 5) }
      return try wait(for: process)
    }
  }

  private func wait(for process: PipedProcess) throws -> ExitCode {
    while process.ending == nil {
      if let reason = session.interrupt.reason { throw reason }
      session.interrupt.wait(milliseconds: 5)
      process.look()
    }
    switch process.ending {
    case .exited(0): return .success
    case .exited(2): return .usage
    default: return .failure
    }
  }
}
