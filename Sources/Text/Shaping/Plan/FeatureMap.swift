import Fonts

/// How a feature is applied.
struct FeatureFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// For the whole run, unless a setting says otherwise.
  static let global = FeatureFlags(rawValue: 1)
  /// The shaper does without the font's feature.
  static let hasFallback = FeatureFlags(rawValue: 2)
  static let keepsNonJoiners = FeatureFlags(rawValue: 4)
  static let keepsJoiners = FeatureFlags(rawValue: 8)
  static let manualJoiners: FeatureFlags = [.keepsNonJoiners, .keepsJoiners]
  static let random = FeatureFlags(rawValue: 16)
  static let perSyllable = FeatureFlags(rawValue: 32)
}

/// What a shaper does to the run between two stages of lookups.
enum ShapingPause: Sendable {
  case none, arabicFallback, recordStretches, findSyllables, reorder, finishReordering
  case findClusters, forgetSubstitutions, recordReph, recordPrebase, reorderClusters
  case findKhmerSyllables, reorderKhmer, findMyanmarSyllables, reorderMyanmar, forgetSyllables
}

/// The features that a run is shaped with, in the order of their stages.
struct FeatureRequests: Sendable {
  struct Request: Sendable {
    var tag: Tag
    var most: Int
    var standard: Int
    var flags: FeatureFlags
    var stage: Int
  }

  private(set) var requests: [Request] = []
  /// What follows the stage of each index.
  private(set) var pauses: [ShapingPause] = []

  mutating func add(_ tag: Tag, _ flags: FeatureFlags = [], _ value: Int = 1) {
    requests.append(
      Request(
        tag: tag, most: value, standard: flags.contains(.global) ? value : 0, flags: flags,
        stage: pauses.count))
  }

  mutating func enable(_ tag: Tag, _ flags: FeatureFlags = [], _ value: Int = 1) {
    add(tag, flags.union(.global), value)
  }

  mutating func disable(_ tag: Tag) { add(tag, .global, 0) }

  mutating func pause(_ pause: ShapingPause = .none) { pauses.append(pause) }

  /// Each feature once, by tag; later requests win.
  func merged() -> [Request] {
    var byTag: [UInt32: Int] = [:]
    var merged: [Request] = []
    for request in requests {
      guard let index = byTag[request.tag.value] else {
        byTag[request.tag.value] = merged.count
        merged.append(request)
        continue
      }
      var old = merged[index]
      if request.flags.contains(.global) {
        old.flags.insert(.global)
        old.most = request.most
        old.standard = request.standard
      } else {
        old.flags.remove(.global)
        old.most = max(old.most, request.most)
      }
      if request.flags.contains(.hasFallback) { old.flags.insert(.hasFallback) }
      old.stage = min(old.stage, request.stage)
      merged[index] = old
    }
    return merged.sorted { $0.tag.value < $1.tag.value }
  }
}

/// A lookup in a stage: which glyphs it goes to, and how it treats joiners.
struct PlannedLookup: Sendable {
  let index: Int
  var mask: UInt32
  var skipsNonJoiner: Bool
  var skipsJoiner: Bool
  var isRandom: Bool
  var perSyllable: Bool
}

/// The features of a plan with the bits of masks that they have got, and their lookups.
struct FeatureMap: Sendable {
  /// The greatest value of a feature.
  static let mostValue = 255
  private static let mostBits = 8
  private static let maskBits = 31
  /// The bit of the features that are simply on.
  private static let globalBit: UInt32 = 1

  struct Feature: Sendable {
    let tag: Tag
    let flags: FeatureFlags
    let substitution: Int?
    let positioning: Int?
    let stage: Int
    let mask: UInt32
    let shift: UInt32
    /// The mask for the value 1.
    var one: UInt32 { (1 << shift) & mask }
    var needsFallback: Bool { substitution == nil && positioning == nil }
  }

  private(set) var features: [Feature] = []
  /// What every glyph begins with.
  private(set) var globalMask = Self.globalBit

