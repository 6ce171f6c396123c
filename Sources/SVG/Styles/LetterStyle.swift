import Fonts

/// How letters look and stand: what elements of text pass on to those in them.
struct LetterStyle: Sendable {
  /// How letters stand in lines that run down: `mixed` is each as its script has it.
  enum Stance: Hashable, Sendable { case mixed, upright, sideways }

  enum Anchor: String, Hashable, Sendable { case start, middle, end }

  /// Families and generic names, the most wanted first.
  var families: [String] = []
  /// 1 to 1000; 400 is regular.
  var weight = 400.0
  var isItalic = false
  /// Percent of the normal width.
  var width = 100.0
  var hasSmallCapitals = false
  var kerns = true
  /// Places on axes of variable fonts.
  var variations: [FontVariation] = []
  /// Whether fonts that are drawn for several sizes take the one of the letters.
  var sizesOptically = true
  /// In user units.
  var letterSpacing = 0.0
  var wordSpacing = 0.0
  var anchor = Anchor.start
  var isRightToLeft = false
  /// Whether blanks are kept as they are.
  var keepsBlanks = false
  /// Nil for what is usual for the way of lines.
  var baseline: LetterBaseline?
  /// Whether lines run down.
  var runsDown = false
  var stance = Stance.mixed

  /// The widths of `font-stretch`, in percent.
  private static let widths: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
    "ultra-expanded": 200,
  ]

  /// What stands on the line where nothing says it.
  var usualBaseline: LetterBaseline {
    baseline ?? (runsDown && stance != .sideways ? .central : .alphabetic)
  }

  /// Sets what a property says.
  ///
  /// - Parameters:
  ///   - em: the size of letters, in user units.
  ///   - parent: the style of what is around.
  mutating func set(_ name: String, _ value: String, em: Double, from parent: LetterStyle) {
    switch name {
    case "font-family": families = Self.families(value)
    case "font-weight": weight = Self.weight(value, parent.weight) ?? weight
    case "font-style": isItalic = value.hasPrefix("italic") || value.hasPrefix("oblique")
    case "font-stretch":
      let share = value.hasSuffix("%") ? value.share.map { $0 * 100 } : nil
      if let width = Self.widths[value] ?? share { self.width = min(max(width, 50), 200) }
    case "font-variant": hasSmallCapitals = value == "small-caps"
    case "font-kerning": kerns = value != "none"
    case "letter-spacing": letterSpacing = Self.spacing(value, em) ?? letterSpacing
    case "word-spacing": wordSpacing = Self.spacing(value, em) ?? wordSpacing
    case "text-anchor": anchor = Anchor(rawValue: value) ?? anchor
    case "direction": isRightToLeft = value == "rtl"
    case "dominant-baseline" where value != "no-change":
      baseline = LetterBaseline(value)
    case "font-optical-sizing": sizesOptically = value != "none"
    case "font-variation-settings": variations = Self.variations(value)
    case "writing-mode": if let way = Self.ways[value] { runsDown = way }
    case "text-orientation", "glyph-orientation-vertical":
      if let stance = Self.stances[value] { self.stance = stance }
    default: break
    }
  }

  /// Whether lines of a `writing-mode` run down: CSS Writing Modes Level 4, and SVG 1.1.
  private static let ways = [
    "horizontal-tb": false, "lr": false, "lr-tb": false, "rl": false, "rl-tb": false,
    "tb": true, "tb-rl": true, "tb-lr": true, "vertical-rl": true, "vertical-lr": true,
  ]
  private static let stances: [String: Stance] = [
    "mixed": .mixed, "auto": .mixed, "upright": .upright, "0": .upright, "0deg": .upright,
    "sideways": .sideways, "sideways-right": .sideways, "90": .sideways, "90deg": .sideways,
  ]

  /// The names of a list, some of them in quotes.
  private static func families(_ text: String) -> [String] {
    StyleScanner.split(text, at: ",").prefix(32).map { name in
      let name = name.trimmed
      guard let quote = name.first, quote == "\"" || quote == "'", name.count > 1,
        name.last == quote
      else { return name }
      return String(name.dropFirst().dropLast()).trimmed
    }.filter { !$0.isEmpty && $0.utf8.count < 256 }
  }

  /// The axes of a list, as names of four letters in quotes with numbers behind them; none where it
  /// breaks the grammar.
  private static func variations(_ text: String) -> [FontVariation] {
    var variations: [FontVariation] = []
    for part in StyleScanner.split(text, at: ",").prefix(32) {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard words.count == 2, words[0].utf8.count == 6,
        let value = String(words[1]).wholeNumber
      else { return [] }
      variations.append(FontVariation(Tag(String(words[0].dropFirst().dropLast())), value))
    }
    return variations
  }

  private static func weight(_ value: String, _ around: Double) -> Double? {
    switch value {
    case "normal": 400
    case "bold": 700
    // CSS Fonts 4, section 2.2.1.
    case "bolder": around < 350 ? 400 : around < 550 ? 700 : max(around, 900)
    case "lighter": around < 550 ? min(around, 100) : around < 750 ? 400 : 700
    default: value.wholeNumber.flatMap { (1...1000).contains($0) ? $0 : nil }
    }
  }

  private static func spacing(_ value: String, _ em: Double) -> Double? {
    if value == "normal" { return 0 }
    return SVGLength(value)?.units(of: em, em: em)
  }

  /// The size that a word says, in user units; nil for other words.
  ///
  /// - Parameter around: the size of letters around.
  static func size(_ word: String, around: Double) -> Double? {
    let shares: [String: Double] = [
      "xx-small": 3.0 / 5, "x-small": 3.0 / 4, "small": 8.0 / 9, "medium": 1, "large": 6.0 / 5,
      "x-large": 3.0 / 2, "xx-large": 2, "xxx-large": 3,
    ]
    switch word {
    case "larger": return around * 1.2
    case "smaller": return around / 1.2
    default: return shares[word].map { $0 * SVGStyle.usualSize }
    }
  }
}

