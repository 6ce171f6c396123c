import Geometry
import Timeline

/// The outline of a letter, in hundredths of the letters' size.
struct LottieGlyph: Sendable {
  let width: Double
  let paths: [LottieItem]
}

/// Text from a frame on, as shapes.
struct LottieText: Sendable {
  let start: Double
  let items: [LottieItem]
  /// Its letters one by one, where they move; then there are no items.
  let lettering: LottieLettering?
}

// Text of files that bring the outlines of its letters.
extension LottieReader {
  /// The most letters of one text.
  private static let mostLetters = 10_000

  /// The letters of a file, by their names.
  mutating func glyphs(
    _ node: JSONNode?, version: String
  ) throws(LottieError) -> [String: LottieGlyph] {
    var glyphs: [String: LottieGlyph] = [:]
    // Before 4.8, control points of letters were places and no steps.
    let isOld = ["4.0.", "4.1.", "4.2.", "4.3.", "4.4.", "4.5.", "4.6.", "4.7."]
      .contains { version.hasPrefix($0) }
    for element in node?.elements ?? [] {
      guard let letter = element["ch"]?.string else { continue }
      let name = Self.name(letter, element["fFamily"]?.string, element["style"]?.string)
      let items = try items(element["data"]?["shapes"], depth: 0)
      // Old files have what was left of other letters behind the first.
      glyphs[name] = LottieGlyph(
        width: element["w"]?.number ?? 0, paths: Self.paths(of: Array(items.prefix(1)), isOld))
    }
    return glyphs
  }

  private static func name(_ letter: String, _ family: String?, _ style: String?) -> String {
    "\(letter)/\(family ?? "")/\(style ?? "")"
  }

  /// The paths among parts, all of them closed.
  private static func paths(of items: [LottieItem], _ isOld: Bool) -> [LottieItem] {
    items.flatMap { item -> [LottieItem] in
      switch item {
      case .path(let path):
        guard case .points(let track) = path.figure else { return [item] }
        let outline = PathNumbers.closed(track.value(at: 0), withPlaces: isOld)
        return [
          .path(LottiePath(figure: .points(LottieTrack(outline)), isReversed: path.isReversed))
        ]
      case .group(let inner, let transform): return [.group(paths(of: inner, isOld), transform)]
      default: return []
      }
    }
  }

  /// What the texts of a layer show, from which frames on.
  mutating func texts(_ layer: JSONNode) -> [LottieText] {
    let node = layer["t"]
    let animators = animators(node?["a"])
    let course = course(node?["p"], masks: layer["masksProperties"])
    var texts: [LottieText] = []
    for element in (node?["d"]?["k"]?.elements ?? []).prefix(1_000) {
      guard let document = element["s"] else { continue }
      var lettering = lettering(document)
      (lettering.animators, lettering.course) = (animators, course)
      lettering.grouping = LottieTextGrouping(rawValue: node?["m"]?.whole("g") ?? 1) ?? .letter
      lettering.alignment = LottieTrack(node?["m"]?["a"], [0, 0])
      texts.append(
        LottieText(
          start: element["t"]?.number ?? 0, items: lettering.isPlain ? lettering.items : [],
          lettering: lettering.isPlain ? nil : lettering))
    }
    return texts
  }

