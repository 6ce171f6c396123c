import Bytes
import Shell
import Timeline

/// A plan of parts as a table or an object, for people and for other programs.
struct PartListing {
  let jobs: PartJobs

  private static let columns = [
    "part", "start", "frames", "cost", "sound_start", "sound_duration", "reads", "output",
    "warnings",
  ]

  /// A line for each part, below one with the names of the columns.
  var table: String {
    let rows = jobs.plan.parts.map { part in
      let times = soundTimes(part)
      return [
        "\(part.number.index)", jobs.start(part), "\(part.frames.count)", share(part),
        times.start, times.duration, part.reads.map(\.text).joined(separator: "; "),
        jobs.file(part.number), part.warnings.joined(separator: "; "),
      ]
    }
    return ([Self.columns] + rows).map { row in
      row.map(\.cell).joined(separator: "\t") + "\n"
    }.joined()
  }

  /// An object with the files that are needed, the parts, and the commands for the sound and the
  /// join.
  var object: String {
    let plan = jobs.plan
    let parts = plan.parts.map { part -> JSONText in
      let times = soundTimes(part)
      return .object([
        ("part", .integer(part.number.index)), ("start", .string(jobs.start(part))),
        ("frames", .integer(part.frames.count)), ("cost", .number(share(part))),
        (
          "sound",
          .object([("start", .string(times.start)), ("duration", .string(times.duration))])
        ),
        ("reads", .array(part.reads.map(\.json))),
        ("output", .string(jobs.file(part.number))),
        ("warnings", .array(part.warnings.map { .string($0) })),
        ("command", jobs.command(part).json),
      ])
    }
    return JSONText.object([
      ("rate", .string("\(plan.rate.numerator)/\(plan.rate.denominator)")),
      ("files", .array(jobs.files.map { .string($0) })), ("parts", .array(parts)),
      ("sound", jobs.sound?.json ?? .null), ("join", jobs.join.json),
    ]).pretty() + "\n"
  }

  /// In shares of 1, with four places.
  private func share(_ part: PartPlan.Part) -> String { fixed(part.share, 4) }

  /// The sound that is heard during a part, in exact seconds.
  private func soundTimes(_ part: PartPlan.Part) -> (start: String, duration: String) {
    (
      part.start.exactText,
      Time(frame: part.frames.count, rate: jobs.plan.rate).exactText
    )
  }
}

extension PartPlan.Read {
  /// `in.mp4 1.2-3.4`, with what is decoded before the first picture.
  fileprivate var text: String {
    guard let from else { return source }
    let end = to?.exactText ?? ""
    return "\(source) \(from.exactText)-\(end)" + (lead > 0 ? " (\(lead) first)" : "")
  }

  fileprivate var json: JSONText {
    guard let from else { return .object([("source", .string(source))]) }
    return .object([
      ("source", .string(source)), ("from", .string(from.exactText)),
      ("to", to.map { .string($0.exactText) } ?? .null), ("lead", .integer(lead)),
    ])
  }
}

extension FilmPipe.Step {
  /// The words of the command.
  fileprivate var json: JSONText { .array(([program] + arguments).map { .string($0) }) }
}

extension String {
  /// Without what would end a cell.
  fileprivate var cell: String {
    String(map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }
}
