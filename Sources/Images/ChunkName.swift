/// The name of a chunk of a file: four letters, as one number.
protocol ChunkName: Hashable, Sendable {
  /// The letters, the first of them in the highest byte.
  var code: UInt32 { get }
  /// The name that this number stands for.
  init(code: UInt32)
}

extension ChunkName {
  /// The name of these four letters of ASCII.
  init(_ letters: String) {
    self.init(code: letters.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// The letters without blanks; anything that is none of ASCII is shown as a question mark.
  var text: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(code >> shift & 0xFF)
      if byte == 0x20 { continue }
      text.unicodeScalars.append((0x21..<0x7F).contains(byte) ? Unicode.Scalar(byte) : "?")
    }
    return text
  }
}
