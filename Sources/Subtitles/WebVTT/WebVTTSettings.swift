/// Where a WebVTT cue stands (WebVTT 4.4 and 6.4).
package struct WebVTTSettings: Hashable, Sendable {
  package enum Vertical: String, Hashable, Sendable {
    case growingLeft = "rl"
    case growingRight = "lr"
  }

  package enum Alignment: String, Hashable, Sendable {
    case start, center, end, left, right
  }

  package enum LineAlignment: String, Hashable, Sendable {
    case start, center, end
  }

  package enum PositionAlignment: String, Hashable, Sendable {
    case lineLeft = "line-left"
    case center
    case lineRight = "line-right"
  }

  package var vertical: Vertical?
  /// A line's number or, when ``snapsToLines`` is false, a percentage; nil is "auto".
  package var line: Double?
  package var snapsToLines = true
  package var lineAlignment = LineAlignment.start
  /// A percentage; nil is "auto".
  package var position: Double?
  /// Nil is "auto".
  package var positionAlignment: PositionAlignment?
  /// The width of the box in percent.
  package var size = 100.0
  package var alignment = Alignment.center
  /// Which of the file's regions the cue belongs to.
  package var region: Int?

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
  package var lines = 3
  /// Which point of the region is put on ``viewportAnchor``, in percent.
  package var anchorX = 0.0
  package var anchorY = 100.0
  package var viewportAnchorX = 0.0
  package var viewportAnchorY = 100.0
  var scrollsUp = false

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
