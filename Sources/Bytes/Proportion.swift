extension Int {
  /// This number times `part` over `whole`, rounded down: exact for all numbers, and held within
  /// `Int`. `whole` is at least 1.
  package func scaled(by part: Int, over whole: Int) -> Int {
    let (quotient, remainder) = (Int128(self) * Int128(part))
      .quotientAndRemainder(dividingBy: Int128(Swift.max(whole, 1)))
    return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}
