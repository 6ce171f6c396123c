import Fonts

/// Devanagari and its sisters: syllables whose letters fonts expect in another order.
enum IndicShaping {
  struct Feature: Sendable {
    let tag: Tag
    /// Whether it holds for all glyphs, or for those that the syllable's structure names.
    let isGlobal: Bool
  }

  static let features: [Feature] = [
    Feature(tag: "nukt", isGlobal: true), Feature(tag: "akhn", isGlobal: true),
    Feature(tag: "rphf", isGlobal: false), Feature(tag: "rkrf", isGlobal: true),
    Feature(tag: "pref", isGlobal: false), Feature(tag: "blwf", isGlobal: false),
    Feature(tag: "abvf", isGlobal: false), Feature(tag: "half", isGlobal: false),
    Feature(tag: "pstf", isGlobal: false), Feature(tag: "vatu", isGlobal: true),
    Feature(tag: "cjct", isGlobal: true), Feature(tag: "init", isGlobal: false),
    Feature(tag: "pres", isGlobal: true), Feature(tag: "abvs", isGlobal: true),
    Feature(tag: "blws", isGlobal: true), Feature(tag: "psts", isGlobal: true),
    Feature(tag: "haln", isGlobal: true),
  ]

  /// How many of them are applied one at a time, between the two reorderings.
  private static let basicCount = 11

  static func collect(_ requests: inout FeatureRequests) {
    requests.pause(.findSyllables)
    requests.enable("locl", .perSyllable)
    requests.enable("ccmp", .perSyllable)
    requests.pause(.reorder)
    for (index, feature) in features.enumerated() {
      let flags: FeatureFlags = [.manualJoiners, .perSyllable]
      requests.add(feature.tag, feature.isGlobal ? flags.union(.global) : flags)
      if index < basicCount { requests.pause() }
      if index == basicCount - 1 { requests.pause(.finishReordering) }
    }
  }

  /// Letters that fonts have whole although Unicode takes them apart.
  static func isWhole(_ code: UInt32) -> Bool {
    code == 0x0931 || code == 0x09DC || code == 0x09DD || code == 0x0B94
  }

  static func classify(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices {
      let (kind, place) = IndicCategories.of(buffer.info[index].code)
      buffer.info[index].category = kind.rawValue
      buffer.info[index].position = place.rawValue
    }
  }

  static func findSyllables(_ buffer: inout GlyphBuffer) {
    var syllables = IndicSyllables(
      buffer.info.map { IndicClass(rawValue: $0.category) ?? .other })
    numberSyllables(&buffer) {
      let (kind, end) = syllables.syllable(at: $0)
      return (kind.rawValue, end)
    }
  }

  /// Numbers the syllables, so that features do not reach over their ends; `next` says what begins
  /// at a place.
  static func numberSyllables(
    _ buffer: inout GlyphBuffer, _ next: (Int) -> (kind: UInt8, end: Int)
  ) {
    var start = 0
    var number: UInt8 = 1
    while start < buffer.count {
      let (kind, end) = next(start)
      for index in start..<end { buffer.info[index].syllable = number << 4 | kind }
      number = number == 15 ? 1 : number + 1
      start = end
    }
  }

  static func forgetSyllables(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices { buffer.info[index].syllable = 0 }
  }

  static func insertCircles(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    insertCircles(
      &buffer, face, broken: IndicSyllables.Kind.broken.rawValue, reph: IndicClass.repha.rawValue,
      circle: IndicClass.dottedCircle.rawValue)
  }

  /// Puts a dotted circle where a syllable has no base; behind a reph, if there is one.
  static func insertCircles(
    _ buffer: inout GlyphBuffer, _ face: ShapingFace, broken: UInt8, reph: UInt8? = nil,
    circle: UInt8
  ) {
    guard buffer.info.contains(where: { $0.syllable & 15 == broken }),
      let glyph = face.glyph(0x25CC)
    else { return }
    buffer.beginOutput()
    var last: UInt8 = 0
    while buffer.index < buffer.count, buffer.out.count < buffer.longest {
      let syllable = buffer.current.syllable
      guard syllable != last, syllable & 15 == broken else {
        last = syllable
        buffer.next()
        continue
      }
      last = syllable
      let template = buffer.current
      while buffer.index < buffer.count, buffer.current.syllable == last,
        buffer.current.category == reph
      {
        buffer.next()
      }
      var record = GlyphRecord(code: UInt32(glyph), cluster: template.cluster)
      record.scalarTraits = ScalarFacts.of(0x25CC).traits
      record.mask = template.mask
      record.syllable = template.syllable
      record.category = circle
      record.position = IndicPlace.end.rawValue
      buffer.out.append(record)
    }
    buffer.endOutput()
  }

  /// Runs `body` for each syllable.
  static func forSyllables(
    _ buffer: inout GlyphBuffer, _ body: (inout GlyphBuffer, Int, Int) -> Void
  ) {
    var start = 0
    while start < buffer.count {
      var end = start + 1
      while end < buffer.count, buffer.info[end].syllable == buffer.info[start].syllable {
        end += 1
      }
      body(&buffer, start, end)
      start = end
    }
  }
}

extension GlyphRecord {
  var indicClass: IndicClass { IndicClass(rawValue: category) ?? .other }
  var indicPlace: IndicPlace {
    get { IndicPlace(rawValue: position) ?? .end }
    set { position = newValue.rawValue }
  }

  /// Whether it is of one of some classes; what is a ligature by now is of none.
  func isIndic(_ classes: UInt32) -> Bool { !isLigated && indicClass.bit & classes != 0 }

  var isIndicConsonant: Bool { isIndic(IndicClass.consonants) }
  var isIndicJoiner: Bool { isIndic(IndicClass.joiner.bit | IndicClass.nonJoiner.bit) }
  var isIndicHalant: Bool { isIndic(IndicClass.halant.bit) }
}
