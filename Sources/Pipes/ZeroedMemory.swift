/// Bytes that are zero at first, aligned for any vector.
///
/// If there are many, the system provides pages as they are written to: untouched ones take no
/// memory.
///
/// Unchecked: this object only holds the memory; its users make sure that only one thread writes to
/// a part.
package final class ZeroedMemory: @unchecked Sendable {
  private static let alignment = 64

  /// All of them, for as long as this object lives.
  package let bytes: UnsafeMutableRawBufferPointer
  private let start: UnsafeMutableRawPointer?

  /// Takes as many bytes as are asked for.
  package init(byteCount: Int) {
    let start = Syscall.makeZeroed(byteCount + Self.alignment)
    self.start = start
    if let start {
      bytes = UnsafeMutableRawBufferPointer(
        start: start.alignedUp(toMultipleOf: Self.alignment), count: byteCount)
    } else {
      // Ends the program with the words of the language, as any allocation does that fails.
      bytes = .allocate(byteCount: byteCount, alignment: Self.alignment)
    }
  }

  deinit {
    if let start { Syscall.giveBack(start) } else { bytes.deallocate() }
  }
}
