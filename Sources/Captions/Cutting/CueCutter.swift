import Bytes

/// Cuts words into cues.
///
/// A cue ends with every sentence, at every long silence and where someone else speaks. What lies
/// between is cut into as few cues as its limits allow, of about the same length, rather behind
/// clauses and in short silences than elsewhere: the cheapest of all ways to cut it is taken, by
/// dynamic programming.
package struct CueCutter {
  /// What is never parted: a word, or syllables and marks without a break between them.
  private struct Unit {
    var words: Range<Int>
    var width: Int
    /// Whether a blank stands before it.
    var isApart: Bool
  }

  /// The most units of a cue, so that the work is in proportion to the words.
  private static let mostUnits = 200

  private let words: [CaptionWord]
  private let rules: CuttingRules

  private init(_ words: [CaptionWord], _ rules: CuttingRules) {
    (self.words, self.rules) = (words, rules)
  }

  /// The cues of words, which are in the order of their starts.
  ///
  /// Every word is in exactly one cue. A word that is longer than a line stands alone in its own.
  package static func cut(_ words: [CaptionWord], _ rules: CuttingRules) -> [Caption] {
    let cutter = CueCutter(words, rules)
    var captions: [Caption] = []
    for phrase in cutter.phrases() {
      captions += cutter.cut(cutter.units(phrase)).map { lines in
        Caption(lines: lines, start: .zero, end: .zero)
      }
    }
    cutter.time(&captions)
    return captions
  }

  // MARK: Phrases

  /// What no cue goes beyond.
  private func phrases() -> [Range<Int>] {
    var phrases: [Range<Int>] = []
    var start = 0
    for next in words.indices.dropFirst() where endsPhrase(next - 1) {
      phrases.append(start..<next)
      start = next
    }
    if start < words.count { phrases.append(start..<words.count) }
    return phrases
  }

  private func endsPhrase(_ index: Int) -> Bool {
    let (word, next) = (words[index], words[index + 1])
    return next.start - word.end >= rules.pause || word.speaker != next.speaker
      || Spacing.endsSentence(word.text, before: next.text)
        && (!next.isAttached || Spacing.isBreakable(word.text, next.text))
  }

  private func units(_ phrase: Range<Int>) -> [Unit] {
    var units: [Unit] = []
    for index in phrase {
      let width = Spacing.width(words[index].text)
      let isApart = !words[index].isAttached
      let canBreak =
        index == phrase.lowerBound || isApart
        || Spacing.isBreakable(words[index - 1].text, words[index].text)
      if canBreak {
        units.append(Unit(words: index..<index + 1, width: width, isApart: isApart))
      } else {
        units[units.count - 1].words = units[units.count - 1].words.lowerBound..<index + 1
        units[units.count - 1].width += width
      }
    }
    return units
  }

  // MARK: Cues

  /// The lines of each cue of a phrase.
  private func cut(_ units: [Unit]) -> [[Range<Int>]] {
    let most = min(max(rules.maxWords ?? Self.mostUnits, 1), Self.mostUnits)
    let mean = balanced(units, most)
    // The cheapest way to cut the units up to each, and where its last cue begins.
    var costs = [0] + [Int](repeating: .max, count: units.count)
    var starts = [Int](repeating: 0, count: units.count + 1)
    for start in units.indices where costs[start] < .max {
      var fit = LineFit(most: rules.maxChars)
      for end in start + 1...min(start + most, units.count) {
        fit.add(units[end - 1].width, isApart: units[end - 1].isApart)
        if fit.lines > max(rules.maxLines, 1), end > start + 1 { break }
        let cost = costs[start] + self.cost(units, start..<end, fit.total, mean)
        if cost < costs[end] { (costs[end], starts[end]) = (cost, start) }
      }
    }
    var cues: [[Range<Int>]] = []
    var end = units.count
    while end > 0 {
      cues.append(lines(Array(units[starts[end]..<end])))
      end = starts[end]
    }
    return cues.reversed()
  }

  /// How long cues are when all of a phrase are about as long, in characters.
  private func balanced(_ units: [Unit], _ most: Int) -> Int {
    let total = units.reduce(0) { $0 + $1.width + ($1.isApart ? 1 : 0) }
    let (room, isHuge) = rules.maxChars.multipliedReportingOverflow(by: max(rules.maxLines, 1))
    let byRoom = isHuge ? 1 : (total + room - 1) / max(room, 1)
    return max(total / max(byRoom, (units.count + most - 1) / most, 1), 1)
  }

  /// What a cue costs: itself, how far its length is from the mean, and an end within a clause.
  private func cost(_ units: [Unit], _ range: Range<Int>, _ width: Int, _ mean: Int) -> Int {
    let off = min((width - mean).magnitude * 100 / UInt(mean), 1000)
    var cost = 1000 + Int(off * off) / 20
    guard range.upperBound < units.count else { return cost }
    let last = units[range.upperBound - 1].words.upperBound - 1
    if !Spacing.endsClause(words[last].text) { cost += 150 }
    let gap = words[last + 1].start - words[last].end
    if gap * Rational(10) < .one { cost += 100 }
    return cost
  }

  /// The units in as few lines as there is room for, of about the same length.
  private func lines(_ units: [Unit]) -> [Range<Int>] {
    func broken(_ width: Int) -> [Range<Int>] {
      var fit = LineFit(most: width)
      var lines: [Range<Int>] = []
      for unit in units {
        let count = fit.lines
        fit.add(unit.width, isApart: unit.isApart)
        if fit.lines > count {
          lines.append(unit.words)
        } else {
          lines[lines.count - 1] = lines[lines.count - 1].lowerBound..<unit.words.upperBound
        }
      }
      return lines
    }
    let fewest = broken(rules.maxChars).count
    // The least width that needs no more lines.
    var (low, high) = (0, rules.maxChars)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if broken(middle).count <= fewest { high = middle } else { low = middle }
    }
    return broken(high)
  }

  // MARK: Times

  private func time(_ captions: inout [Caption]) {
    for index in captions.indices {
      let range = captions[index].words
      let start = words[range.lowerBound].start
      var end = range.reduce(start) { max($0, words[$1].end) }
      captions[index].start = start
      let least = max(end, start + rules.minDuration)
      guard range.upperBound < words.count else {
        captions[index].end = least
        continue
      }
      let next = words[range.upperBound].start
      // What comes soon takes its place without a flash of nothing between.
      end = next - end < rules.pause ? max(least, next) : least
      captions[index].end = min(end, next + rules.hold)
    }
  }
}

/// How many lines words take that are broken where a line is full.
private struct LineFit {
  let most: Int
  private(set) var lines = 0
  /// The characters of all lines.
  private(set) var total = 0
  private var width = 0

  init(most: Int) { self.most = most }

  mutating func add(_ width: Int, isApart: Bool) {
    let blank = isApart ? 1 : 0
    total += width + (total > 0 ? blank : 0)
    if lines > 0, self.width + blank + width <= most {
      self.width += blank + width
    } else {
      lines += 1
      self.width = width
    }
  }
}
