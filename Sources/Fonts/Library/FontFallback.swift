/// Which families are asked for characters that no chosen font has, and in which order.
struct FallbackFamilies: Sendable {
  /// Families with their faces.
  let text: [[FontFace]]
  /// Families whose glyphs have colours, the well-known ones first.
  let colored: [[FontFace]]

  /// Fonts that have every character, as a box or as nothing.
  private static let pretenders: Set<String> = [
    "lastresort", ".lastresort", "lastresorthigh-efficiency", "adobeblank", "adobeblank2",
    "adobenotdef", "unifont", "unifontupper", "unifontcsur",
  ]
  /// Families of plain letters, asked before others that are not made for one script.
  private static let broad = ["DejaVu Sans", "Liberation Sans", "Arial", "Helvetica"]
    .map(FontIndex.key)

  init(_ faces: [FontFace]) {
    var groups: [String: [FontFace]] = [:]
    for face in faces where face.path != nil {
      groups[FontIndex.key(face.family), default: []].append(face)
    }
    let keys = groups.keys.filter { !Self.pretenders.contains($0) }.sorted()
    let emoji = GenericFamilies.emoji.map(FontIndex.key)
    func sorted(_ keys: [String], by rank: (String) -> Int) -> [[FontFace]] {
      keys.map { (rank($0), $0) }.sorted { $0 < $1 }.compactMap { groups[$0.1] }
    }
    let isColored = { (key: String) in groups[key]?.contains { $0.hasColor } ?? false }
    colored = sorted(keys.filter(isColored)) { emoji.firstIndex(of: $0) ?? emoji.count }
    text = sorted(keys.filter { !isColored($0) }) { key in
      if key == "notosans" { return 0 }
      // Noto has a family for each script, without serifs and with them.
      if key.hasPrefix("notosans") { return key.contains("mono") ? 3 : 1 }
      if key.hasPrefix("noto") { return key.contains("mono") ? 4 : 2 }
      return 5 + (Self.broad.firstIndex(of: key) ?? Self.broad.count)
    }
  }
}

/// What decides which font draws a cluster that the named fonts lack.
struct FallbackKey: Hashable, Sendable {
  var cluster: [Unicode.Scalar]
  var request: FontRequest
  var wantsEmoji: Bool
  var language: String?
}

extension FontShelf {
  mutating func fallback(
    for cluster: [Unicode.Scalar], _ request: FontRequest, wantsEmoji: Bool, language: String?
  ) -> Font? {
    // What is named does not matter here, nor what is asked of its axes.
    let plain = FontRequest(
      weight: request.weight, isItalic: request.isItalic, width: request.width)
    let key = FallbackKey(
      cluster: cluster, request: plain, wantsEmoji: wantsEmoji, language: language)
    if let known = fallbacks[key] { return known }
    let font = search(cluster, plain, wantsEmoji: wantsEmoji, language: language)
    if fallbacks.count >= Self.mostKept { fallbacks.removeAll() }
    fallbacks[key] = font
    return font
  }

  private mutating func search(
    _ cluster: [Unicode.Scalar], _ request: FontRequest, wantsEmoji: Bool, language: String?
  ) -> Font? {
    let needed = cluster.filter { !Self.isInvisible($0) }
    // Private characters mean something else in every font (CSS Fonts 4, 5.3).
    guard let first = needed.first, first.properties.generalCategory != .privateUse else {
      return nil
    }
    // Debian's fontconfig prefers the Japanese forms, too, where nothing says which.
    let text = Self.preferring(Self.region(language) ?? "jp", families.text)
    let order = wantsEmoji ? families.colored + text : text + families.colored
    // Rather all characters in one font, else at least the one that the others hang on.
    var wishes = needed.count > 1 ? [needed, [first]] : [needed]
    // Signs that stand between Chinese letters have the font of these; others have them, too.
    if !wantsEmoji, Self.standsAmongIdeographs(first) { wishes.insert(needed + ["一"], at: 0) }
    for wanted in wishes {
      for family in order {
        var faces = family
        while let face = FaceMatching.best(of: faces, for: request) {
          if hasAll(wanted, face), case .success(let font) = font(face, for: request) {
            return font
          }
          // Other faces of the family are asked too, as some have more characters.
          faces.removeAll { $0 == face }
        }
      }
    }
    return nil
  }

  private mutating func hasAll(_ scalars: [Unicode.Scalar], _ face: FontFace) -> Bool {
    for scalar in scalars where !has(scalar, face) { return false }
    return true
  }

  /// Whether a scalar is punctuation, or a letter of full or half width, of Chinese, Japanese and
  /// Korean lines.
  private static func standsAmongIdeographs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3000...0x303F, 0x30A0, 0x30FB...0x30FC, 0xFE30...0xFE4F, 0xFF00...0xFFEF: true
    default: false
    }
  }

  /// Joiners and selectors, which fonts need not have.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
  }

  /// How families name the form of Chinese characters that a language writes.
  private static func region(_ language: String?) -> String? {
    let parts = (language ?? "").lowercased().split(separator: "-")
    switch parts.first {
    case "ja": return "jp"
    case "ko": return "kr"
    case "zh":
      if parts.contains("hk") { return "hk" }
      return parts.contains("tw") || parts.contains("hant") ? "tc" : "sc"
    default: return nil
    }
  }

  /// The families of a region first among those that have one, without changing anything else.
  private static func preferring(_ region: String, _ families: [[FontFace]]) -> [[FontFace]] {
    let isMeant = { (family: [FontFace]) in
      family.first.map { face in
        let key = FontIndex.key(face.family)
        return key.hasPrefix("noto") && !key.contains("mono") && key.hasSuffix(region)
      } ?? false
    }
    return families.filter(isMeant) + families.filter { !isMeant($0) }
  }
}
