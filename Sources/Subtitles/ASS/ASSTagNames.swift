import Bytes

extension ASSTagParser {
  /// A tag's name and how its values are read.
  struct Name: Sendable {
    enum Kind {
      /// One value, in parentheses or right behind the name.
      case simple
      /// Values in parentheses alone; what stands between the name and them is not looked at.
      case complex
      /// `\t`
      case transform
    }

    let text: String
    let kind: Kind
    let tag: @Sendable (ASSArguments) -> ASSTag?

    init(
      _ text: String, _ kind: Kind = .simple, _ tag: @escaping @Sendable (ASSArguments) -> ASSTag?
    ) {
      self.text = text
      self.kind = kind
      self.tag = tag
    }
  }

  /// All names, the longest first, so that none hides another that begins with it.
  static let names: [Name] = (letters + lengths + colors + places + karaoke)
    .enumerated().sorted {
      ($1.element.text.count, $0.offset) < ($0.element.text.count, $1.offset)
    }.map(\.element)

  private static let letters: [Name] = [
    Name("b") {
      let weight = $0.integer
      return .bold(weight.flatMap { $0 == 0 || $0 == 1 || $0 >= 100 ? $0 : nil })
    },
    Name("i") { .italic($0.flag) },
    Name("u") { .underline($0.flag) },
    Name("s") { .strikeOut($0.flag) },
    Name("fn") {
      guard let word = $0.word, word != "0" else { return .fontName(nil) }
      let name = word.drop { $0 == " " || $0 == "\t" }
      // As in a style, an at sign asks for turned letters.
      return .fontName(String(name.hasPrefix("@") ? name.dropFirst() : name))
    },
    Name("fs") {
      guard let value = $0.number else { return .fontSize(.inherited) }
      if $0.isSigned { return .fontSize(.relative(value)) }
      return .fontSize(value > 0 ? .absolute(value) : .inherited)
    },
    Name("fscx") { .scale(.x, $0.number.map { max($0, 0) }) },
    Name("fscy") { .scale(.y, $0.number.map { max($0, 0) }) },
    Name("fsc") { _ in .scale(.z, nil) },
    Name("fsp") { .spacing($0.number) },
    Name("fe") { .encoding($0.integer) },
    Name("r") { .reset($0.word) },
    Name("q") { .wrap($0.integer.flatMap { (0...3).contains($0) ? $0 : nil }) },
    Name("p") { .drawing(max($0.integer ?? 0, 0)) },
    Name("pbo") { .baseline($0.number ?? 0) },
  ]

  private static let lengths: [Name] = [
    Name("bord") { .border(.both, $0.number.map { max($0, 0) }) },
    Name("xbord") { .border(.x, $0.number.map { max($0, 0) }) },
    Name("ybord") { .border(.y, $0.number.map { max($0, 0) }) },
    Name("shad") { .shadow(.both, $0.number.map { max($0, 0) }) },
    Name("xshad") { .shadow(.x, $0.number) },
    Name("yshad") { .shadow(.y, $0.number) },
    Name("blur") { .blur($0.number.map { min(max($0, 0), 100) }) },
    Name("be") { .edgeBlur($0.number.map { min(max($0, 0), 127) }) },
    Name("frx") { .rotation(.x, $0.number) },
    Name("fry") { .rotation(.y, $0.number) },
    Name("frz") { .rotation(.z, $0.number) },
    Name("fr") { .rotation(.z, $0.number) },
    Name("fax") { .shear(.x, $0.number) },
    Name("fay") { .shear(.y, $0.number) },
  ]

  private static let colors: [Name] = [
    Name("c") { .color(.primary, $0.color) },
    Name("1c") { .color(.primary, $0.color) },
    Name("2c") { .color(.secondary, $0.color) },
    Name("3c") { .color(.outline, $0.color) },
    Name("4c") { .color(.shadow, $0.color) },
    Name("alpha") { .transparency(nil, $0.transparency) },
    Name("1a") { .transparency(.primary, $0.transparency) },
    Name("2a") { .transparency(.secondary, $0.transparency) },
    Name("3a") { .transparency(.outline, $0.transparency) },
    Name("4a") { .transparency(.shadow, $0.transparency) },
  ]

