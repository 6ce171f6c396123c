/// The bits ahead of the quick loop of inflate, loaded eight bytes at a time.
///
/// It goes beyond the reader's own rules: bits above `count` may be loaded already, and the next
/// load brings the same ones again. At least eight bytes of input lie at `source`.
struct BitWindow {
  private(set) var bits: UInt64
  private var count: UInt64
  /// The offset of the next byte to load.
  private(set) var source: Int
  private let input: UnsafeRawBufferPointer

  init(_ reader: BitReader, _ input: UnsafeRawBufferPointer) {
    bits = reader.bits
    count = UInt64(reader.count)
    source = reader.position
    self.input = input
  }

  /// Puts what was not taken back into the reader.
  @inline(__always) func giveBack(to reader: inout BitReader) {
    reader.bits = bits & ((1 as UInt64) &<< count &- 1)
    reader.count = Int(count)
    reader.position = source
  }

  /// Loads until there are at least 56 bits.
  @inline(__always) mutating func load() {
    let next = input.loadUnaligned(fromByteOffset: source, as: UInt64.self)
    bits |= UInt64(littleEndian: next) &<< count
    source &+= Int((63 &- count) &>> 3)
    count |= 56
  }

  /// The place in a table of what comes next.
  @inline(__always) func index(_ mask: UInt64) -> Int { Int(bits & mask) }

  /// Takes the bits of a table's entry, its extra bits too.
  @inline(__always) mutating func drop(_ entry: UInt32) {
    bits &>>= UInt64(entry & 31)
    count &-= UInt64(entry & 31)
  }

  /// Takes the bits of an entry that leads to a longer code, and gives that code's entry.
  @inline(__always)
  mutating func follow(_ link: UInt32, _ table: UnsafeBufferPointer<UInt32>) -> UInt32 {
    drop(link)
    return table[Int(link &>> 16) &+ index((1 as UInt64) &<< UInt64(link &>> 8 & 15) &- 1)]
  }
}
