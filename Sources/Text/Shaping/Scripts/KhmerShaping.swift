import Fonts

/// Khmer: letters below others are written behind a coeng, and vowels of several parts surround
/// them.
enum KhmerShaping {
  static let features: [Tag] = ["pref", "blwf", "abvf", "pstf", "cfar"]

  /// All forms are made at once, as Uniscribe does.
  static func collect(_ requests: inout FeatureRequests) {
    requests.pause(.findKhmerSyllables)
    requests.pause(.reorderKhmer)
    for tag: Tag in ["locl", "ccmp"] { requests.enable(tag, .perSyllable) }
    for tag in features { requests.add(tag, [.manualJoiners, .perSyllable]) }
    requests.pause(.forgetSyllables)
    for tag: Tag in ["pres", "abvs", "blws", "psts"] { requests.enable(tag, .manualJoiners) }
  }

  /// The part before the letter of a vowel of several parts, which Unicode does not take apart; the
  /// vowel itself stays for the others.
  static func leadingPart(of code: UInt32) -> UInt32? {
    switch code {
    case 0x17BE...0x17C0, 0x17C4, 0x17C5: 0x17C1
    default: nil
    }
  }

  static func classify(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices {
      buffer.info[index].category = KhmerClass.of(buffer.info[index].code).rawValue
    }
  }

  static func findSyllables(_ buffer: inout GlyphBuffer) {
    var syllables = KhmerSyllables(buffer.info.map(\.khmerClass))
    IndicShaping.numberSyllables(&buffer) {
      let (kind, end) = syllables.syllable(at: $0)
      return (kind.rawValue, end)
    }
  }

  static func reorder(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ face: ShapingFace) {
    IndicShaping.insertCircles(
      &buffer, face, broken: KhmerSyllables.Kind.broken.rawValue,
      circle: KhmerClass.dottedCircle.rawValue)
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      guard buffer.info[start].syllable & 15 != KhmerSyllables.Kind.other.rawValue else { return }
      reorder(&buffer, plan.ownMasks, start, end)
    }
  }

  /// `masks` are those of ``features``.
  private static func reorder(
    _ buffer: inout GlyphBuffer, _ masks: [UInt32], _ start: Int, _ end: Int
  ) {
    for index in start + 1..<end { buffer.info[index].mask |= masks[1] | masks[2] | masks[3] }
    var coengs = 0
    for index in start + 1..<end {
      switch buffer.info[index].khmerClass {
      case .coeng where coengs <= 2 && index + 1 < end:
        coengs += 1
        guard buffer.info[index + 1].khmerClass == .ro else { continue }
        // A ro below the letter stands before it, and what follows may change for it.
        for moved in index...index + 1 { buffer.info[moved].mask |= masks[0] }
        move(&buffer, index..<index + 2, to: start)
        for later in index + 2..<end { buffer.info[later].mask |= masks[4] }
        coengs = 2
      case .vowelPre: move(&buffer, index..<index + 1, to: start)
      default: break
      }
    }
  }

  private static func move(_ buffer: inout GlyphBuffer, _ range: Range<Int>, to start: Int) {
    buffer.mergeClusters(start, range.upperBound)
    let moved = Array(buffer.info[range])
    buffer.info.removeSubrange(range)
    buffer.info.insert(contentsOf: moved, at: start)
  }
}

extension GlyphRecord {
  fileprivate var khmerClass: KhmerClass { KhmerClass(rawValue: category) ?? .other }
}