  private mutating func lettering(_ node: JSONNode) -> LottieLettering {
    let size = node["s"]?.number ?? 0
    let font = fonts.first { $0["fName"]?.string == node["f"]?.string }
    let (family, style) = (font?["fFamily"]?.string, font?["fStyle"]?.string)
    let spacing = (node["tr"]?.number ?? 0) / 1000 * size
    let box = node["sz"]?.numbers ?? []
    let text = (node["t"]?.string ?? "").prefix(Self.mostLetters)
    var isWhole = true
    var glyphs: [Character: LottieGlyph] = [:]
    for letter in text where glyphs[letter] == nil {
      glyphs[letter] = letters[Self.name(String(letter), family, style)]
      // Blanks that a file leaves out among its letters have no width.
      if glyphs[letter] == nil, letters.isEmpty || !letter.isWhitespace {
        glyphs[letter] = otherFonts.glyph(letter, of: font)
      }
    }
    func letter(_ letter: Character) -> (glyph: LottieGlyph?, width: Double) {
      let glyph = glyphs[letter]
      return (glyph, (glyph?.width ?? 0) * size / 100 + spacing)
    }
    let lines = TextLines.broken(
      String(text), width: box.first, letterWidth: { letter($0).width })
    let widths = lines.map { $0.reduce(0) { $0 + letter($1).width } }
    let share = node.whole("j") == 1 ? 1.0 : node.whole("j") == 2 ? 0.5 : 0
    let corner = node["ps"]?.numbers ?? [0, 0]
    let ascent = (font?["ascent"]?.number ?? 0) * size / 100
    let start = box.isEmpty ? Vector(0, 0) : Vector(corner.first ?? 0, (corner.last ?? 0) + ascent)
    var made: [LottieLetter] = []
    for (number, line) in lines.enumerated() {
      var x = start.x + ((box.first ?? 0) - widths[number]) * share
      let y =
        start.y + Double(number) * (node["lh"]?.number ?? size * 1.2)
        - (node["ls"]?.number ?? 0)
      for character in line {
        let (glyph, width) = letter(character)
        if glyph == nil, !character.isWhitespace { isWhole = false }
        made.append(
          LottieLetter(
            paths: glyph?.paths ?? [], place: Vector(x, y), width: width - spacing, line: number,
            lineWidth: widths[number], isBlank: character.isWhitespace))
        x += width
      }
    }
    if !isWhole { note("letters without outlines in the file or in a font") }
    func color(_ key: String) -> [Double]? {
      node[key].map(\.numbers).flatMap { $0.count > 2 ? $0 : nil }
    }
    return LottieLettering(
      letters: made, size: size, share: share, fill: color("fc"), line: color("sc"),
      lineWidth: node["sw"]?.number ?? 0, isLineAbove: node.isSet("of"))
  }
}

extension LottieLettering {
  /// The letters as they stand, as shapes.
  fileprivate var items: [LottieItem] {
    let groups = letters.filter { !$0.paths.isEmpty }.map { letter in
      LottieItem.group(letter.paths, LottieTransform(at: letter.place, scale: size / 100))
    }
    func style(_ color: [Double], line: LottieLine?) -> LottieItem {
      .style(
        LottieStyle(
          ink: .color(LottieTrack(color), whole: 1), opacity: LottieTrack([100]), rule: .nonzero,
          line: line, blend: .normal))
    }
    var styles: [LottieItem] = []
    if let fill { styles.append(style(fill, line: nil)) }
    if let line, lineWidth > 0 {
      styles.insert(
        style(line, line: LottieLine(ofText: lineWidth)), at: isLineAbove ? 0 : styles.count)
    }
    return groups + styles
  }
}

/// Lines of text.
enum TextLines {
  /// The lines that are written as such, and those of a box, broken at blanks.
  static func broken(
    _ text: String, width: Double?, letterWidth: (Character) -> Double
  ) -> [String] {
    let lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isNewline || $0 == "\u{3}" })
    guard let width, width > 0 else { return lines.map { String($0) } }
    var broken: [String] = []
    for line in lines {
      var (current, length) = ("", 0.0)
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        let own = word.reduce(0) { $0 + letterWidth($1) }
        let blank = current.isEmpty ? 0 : letterWidth(" ")
        if !current.isEmpty, length + blank + own > width {
          broken.append(current)
          (current, length) = (String(word), own)
        } else {
          current += (current.isEmpty ? "" : " ") + word
          length += blank + own
        }
      }
      broken.append(current)
    }
    return broken
  }
}
