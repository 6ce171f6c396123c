import Fonts
import Text

/// The fonts of a picture's texts, each looked for once.
struct TextFonts {
  /// What letters of a style are taken from.
  struct Stack {
    let fonts: FontChain
    let request: FontRequest
    let fallback: LayoutSpan.Fallback

    /// Measures of the font that is wanted most, and how large its units are, for an em.
    func measures(em: Double) -> (metrics: FontMetrics, unit: Double)? {
      fonts.first.map { ($0.metrics, em / Double(max($0.unitsPerEm, 1))) }
    }
  }

  private let library: FontLibrary
  private var known: [FontRequest: Stack] = [:]
  private var lists: [[String]: [String]] = [:]
  /// Families of which a text has none, and no generic one.
  private(set) var missing: [String] = []

  init(_ library: FontLibrary) { self.library = library }

  /// The fonts of a style; nil where there is none at all.
  ///
  /// - Parameter size: how large letters are: fonts drawn for several sizes have an axis of these
  ///   (CSS Fonts 4, section 7.10).
  mutating func stack(_ style: LetterStyle, size: Double) -> Stack? {
    var request = FontRequest(
      names: names(style.families), weight: style.weight, isItalic: style.isItalic,
      width: style.width, variations: style.variations)
    guard let stack = stack(request) else { return nil }
    guard style.sizesOptically,
      stack.fonts.first?.axes.contains(where: { $0.tag == "opsz" }) == true
    else { return stack }
    request.variations.insert(FontVariation("opsz", size), at: 0)
    return self.stack(request) ?? stack
  }

  private mutating func stack(_ request: FontRequest) -> Stack? {
    if let stack = known[request] { return stack }
    guard let fonts = try? library.stack(request).fonts else { return nil }
    let stack = Stack(fonts: fonts, request: request) { [library] cluster, wantsEmoji in
      library.fallback(for: cluster, request: request, wantsEmoji: wantsEmoji)
    }
    known[request] = stack
    return stack
  }

  /// Those of a list that are there; a picture opens no files by their paths.
  private mutating func names(_ families: [String]) -> [String] {
    if let found = lists[families] { return found }
    let found = families.filter { library.has(family: $0) }
    let isGeneric = families.contains { FontLibrary.isGeneric($0) }
    if found.isEmpty, !isGeneric, let first = families.first, !missing.contains(first),
      missing.count < 32
    {
      missing.append(first)
    }
    lists[families] = found
    return found
  }
}
