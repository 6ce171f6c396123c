/// Lists the columns of a row that are marked.
///
/// Where marks lie is nothing that a processor guesses, so there is a branch for eight of them alone:
/// which of eight are marked is a number of 8 bits, and a table has their columns.
struct MarkedColumns {
  private typealias Eight = SIMD8<UInt16>

  /// By which of eight are marked: their columns, and then any.
  private static let all: [Eight] = (0..<256).map { marks in
    let columns = (0..<Eight.scalarCount).filter { marks >> $0 & 1 == 1 }.map { UInt16($0) }
    return Eight(columns + Array(repeating: 0, count: Eight.scalarCount - columns.count))
  }

  /// The columns, in order, after ``list(_:count:)``.
  let list: UnsafeMutablePointer<UInt16>
  /// By which of eight are marked: their columns.
  private let table: UnsafeMutablePointer<Eight>

  /// For rows of so many columns, at most 65,536.
  init(_ count: Int, _ scratch: Scratch) {
    list = scratch.take(UInt16.self, count + Eight.scalarCount)
    table = scratch.take(Eight.self, Self.all.count)
    for (marks, columns) in Self.all.enumerated() { table[marks] = columns }
  }

  /// Lists the columns whose mark is 1; gives how many they are.
  ///
  /// - Parameter marks: 0 or 1 each, and 0 for up to seven more behind `count`.
  func list(_ marks: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var (found, start) = (0, 0)
    while start < count {
      let eight = UnsafeRawPointer(marks + start).loadUnaligned(as: UInt64.self)
      // Mostly none is.
      if eight != 0 {
        // Brings mark i to bit 56 + i.
        let gathered = UInt64(littleEndian: eight) &* 0x0102_0408_1020_4080
        let bits = Int(truncatingIfNeeded: gathered &>> 56)
        let columns = table[bits] &+ Eight(repeating: UInt16(truncatingIfNeeded: start))
        UnsafeMutableRawPointer(list + found).storeBytes(of: columns, as: Eight.self)
        found &+= bits.nonzeroBitCount
      }
      start &+= Eight.scalarCount
    }
    return found
  }
}