  init(
    _ requests: [FeatureRequests.Request], substitution: LanguageChoice, positioning: LanguageChoice
  ) {
    var next: UInt32 = 1
    for request in requests {
      let isSimple = request.flags.contains(.global) && request.most == 1
      let bits =
        isSimple ? 0 : min(Self.mostBits, Int.bitWidth - request.most.leadingZeroBitCount)
      guard request.most > 0, Int(next) + bits < Self.maskBits else { continue }
      let indices = (substitution.feature(request.tag), positioning.feature(request.tag))
      guard indices.0 != nil || indices.1 != nil || request.flags.contains(.hasFallback) else {
        continue
      }
      var mask = Self.globalBit
      var shift: UInt32 = 0
      if !isSimple {
        shift = next
        mask = (1 << (next + UInt32(bits))) - (1 << next)
        next += UInt32(bits)
        globalMask |= UInt32(truncatingIfNeeded: request.standard) << shift & mask
      }
      features.append(
        Feature(
          tag: request.tag, flags: request.flags, substitution: indices.0,
          positioning: indices.1, stage: request.stage, mask: mask, shift: shift))
    }
  }

  subscript(tag: Tag) -> Feature? { features.first { $0.tag == tag } }

  /// The mask that switches a feature on, 0 if the font has none.
  func one(_ tag: Tag) -> UInt32 { self[tag]?.one ?? 0 }

  /// The lookups of one stage in the order of the font; each once.
  func lookups(_ choice: LanguageChoice, stage: Int?) -> [PlannedLookup] {
    var planned: [PlannedLookup] = []
    if let required = choice.required {
      let own = self[required.tag].map { stage == nil ? 0 : $0.stage } ?? 0
      if own == stage ?? 0 {
        planned += choice.lookups(required.index).map {
          PlannedLookup(
            index: $0, mask: Self.globalBit, skipsNonJoiner: true, skipsJoiner: true,
            isRandom: false, perSyllable: false)
        }
      }
    }
    for feature in features {
      guard stage == nil || feature.stage == stage,
        let index = stage == nil ? feature.positioning : feature.substitution
      else { continue }
      planned += choice.lookups(index).map {
        PlannedLookup(
          index: $0, mask: feature.mask, skipsNonJoiner: !feature.flags.contains(.keepsNonJoiners),
          skipsJoiner: !feature.flags.contains(.keepsJoiners),
          isRandom: feature.flags.contains(.random),
          perSyllable: feature.flags.contains(.perSyllable))
      }
    }
    return Self.merged(planned)
  }

  private static func merged(_ planned: [PlannedLookup]) -> [PlannedLookup] {
    var merged: [PlannedLookup] = []
    let order = planned.indices.sorted {
      (planned[$0].index, $0) < (planned[$1].index, $1)
    }
    for position in order {
      let lookup = planned[position]
      guard var last = merged.last, last.index == lookup.index else {
        merged.append(lookup)
        continue
      }
      last.mask |= lookup.mask
      last.skipsNonJoiner = last.skipsNonJoiner && lookup.skipsNonJoiner
      last.skipsJoiner = last.skipsJoiner && lookup.skipsJoiner
      merged[merged.count - 1] = last
    }
    return merged
  }
}

/// The language system of a table that a run is shaped by.
struct LanguageChoice: Sendable {
  let table: LayoutTable?
  let script: LayoutTable.ChosenScript
  private let language: Int
  private let variation: Int?

  init(_ table: LayoutTable?, script: Script, language: String?, coordinates: [Double]) {
    self.table = table
    let none = LayoutTable.ChosenScript(tag: nil, isFound: false, start: 0)
    self.script = table?.script(script.openTypeTags) ?? none
    self.language = table?.language(LanguageTags.tags(language), in: self.script) ?? 0
    variation = table?.variation(at: coordinates)
  }

  var required: (index: Int, tag: Tag)? { table?.requiredFeature(in: language) }

  func feature(_ tag: Tag) -> Int? {
    table?.feature(tag, in: language)
  }

  func lookups(_ feature: Int) -> [Int] { table?.lookups(of: feature, variation: variation) ?? [] }
}
