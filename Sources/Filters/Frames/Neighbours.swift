/// Four neighbours each, as pairs of two rows, and how they are to be mixed.
struct Neighbours<Pair> {
  let upper: UnsafeMutablePointer<Pair>
  let lower: UnsafeMutablePointer<Pair>
  /// The right and the lower ones' share, 0 to 256.
  let shareX: UnsafeMutablePointer<UInt16>
  let shareY: UnsafeMutablePointer<UInt16>

  /// Places both pairs in memory for `count` positions.
  init(
    memory: UnsafeMutablePointer<UInt64>, count: Int, shareX: UnsafeMutablePointer<UInt16>,
    shareY: UnsafeMutablePointer<UInt16>
  ) {
    upper = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Pair.self)
    lower = upper + count
    self.shareX = shareX
    self.shareY = shareY
  }
}
