/// A property of all scalars: ranges that follow each other, each with a value.
struct RangeTable: Sendable {
  /// Where each range starts.
  private var starts: [UInt32] = []
  private var values: [UInt8] = []
  /// The range that the first scalar of each 256 is in.
  private var pages: [UInt16] = []

  /// Decodes what scripts/unicode wrote: each range's length and value.
  init(_ text: StaticString) {
    var digits = TableDigits(text)
    var start = 0
    while !digits.isAtEnd {
      let length = digits.next()
      while pages.count << 8 < start + length { pages.append(UInt16(values.count)) }
      starts.append(UInt32(start))
      values.append(UInt8(truncatingIfNeeded: digits.next()))
      start += length
    }
    pages.append(UInt16(max(values.count, 1) - 1))
  }

  subscript(scalar: Unicode.Scalar) -> UInt8 {
    let code = scalar.value
    let page = Int(code >> 8)
    var low = Int(pages[page])
    var high = Int(pages[page + 1])
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= code { low = middle } else { high = middle - 1 }
    }
    return values[low]
  }
}
