import Bytes
import Timeline

/// Reads a list line by line into events.
struct EDLParser {
  private(set) var events: [EDLEvent] = []
  private(set) var title = ""
  /// What the lines of FCM have said up to here: whether the events that follow drop numbers.
  private var isDrop: Bool?
  private var isFirstDrop: Bool?
  private(set) var log = ImportLog()
  /// The most events that are read.
  private static let mostEvents = 200_000

  init(_ source: SourceText) {
    var lines = EDLLine.lines(of: source)[...]
    while var line = lines.popFirst() {
      if let whole = lines.first.flatMap(line.joined) {
        line = whole
        lines.removeFirst()
      }
      if let event = EDLEvent(line) {
        guard events.count < Self.mostEvents else {
          log.error("there are more than \(Self.mostEvents) events", at: line.range)
          break
        }
        if event.lacksKind {
          log.warn(
            "a transition that does not say of which kind it is, is made a dissolve",
            at: line.range)
        }
        events.append(event)
        events[events.count - 1].dropsSource = isDrop
      } else {
        take(line)
      }
    }
    if events.isEmpty, !log.hasErrors {
      log.error(
        "this is no list of CMX 3600: no line has a number, a reel, a channel, a kind of edit and "
          + "four timecodes", at: 0..<0)
    }
  }

  /// Whether timecodes of the record drop numbers, as the first line of FCM or a semicolon says.
  ///
  /// Later lines are about the sources of the events behind them.
  var dropsRecord: Bool {
    isFirstDrop == true || events.contains { $0.times[2...].contains(where: \.isDrop) }
  }

  /// Whether any timecode drops numbers.
  var countsDropped: Bool {
    dropsRecord
      || events.contains { $0.dropsSource == true || $0.times.contains(where: \.isDrop) }
  }

  private mutating func take(_ line: EDLLine) {
    let first = line.words[0].text.uppercased()
    if let value = line.value(of: "TITLE:") {
      title = value
    } else if first == "FCM:" {
      isDrop = line.text.uppercased().contains("DROP") && !line.text.uppercased().contains("NON")
      isFirstDrop = isFirstDrop ?? isDrop
    } else if first == "M2", !events.isEmpty {
      takeMotion(line)
    } else if first == "AUD", !events.isEmpty {
      let channels = line.words.dropFirst().compactMap { Int($0.text) }
      events[events.count - 1].channels += channels.filter { (1...99).contains($0) }
    } else if first.allSatisfy(\.isNumber),
      first.count > 2 || !events.isEmpty || line.hasTimecode
    {
      // Before the first event there may be sentences, with small numbers in them.
      log.error(
        "an event has a number, a reel, a channel, a kind of edit and four timecodes",
        at: line.range)
    } else if events.isEmpty {
      log.warn("what stands before the first event is not carried over", at: line.range)
    } else {
      takeComment(line)
    }
  }

  /// `M2 REEL 048.0 01:00:00:00`: the speed at which the source is played.
  private mutating func takeMotion(_ line: EDLLine) {
    let numbers = line.words.dropFirst(2)
    guard let word = numbers.first(where: { Double($0.text) != nil }),
      let rate = Double(word.text), rate.isFinite, abs(rate) <= 100_000
    else {
      return log.error(
        "a line of M2 needs a reel and the speed in frames a second, as in M2 AX 048.0 01:00:00:00",
        at: line.range)
    }
    let index = events.count - 1
    // After the two lines of a transition, the reel says whose speed it is.
    let reel = line.words.count > 1 ? line.words[1].text : ""
    let isEarlier =
      index > 0 && events[index - 1].number == events[index].number
      && events[index].reel != reel && events[index - 1].reel == reel
    events[isEarlier ? index - 1 : index].motion = (rate, line.range)
  }

  private mutating func takeComment(_ line: EDLLine) {
    let index = events.count - 1
    let isPair = index > 0 && events[index - 1].number == events[index].number
    let from = isPair ? index - 1 : index
    if let value = line.value(of: "FROM CLIP NAME:") {
      events[from].clipName = value
      // Under a key, the background may go on from a cut of the same event.
      if isPair, events[index].isKey, from > 0, events[from - 1].number == events[from].number,
        events[from - 1].reel == events[from].reel
      {
        events[from - 1].clipName = value
      }
    } else if let value = line.value(of: "KEY CLIP NAME:") {
      events[index].clipName = value
    } else if let value = line.value(of: "TO CLIP NAME:") {
      events[index].toName = value
    } else if let value = line.value(of: "SOURCE FILE:") ?? line.value(of: "FROM FILE:") {
      events[from].files.append(value)
    } else if let value = line.value(of: "TO FILE:") {
      events[index].files.append(value)
    } else if line.value(of: "FREEZE FRAME") != nil {
      events[index].isFrozen = true
    } else if let value = line.value(of: "LOC:") {
      takeMarker(value, line)
    } else if let value = line.value(of: "ASC_SOP:") ?? line.value(of: "ASC_SOP") {
      takeGrade(value, line, count: 9)
    } else if let value = line.value(of: "ASC_SAT:") ?? line.value(of: "ASC_SAT") {
      takeGrade(value, line, count: 1)
    } else if !isKnown(line) {
      log.warn("comments such as this one are not carried over", at: line.range)
    }
  }

  /// Whether a comment says nothing that the events do not say.
  private func isKnown(_ line: EDLLine) -> Bool {
    ["BLEND, DISSOLVE", "EFFECTS NAME IS", "REEL", "FROM CLIP IS", "TO CLIP IS", "SPLIT:"]
      .contains { line.value(of: $0) != nil }
  }

  /// `01:00:01:14 RED     ANIM FIX NEEDED`.
  private mutating func takeMarker(_ value: String, _ line: EDLLine) {
    let words = value.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    guard let time = words.first.flatMap({ SMPTETimecode($0) }) else {
      return log.warn("a marker without a timecode is not carried over", at: line.range)
    }
    let name = words.count > 2 ? words[2].drop { $0 == " " || $0 == "\t" } : ""
    events[events.count - 1].markers.append((String(name), time, line.range))
  }

  /// The numbers of ASC CDL, in brackets by threes.
  private mutating func takeGrade(_ value: String, _ line: EDLLine, count: Int) {
    let numbers = value.split { "() \t,".contains($0) }.map { Double($0) ?? .nan }
    guard numbers.count == count, numbers.allSatisfy({ $0.isFinite && abs($0) <= 1000 }) else {
      return log.warn(
        count == 9
          ? "ASC_SOP needs nine numbers, in three brackets, and is not carried over"
          : "ASC_SAT needs one number, and is not carried over", at: line.range)
    }
    let index = events.count - 1
    var grade = events[index].grade ?? CutGrade()
    if count == 9 {
      grade.slope = numbers[0..<3].map { min(max($0, 0), 100) }
      grade.offset = numbers[3..<6].map { min(max($0, -10), 10) }
      grade.power = numbers[6..<9].map { min(max($0, 0.01), 100) }
    } else {
      grade.saturation = min(max(numbers[0], 0), 100)
    }
    events[index].grade = grade
  }
}
