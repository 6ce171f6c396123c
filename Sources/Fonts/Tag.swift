/// A table's or an axis's name of four letters.
package struct Tag: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The letters as a number, the first one in the highest byte.
  package let value: UInt32

  /// A tag as a font file has it.
  package init(_ value: UInt32) { self.value = value }

  /// Takes up to four letters of ASCII; missing ones are spaces.
  package init(_ text: String) {
    var value: UInt32 = 0
    for (index, byte) in text.utf8.enumerated() where index < 4 {
      value |= UInt32(byte) << (24 - 8 * UInt32(index))
    }
    for index in min(4, text.utf8.count)..<4 { value |= 32 << (24 - 8 * UInt32(index)) }
    self.value = value
  }

  package init(stringLiteral text: String) { self.init(text) }

  package static func < (left: Tag, right: Tag) -> Bool { left.value < right.value }

  package var description: String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }, as: UTF8.self)
  }
}