/// What of letters stands on the line.
enum LetterBaseline: Hashable, Sendable {
  case alphabetic, top, bottom, middle, central, hanging, mathematical

  /// Reads a `dominant-baseline` or `alignment-baseline`; nil for what says nothing of it.
  init?(_ text: String) {
    switch text {
    case "alphabetic": self = .alphabetic
    case "text-before-edge", "before-edge", "text-top": self = .top
    case "text-after-edge", "after-edge", "text-bottom", "ideographic": self = .bottom
    case "middle": self = .middle
    case "central": self = .central
    case "hanging": self = .hanging
    case "mathematical": self = .mathematical
    default: return nil
    }
  }
}

/// What `font` says of several properties at once.
enum FontShorthand {
  /// The properties of a value, those that it does not name as they usually are; none where it is
  /// not one.
  static func properties(_ value: String) -> [(name: String, value: String)] {
    var (style, weight, width, variant) = ("normal", "normal", "normal", "normal")
    var words = value.split(separator: " ", omittingEmptySubsequences: true)[...]
    let widths: Set = [
      "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
      "expanded", "extra-expanded", "ultra-expanded",
    ]
    while let word = words.first.map({ String($0) }) {
      if word == "italic" || word == "oblique" {
        style = word
      } else if word == "small-caps" {
        variant = word
      } else if ["bold", "bolder", "lighter"].contains(word) || isWeight(word) {
        weight = word
      } else if widths.contains(word) {
        width = word
      } else if word != "normal" {
        break
      }
      words.removeFirst()
    }
    // The size, with the height of lines behind a slash, which may stand apart.
    guard let size = words.popFirst()?.split(separator: "/").first.map({ String($0) }),
      SVGLength(size) != nil || LetterStyle.size(size, around: 1) != nil
    else { return [] }
    if words.first == "/" { words = words.dropFirst(2) }
    if words.first?.hasPrefix("/") ?? false { words.removeFirst() }
    guard !words.isEmpty else { return [] }
    return [
      ("font-style", style), ("font-variant", variant), ("font-weight", weight),
      ("font-stretch", width), ("font-kerning", "auto"), ("font-size", size),
      ("font-family", words.joined(separator: " ")),
    ]
  }

  private static func isWeight(_ word: String) -> Bool {
    word.allSatisfy(\.isNumber) && (word.wholeNumber.map { (1...1000).contains($0) } ?? false)
  }
}
