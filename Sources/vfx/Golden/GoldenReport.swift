import Shell
import Timeline

/// What became of one check of golden frames.
struct GoldenResult {
  /// How it ended.
  enum Outcome: Equatable {
    case same
    /// Other bytes, within the limit that the user gives.
    case within
    /// It differs, and is the golden one from now on.
    case updated
    case different
  }

  /// What was looked at, such as `frame 80 at 0:00:03.200`.
  let name: String
  let outcome: Outcome
  /// What is said of it, as names with values.
  var notes: [(name: String, value: String)] = []
}

extension GoldenResult {
  /// The report on a timeline that cannot be drawn: what is said of it, and the places of its
  /// faults.
  init(faultOf error: any Error) {
    let failure = error as? CommandFailure
    var notes = [(name: "message", value: failure?.message ?? "\(error)")]
    let details = failure.map { $0.told + $0.details } ?? ""
    if !details.isEmpty {
      // The last line's end is that of the note.
      notes.append(("details", details.hasSuffix("\n") ? String(details.dropLast()) : details))
    }
    self.init(name: "timeline", outcome: .different, notes: notes)
  }
}

/// The results of all timelines, as a text for the programs that show the results of tests.
struct GoldenReport {
  /// The form of the text.
  enum Form: String, CaseIterable, Sendable {
    case tap, junit
  }

  private(set) var suites: [(timeline: String, results: [GoldenResult])] = []

  /// Adds what was found for one timeline.
  mutating func add(_ results: [GoldenResult], of timeline: String) {
    suites.append((timeline, results))
  }

  /// Whether all is as it was, or is golden now.
  var passes: Bool {
    suites.allSatisfy { $0.results.allSatisfy { $0.outcome != .different } }
  }

  /// The whole text.
  func text(_ form: Form) -> String { form == .tap ? tap : junit }

  /// TAP 14 (testanything.org): one line for each result, and notes in YAML below it.
  private var tap: String {
    let results = suites.flatMap { suite in suite.results.map { (suite.timeline, $0) } }
    let lines = results.enumerated().flatMap { index, row -> [String] in
      let (timeline, result) = row
      let verdict = result.outcome == .different ? "not ok" : "ok"
      let name = "\(timeline): \(result.name)\(Self.remark(result))"
      let line = "\(verdict) \(index + 1) - \(Self.inTAP(name))"
      guard result.outcome == .different else { return [line] }
      let notes = result.notes.map { "  \($0.name): \(JSONWord($0.value).text)" }
      return [line, "  ---"] + notes + ["  ..."]
    }
    return (["TAP version 14"] + lines + ["1..\(results.count)"]).map { $0 + "\n" }.joined()
  }

  private static func remark(_ result: GoldenResult) -> String {
    switch result.outcome {
    case .same, .different: ""
    case .within: " (within the limit)"
    case .updated: " (updated)"
    }
  }

  /// A description in TAP: no line break, and the mark of a directive is escaped.
  private static func inTAP(_ text: String) -> String {
    text.map { character in
      switch character {
      case "#", "\\": "\\\(character)"
      case _ where character.isNewline: " "
      default: "\(character)"
      }
    }.joined()
  }

  /// The XML that Jenkins, GitLab and others take for the results of JUnit.
  private var junit: String {
    let count = suites.map(\.results.count).reduce(0, +)
    let failures = suites.flatMap(\.results).count { $0.outcome == .different }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="vfx golden" tests="\#(count)" failures="\#(failures)">"#,
    ]
    for (timeline, results) in suites {
      let failures = results.count { $0.outcome == .different }
      let name = timeline.inXML
      lines.append(
        #"  <testsuite name="\#(name)" tests="\#(results.count)" failures="\#(failures)">"#)
      lines += results.flatMap { Self.testCase($0, of: name) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { $0 + "\n" }.joined()
  }

  private static func testCase(_ result: GoldenResult, of timeline: String) -> [String] {
    let start =
      #"    <testcase classname="\#(timeline)" name="\#((result.name + remark(result)).inXML)""#
    guard result.outcome == .different else { return [start + "/>"] }
    let message = (result.notes.first?.value ?? "").inXML
    // A text of several lines begins below its name, so that what is marked under a line stays
    // there.
    let notes = result.notes.map { note in
      "\(note.name):\(note.value.contains("\n") ? "\n" : " ")\(note.value)\n"
    }.joined().inXML
    return [
      start + ">", #"      <failure message="\#(message)">\#(notes)</failure>"#, "    </testcase>",
    ]
  }
}

/// A text as a string of JSON, which is one of YAML, too.
private struct JSONWord {
  let text: String

  init(_ value: String) { text = JSONText.string(value).compact }
}

extension String {
  /// As text or the value of an attribute in XML; what XML cannot have is a question mark.
  fileprivate var inXML: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n", "\t": "\(scalar)"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): "?"
      default: "\(scalar)"
      }
    }.joined()
  }
}
