import Shell

/// A Makefile that makes a film in parts.
struct PartMakefile {
  let jobs: PartJobs

  /// - Throws: names that make cannot have.
  init(_ jobs: PartJobs) throws(CommandFailure) {
    for name in [jobs.output, jobs.prefix] + jobs.files
    where !name.utf8.allSatisfy({ Self.plain.contains($0) }) || name.hasPrefix("-") {
      throw CommandFailure(
        "\(name): make takes names of letters, digits and ._+/@,- alone; the other formats take all",
        code: .usage)
    }
    self.jobs = jobs
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+/@,-".utf8)

  /// The Makefile; a target is made beside its place, so a part that is there is whole.
  var text: String {
    let count = jobs.plan.parts.count
    let made = jobs.sound == nil ? "$(parts)" : "$(parts) \(jobs.soundFile)"
    let join = [
      "$(VFX) join $(parts)", jobs.sound == nil ? "" : "--sound \(jobs.soundFile)", "-o $@",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    var lines = [
      "# \(jobs.output) in \(count) parts: make -j 4 -f FILE, with as many at a time as there are workers.",
      "# A part that is there and newer than what it is made from, and than this plan, is not made again.",
      "VFX := vfx",
      "plan := $(lastword $(MAKEFILE_LIST))",
      "parts := \\",
    ]
    lines += jobs.partFiles.enumerated().map {
      "  \($0.element)\($0.offset + 1 < count ? " \\" : "")"
    }
    lines += ["", "\(jobs.output): \(made)", "\t\(join)", ""]
    lines += jobs.plan.parts.map { part in
      "\(jobs.file(part.number)): range := "
        + jobs.words(part).dropLast(2).joined(separator: " ")
    }
    lines += [
      "", "$(parts): \(needs(jobs.sources))",
      "\t$(VFX) \(typed(jobs.common)) $(range) -o $@\(tail)",
    ]
    if jobs.sound != nil {
      let words = jobs.common + jobs.range + ["--only", "sound"]
      lines += [
        "", "\(jobs.soundFile): \(needs(jobs.soundSources))",
        "\t$(VFX) \(typed(words)) -o $@\(tail)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a target is made from.
  private func needs(_ sources: [String]) -> String {
    (["$(plan)", jobs.timeline] + sources).joined(separator: " ")
  }

  private var tail: String { jobs.tail.isEmpty ? "" : " " + typed(jobs.tail) }

  /// For the shell, in a recipe of make.
  private func typed(_ words: [String]) -> String {
    words.map { String($0.typed.map { $0 == "$" ? "$$" : String($0) }.joined()) }
      .joined(separator: " ")
  }
}
