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
  /// Those that make the sound; empty for a silent film.
  let sound: [Step]
  /// What reads the pictures as standard input and the sound as descriptor 3, and whatever follows.
  let film: [Step]
  /// Where the last program writes; nil if it shows the film.
  let output: Output?

  /// A file that is made whole before it takes its place.
  struct Output: Hashable {
    let path: String

    /// The file while it is made; its ending says what it is.
    var partial: String {
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".part" }
      let stem = path.dropLast(name.distance(from: dot, to: name.endIndex))
      return "\(stem).part\(name[dot...])"
    }

    /// Refuses a film that would take the place of what it is made of, when it is whole or before.
    ///
    /// - Throws: the message, with exit code 2.
    func check(madeOf sources: [String]) throws(CommandFailure) {
      try OutputFile.check(path, "the film", madeOf: sources)
      try OutputFile.check(partial, "the film, while it is made,", madeOf: sources)
    }
  }
}

extension FilmPipe {
  /// The same as a script for bash: it works when it is pasted.
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
    if let output { lines[0] += " &&\n  mv \(output.partial.typed) \(output.path.typed)" }
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
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
