import Bytes

/// Reads ASS and SSA scripts, as tolerantly as libass does: what is not understood is passed over.
struct ASSParser {
  private enum Section { case none, info, oldStyles, styles, events, fonts, other }

  private let bytes: [UInt8]
  private(set) var warnings: WarningList
  private var script = ASSScript()
  private var styles: [ASSStyle] = []
  private var styleNames: Set<String> = []
  /// The places of styles whose fonts are for vertical text.
  private var verticalStyles: Set<Int> = []
  private var section = Section.none
  private var fonts = ASSFontReader()
  private var styleFormat: [String]?
  private var eventFormat: [String]?
  /// Whether borders grow with the picture; nil where the script does not say.
  private var scales: Bool?
  /// Whether a Format line is not the usual one.
  private var hasOwnFormat = false
  private var playSize: (width: Int?, height: Int?) = (nil, nil)
  private var layoutSize: (width: Int?, height: Int?) = (nil, nil)
  private var hasSection = false
  /// No picture is larger.
  private static let largestSide = 1 << 20
  private static let mostStyles = 1 << 14

  init(_ bytes: [UInt8], _ warnings: WarningList) {
    self.bytes = bytes
    self.warnings = warnings
  }

  /// Whether a line begins a section that only such scripts have.
  static func isSection(_ line: Range<Int>, _ bytes: [UInt8]) -> Bool {
    var scanner = Scanner(bytes, line)
    return scanner.take(ignoringCase: "[script info]") || scanner.take(ignoringCase: "[v4")
      || scanner.take(ignoringCase: "[events]")
  }

  mutating func parse() throws(SubtitleError) -> ASSScript {
    var cursor = LineCursor(bytes)
    while let line = cursor.next() {
      let content = bytes.trimmed(line)
      guard !content.isEmpty else { continue }
      if bytes[content.lowerBound] == UInt8(ascii: "["), beginSection(content) { continue }
      // Blanks at the end of a text are a part of it.
      read(content.lowerBound..<line.upperBound)
      if script.events.count >= SubtitleFile.mostCues {
        warnings.add(.limit, "the events from here on are left out", at: content)
        break
      }
    }
    guard hasSection else { throw SubtitleError("there is no [Script Info] and no [Events]") }
    finish()
    return script
  }

  private mutating func beginSection(_ line: Range<Int>) -> Bool {
    let name = bytes.string(line).lowercased()
    switch name {
    case "[script info]": section = .info
    case "[v4 styles]": section = .oldStyles
    case "[v4+ styles]", "[v4++ styles]": section = .styles
    case "[events]": section = .events
    case "[fonts]":
      section = .fonts
      return true
    default:
      guard name.hasSuffix("]"), section != .fonts || !ASSFontReader.isData(line, bytes) else {
        return false
      }
      section = .other
      if name != "[aegisub project garbage]" && name != "[aegisub extradata]" {
        warnings.add(
          .syntax,
          "the section \(bytes.string(line).shortened) is not known and has no effect", at: line)
      }
      return true
    }
    hasSection = true
    return true
  }

