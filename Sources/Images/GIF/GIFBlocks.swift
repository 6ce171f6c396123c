import Bytes

/// The chains of sub-blocks that carry all data of variable length in a GIF (GIF89a, section 15).
enum GIFBlocks {
  /// Steps over a chain and its terminator; false when the file ends first.
  static func skip(_ cursor: inout ByteCursor) -> Bool {
    while let length = cursor.byte() {
      if length == 0 { return true }
      guard cursor.skip(Int(length)) != nil else { return false }
    }
    return false
  }

  /// The data of the chain that begins at `start`, in one piece.
  static func joined(_ bytes: [UInt8], from start: Int) -> [UInt8] {
    var data: [UInt8] = []
    var cursor = ByteCursor(bytes, in: start..<bytes.count)
    var measure = cursor
    if skip(&measure) { data.reserveCapacity(measure.position - start) }
    while let length = cursor.byte(), length > 0, let range = cursor.skip(Int(length)) {
      data += bytes[range]
    }
    return data
  }
}
