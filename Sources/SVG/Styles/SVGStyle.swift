import Fonts
import Shapes

/// The properties that elements pass on to those in them.
struct SVGStyle: Sendable {
  var color = SVGColor.black
  var fill = PaintValue.color(.black)
  var fillOpacity = 1.0
  var fillRule = FillRule.nonzero
  var clipRule = FillRule.nonzero
  var stroke = PaintValue.none
  var strokeOpacity = 1.0
  var strokeWidth = SVGLength(1)
  var cap = LineCap.butt
  var join = LineJoin.miter
  var miterLimit = 4.0
  var dashes: [SVGLength] = []
  var dashOffset = SVGLength(0)
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  var order = PaintPart.normal
  var isVisible = true
  var isSmooth = true
  /// Whether pictures are shown with their pixels as squares.
  var hasSquarePixels = false
  /// Whether pictures are turned as their files say.
  var turnsPictures = true
  /// Whether filters compute with light and not with codes.
  var filtersLight = true
  var fontSize = SVGStyle.usualSize
  var letters = LetterStyle()

  /// What properties say that are to be as they are where nothing is said.
  private static let initial = [
    "color": "black", "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero",
    "clip-rule": "nonzero", "stroke": "none", "stroke-opacity": "1", "stroke-width": "1",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "visibility": "visible",
    "paint-order": "normal", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
    "font-size": "medium", "font-weight": "normal", "font-style": "normal",
    "text-anchor": "start", "letter-spacing": "normal", "word-spacing": "normal",
  ]

  /// The size of letters where nothing says another.
  static let usualSize = 12.0

  /// The style of an element in one of this style.
  func applying(_ attributes: [String: String]) -> SVGStyle {
    var style = self
    // Sizes before what is counted in them, and colours before what takes them.
    for (name, value) in attributes where name == "font-size" || name == "color" {
      style.set(name, value.trimmed, from: self)
    }
    for (name, value) in attributes { style.set(name, value.trimmed, from: self) }
    if let blanks = attributes["xml:space"] { style.letters.keepsBlanks = blanks == "preserve" }
    if let blanks = attributes["white-space"]?.trimmed {
      style.letters.keepsBlanks = ["pre", "pre-wrap", "break-spaces"].contains(blanks)
    }
    return style
  }

  private mutating func set(_ name: String, _ value: String, from parent: SVGStyle) {
    if ["inherit", "unset", "revert", "revert-layer"].contains(value) { return }
    if value == "initial" {
      if let usual = Self.initial[name] { set(name, usual, from: parent) }
      return
    }
    switch name {
    case "color": if let color = SVGColor(value) { self.color = color }
    case "fill": if let paint = PaintValue(value) { fill = paint }
    case "stroke": if let paint = PaintValue(value) { stroke = paint }
    case "fill-opacity": if let share = value.share { fillOpacity = min(max(share, 0), 1) }
    case "stroke-opacity": if let share = value.share { strokeOpacity = min(max(share, 0), 1) }
    case "fill-rule": if let rule = FillRule(rawValue: value) { fillRule = rule }
    case "clip-rule": if let rule = FillRule(rawValue: value) { clipRule = rule }
    case "visibility": isVisible = value == "visible" || (value != "hidden" && value != "collapse")
    case "shape-rendering": isSmooth = value != "optimizeSpeed" && value != "crispEdges"
    case "image-rendering":
      hasSquarePixels = ["optimizeSpeed", "pixelated", "crisp-edges"].contains(value)
    case "image-orientation": turnsPictures = value != "none"
    case "color-interpolation-filters": filtersLight = value != "sRGB"
    case "paint-order": order = PaintPart.order(value)
    case "font-size":
      let size =
        SVGLength(value)?.units(of: parent.fontSize, em: parent.fontSize)
        ?? LetterStyle.size(value, around: parent.fontSize)
      if let size, size >= 0 { fontSize = size }
    case "marker-start": markerStart = Self.marker(value)
    case "marker-mid": markerMid = Self.marker(value)
    case "marker-end": markerEnd = Self.marker(value)
    default: setLine(name, value, from: parent)
    }
  }

  private mutating func setLine(_ name: String, _ value: String, from parent: SVGStyle) {
    switch name {
    case "stroke-width":
      if let width = SVGLength(value) { strokeWidth = width }
    case "stroke-linecap":
      cap = ["round": .round, "square": .square, "butt": .butt][value] ?? cap
    case "stroke-linejoin":
      join =
        ["round": .round, "bevel": .bevel, "miter": .miter, "miter-clip": .miter, "arcs": .miter][
          value] ?? join
    case "stroke-miterlimit": if let limit = value.wholeNumber { miterLimit = limit }
    case "stroke-dasharray": dashes = value == "none" ? [] : SVGLength.list(value) ?? []
    case "stroke-dashoffset": if let offset = SVGLength(value) { dashOffset = offset }
    default: letters.set(name, value, em: fontSize, from: parent.letters)
    }
  }

  private static func marker(_ value: String) -> String? { PaintValue.address(value)?.address }
}

/// A part of what a shape draws.
enum PaintPart: String, Hashable, Sendable {
  case fill, stroke, markers

  /// The usual order.
  static let normal: [PaintPart] = [.fill, .stroke, .markers]

  /// The order of a `paint-order`; the usual one where it breaks the grammar.
  static func order(_ text: String) -> [PaintPart] {
    var order: [PaintPart] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word == "normal" { return normal }
      guard let part = PaintPart(rawValue: String(word)), !order.contains(part)
      else { return normal }
      order.append(part)
    }
    return order + normal.filter { !order.contains($0) }
  }
}
