/// The bytes of a font file, in memory or in a mapping, of which only what is read takes memory.
///
/// Whoever reads keeps within ``count``, as ``FontTable`` does.
///
/// Unchecked: the bytes never change.
package final class FontData: @unchecked Sendable {
  private let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  package let count: Int
  /// What the bytes belong to; nil where they are its own.
  private let owner: AnyObject?

  /// Copies bytes.
  package init(_ bytes: [UInt8]) {
    let own = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    own.initialize(from: bytes, count: bytes.count)
    (base, count, owner) = (UnsafePointer(own), bytes.count, nil)
  }

  /// Sees bytes that live as long as `owner` and do not change.
  package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
    guard let start = bytes.baseAddress else {
      base = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
      (count, self.owner) = (0, nil)
      return
    }
    (base, count) = (start.assumingMemoryBound(to: UInt8.self), bytes.count)
    self.owner = owner
  }

  deinit { if owner == nil { base.deallocate() } }

  /// The byte at `index`, which is one of them.
  package subscript(index: Int) -> UInt8 { base[index] }

  /// A copy of those of the bytes of `range` that are there.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
