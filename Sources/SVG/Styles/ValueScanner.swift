/// A cursor over the characters of a value.
struct ValueScanner {
  /// Larger numbers are this one.
  private static let most = 1e12

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  var isAtEnd: Bool { position >= bytes.count }

  mutating func pass() { position += 1 }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  /// Passes blanks and at most one comma.
  mutating func skipSeparator() {
    skipBlanks()
    if next == UInt8(ascii: ",") {
      position += 1
      skipBlanks()
    }
  }

  /// Passes a character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes a number of CSS: a sign, digits with a point among or before them, an exponent.
  mutating func number() -> Double? {
    let start = position
    var text = ""
    if let sign = next, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      if sign == UInt8(ascii: "-") { text = "-" }
      position += 1
    }
    let whole = digits()
    var fraction = ""
    if next == UInt8(ascii: "."), whole != "" || isDigit(position + 1) {
      position += 1
      fraction = digits()
    }
    guard !whole.isEmpty || !fraction.isEmpty else {
      position = start
      return nil
    }
    text += (whole.isEmpty ? "0" : whole) + "." + (fraction.isEmpty ? "0" : fraction)
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      let back = position
      position += 1
      var exponent = "e"
      if let sign = next, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        if sign == UInt8(ascii: "-") { exponent += "-" }
        position += 1
      }
      let power = digits()
      if power.isEmpty || power.count > 6 { position = back } else { text += exponent + power }
    }
    guard let value = Double(text) else { return nil }
    return min(max(value, -Self.most), Self.most)
  }

  /// Takes a name: letters, digits, `-` and `_`.
  mutating func word() -> String {
    let start = position
    while let byte = next,
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
        || byte == 0x5F
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes a unit: letters alone, as a sign behind them, or in their place, begins a number.
  mutating func unit() -> String {
    let start = position
    while let byte = next, (0x61...0x7A).contains(byte | 0x20) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes all before a character, which is passed; nil where it does not come.
  mutating func text(upTo character: Unicode.Scalar) -> String? {
    guard let end = bytes[position...].firstIndex(where: { UInt32($0) == character.value })
    else { return nil }
    defer { position = end + 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  /// What is left.
  var rest: String { String(decoding: bytes[min(position, bytes.count)...], as: UTF8.self) }

  private func isDigit(_ at: Int) -> Bool {
    at < bytes.count && (0x30...0x39).contains(bytes[at])
  }

  private mutating func digits() -> String {
    let start = position
    while isDigit(position) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

extension String {
  /// The numbers of a list, up to the first that is none.
  var numberList: [Double] {
    var scanner = ValueScanner(self)
    var numbers: [Double] = []
    scanner.skipBlanks()
    while numbers.count < SVGLimits.numbers, let number = scanner.number() {
      numbers.append(number)
      scanner.skipSeparator()
    }
    return numbers
  }

  /// The number that the text is; nil where something else stands in it.
  var wholeNumber: Double? {
    var scanner = ValueScanner(self)
    scanner.skipBlanks()
    guard let number = scanner.number() else { return nil }
    scanner.skipBlanks()
    return scanner.isAtEnd ? number : nil
  }

  /// A share: a number, or a percentage.
  var share: Double? {
    var scanner = ValueScanner(self)
    scanner.skipBlanks()
    guard let number = scanner.number() else { return nil }
    let value = scanner.take("%") ? number / 100 : number
    scanner.skipBlanks()
    return scanner.isAtEnd ? value : nil
  }
}
