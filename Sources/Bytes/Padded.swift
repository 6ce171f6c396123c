extension BinaryInteger {
  /// The number in decimals with something before it, zeros as a rule, until it has `width` digits;
  /// for numbers from 0 up.
  package func padded(to width: Int, with filler: Character = "0") -> String {
    String(self).padded(to: width, with: filler)
  }
}

extension String {
  /// The text with something before it, zeros as a rule, until it has `width` characters.
  package func padded(to width: Int, with filler: Character = "0") -> String {
    String(repeating: filler, count: max(width - count, 0)) + self
  }
}
