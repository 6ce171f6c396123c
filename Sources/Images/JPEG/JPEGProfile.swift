import Bytes

/// A colour profile in segments APP2, each with its number and how many there are (ICC.1:2022,
/// B.4).
struct JPEGProfile {
  private static let name = Array("ICC_PROFILE\0".utf8)

  /// Where the first segment stands; nil where there is none.
  private(set) var start: Int?
  private var parts: [UInt8: Range<Int>] = [:]
  private var count: UInt8 = 0
  private var isBroken = false

  /// Takes a segment, if it is one of a profile.
  mutating func take(_ segment: JPEGSegment, _ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes, in: segment.data)
    guard cursor.starts(with: Self.name), cursor.skip(Self.name.count) != nil,
      let number = cursor.byte(), let count = cursor.byte()
    else { return }
    if start == nil { (start, self.count) = (segment.start, count) }
    if count != self.count || parts[number] != nil { isBroken = true }
    parts[number] = cursor.position..<cursor.end
  }

  /// The bytes of all parts in their order.
  func joined(_ bytes: [UInt8], most: Int) throws(ProfileFault) -> [UInt8] {
    var joined: [UInt8] = []
    guard !isBroken, count > 0, parts.count == count else {
      throw .malformed("its parts do not belong together")
    }
    for number in 1...count {
      guard let part = parts[number] else {
        throw .malformed("its parts do not belong together")
      }
      guard joined.count + part.count <= most else { throw .unsupported("tables of colours") }
      joined += bytes[part]
    }
    return joined
  }
}
