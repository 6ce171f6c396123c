import Fonts

/// Scripts that the Universal Shaping Engine is for: Sinhala, Tibetan, Javanese and many others.
enum UniversalShaping {
  /// The forms of letters that join, in the order of ``ArabicShaping``, and the reph.
  static let features: [Tag] = ArabicShaping.features + ["rphf"]

  static func isUsed(for script: Script) -> Bool {
    switch script {
    case .ahom, .balinese, .batak, .bhaiksuki, .brahmi, .buginese, .buhid, .chakma, .cham,
      .cyproMinoan, .divesAkuru, .dogra, .duployan, .egyptianHieroglyphs, .elymaic, .grantha,
      .gunjalaGondi, .hanunoo, .javanese, .kaithi, .kawi, .kayahLi, .kharoshthi,
      .khitanSmallScript, .khojki, .khudawadi, .lepcha, .limbu, .mahajani, .makasar, .marchen,
      .masaramGondi, .medefaidrin, .meeteiMayek, .miao, .modi, .multani, .nagMundari, .nandinagari,
      .newa, .nyiakengPuachueHmong, .oldSogdian, .pahawhHmong, .rejang, .saurashtra, .sharada,
      .siddham, .sinhala, .soyombo, .sundanese, .sylotiNagri, .tagalog, .tagbanwa, .taiLe,
      .taiTham, .taiViet, .takri, .tangsa, .tibetan, .tifinagh, .tirhuta, .toto, .vithkuqi,
      .wancho, .yezidi, .zanabazarSquare:
      true
    default: joins(script)
    }
  }

  /// Whether letters of the script join as those of Arabic do.
  static func joins(_ script: Script) -> Bool {
    switch script {
    case .mongolian, .nko, .phagsPa, .mandaic, .manichaean, .psalterPahlavi, .adlam,
      .hanifiRohingya, .sogdian, .chorasmian, .oldUyghur:
      true
    default: false
    }
  }

  static func collect(_ requests: inout FeatureRequests) {
    let manual: FeatureFlags = [.keepsJoiners, .perSyllable]
    requests.pause(.findClusters)
    for tag: Tag in ["locl", "ccmp", "nukt"] { requests.enable(tag, .perSyllable) }
    requests.enable("akhn", manual)
    requests.pause(.forgetSubstitutions)
    requests.add("rphf", manual)
    requests.pause(.recordReph)
    requests.enable("pref", manual)
    requests.pause(.recordPrebase)
    for tag: Tag in ["rkrf", "abvf", "blwf", "half", "pstf", "vatu", "cjct"] {
      requests.enable(tag, manual)
    }
    requests.pause(.reorderClusters)
    for tag: Tag in ["isol", "init", "medi", "fina"] { requests.add(tag) }
    requests.pause()
    for tag: Tag in ["abvs", "blws", "haln", "pres", "psts"] {
      requests.enable(tag, .keepsJoiners)
    }
  }

  static func setMasks(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ context: TextContext) {
    if joins(plan.key.script) { ArabicShaping.setMasks(&buffer, plan, context) }
    for index in buffer.info.indices {
      buffer.info[index].category =
        UniversalCategories.of(buffer.info[index].code).rawValue
    }
  }

  // MARK: Clusters

