/// What `fill` or `stroke` say.
enum PaintValue: Hashable, Sendable {
  case none
  case color(SVGColor)
  case current
  /// A gradient or pattern, and what is drawn where there is none.
  indirect case server(String, fallback: PaintValue?)
  case contextFill
  case contextStroke

  /// Whether it refers to an element.
  var isServer: Bool {
    if case .server = self { return true }
    return false
  }

  /// Reads a value; nil for what is none.
  init?(_ text: String) { self.init(text, isFallback: false) }

  /// - Parameter isFallback: whether it stands behind an address, where no other address may stand.
  private init?(_ text: String, isFallback: Bool) {
    let text = text.trimmed
    switch text.lowercased() {
    case "none": self = .none
    case "currentcolor": self = .current
    case "context-fill": self = .contextFill
    case "context-stroke": self = .contextStroke
    default:
      if let (address, rest) = Self.address(text) {
        if isFallback { return nil }
        self = .server(address, fallback: PaintValue(rest, isFallback: true))
        return
      }
      // Colours of ICC profiles have one of sRGB before them.
      guard
        let color = SVGColor(text) ?? text.range(ofProfile: "icc-color").flatMap({ SVGColor($0) })
      else { return nil }
      self = .color(color)
    }
  }

  /// What stands in `url()` at the beginning of a text, and what follows.
  static func address(_ text: String) -> (address: String, rest: String)? {
    let text = text.trimmed
    guard text.lowercased().hasPrefix("url(") else { return nil }
    var scanner = ValueScanner(String(text.dropFirst(4)))
    scanner.skipBlanks()
    let quote: Unicode.Scalar? = scanner.take("\"") ? "\"" : scanner.take("'") ? "'" : nil
    if let quote {
      guard let address = scanner.text(upTo: quote), scanner.text(upTo: ")") != nil
      else { return nil }
      return (address.trimmed, scanner.rest)
    }
    guard let address = scanner.text(upTo: ")") else { return nil }
    return (address.trimmed, scanner.rest)
  }
}

extension String {
  fileprivate func range(ofProfile word: String) -> String? {
    let parts = split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix(word) else { return nil }
    return String(parts[0])
  }
}
