/// Characters with another that belongs to each: mirror images and brackets.
struct ScalarPairs: Sendable {
  struct Entry: Sendable {
    let scalar: UInt32
    let other: Unicode.Scalar
    let opens: Bool
  }

  static let mirrors = ScalarPairs(PairTables.mirrors, withKind: false)
  static let brackets = ScalarPairs(PairTables.brackets, withKind: true)

  /// Sorted by scalar.
  private var entries: [Entry] = []

  private init(_ text: StaticString, withKind: Bool) {
    var digits = TableDigits(text)
    var code = 0
    while !digits.isAtEnd {
      code += digits.next()
      let other = code + digits.nextSigned()
      let opens = withKind && digits.next() == 1
      guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: other)) else { continue }
      entries.append(Entry(scalar: UInt32(code), other: scalar, opens: opens))
    }
  }

  subscript(code: UInt32) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].scalar < code { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].scalar == code else { return nil }
    return entries[low]
  }
}