  private static let places: [Name] = [
    Name("an") { .alignment($0.integer.flatMap { (1...9).contains($0) ? $0 : nil }) },
    Name("a") { .alignment($0.integer.flatMap(ASSArguments.keypad)) },
    Name("pos", .complex) {
      let values = $0.numbers
      return values.count == 2 ? .position(x: values[0], y: values[1]) : nil
    },
    Name("move", .complex) { $0.move },
    Name("org", .complex) {
      let values = $0.numbers
      return values.count == 2 ? .origin(x: values[0], y: values[1]) : nil
    },
    Name("clip", .complex) { $0.clip(isInverse: false) },
    Name("iclip", .complex) { $0.clip(isInverse: true) },
    Name("fad", .complex) { $0.fade },
    Name("fade", .complex) { $0.fade },
    Name("t", .transform) { _ in nil },
  ]

  private static let karaoke: [Name] = [
    Name("k") { .karaoke(.jump, $0.number ?? 100) },
    Name("kf") { .karaoke(.sweep, $0.number ?? 100) },
    Name("K") { .karaoke(.sweep, $0.number ?? 100) },
    Name("ko") { .karaoke(.outline, $0.number ?? 100) },
    Name("kt") { .karaokeStart($0.number ?? 0) },
  ]
}

extension ASSArguments {
  fileprivate var flag: Bool? { integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil } }

  fileprivate var color: SubtitleColor? { hex.map { SubtitleColor(bgr: $0) } }

  /// How much is seen through; of a value below zero nothing is.
  fileprivate var transparency: Int? { hex.map { max($0, 0) } }

  /// The numbers of SubStation Alpha: 1 to 3 from left to right, 4 more at the top, 8 more in the
  /// middle.
  static func keypad(_ old: Int) -> Int? {
    guard (1...11).contains(old) else { return nil }
    // 4 and 8 have no side; VSFilter takes them for 5.
    let place = old & 3 == 0 ? 5 : old
    return place & 3 + (place & 4 != 0 ? 6 : place & 8 != 0 ? 3 : 0)
  }

  fileprivate var move: ASSTag? {
    let values = numbers
    guard values.count == 4 || values.count == 6 else { return nil }
    let times = values.count == 6 ? (values[4], values[5]) : (0, 0)
    return .move(
      fromX: values[0], fromY: values[1], toX: values[2], toY: values[3],
      start: min(times.0, times.1), end: max(times.0, times.1))
  }

  fileprivate var fade: ASSTag? {
    let values = numbers
    switch values.count {
    case 2: return .fade(opacities: [0, 255, 0], times: values, isSimple: true)
    case 7:
      return .fade(
        opacities: values[..<3].map { 255 - min(max($0, 0), 255) }, times: Array(values[3...]),
        isSimple: false)
    default: return nil
    }
  }

  fileprivate func clip(isInverse: Bool) -> ASSTag? {
    let values = numbers
    switch values.count {
    case 4:
      // Edges are whole pixels of the script.
      let edges = values.map { $0.rounded(.towardZero) }
      return .clip(
        ASSTag.Rectangle(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3]),
        isInverse: isInverse)
    case 1: return word.map { .clipDrawing($0, scale: 1, isInverse: isInverse) }
    case 2:
      return .clipDrawing(
        self[1], scale: Int(min(max(values[0], 1), 30)), isInverse: isInverse)
    default: return nil
    }
  }
}

extension SubtitleColor {
  /// A colour with its blue in the upper bits.
  init(bgr: Int) {
    self.init(
      UInt8(truncatingIfNeeded: bgr), UInt8(truncatingIfNeeded: bgr >> 8),
      UInt8(truncatingIfNeeded: bgr >> 16))
  }

  /// A colour of a style: `&HAABBGGRR`, where AA says how much is seen through, or the same as a
  /// decimal number.
  init(style text: String) {
    var scanner = Scanner(text)
    scanner.skipBlanks()
    let isHex = scanner.take(UInt8(ascii: "&"))
    var value = 0
    if isHex || scanner.peek.map({ $0 | 0x20 }) == UInt8(ascii: "h") {
      scanner.take { $0 == UInt8(ascii: "H") || $0 == UInt8(ascii: "h") }
      for byte in scanner.bytes[scanner.take { $0.hexValue != nil }].suffix(8) {
        value = value * 16 + (byte.hexValue ?? 0)
      }
    } else {
      let isNegative = scanner.take(UInt8(ascii: "-"))
      for byte in scanner.bytes[scanner.take { $0.isDigit }].prefix(12) {
        value = value * 10 + Int(byte) - 0x30
      }
      if isNegative { value = -value }
    }
    self.init(bgr: value)
    opacity = 255 - UInt8(truncatingIfNeeded: value >> 24)
  }
}