  private mutating func read(_ line: Range<Int>) {
    if section == .fonts { return fonts.read(bytes.trimmed(line), bytes) }
    let first = bytes[line.lowerBound]
    if first == UInt8(ascii: ";") || section == .other { return }
    var scanner = Scanner(bytes, line)
    // Comments of Aegisub and older programs.
    if scanner.take(ignoringCase: "!:") { return }
    let key = scanner.take { $0 != UInt8(ascii: ":") }
    guard scanner.take(UInt8(ascii: ":")) else {
      warnings.add(.syntax, "the line is not understood", at: bytes.trimmed(line))
      return
    }
    let name = bytes.string(bytes.trimmed(key)).lowercased()
    scanner.take { $0 == .space || $0 == .tab }
    let value = scanner.rest
    switch section {
    case .none: warnings.add(.syntax, "the line is outside all sections", at: line)
    case .info: readInfo(name, value)
    case .oldStyles, .styles:
      if name == "format" {
        let names = fieldNames(value)
        styleFormat = names
        let usual = section == .oldStyles ? ASSFields.oldStyle : ASSFields.style
        if !ASSFields.isUsual(names, usual) { hasOwnFormat = true }
      } else if name == "style" {
        readStyle(value)
      } else {
        warnings.add(.syntax, "the line is not understood", at: bytes.trimmed(line))
      }
    case .events:
      if name == "format" {
        let names = fieldNames(value)
        eventFormat = names
        let old = ["marked"] + ASSFields.event.dropFirst()
        if ![ASSFields.event, old].contains(where: { ASSFields.isUsual(names, $0) }) {
          hasOwnFormat = true
        }
      } else if name == "dialogue" {
        readEvent(value)
      } else if !["comment", "picture", "sound", "movie", "command"].contains(name) {
        warnings.add(.syntax, "the line is not understood", at: bytes.trimmed(line))
      } else if name != "comment" {
        warnings.add(.unsupported, "\(name) lines have no effect", at: key)
      }
    case .fonts, .other: break
    }
  }

  private func fieldNames(_ range: Range<Int>) -> [String] {
    bytes.string(range).lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .prefix(64).map { String($0.filter { !$0.isWhitespace }) }
  }

  private mutating func readInfo(_ name: String, _ range: Range<Int>) {
    let value = bytes.trimmed(range)
    var scanner = Scanner(bytes, value)
    switch name {
    case "playresx", "playresy", "layoutresx", "layoutresy":
      guard let side = scanner.digits()?.value, side > 0, side <= Self.largestSide else {
        warnings.add(.syntax, "\(bytes.string(value).shortened) is not a size", at: value)
        return
      }
      switch name {
      case "playresx": playSize.width = side
      case "playresy": playSize.height = side
      case "layoutresx": layoutSize.width = side
      default: layoutSize.height = side
      }
    case "wrapstyle":
      guard let style = scanner.digits()?.value, style <= 3 else {
        warnings.add(.syntax, "\(bytes.string(value).shortened) is not a wrap style", at: value)
        return
      }
      script.wrapStyle = style
    case "scaledborderandshadow":
      scales = isYes(value)
    case "kerning": script.kerns = isYes(value)
    case "collisions":
      if bytes.string(value).lowercased() == "reverse" {
        warnings.add(.unsupported, "reversed collisions have no effect", at: value)
      }
    default: break
    }
  }

  private func isYes(_ value: Range<Int>) -> Bool {
    let word = bytes.string(value).lowercased()
    return word == "yes" || word == "1"
  }

  private mutating func readStyle(_ range: Range<Int>) {
    guard styles.count < Self.mostStyles else {
      warnings.add(.limit, "the style is left out: there are too many", at: range)
      return
    }
    let isOld = section == .oldStyles
    let format = styleFormat ?? (isOld ? ASSFields.oldStyle : ASSFields.style)
    let fields = ASSFields(bytes, range, format)
    if fields.count < format.count {
      warnings.add(.syntax, "the style has fewer fields than its format", at: range)
    }
    let style = fields.style(isOld: isOld)
    if !styleNames.insert(style.name).inserted {
      warnings.add(
        .syntax, "there is another style \(style.name.shortened); the last one is used", at: range)
    }
    if fields.string("fontname").hasPrefix("@") { verticalStyles.insert(styles.count) }
    styles.append(style)
  }

