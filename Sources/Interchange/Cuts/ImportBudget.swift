/// How many elements of a source may still be read, each as often as it is played: those that play
/// others may multiply.
struct ImportBudget {
  private static let most = 100_000

  private var left = most

  /// Counts an element; false where there are too many, which the log says once.
  ///
  /// - Parameter noun: what the elements are, in the plural.
  mutating func take(_ noun: String, at place: Range<Int>, sayingIn log: inout ImportLog) -> Bool {
    left -= 1
    if left == 0 { log.error("there are more than \(Self.most) \(noun)", at: place) }
    return left > 0
  }
}
