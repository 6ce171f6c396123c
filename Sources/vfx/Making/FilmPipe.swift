import Pipes
import Shell

/// The programs that make one film together, and what goes from one to another.
struct FilmPipe {
  /// A program with its arguments.
  struct Step: Hashable {
    /// Its name, by which it is looked for.
    let program: String
    let arguments: [String]
    /// Whether the program that it writes to may end before it: its failure is none then.
    let mayBeCutShort: Bool

    init(_ program: String, _ arguments: [String], mayBeCutShort: Bool = false) {
      (self.program, self.arguments) = (program, arguments)
      self.mayBeCutShort = mayBeCutShort
    }

    /// As it is typed into a shell.
    var typed: String {
      ([program] + arguments).map(\.typed).joined(separator: " ")
    }
  }

  /// The programs that make the pictures, each reading what the one before it writes.
  let pictures: [Step]
  /// The programs that make the sound; empty for a silent film.
  let sound: [Step]
  /// What reads the pictures as standard input and the sound as descriptor 3, and whatever follows.
  let film: [Step]
  /// Where the last program writes; nil if it shows the film.
  let output: Output?

  /// A file that is made whole before it takes its place.
  struct Output: Hashable {
    let path: String
    /// Where it is made: what a link leads to.
    private let target: String
    /// Whether that is a pipe or a device, into which ffmpeg writes as it is.
    private let isStream: Bool

    init(path: String) {
      self.path = path
      target = Files.target(of: path)
      isStream = Files.isStream(path)
    }

    /// The file while it is made; its ending says what it is.
    var partial: String {
      if isStream { return path }
      let path = target
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".part" }
      let stem = path.dropLast(name.distance(from: dot, to: name.endIndex))
      return "\(stem).part\(name[dot...])"
    }

    /// Refuses a film that would take the place of what it is made of, when it is whole or before.
    ///
    /// - Throws: the message, with exit status 2.
    func check(madeOf sources: [String]) throws(CommandFailure) {
      try OutputFile.check(path, "the film", madeOf: sources)
      try OutputFile.check(partial, "the film, while it is made,", madeOf: sources)
    }

    /// Holds the file while it is made; nil for a pipe or a device.
    ///
    /// - Throws: another program makes the same film.
    func hold() throws -> HeldFile? {
      if isStream { return nil }
      guard let held = try HeldFile(partial) else {
        throw CommandFailure("\(path.shownPath): another vfx is making this film")
      }
      return held
    }

    /// What ffmpeg keeps of a file before it writes that, in bytes, and a block of the disk.
    private static let lastPiece = 40_960

    /// Gives the whole film its name.
    ///
    /// - Throws: the name cannot be given, or the disk is full. Some versions of ffmpeg say that
    ///   all is well where the last that they write finds no room.
    func finish() throws {
      if isStream { return }
      do {
        if let free = Files.freeBytes(partial), free < Self.lastPiece {
          throw CommandFailure("\(path.shownPath) is not made: the disk is full")
        }
        try Files.move(partial, to: target)
      } catch {
        abandon()
        throw error
      }
    }

    /// Removes what there is of the film.
    func abandon() { if !isStream { Files.remove(partial) } }

    /// The command that does so in a script; nil where there is none.
    var move: String? { isStream ? nil : "mv \(partial.typed) \(target.typed)" }
  }
}

extension FilmPipe {
  /// The pipe as a script for bash: it works when it is pasted.
  var script: String {
    var lines: [String] = []
    let heard = sound.map(\.typed).joined(separator: " | ")
    let steps = film.map { step in
      let words = step.arguments.map { word -> String in
        word == Self.soundInput ? "<(\(heard))" : word.typed
      }
      return ([step.program] + words).joined(separator: " ")
    }
    lines.append(((pictures.map(\.typed) + steps)).joined(separator: " |\n  "))
    if let move = output?.move { lines[0] += " &&\n  \(move)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The name of descriptor 3 among ffmpeg's inputs.
  static let soundInput = "pipe:3"
}

extension String {
  /// As a word of a shell's command line.
  var typed: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%".utf8)
    guard isEmpty || utf8.contains(where: { !plain.contains($0) }) else { return self }
    // A command is one line, also for programs that read one job from each.
    if utf8.contains(0x0A) {
      return "$'" + unicodeScalars.map { Self.ansi[$0] ?? String($0) }.joined() + "'"
    }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// What bash writes otherwise between `$'` and `'`.
  private static let ansi: [Unicode.Scalar: String] = [
    "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\",
  ]
}