  private mutating func readEvent(_ range: Range<Int>) {
    let format = eventFormat ?? ASSFields.event
    var fields = ASSFields(bytes, range, format)
    fields.lastTakesAll()
    for name in ["start", "end"] where ASSFields.time(fields.string(name)) == nil {
      warnings.add(
        .timing, "\(fields.string(name).shortened) is not a time; the line is left out", at: range)
      return
    }
    guard let start = ASSFields.time(fields.string("start")),
      let end = ASSFields.time(fields.string("end"))
    else { return }
    var event = ASSEvent(
      start: start, end: end, range: range, textRange: fields.range(format.last ?? "text"))
    event.layer = fields.integer("layer") ?? 0
    event.styleName = fields.string("style")
    event.speaker = fields.string("name")
    event.marginLeft = fields.integer("marginl") ?? 0
    event.marginRight = fields.integer("marginr") ?? 0
    event.marginVertical = fields.integer("marginv") ?? 0
    event.text = bytes.string(event.textRange)
    let effect = fields.string("effect")
    event.effect = ASSEffect(effect)
    if event.effect == nil, effect.contains(";") {
      warnings.add(
        .unsupported, "the effect \(effect.shortened) is not drawn",
        at: fields.range("effect"))
    } else if event.effect?.fades == true {
      warnings.add(
        .unsupported, "the effect \(effect.shortened) moves the line but does not fade it",
        at: fields.range("effect"))
    }
    var parser = ASSTextParser(bytes)
    event.pieces = parser.parse(event.textRange)
    for warning in parser.warnings {
      warnings.add(warning.kind, warning.message, at: warning.range)
    }
    script.events.append(event)
  }

  /// Sets what depends on the whole script.
  private mutating func finish() {
    switch playSize {
    case (nil, nil): break
    case (let width?, let height?): (script.playWidth, script.playHeight) = (width, height)
    // As libass has it, after VSFilter.
    case (nil, let height?):
      script.playHeight = height
      script.playWidth = height == 1024 ? 1280 : max(height * 4 / 3, 1)
    case (let width?, nil):
      script.playWidth = width
      script.playHeight = width == 1280 ? 1024 : max(width * 3 / 4, 1)
    }
    if let width = layoutSize.width, let height = layoutSize.height {
      script.layoutSize = (width, height)
    }
    fonts.finish()
    script.fonts = fonts.fonts
    // Programs that wrote formats of their own relied on players that scaled; libass does so still.
    script.scalesBorderAndShadow = scales ?? hasOwnFormat
    var places: [String: Int] = [:]
    for (index, style) in styles.enumerated() { places[style.name] = index }
    if styles.isEmpty || needsStandard(places) {
      places[ASSStyle.builtIn.name] = styles.count
      styles.append(.builtIn)
    }
    let standard = places[ASSStyle.builtIn.name] ?? 0
    for index in script.events.indices {
      let name = Self.styleName(of: script.events[index])
      if let place = places[name] {
        script.events[index].style = place
      } else {
        script.events[index].style = standard
        if !name.isEmpty {
          warnings.add(
            .unknownName,
            "there is no style \(name.shortened); \(styles[standard].name.shortened) is used",
            at: script.events[index].range)
        }
      }
      warnOfResets(script.events[index], places)
    }
    if let event = script.events.first(where: isVertical) {
      warnings.add(
        .unsupported,
        "letters of fonts with '@' stand upright; they are not turned for vertical text",
        at: event.range)
    }
    script.styles = styles
  }

  /// What an event calls its style: a star before the name is of SSA, and means nothing, nor does
  /// the case of `Default`.
  private static func styleName(of event: ASSEvent) -> String {
    let name = String(event.styleName.drop { $0 == "*" })
    return name.lowercased() == "default" ? ASSStyle.builtIn.name : name
  }

  /// Whether something asks for the style `Default`, which is not there.
  private func needsStandard(_ places: [String: Int]) -> Bool {
    let name = ASSStyle.builtIn.name
    return places[name] == nil
      && script.events.contains { event in
        places[Self.styleName(of: event)] == nil || event.pieces.contains(.tag(.reset(name)))
      }
  }

  /// Whether an event has letters that libass turns: all from U+02F1 on, in a font with an at sign.
  private func isVertical(_ event: ASSEvent) -> Bool {
    (verticalStyles.contains(event.style) || event.text.contains("\\fn@"))
      && event.plainText.unicodeScalars.contains { $0.value >= 0x2F1 }
  }

  private mutating func warnOfResets(_ event: ASSEvent, _ places: [String: Int]) {
    for case .tag(.reset(let name?)) in event.pieces where places[name] == nil {
      warnings.add(
        .unknownName, "there is no style \(name.shortened) for \\r; the line's own is used",
        at: event.textRange)
    }
  }
}
