import Fonts

/// What a script needs beyond the features that all have.
struct ScriptShaper: Sendable {
  enum Model: Sendable {
    case plain, arabic, hebrew, thai, hangul, indic, universal, khmer, myanmar
    /// The font does by itself what the script needs, by its table "morx".
    case morphed
  }

  let model: Model
  let script: Script
  let indic: IndicScript
  /// Whether marks are placed by their boxes where the font does not say how.
  let placesMarks: Bool

  /// Chooses by the script, by the tag that the font has for it, and by whether it is one with
  /// "morx".
  init(_ script: Script, chosen: Tag?, isMorphed: Bool = false) {
    self.script = script
    indic = IndicScript(script)
    let model = Self.model(script, chosen: chosen)
    placesMarks = Self.placesMarks(model)
    self.model = isMorphed && model != .plain ? .morphed : model
  }

  private static func model(_ script: Script, chosen: Tag?) -> Model {
    let isGeneral = chosen == "DFLT" || chosen == "latn"
    switch script {
    case .arabic: return .arabic
    case .syriac: return isGeneral ? .plain : .arabic
    case .hebrew: return .hebrew
    case .thai, .lao: return .thai
    case .hangul: return .hangul
    case .devanagari, .bengali, .gurmukhi, .gujarati, .oriya, .tamil, .telugu, .kannada,
      .malayalam:
      // The third generation of tags is for another model.
      let isThird = chosen.map { $0.value & 0xFF == 0x33 } ?? false
      return isGeneral ? .plain : isThird ? .universal : .indic
    case .khmer: return .khmer
    case .myanmar:
      // The first generation of tags is older than the model.
      return isGeneral || chosen == "mymr" ? .plain : .myanmar
    default: return UniversalShaping.isUsed(for: script) && !isGeneral ? .universal : .plain
    }
  }

  var normalization: Normalizer.Mode {
    switch model {
    case .hangul, .morphed: .none
    case .indic, .universal, .khmer, .myanmar: .composedFully
    default: .composed
    }
  }

  /// Whether marks lose the advance that the font gives them.
  var zeroesMarks: Bool {
    model != .hangul && model != .indic && model != .khmer && model != .morphed
  }

  /// Whether they do before the font positions them.
  var zeroesMarksEarly: Bool { model == .universal || model == .myanmar }

  private static func placesMarks(_ model: Model) -> Bool {
    switch model {
    case .thai, .indic, .universal, .khmer, .myanmar: false
    default: true
    }
  }

  /// Whether the table `kern` is for it where GPOS has no such feature.
  var usesKern: Bool { placesMarks }

  /// The only script of GPOS that is good for this one.
  var requiredPositioning: Tag? { model == .hebrew ? "hebr" : nil }

  /// The features whose masks the model sets itself.
  var ownFeatures: [Tag] {
    switch model {
    case .arabic: ArabicShaping.features
    case .hangul: HangulShaping.features
    case .indic: IndicShaping.features.map(\.tag)
    case .universal: UniversalShaping.features
    case .khmer: KhmerShaping.features
    default: []
    }
  }

  func collect(_ requests: inout FeatureRequests, _ gsub: LanguageChoice) {
    switch model {
    case .arabic: ArabicShaping.collect(&requests, gsub, script)
    case .hangul: for tag in HangulShaping.features { requests.add(tag) }
    case .indic: IndicShaping.collect(&requests)
    case .universal: UniversalShaping.collect(&requests)
    case .khmer: KhmerShaping.collect(&requests)
    case .myanmar: MyanmarShaping.collect(&requests)
    default: break
    }
  }

  func override(_ requests: inout FeatureRequests) {
    switch model {
    // With bits of its own, so that the model can take it from jamos.
    case .hangul: requests.add("calt")
    case .indic, .khmer: requests.disable("liga")
    default: break
    }
  }

  /// Changes the text before it is normalised.
  func prepare(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    switch model {
    case .thai: ThaiShaping.prepare(&buffer)
    case .hangul: HangulShaping.prepare(&buffer, face)
    case .indic, .universal: IndicVowels.separate(&buffer, script)
    default: break
    }
  }

  func setMasks(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ context: TextContext) {
    switch model {
    case .arabic: ArabicShaping.setMasks(&buffer, plan, context)
    case .hangul: HangulShaping.setMasks(&buffer, plan)
    case .indic: IndicShaping.classify(&buffer)
    case .universal: UniversalShaping.setMasks(&buffer, plan, context)
    case .khmer: KhmerShaping.classify(&buffer)
    case .myanmar: MyanmarShaping.classify(&buffer)
    default: break
    }
  }

  func reorderMarks(_ buffer: inout GlyphBuffer, _ start: Int, _ end: Int) {
    switch model {
    case .arabic: ArabicShaping.reorderMarks(&buffer, start, end)
    case .hebrew: HebrewShaping.reorderMarks(&buffer, start, end)
    default: break
    }
  }

  /// What a character is made of.
  func parts(of code: UInt32) -> (first: UInt32, second: UInt32?)? {
    if model == .indic, IndicShaping.isWhole(code) { return nil }
    if model == .khmer, let first = KhmerShaping.leadingPart(of: code) { return (first, code) }
    guard let scalar = Unicode.Scalar(code), let parts = Composition.parts(of: scalar) else {
      return nil
    }
    return (parts.first.value, parts.second?.value)
  }

  /// What two characters make together.
  func composed(_ first: UInt32, _ second: UInt32, _ plan: ShapingPlan) -> UInt32? {
    guard let one = Unicode.Scalar(first), let other = Unicode.Scalar(second) else { return nil }
    if model == .indic || model == .universal || model == .khmer {
      // Matras that were taken apart stay so.
      if ScalarFacts.of(first).traits.contains(.mark) { return nil }
      if model == .indic, first == 0x09AF, second == 0x09BC { return 0x09DF }
    }
    if let whole = Composition.composed(one, other) { return whole.value }
    guard model == .hebrew, !plan.hasMarkFeature else { return nil }
    return HebrewShaping.composed(first, second)
  }
}

/// The scalars around a run that letters at its ends may join.
struct TextContext: Sendable {
  /// So many are looked at; more marks are hardly on a letter.
  private static let most = 5

  /// The nearest first.
  let before: [Unicode.Scalar]
  let after: [Unicode.Scalar]

  init(_ run: ShapingRun) {
    let context = run.context ?? 0..<run.text.count
    let start = min(context.lowerBound, run.range.lowerBound)
    let end = max(context.upperBound, run.range.upperBound)
    before = run.text[start..<run.range.lowerBound].suffix(Self.most).reversed()
    after = Array(run.text[run.range.upperBound..<end].prefix(Self.most))
  }
}
