/// A JSON value and the bytes of the text that spell it.
package struct JSONNode: Sendable {
  /// Which kind of value it is, and the value.
  package enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number as it is spelt, so that 0.1 can be read as exactly 1/10.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// Members in the order of the text; a key that stands twice is there twice.
    case object([JSONMember])
    /// A place where a value should stand and a fault has been reported already.
    case invalid
  }

  /// The value.
  package let kind: Kind
  /// The bytes that spell it, without blanks around them; where a variable stands for it, the bytes
  /// of that.
  package let range: Range<Int>
  /// The byte where it is written, which says where paths start from.
  let origin: Int

  /// A value and the bytes of the text that spell it.
  ///
  /// - Parameter origin: where it is written, if that is elsewhere.
  package init(_ kind: Kind, range: Range<Int>, origin: Int? = nil) {
    self.kind = kind
    self.range = range
    self.origin = origin ?? range.lowerBound
  }

  /// What the value is, with its article, as messages say it: "a string".
  var kindName: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    case .invalid: "nothing readable"
    }
  }

  /// Whether the parser has reported a fault in the value's place.
  var isInvalid: Bool { if case .invalid = kind { true } else { false } }

  /// The members of an object; nil for other values.
  package var members: [JSONMember]? {
    if case .object(let members) = kind { members } else { nil }
  }

  /// The elements of an array; nil for other values.
  package var elements: [JSONNode]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  /// Whether this is `false`.
  var isFalse: Bool { if case .bool(false) = kind { true } else { false } }

  /// Whether this is `true`.
  var isTrue: Bool { if case .bool(true) = kind { true } else { false } }

  /// The text of a string; nil for other values.
  package var string: String? { if case .string(let text) = kind { text } else { nil } }

  /// The text of a short string as JSON spells it, for hints; nil for other values.
  var spelt: String? {
    string.flatMap { $0.utf8.count <= 60 ? JSONText.string($0).compact : nil }
  }

  /// The number that a percentage is as a share: 0.5 for "50%"; nil for other values.
  var share: JSONNode? {
    guard let text = string, let (number, unit) = TextScanner.quantity(text), unit == "%",
      let share = number.rational(shift: -2)
    else { return nil }
    return JSONNode(.number(JSONText.spelling(share.double)), range: range, origin: origin)
  }

  /// An object's first member of that name.
  func member(_ key: String) -> JSONMember? { members?.first { $0.key == key } }
}

/// One key of an object with its value.
package struct JSONMember: Sendable {
  /// The key with its escapes resolved.
  package let key: String
  /// The bytes of the key, quotes included.
  let keyRange: Range<Int>
  /// What stands after the colon.
  package let value: JSONNode

  /// `keyRange` has the key's quotes too.
  package init(key: String, keyRange: Range<Int>, value: JSONNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}
