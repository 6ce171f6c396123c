import Bytes

/// Where a WebVTT cue stands (WebVTT 4.4 and 6.4).
package struct WebVTTSettings: Hashable, Sendable {
  /// Which way lines follow each other when they run down.
  package enum Vertical: String, Hashable, Sendable {
    case growingLeft = "rl"
    case growingRight = "lr"
  }

  /// Where the text of the cue stands in its box; start and end go by its direction.
  package enum Alignment: String, Hashable, Sendable {
    case start, center, end, left, right
  }

  /// Which edge of the box ``line`` places.
  package enum LineAlignment: String, Hashable, Sendable {
    case start, center, end
  }

  /// Which point of the box ``position`` places.
  package enum PositionAlignment: String, Hashable, Sendable {
    case lineLeft = "line-left"
    case center
    case lineRight = "line-right"
  }

  /// Nil for lines that run across.
  package var vertical: Vertical?
  /// A line's number or, when ``snapsToLines`` is false, a percentage; nil is "auto".
  package var line: Double?
  /// Whether ``line`` counts lines, from the bottom up when it is negative.
  package var snapsToLines = true
  /// What of the box stands at ``line``.
  package var lineAlignment = LineAlignment.start
  /// A percentage; nil is "auto".
  package var position: Double?
  /// Nil is "auto".
  package var positionAlignment: PositionAlignment?
  /// The width of the box in percent.
  package var size = 100.0
  /// Where its lines stand in the box.
  package var alignment = Alignment.center
  /// Which of the file's regions the cue belongs to.
  package var region: Int?

  /// The names of all settings.
  static let names = ["region", "vertical", "line", "position", "size", "align"]

  /// The settings of a cue that has none.
  package init() {}

  /// Takes over one setting; false when it has no value of its kind, and then nothing changes
  /// that players would not change as well.
  mutating func set(_ name: String, _ value: String, _ regions: [WebVTTRegion]) -> Bool {
    switch name {
    case "region":
      region = regions.lastIndex { $0.identifier == value }
      return region != nil
    case "vertical":
      guard let vertical = Vertical(rawValue: value) else { return false }
      self.vertical = vertical
    case "line": return setLine(value)
    case "position": return setPosition(value)
    case "size":
      guard let percent = Self.percentage(value) else { return false }
      size = percent
    case "align":
      guard let alignment = Alignment(rawValue: value) else { return false }
      self.alignment = alignment
    default: return false
    }
    return true
  }

  private mutating func setLine(_ value: String) -> Bool {
    let parts = Self.halves(value)
    var alignment: LineAlignment?
    if let word = parts.second {
      alignment = LineAlignment(rawValue: word)
      guard alignment != nil else { return false }
    }
    let isPercentage = parts.first.hasSuffix("%")
    guard let number = isPercentage ? Self.percentage(parts.first) : Self.number(parts.first) else {
      return false
    }
    line = number
    snapsToLines = !isPercentage
    if let alignment { lineAlignment = alignment }
    return true
  }

  private mutating func setPosition(_ value: String) -> Bool {
    let parts = Self.halves(value)
    var alignment: PositionAlignment?
    if let word = parts.second {
      alignment = PositionAlignment(rawValue: word)
      guard alignment != nil else { return false }
    }
    guard let number = Self.percentage(parts.first) else { return false }
    position = number
    if let alignment { positionAlignment = alignment }
    return true
  }

  private static func halves(_ value: String) -> (first: String, second: String?) {
    guard let comma = value.firstIndex(of: ",") else { return (value, nil) }
    return (String(value[..<comma]), String(value[value.index(after: comma)...]))
  }

  /// Digits, perhaps a point and more digits, perhaps a minus before; nil for anything else.
  private static func number(_ text: String) -> Double? {
    var scanner = Scanner(text)
    _ = scanner.take(UInt8(ascii: "-"))
    guard scanner.peek?.isDigit == true else { return nil }
    scanner = Scanner(text)
    guard let value = scanner.decimal(), scanner.isAtEnd, !text.hasSuffix(".") else { return nil }
    return value
  }

  /// A number from 0 to 100 with a percent sign (WebVTT 6.3, "parse a percentage string").
  static func percentage(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let first = text.utf8.first, first.isDigit,
      let value = number(String(text.dropLast())), (0...100).contains(value)
    else { return nil }
    return value
  }
}

/// A part of the picture that cues share (WebVTT 4.3).
package struct WebVTTRegion: Hashable, Sendable {
  var identifier = ""
  /// In percent of the picture.
  package var width = 100.0
  /// The height, counted in lines of text.
  package var lines = 3
  /// Which point of the region is put on the anchor in the picture, in percent of its width.
  package var anchorX = 0.0
  /// The same, in percent of the region's height.
  package var anchorY = 100.0
  /// Where in the picture the anchor stands, in percent of its width.
  package var viewportAnchorX = 0.0
  /// Where in the picture the anchor stands, in percent of its height.
  package var viewportAnchorY = 100.0
  var scrollsUp = false

  /// The settings that there are.
  static let names = ["id", "width", "lines", "regionanchor", "viewportanchor", "scroll"]

  /// The region of a block that says nothing.
  package init() {}

  /// Takes over one setting; false when it has no value of its kind.
  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "id": identifier = value
    case "width":
      guard let percent = WebVTTSettings.percentage(value) else { return false }
      width = percent
    case "lines":
      guard !value.isEmpty, value.utf8.allSatisfy(\.isDigit) else { return false }
      var scanner = Scanner(value)
      lines = scanner.digits()?.value ?? lines
    case "regionanchor":
      guard let point = Self.point(value) else { return false }
      (anchorX, anchorY) = point
    case "viewportanchor":
      guard let point = Self.point(value) else { return false }
      (viewportAnchorX, viewportAnchorY) = point
    case "scroll":
      guard value == "up" else { return false }
      scrollsUp = true
    default: return false
    }
    return true
  }

  private static func point(_ value: String) -> (Double, Double)? {
    guard let comma = value.firstIndex(of: ","),
      let x = WebVTTSettings.percentage(String(value[..<comma])),
      let y = WebVTTSettings.percentage(String(value[value.index(after: comma)...]))
    else { return nil }
    return (x, y)
  }
}
