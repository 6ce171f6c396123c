import Bytes

/// Looks for what a viewer or a player will have trouble with.
package struct SubtitleLint {
  /// A cue or an event as the rules see it.
  private struct Item {
    let start: Rational
    let end: Rational
    let lines: [Substring]
    let range: Range<Int>
    /// Items of different groups may be seen at once; nil where all others may.
    let group: Int?
  }

  private let limits: SubtitleLimits
  private var findings: [SubtitleFinding] = []

  /// A lint that has looked at nothing yet.
  package init(_ limits: SubtitleLimits = SubtitleLimits()) { self.limits = limits }

  /// Everything that is found, in the order of the text.
  package static func findings(
    in file: SubtitleFile, limits: SubtitleLimits = SubtitleLimits()
  ) -> [SubtitleFinding] {
    var lint = SubtitleLint(limits)
    lint.findings = file.warnings.map { SubtitleFinding($0) }
    let items = lint.items(of: file)
    for item in items { lint.look(at: item) }
    lint.lookForOverlaps(items)
    lint.lookForWordTimes(file)
    return lint.findings.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  private func items(of file: SubtitleFile) -> [Item] {
    guard let script = file.script else {
      return file.cues.map { cue in
        // What has a place of its own does not stand where others do.
        let isPlaced =
          !cue.overrides.isEmpty || cue.settings.line != nil || cue.settings.region != nil
        return Item(
          start: cue.start, end: cue.end, lines: lines(cue.plainText), range: cue.range,
          group: isPlaced ? nil : 0)
      }
    }
    return script.events.map { event in
      let isPlaced = event.pieces.contains {
        guard case .tag(let tag) = $0 else { return false }
        switch tag {
        case .position, .move, .alignment, .drawing: return true
        default: return false
        }
      }
      let (value, _) = event.layer.multipliedReportingOverflow(by: script.styles.count)
      return Item(
        start: event.start, end: event.end, lines: lines(event.plainText), range: event.range,
        group: isPlaced ? nil : value &+ event.style)
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split { $0.isNewline }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  private mutating func add(
    _ rule: SubtitleFinding.Rule, _ message: String, at range: Range<Int>, isError: Bool = false
  ) {
    findings.append(
      SubtitleFinding(rule: rule, message: message, range: range, isError: isError))
  }

  private mutating func look(at item: Item) {
    let duration = item.end - item.start
    guard duration > .zero else {
      add(
        .duration,
        duration == .zero
          ? "it ends when it starts and is never shown"
          : "it ends before it starts and is never shown",
        at: item.range, isError: true)
      return
    }
    guard !item.lines.isEmpty else { return }
    if duration < limits.shortest {
      add(
        .tooShort,
        "it is shown for \(Self.text(duration)) s, less than \(Self.text(limits.shortest)) s",
        at: item.range)
    } else if duration > limits.longest {
      add(
        .tooLong,
        "it is shown for \(Self.text(duration)) s, more than \(Self.text(limits.longest)) s",
        at: item.range)
    }
    let count = item.lines.reduce(0) { $0 + $1.count }
    let speed = Double(count) / duration.double
    if speed > limits.charactersPerSecond {
      let shown = Self.text(Rational(approximating: speed))
      add(
        .tooFast,
        "\(count) characters in \(Self.text(duration)) s are \(shown) a second, more than "
          + Self.text(Rational(approximating: limits.charactersPerSecond)), at: item.range)
    }
    if let longest = item.lines.map(\.count).max(), longest > limits.charactersPerLine {
      add(
        .longLine, "a line has \(longest) characters, more than \(limits.charactersPerLine)",
        at: item.range)
    }
    if item.lines.count > limits.lines {
      add(
        .manyLines, "it has \(item.lines.count) lines, more than \(limits.lines)", at: item.range)
    }
  }

  /// Tells once that words have times, and what becomes of them.
  private mutating func lookForWordTimes(_ file: SubtitleFile) {
    let (cues, areStyled) = file.timedCues
    guard let first = cues.first, !areStyled else { return }
    let count = cues.count == 1 ? "the words of one cue" : "the words of \(cues.count) cues"
    add(
      .wordTimes,
      "\(count) have times, which have an effect only with 'future' in the layer or a rule for "
        + "::cue(:future)",
      at: first.textRange)
  }

  /// Names each item that appears while another of its group is seen.
  private mutating func lookForOverlaps(_ items: [Item]) {
    let sorted = items.filter { $0.group != nil && $0.start < $0.end && !$0.lines.isEmpty }
      .enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map(\.element)
    var lasts: [Int: Item] = [:]
    for item in sorted {
      guard let group = item.group else { continue }
      guard let last = lasts[group] else {
        lasts[group] = item
        continue
      }
      if item.start < last.end {
        let shared = min(item.end, last.end) - item.start
        add(
          .overlap, "it appears \(Self.text(shared)) s before another one ends",
          at: item.range)
      }
      if item.end > last.end { lasts[group] = item }
    }
  }

  /// A number with at most three digits behind the point.
  private static func text(_ value: Rational) -> String {
    let thousandths = (value * Rational(1000)).rounded
    var text = "\(thousandths / 1000).\((thousandths % 1000).padded(to: 3))"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