  static func findClusters(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan) {
    let seen = buffer.info.indices.filter { isSeen(buffer, $0) }
    var syllables = UniversalSyllables(seen.map { buffer.info[$0].universalClass })
    var start = 0
    var number: UInt8 = 1
    while start < seen.count {
      let (kind, end) = syllables.syllable(at: start)
      let last = end < seen.count ? seen[end] : buffer.count
      for index in seen[start]..<last {
        buffer.info[index].syllable = number << 4 | kind.rawValue
      }
      number = number == 15 ? 1 : number + 1
      start = end
    }
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      let isReph = buffer.info[start].universalClass == .reph
      for index in start..<start + (isReph ? 1 : min(3, end - start)) {
        buffer.info[index].mask |= plan.ownMasks[7]
      }
    }
    if !joins(plan.key.script) { setForms(&buffer, plan) }
  }

  /// Joiners are looked through, and a non-joiner before a mark.
  private static func isSeen(_ buffer: GlyphBuffer, _ index: Int) -> Bool {
    switch buffer.info[index].universalClass {
    case .joiner: return false
    case .nonJoiner:
      let next = buffer.info[(index + 1)...].first { $0.universalClass != .joiner }
      return next.map { !$0.isUnicodeMark } ?? true
    default: return true
    }
  }

  /// Clusters of scripts that do not join have forms by their place in the word.
  private static func setForms(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan) {
    // Isolated, initial, medial, final.
    let masks = [0, 6, 4, 1].map { plan.ownMasks[$0] }
    let all = masks.reduce(0, |)
    guard all != 0 else { return }
    var last: (range: Range<Int>, form: Int)?
    func set(_ buffer: inout GlyphBuffer, _ range: Range<Int>, _ form: Int) {
      for index in range { buffer.info[index].mask = buffer.info[index].mask & ~all | masks[form] }
    }
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      switch UniversalSyllables.Kind(rawValue: buffer.info[start].syllable & 15) {
      case .hieroglyph, .other, nil:
        last = nil
        return
      default: break
      }
      if let last { set(&buffer, last.range, last.form == 3 ? 2 : 1) }
      let form = last == nil ? 0 : 3
      set(&buffer, start..<end, form)
      last = (start..<end, form)
    }
  }

  static func forgetSubstitutions(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices { buffer.info[index].glyphTraits.remove(.substituted) }
  }

  /// What the feature for rephs has changed is one.
  static func recordReph(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan) {
    let mask = plan.ownMasks[7]
    if mask != 0 {
      IndicShaping.forSyllables(&buffer) { buffer, start, end in
        for index in start..<end {
          guard buffer.info[index].mask & mask != 0 else { break }
          guard buffer.info[index].isSubstituted else { continue }
          buffer.info[index].category = UniversalClass.reph.rawValue
          break
        }
      }
    }
    forgetSubstitutions(&buffer)
  }

  /// What the feature for forms before the base has changed goes there as a vowel does.
  static func recordPrebase(_ buffer: inout GlyphBuffer) {
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      for index in start..<end where buffer.info[index].isSubstituted {
        buffer.info[index].category = UniversalClass.vowelPre.rawValue
        break
      }
    }
  }

  // MARK: Order

  static func reorder(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    IndicShaping.insertCircles(
      &buffer, face, broken: UniversalSyllables.Kind.broken.rawValue,
      reph: UniversalClass.reph.rawValue, circle: UniversalClass.base.rawValue)
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      switch UniversalSyllables.Kind(rawValue: buffer.info[start].syllable & 15) {
      case .virama, .sakot, .standard, .symbol, .broken: reorder(&buffer, start, end)
      default: break
      }
    }
    for index in buffer.info.indices { buffer.info[index].syllable = 0 }
  }

  private static func reorder(_ buffer: inout GlyphBuffer, _ start: Int, _ end: Int) {
    if buffer.info[start].universalClass == .reph, end - start > 1 {
      // To the end, or before what comes behind the base.
      let post = (start + 1..<end).first { buffer.info[$0].isBehindBase }
      let target = post.map { $0 - 1 } ?? end - 1
      buffer.mergeClusters(start, target + 1)
      let moved = buffer.info.remove(at: start)
      buffer.info.insert(moved, at: target)
    }
    var front = start
    for index in start..<end {
      let record = buffer.info[index]
      if record.isUniversalHalant {
        front = index + 1
      } else if record.universalClass == .vowelPre || record.universalClass == .vowelModifierPre,
        record.ligatureComponent == 0, front < index
      {
        buffer.mergeClusters(front, index + 1)
        let moved = buffer.info.remove(at: index)
        buffer.info.insert(moved, at: front)
      }
    }
  }
}

extension GlyphRecord {
  fileprivate var universalClass: UniversalClass { UniversalClass(rawValue: category) ?? .other }

  fileprivate var isUniversalHalant: Bool {
    let kind = universalClass
    return !isLigated
      && (kind == .halant || kind == .halantModifier || kind == .invisibleStacker)
  }

  fileprivate var isBehindBase: Bool {
    universalClass.bit & UniversalClass.postBase != 0 || isUniversalHalant
  }
}
