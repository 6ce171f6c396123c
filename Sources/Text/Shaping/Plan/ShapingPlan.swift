import Fonts

/// How runs of one font, script, language, direction and choice of features are shaped.
final class ShapingPlan: Sendable {
  struct Key: Hashable, Sendable {
    let script: Script
    let language: String?
    /// The direction that the run is shaped in, which may not be that of the text.
    let isRightToLeft: Bool
    let features: [FeatureSetting]
  }

  struct Stage: Sendable {
    let lookups: [PlannedLookup]
    let pause: ShapingPause
  }

  let key: Key
  let script: ScriptShaper
  let map: FeatureMap
  let stages: [Stage]
  /// The steps of the font's table "morx", which is run instead of the stages; nil without one.
  let morphs: [MorphTable.Subtable]?
  let positions: [PlannedLookup]
  let foundScript: Tag?
  let hasFoundScript: Bool
  let substitution: LanguageChoice
  /// The masks of the features that the script's model sets itself, and their lookups.
  let ownMasks: [UInt32]
  let ownLookups: [[Int]]

  let usesPositioning: Bool
  let usesKern: Bool
  let zeroesMarks: Bool
  let hasMarkFeature: Bool
  let shiftsZeroedMarks: Bool
  let placesMarks: Bool
  let fraction: UInt32
  let numerator: UInt32
  let denominator: UInt32
  let mirrored: UInt32
  let kerning: UInt32

  init(_ key: Key, face: ShapingFace) {
    self.key = key
    let gsub = LanguageChoice(
      face.substitution, script: key.script, language: key.language,
      coordinates: face.coordinates)
    let gpos = LanguageChoice(
      face.positioning, script: key.script, language: key.language,
      coordinates: face.coordinates)
    morphs = face.morphs?.subtables(key.features)
    let script = ScriptShaper(
      key.script, chosen: gsub.script.tag, isMorphed: face.morphs != nil)
    let requests = Self.requests(key, script, gsub)
    let map = FeatureMap(requests.merged(), substitution: gsub, positioning: gpos)
    self.map = map
    self.script = script
    substitution = gsub
    ownMasks = script.ownFeatures.map { map.one($0) }
    ownLookups = script.ownFeatures.map { tag in
      (map[tag]?.substitution).map { gsub.lookups($0) } ?? []
    }
    foundScript = gsub.script.tag
    hasFoundScript = gsub.script.isFound
    stages = (0...requests.pauses.count).map { index in
      Stage(
        lookups: map.lookups(gsub, stage: index),
        pause: index < requests.pauses.count ? requests.pauses[index] : .none)
    }
    let isDisabled = script.requiredPositioning.map { $0 != gpos.script.tag } ?? false
    // A table "kerx" goes with "morx", and GPOS with GSUB.
    let hasExtended = face.kern?.isExtended == true
    let hasSubstitution = face.morphs == nil && face.substitution != nil
    usesPositioning =
      face.positioning != nil && !isDisabled && (hasSubstitution || !hasExtended)
    positions = usesPositioning ? map.lookups(gpos, stage: nil) : []
    let hasKern = gpos.feature("kern") != nil
    kerning = map["kern"]?.mask ?? 0
    usesKern =
      hasExtended
      ? !usesPositioning : script.usesKern && face.kern != nil && !(hasKern && usesPositioning)
    // A font with such a table has its marks where they are to be, or attaches them.
    let isExtended = hasExtended && !(hasKern && usesPositioning)
    zeroesMarks =
      script.zeroesMarks && !isExtended && !(usesKern && face.kern?.hasMachine == true)
    hasMarkFeature = map.one("mark") != 0
    let positionsNothing =
      !usesPositioning && !isExtended && !(usesKern && face.kern?.hasCross == true)
    // Apple Color Emoji counts on marks that stay where they are.
    shiftsZeroedMarks = positionsNothing && face.morphs == nil
    placesMarks = positionsNothing && script.placesMarks
    fraction = map.one("frac")
    numerator = map.one("numr")
    denominator = map.one("dnom")
    mirrored = map.one("rtlm")
  }

  /// The features that every run has, in the order of their stages.
  private static func requests(
    _ key: Key, _ script: ScriptShaper, _ gsub: LanguageChoice
  ) -> FeatureRequests {
    var requests = FeatureRequests()
    requests.enable("rvrn")
    requests.pause()
    if key.isRightToLeft {
      requests.enable("rtla")
      requests.add("rtlm")
    } else {
      requests.enable("ltra")
      requests.enable("ltrm")
    }
    requests.add("frac")
    requests.add("numr")
    requests.add("dnom")
    requests.enable("rand", .random, FeatureMap.mostValue)
    script.collect(&requests, gsub)
    for tag: Tag in ["abvm", "blwm", "ccmp", "locl"] { requests.enable(tag) }
    for tag: Tag in ["mark", "mkmk"] { requests.enable(tag, .manualJoiners) }
    requests.enable("rlig")
    for tag: Tag in ["calt", "clig", "curs", "dist"] { requests.enable(tag) }
    requests.enable("kern", .hasFallback)
    for tag: Tag in ["liga", "rclt"] { requests.enable(tag) }
    for setting in key.features {
      requests.add(setting.tag, setting.range == nil ? .global : [], setting.value)
    }
    script.override(&requests)
    return requests
  }
}
