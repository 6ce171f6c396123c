/// Memory for the length of a piece of work: taken bit by bit, given back all at once at the end of
/// ``scope(_:)``, and used again by the next.
///
/// Belongs to one thread at a time. It grows to the most that was ever taken at once and keeps
/// that, so that a frame like the one before it allocates nothing.
final class Scratch {
  private static let alignment = 64

  /// What was allocated; the last block is the one that is being taken from.
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  /// The bytes taken of each block that is full or in use.
  private var used: [Int] = []
  private let leastBlock: Int

  /// - Parameter leastBlock: the bytes that are allocated at once, where no more are asked for.
  init(leastBlock: Int = 1 << 16) {
    self.leastBlock = leastBlock
    blocks.reserveCapacity(16)
    used.reserveCapacity(16)
  }

  deinit { blocks.forEach { $0.deallocate() } }

  /// Runs `body`, and takes back what was taken in it; nothing of that may be touched afterwards.
  ///
  /// Scopes may be nested.
  func scope<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let depth = used.count
    let mark = used.last ?? 0
    defer { giveBack(toBlock: depth, mark) }
    return try body()
  }

  /// Memory for `count` values, aligned for any vector; what it holds is undefined.
  ///
  /// It is valid until the innermost ``scope(_:)`` ends. Effects and kernels are called in a scope
  /// of their own.
  func take<Value: BitwiseCopyable>(
    _ type: Value.Type, _ count: Int
  ) -> UnsafeMutablePointer<Value> {
    let bytes = max(count, 1) &* MemoryLayout<Value>.stride
    let rounded = (bytes &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
    return takeBytes(rounded).bindMemory(to: type, capacity: max(count, 1))
  }

  /// Takes back everything that was taken outside of scopes.
  func giveBackAll() { giveBack(toBlock: 0, 0) }

  /// The bytes that are allocated.
  var byteCount: Int { blocks.reduce(0) { $0 + $1.count } }

  private func takeBytes(_ count: Int) -> UnsafeMutableRawPointer {
    let block = used.count - 1
    if block >= 0, blocks[block].count - used[block] >= count {
      used[block] += count
      return start(of: block) + (used[block] - count)
    }
    let next = used.count
    if next == blocks.count || blocks[next].count < count {
      // Several blocks are joined once all is given back.
      let size = max(count, leastBlock)
      blocks.insert(.allocate(byteCount: size, alignment: Self.alignment), at: next)
    }
    used.append(count)
    return start(of: next)
  }

  /// The first byte of a block; a block is never empty.
  private func start(of block: Int) -> UnsafeMutableRawPointer {
    blocks[block].baseAddress.unsafelyUnwrapped
  }

  private func giveBack(toBlock depth: Int, _ mark: Int) {
    used.removeLast(used.count - depth)
    if depth > 0 {
      used[depth - 1] = mark
    } else if blocks.count > 1 {
      // With room to spare: what grows frame by frame is seldom joined.
      let total = byteCount + byteCount / 8
      blocks.forEach { $0.deallocate() }
      blocks.removeAll(keepingCapacity: true)
      blocks.append(.allocate(byteCount: total, alignment: Self.alignment))
    }
  }
}
