/// Signs that stretch over the word behind them, as Syriac's abbreviation mark does. OpenType,
/// "Registered features", "stch".
enum ArabicStretching {
  // Kinds of pieces beside the forms of ``ArabicShaping``; in `category`.
  private static let fixed: UInt8 = 8, repeating: UInt8 = 9

  /// Every other piece that the feature has made of a sign is repeated.
  static func record(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan) {
    guard plan.map.one("stch") != 0 else { return }
    for index in buffer.info.indices where buffer.info[index].isMultiplied {
      let isOdd = buffer.info[index].ligatureComponent % 2 == 1
      buffer.info[index].category = isOdd ? repeating : fixed
      buffer.hasStretches = true
    }
  }

  /// Repeats the pieces until they are as wide as the word.
  static func apply(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    guard buffer.hasStretches else { return }
    if !buffer.isRightToLeft { buffer.reverse() }
    var (info, places) = ([GlyphRecord](), [GlyphPlace]())
    var index = buffer.count
    while index > 0 {
      let end = index
      while index > 0, isPiece(buffer.info[index - 1]) { index -= 1 }
      if index < end {
        let stretch = Stretch(buffer, face, index..<end)
        stretch.write(buffer, face, &info, &places)
      } else {
        index -= 1
        info.append(buffer.info[index])
        places.append(buffer.places[index])
      }
    }
    buffer.info = info.reversed()
    buffer.places = places.reversed()
    if !buffer.isRightToLeft { buffer.reverse() }
  }

  private static func isPiece(_ record: GlyphRecord) -> Bool {
    record.category == fixed || record.category == repeating
  }

  /// The pieces of one sign, and how often they stand.
  private struct Stretch {
    let range: Range<Int>
    private var copies = 0
    private var overlap: Int32 = 0
    /// How far the pieces are moved: half of what they leave of the word.
    private var start = 0

    init(_ buffer: GlyphBuffer, _ face: ShapingFace, _ range: Range<Int>) {
      self.range = range
      var word: Int32 = 0
      var context = range.lowerBound
      while context > 0, Self.isOfWord(buffer.info[context - 1]) {
        context -= 1
        word &+= buffer.places[context].advance
      }
      var (fixed, repeated, count) = (Int32(0), Int32(0), 0)
      for index in range {
        let width = face.advance(buffer.info[index].glyph)
        if buffer.info[index].category == ArabicStretching.repeating {
          repeated &+= width
          count += 1
        } else {
          fixed &+= width
        }
      }
      let rest = Int(word) - Int(fixed)
      start = rest / 2
      guard repeated > 0, count > 0 else { return }
      if rest > Int(repeated) { copies = rest / Int(repeated) - 1 }
      if rest - Int(repeated) * (copies + 1) > 0 {
        // One more, all a little over each other.
        copies += 1
        let excess = (copies + 1) * Int(repeated) - rest
        if excess > 0 {
          overlap = Int32(truncatingIfNeeded: excess / (copies * count))
          start = 0
        }
      }
      copies = min(copies, (buffer.longest - buffer.count) / range.count)
      copies = max(copies, 0)
    }

    private static func isOfWord(_ record: GlyphRecord) -> Bool {
      let parts: ScalarTraits = [.letter, .digit, .mark]
      return !isPiece(record)
        && (record.isIgnorable || !record.scalarTraits.isDisjoint(with: parts))
    }

    /// Writes the pieces from the last to the first.
    func write(
      _ buffer: GlyphBuffer, _ face: ShapingFace, _ info: inout [GlyphRecord],
      _ places: inout [GlyphPlace]
    ) {
      var x = Int32(truncatingIfNeeded: start)
      for index in range.reversed() {
        let record = buffer.info[index]
        let width = face.advance(record.glyph)
        var place = buffer.places[index]
        place.advance = 0
        let isRepeated = record.category == ArabicStretching.repeating
        for copy in 0..<(isRepeated ? copies + 1 : 1) {
          let step = copy > 0 ? width &- overlap : width
          if buffer.isRightToLeft { x &-= step }
          place.x = x
          info.append(record)
          places.append(place)
          if !buffer.isRightToLeft { x &+= step }
        }
      }
    }
  }
}
