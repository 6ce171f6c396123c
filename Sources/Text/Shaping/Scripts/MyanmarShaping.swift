import Fonts

/// Myanmar: vowels and a medial ra that are drawn before the letter which they are written behind.
enum MyanmarShaping {
  static func collect(_ requests: inout FeatureRequests) {
    requests.pause(.findMyanmarSyllables)
    for tag: Tag in ["locl", "ccmp"] { requests.enable(tag, .perSyllable) }
    requests.pause(.reorderMyanmar)
    for tag: Tag in ["rphf", "pref", "blwf", "pstf"] {
      requests.enable(tag, [.keepsJoiners, .perSyllable])
      requests.pause(tag == "pstf" ? .forgetSyllables : .none)
    }
    for tag: Tag in ["pres", "abvs", "blws", "psts"] { requests.enable(tag, .keepsJoiners) }
  }

  static func classify(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices {
      buffer.info[index].category = MyanmarClass.of(buffer.info[index].code).rawValue
    }
  }

  static func findSyllables(_ buffer: inout GlyphBuffer) {
    var syllables = MyanmarSyllables(buffer.info.map(\.myanmarClass))
    IndicShaping.numberSyllables(&buffer) {
      let (kind, end) = syllables.syllable(at: $0)
      return (kind.rawValue, end)
    }
  }

  static func reorder(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    IndicShaping.insertCircles(
      &buffer, face, broken: MyanmarSyllables.Kind.broken.rawValue,
      circle: MyanmarClass.dottedCircle.rawValue)
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      guard buffer.info[start].syllable & 15 != MyanmarSyllables.Kind.other.rawValue else { return }
      place(&buffer, start, end)
      buffer.sort(start, end) { $0.position }
      turnLeftVowels(&buffer, start, end)
    }
  }

  /// Says of every character of a syllable where it goes.
  private static func place(_ buffer: inout GlyphBuffer, _ start: Int, _ end: Int) {
    // A nga with asat and virama is drawn above the next letter.
    let hasKinzi =
      start + 3 <= end && buffer.info[start].myanmarClass == .ra
      && buffer.info[start + 1].myanmarClass == .asat
      && buffer.info[start + 2].myanmarClass == .halant
    let first = hasKinzi ? start + 3 : start
    let base = (first..<end).first { buffer.info[$0].isMyanmarBase } ?? first
    for index in start..<first { buffer.info[index].indicPlace = .afterMain }
    for index in first..<base { buffer.info[index].indicPlace = .beforeConsonant }
    guard base < end else { return }
    buffer.info[base].indicPlace = .base
    var place = IndicPlace.afterMain
    for index in base + 1..<end {
      let kind = buffer.info[index].myanmarClass
      switch kind {
      case .medialRa: buffer.info[index].indicPlace = .beforeConsonant
      case .vowelPre: buffer.info[index].indicPlace = .beforeMatra
      case .variation: buffer.info[index].indicPlace = buffer.info[index - 1].indicPlace
      case .anusvara where place == .below: buffer.info[index].indicPlace = .beforeSub
      default:
        // What follows the vowels below stays behind them.
        if place == .afterMain, kind == .vowelBelow {
          place = .below
        } else if place == .below, kind != .vowelBelow {
          place = .afterSub
        }
        buffer.info[index].indicPlace = place
      }
    }
  }

  /// Left vowels stand the other way round than they are written, each before its selector.
  private static func turnLeftVowels(_ buffer: inout GlyphBuffer, _ start: Int, _ end: Int) {
    let places = start..<end
    guard let first = places.first(where: { buffer.info[$0].indicPlace == .beforeMatra }),
      let last = places.last(where: { buffer.info[$0].indicPlace == .beforeMatra }), first < last
    else { return }
    buffer.info[first...last].reverse()
    var begin = first
    for index in first...last where buffer.info[index].myanmarClass == .vowelPre {
      buffer.info[begin...index].reverse()
      begin = index + 1
    }
  }
}

extension GlyphRecord {
  fileprivate var myanmarClass: MyanmarClass { MyanmarClass(rawValue: category) ?? .other }

  /// What is a ligature by now is none.
  fileprivate var isMyanmarBase: Bool { !isLigated && myanmarClass.isBase }
}
