import Fonts

/// Letters that join: Arabic, Syriac and the scripts like them.
enum ArabicShaping {
  /// Which form a letter has; the index of its feature, and one more for none.
  private enum Form: UInt8 { case isolated, final, final2, final3, medial, medial2, initial, none }

  static let features: [Tag] = ["isol", "fina", "fin2", "fin3", "medi", "med2", "init"]

  static func collect(
    _ requests: inout FeatureRequests, _ gsub: LanguageChoice, _ script: Script
  ) {
    let isArabic = script == .arabic
    requests.enable("stch")
    requests.pause(.recordStretches)
    requests.enable("ccmp", .keepsJoiners)
    requests.enable("locl", .keepsJoiners)
    requests.pause()
    for tag in features {
      // Syriac's own forms have no others to fall back on.
      let hasFallback = isArabic && tag.value & 0xFF != 0x32 && tag.value & 0xFF != 0x33
      requests.add(tag, hasFallback ? [.keepsJoiners, .hasFallback] : .keepsJoiners)
      requests.pause()
    }
    requests.pause()
    requests.enable("rlig", [.keepsJoiners, .hasFallback])
    if isArabic { requests.pause(.arabicFallback) }
    requests.enable("calt", .keepsJoiners)
    if gsub.feature("rclt") == nil {
      requests.pause()
      requests.enable("rclt", .keepsJoiners)
    }
    requests.enable("liga", .keepsJoiners)
    requests.enable("clig", .keepsJoiners)
    requests.enable("mset", .keepsJoiners)
  }

  // MARK: Joining

  /// What a letter does to the one before it and to itself, and what state it leaves.
  private typealias Step = (before: Form, own: Form, next: Int)

  private enum Kind: Int { case none, left, right, dual, alaph, dalathRish, transparent }

  /// By state, then by kind of letter: does not join, to its left, to its right, to both, and
  /// Syriac's two.
  private static let steps: [[Step]] = [
    // Nothing before it joins.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.none, .isolated, 1), (.none, .isolated, 2),
      (.none, .isolated, 1), (.none, .isolated, 6),
    ],
    // After a letter that joins only to its right, or an Alaph that stands alone.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.none, .isolated, 1), (.none, .isolated, 2),
      (.none, .final2, 5), (.none, .isolated, 6),
    ],
    // After one that would join and stands alone as yet.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.initial, .final, 1), (.initial, .final, 3),
      (.initial, .final, 4), (.initial, .final, 6),
    ],
    // After one that would join and is joined.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.medial, .final, 1), (.medial, .final, 3),
      (.medial, .final, 4), (.medial, .final, 6),
    ],
    // After an Alaph that is joined.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.medial2, .isolated, 1), (.medial2, .isolated, 2),
      (.medial2, .final2, 5), (.medial2, .isolated, 6),
    ],
    // After an Alaph of the second or third final form.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.isolated, .isolated, 1),
      (.isolated, .isolated, 2), (.isolated, .final2, 5), (.isolated, .isolated, 6),
    ],
    // After Dalath or Rish.
    [
      (.none, .none, 0), (.none, .isolated, 2), (.none, .isolated, 1), (.none, .isolated, 2),
      (.none, .final3, 5), (.none, .isolated, 6),
    ],
  ]

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    if scalar.isAlaph { return .alaph }
    if scalar.isDalathRish { return .dalathRish }
    switch scalar.joiningType {
    case .nonJoining: return .none
    case .leftJoining: return .left
    case .rightJoining: return .right
    case .dualJoining, .joinCausing: return .dual
    case .transparent: return .transparent
    }
  }

  static func setMasks(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ context: TextContext) {
    var state = 0
    var last: Int?
    for scalar in context.before {
      let kind = kind(scalar)
      guard kind != .transparent else { continue }
      state = steps[0][kind.rawValue].next
      break
    }
    for index in buffer.info.indices {
      buffer.info[index].category = Form.none.rawValue
      let kind = Unicode.Scalar(buffer.info[index].code).map(kind) ?? .none
      guard kind != .transparent else { continue }
      let step = steps[state][kind.rawValue]
      if step.before != .none, let last { buffer.info[last].category = step.before.rawValue }
      buffer.info[index].category = step.own.rawValue
      last = index
      state = step.next
    }
    for scalar in context.after {
      let kind = kind(scalar)
      guard kind != .transparent else { continue }
      let step = steps[state][kind.rawValue]
      if step.before != .none, let last { buffer.info[last].category = step.before.rawValue }
      break
    }
    for index in buffer.info.indices {
      if index > 0, plan.key.script == .mongolian, Normalizer.isSelector(buffer.info[index].code),
        buffer.info[index].code < 0x2000
      {
        buffer.info[index].category = buffer.info[index - 1].category
      }
      let form = Int(buffer.info[index].category)
      if form < features.count { buffer.info[index].mask |= plan.ownMasks[form] }
    }
  }

  // MARK: Marks

  /// Puts the marks that modify a letter before its other marks (UAX #53).
  static func reorderMarks(_ buffer: inout GlyphBuffer, _ first: Int, _ end: Int) {
    var start = first
    var index = first
    for (own, early) in [
      (ModifiedCombiningClass.below, ModifiedCombiningClass.earlyBelow),
      (ModifiedCombiningClass.above, ModifiedCombiningClass.earlyAbove),
    ] {
      while index < end, buffer.info[index].combiningClass < own { index += 1 }
      guard index < end else { break }
      guard buffer.info[index].combiningClass == own else { continue }
      var last = index
      while last < end, buffer.info[last].combiningClass == own, modifies(buffer.info[last].code) {
        last += 1
      }
      guard last > index else { continue }
      let moved = Array(buffer.info[index..<last])
      buffer.mergeClusters(start, last)
      let cluster = buffer.info[start].cluster
      buffer.info.removeSubrange(index..<last)
      buffer.info.insert(contentsOf: moved, at: start)
      for place in start..<last { buffer.info[place].cluster = cluster }
      for place in start..<start + moved.count { buffer.info[place].combiningClass = early }
      start += moved.count
      index = last
    }
  }

  private static func modifies(_ code: UInt32) -> Bool {
    switch code {
    case 0x0654, 0x0655, 0x0658, 0x06DC, 0x06E3, 0x06E7, 0x06E8, 0x08CA, 0x08CB, 0x08CD...0x08CF,
      0x08D3, 0x08F3:
      true
    default: false
    }
  }
}
