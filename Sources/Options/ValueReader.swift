import Bytes

/// Turns the text after an option into a value, and says what it expects.
package struct ValueReader<Value: Sendable>: Sendable {
  /// What the value looks like in help and completion.
  package let form: ValueForm
  /// What is expected, as the end of the sentence "… is not": `a whole number, 1 to 64`.
  package let expected: String
  /// Gives nil where the text is not ``expected``.
  let read: @Sendable (String) -> Value?

  /// A reader of values of the given form; `read` gives nil where the text is not `expected`.
  package init(
    _ form: ValueForm, expected: String, _ read: @escaping @Sendable (String) -> Value?
  ) {
    self.form = form
    self.expected = expected
    self.read = read
  }

  /// Reads `text`, which stands at `place`, an option or operand as the user wrote it.
  func value(of text: String, for place: String) throws(UsageError) -> Value {
    if let value = read(text) { return value }
    var nearest: String?
    if case .oneOf(let words) = form { nearest = nearestName(to: text, in: words) }
    throw .badValue(place: place, text: text, expected: expected, nearest: nearest)
  }
}

extension ValueReader where Value == String {
  /// Takes any text that is not empty.
  package static func text(_ placeholder: String) -> Self {
    Self(.text(placeholder), expected: "a text") { $0.isEmpty ? nil : $0 }
  }

  /// Takes the path of a file, or `-` for standard input.
  package static func file(_ placeholder: String = "FILE") -> Self {
    Self(.file(placeholder), expected: "a path") { $0.isEmpty ? nil : $0 }
  }

  /// Takes the path of a picture that is written, unless its ending is that of another kind than
  /// PNG.
  package static func png(_ placeholder: String = "FILE") -> Self {
    let others = [
      "jpg", "jpeg", "webp", "tif", "tiff", "bmp", "gif", "avif", "heic", "jxl", "svg", "pdf",
      "exr",
    ]
    return Self(.file(placeholder), expected: "the name of a PNG file; pictures are written as PNG")
    {
      path in
      let isOther = others.contains { path.lowercased().hasSuffix("." + $0) }
      return path.isEmpty || isOther ? nil : path
    }
  }
}

extension ValueReader where Value == Int {
  /// Takes a decimal whole number within `range`.
  package static func integer(_ placeholder: String = "N", in range: ClosedRange<Int>) -> Self {
    let expected =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound) up"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(.text(placeholder), expected: expected) { text in
      guard let value = Int(text), range.contains(value) else { return nil }
      return value
    }
  }
}

extension ValueReader where Value == Double {
  /// Takes a decimal number within `range`.
  package static func number(
    _ placeholder: String, in range: ClosedRange<Double>
  ) -> Self {
    let bounds = "\(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    return Self(.text(placeholder), expected: "a number from \(bounds)") { text in
      // Double("nan") and Double("0x1p3") are numbers too, but nobody means them.
      guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
      guard let value = Double(text), range.contains(value) else { return nil }
      return value
    }
  }
}

extension ValueReader where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Takes the raw value of one of the cases.
  package static var choice: Self {
    let words = Value.allCases.map(\.rawValue)
    return Self(.oneOf(words), expected: "one of \(words.joined(separator: ", "))") {
      Value(rawValue: $0)
    }
  }
}

extension Double {
  /// The number without a fraction where it has none: `60`, `0.5`.
  fileprivate var shortText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
