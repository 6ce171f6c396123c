import Bytes
import Markup
import Timeline

extension FCPXMLReader {
  /// Over the pictures of all lanes.
  private static let captionLane = 1_000_000

  /// The height that a title's template counts in: that of its margins, or the sequence's.
  private func templateHeight(_ title: MarkupElement) -> Double {
    let margin = title.all("param").first { $0.attributes["name"] == "Top Margin" }
    let value = margin?.decimal("value").map { abs($0) * 2 } ?? 0
    return value >= 100 ? value : Double(size?.height ?? 1080)
  }

  /// Adds a title as a text in its place.
  mutating func addTitle(
    _ element: MarkupElement, _ duration: Rational, at position: Rational, lane: Int
  ) {
    let height = templateHeight(element)
    let blocks = element.all("text").map { FCPXMLText($0, in: element, height: height) }
    guard let title = FCPXMLText.joined(blocks) else {
      return log.warn("a title without a text is not carried over", at: element.place)
    }
    if blocks.contains(where: \.hasOutline) {
      log.warn(
        "the outlines and shadows of a title's letters are not carried over", at: element.place)
    }
    if blocks.contains(where: \.hasSpacing) { warnOfSpacing(element) }
    var clip = CutClip(.text(title), duration: duration, place: element.place)
    clip.isEnabled = element.attributes["enabled"] != "0"
    let start = element.time("start") ?? .zero
    take(element, &clip, from: start, source: nil)
    if let place = element.all("param").first(where: { $0.attributes["name"] == "Position" }) {
      let numbers = (place.attributes["value"] ?? "").split(separator: " ").compactMap {
        Double($0)
      }
      if numbers.count >= 2, let size, clip.look.offset == nil {
        // Pixels from the middle, upwards.
        let shape = Double(size.height) / Double(size.width)
        clip.look.offset = CutCurve(numbers[0] / height * shape, -numbers[1] / height)
      }
    }
    let known = [
      "Position", "Top Margin", "Bottom Margin", "Left Margin", "Right Margin", "Build In",
      "Build Out", "Alignment", "Flatten",
    ]
    let others = element.all("param").filter { !known.contains($0.attributes["name"] ?? "") }
    if let other = others.first {
      log.warn("the settings of a title's template are not carried over", at: other.place)
    }
    lanes.add(.clip(clip), at: position, lane: lane, .picture)
  }

  /// Adds each block of a caption as a text at its edge of the picture, over all else.
  ///
  /// Captions of several roles are there in several languages, of which one is seen.
  mutating func addCaption(_ element: MarkupElement, _ duration: Rational, at position: Rational) {
    let role = element.attributes["role"] ?? ""
    var isEnabled = element.attributes["enabled"] != "0"
    if isEnabled {
      let shown = captionRole ?? role
      captionRole = shown
      if shown != role {
        isEnabled = false
        log.warn(
          "of captions of several roles only those of \(shown.quotedText) are shown",
          at: element.place)
      }
    }
    if element.first("note") != nil {
      log.warn("notes and keywords are not carried over", at: element.place)
    }
    var isEmpty = true
    for block in element.all("text") {
      let letters = FCPXMLText(block, in: element, height: nil)
      guard var caption = FCPXMLText.joined([letters]) else { continue }
      isEmpty = false
      if letters.hasSpacing { warnOfSpacing(element) }
      if let style = block.attributes["display-style"], style != "pop-on" {
        log.warn(
          "a caption that is shown bit by bit is shown as a whole from its start", at: block.place)
      }
      if block.attributes["position"] != nil {
        log.warn("the place of a CEA-608 caption is not carried over", at: block.place)
      }
      caption.align = block.attributes["alignment"] ?? "center"
      caption.edge = block.attributes["placement"].flatMap(CutText.Edge.init) ?? .bottom
      var clip = CutClip(.text(caption), duration: duration, place: element.place)
      clip.isEnabled = isEnabled
      lanes.add(.clip(clip), at: position, lane: Self.captionLane, .picture)
    }
    if isEmpty { log.warn("a caption without a text is not carried over", at: element.place) }
  }

