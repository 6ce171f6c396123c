import Pipes

/// Bytes that come in order, of which a few can be looked at before they are taken.
struct PeekingSource: Sendable {
  private var source: ByteSource
  /// Bytes that were looked at and not taken yet.
  private var waiting: [UInt8] = []
  /// Bytes that were taken.
  private(set) var offset = 0

  init(_ source: ByteSource) { self.source = source }

  /// The next `count` bytes, or all that are left: `count` is small.
  mutating func peek(_ count: Int) throws(WAVError) -> [UInt8] {
    if waiting.count < count {
      do {
        waiting += try source.readBytes(count - waiting.count)
      } catch {
        throw .pipe(error)
      }
    }
    return Array(waiting.prefix(count))
  }

  /// Takes the next `count` bytes, or all that are left: `count` is small.
  mutating func take(_ count: Int) throws(WAVError) -> [UInt8] {
    let bytes = try peek(count)
    waiting.removeFirst(bytes.count)
    offset &+= bytes.count
    return bytes
  }

  /// Fills `buffer`, and gives the number of bytes taken: fewer only at the end.
  mutating func readFully(into buffer: UnsafeMutableRawBufferPointer) throws(WAVError) -> Int {
    let known = min(waiting.count, buffer.count)
    if known > 0 {
      waiting.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<known])) }
      waiting.removeFirst(known)
    }
    let count: Int
    do {
      count = known + (try source.readFully(into: .init(rebasing: buffer[known...])))
    } catch {
      throw .pipe(error)
    }
    offset &+= count
    return count
  }

  /// Gives back bytes that were taken last.
  mutating func giveBack(_ bytes: [UInt8]) {
    waiting = bytes + waiting
    offset &-= bytes.count
  }

  /// Takes `count` bytes in pieces, and hands each to `use`; fewer only at the end.
  mutating func pass(_ count: Int, _ use: ([UInt8]) -> Void) throws(WAVError) -> Int {
    var left = count
    while left > 0 {
      let piece = try take(min(left, 1 << 16))
      guard !piece.isEmpty else { break }
      use(piece)
      left -= piece.count
    }
    return count - left
  }
}
