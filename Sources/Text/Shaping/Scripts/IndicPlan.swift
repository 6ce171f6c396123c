/// What reordering has to know of the font: the masks of the features, and what they would do.
struct IndicPlan {
  /// The features whose order is that of ``IndicShaping/features``.
  enum Feature: Int {
    case nukt, akhn, rphf, rkrf, pref, blwf, abvf, half, pstf, vatu, cjct, initial
  }

  let plan: ShapingPlan
  let face: ShapingFace
  let script: Script
  let rules: IndicScript
  /// Whether the font has the older tags, with another order of letters.
  let isOld: Bool
  let virama: Int?
  private let withoutContext: Bool

  init(_ plan: ShapingPlan, _ face: ShapingFace) {
    self.plan = plan
    self.face = face
    script = plan.key.script
    rules = plan.script.indic
    isOld = plan.foundScript.map { $0.value & 0xFF != 0x32 } ?? true
    virama = face.glyph(rules.virama)
    withoutContext = !isOld && script != .malayalam
  }

  func mask(_ feature: Feature) -> UInt32 { plan.ownMasks[feature.rawValue] }

  /// Whether a feature would do something to these glyphs.
  func would(_ feature: Feature, _ glyphs: [Int]) -> Bool {
    guard let table = plan.substitution.table else { return false }
    return plan.ownLookups[feature.rawValue].contains {
      table.wouldSubstitute($0, glyphs, withoutContext: withoutContext)
    }
  }

  /// Gives consonants the places that the font has forms for: below or behind others.
  func placeConsonants(_ buffer: inout GlyphBuffer) {
    guard let virama else { return }
    for index in buffer.info.indices where buffer.info[index].indicPlace == .base {
      let glyph = buffer.info[index].glyph
      // Some fonts have the older order behind the newer tags.
      let pairs = [[virama, glyph], [glyph, virama]]
      func has(_ feature: Feature) -> Bool { pairs.contains { would(feature, $0) } }
      if has(.blwf) || has(.vatu) {
        buffer.info[index].indicPlace = .below
      } else if has(.pstf) || has(.pref) {
        buffer.info[index].indicPlace = .post
      }
    }
  }

  func reorder(_ buffer: inout GlyphBuffer) {
    placeConsonants(&buffer)
    IndicShaping.insertCircles(&buffer, face)
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      switch IndicSyllables.Kind(rawValue: buffer.info[start].syllable & 15) {
      case .consonant, .vowel, .standalone, .broken:
        var reordering = IndicReordering(self, start, end)
        reordering.run(&buffer)
      default: break
      }
    }
  }

  func finish(_ buffer: inout GlyphBuffer) {
    IndicShaping.forSyllables(&buffer) { buffer, start, end in
      var finish = IndicFinish(self, start, end)
      finish.run(&buffer)
    }
  }
}