  private mutating func warnOfSpacing(_ element: MarkupElement) {
    log.warn(
      "the spaces between a text's letters and lines, and letters above or below their line, are "
        + "not carried over", at: element.place)
  }
}

/// A block of a title or of a caption.
struct FCPXMLText {
  /// Its pieces, each with letters of its own.
  private var pieces: [CutText] = []
  /// Whether letters have an outline or a shadow.
  private(set) var hasOutline = false
  /// Whether letters or lines stand closer or wider than usual, or off their line.
  private(set) var hasSpacing = false

  /// - Parameter height: that of the canvas that the letters' sizes count in; nil where letters are
  ///   those of the player, as in captions.
  init(_ block: MarkupElement, in element: MarkupElement, height: Double?) {
    let styles = element.all("text-style-def")
    let isStyled = !block.all("text-style").isEmpty
    for part in block.content {
      switch part {
      case .text(let text):
        // Between styles, blanks are there for the file's own lines.
        if !isStyled || text.contains(where: { !$0.isWhitespace }) {
          add(text, styles.first?.first("text-style")?.attributes ?? [:], height)
        }
      case .element(let piece) where piece.name == "text-style":
        let used = piece.attributes["ref"]
        let style = styles.first { $0.attributes["id"] == used } ?? styles.first
        let whole = style?.first("text-style")?.attributes ?? [:]
        add(piece.text, whole.merging(piece.attributes) { $1 }, height)
      case .element: continue
      }
    }
  }

  private mutating func add(_ text: String, _ style: [String: String], _ height: Double?) {
    var piece = CutText(text.replacing("\u{2028}", with: "\n"))
    let face = style["fontFace"]?.lowercased() ?? ""
    piece.color = FCPXMLReader.color(style["fontColor"])
    piece.background = FCPXMLReader.color(style["backgroundColor"])
    piece.isBold = style["bold"] == "1" || face.contains("bold")
    piece.isItalic =
      style["italic"] == "1" || face.contains("italic") || face.contains("oblique")
    piece.isUnderlined = style["underline"] == "1"
    if let height {
      // Names with a point are those of the system's own fonts.
      piece.font = style["font"].flatMap { $0.hasPrefix(".") ? nil : $0 }
      piece.size = style["fontSize"].flatMap(Double.init).map { $0 / height }
      piece.align = style["alignment"].flatMap {
        ["left": "left", "center": "center", "right": "right", "justified": "justify"][$0]
      }
    }
    for key in ["kerning", "lineSpacing", "baseline", "baselineOffset"]
    where (style[key].flatMap(Double.init) ?? 0) != 0 { hasSpacing = true }
    if style["strokeColor"] != nil || style["shadowColor"] != nil { hasOutline = true }
    pieces.append(piece)
  }

  /// Blocks as one text, one below the other; nil without a letter.
  static func joined(_ blocks: [Self]) -> CutText? {
    let blocks = blocks.filter { block in
      block.pieces.contains { $0.text.contains { !$0.isWhitespace } }
    }
    var pieces: [CutText] = []
    for (index, block) in blocks.enumerated() {
      if index > 0 { pieces[pieces.count - 1].text += "\n" }
      for piece in block.pieces {
        if var last = pieces.last {
          last.text = piece.text
          if last == piece {
            pieces[pieces.count - 1].text += piece.text
            continue
          }
        }
        pieces.append(piece)
      }
    }
    guard var whole = pieces.first else { return nil }
    if pieces.count > 1 {
      whole.spans = pieces
      whole.text = pieces.map(\.text).joined()
      // A box around all of it is that of its pieces, where all have the same.
      if Set(pieces.map(\.background)).count > 1 { whole.background = nil }
    }
    return whole
  }
}
