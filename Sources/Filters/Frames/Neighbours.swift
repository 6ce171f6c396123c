/// Four neighbours each, and how they are to be mixed.
struct Neighbours<Four> {
  let four: UnsafeMutablePointer<Four>
  /// The right and the lower ones' share, 0 to 256.
  let shareX: UnsafeMutablePointer<UInt16>
  let shareY: UnsafeMutablePointer<UInt16>
}
