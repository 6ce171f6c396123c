/// The one of `names` that `word` most likely means, or nil if none is similar.
///
/// Case, hyphens, underscores and blanks do not count; otherwise a third of the word's letters may
/// be wrong, missing, added or swapped with their neighbour. Of equally near names the first wins.
/// Words of three letters that begin differently are never similar: `lut` is not `out`.
package func nearestName(to word: String, in names: some Sequence<String>) -> String? {
  // Nobody means anything by a word of this length, and it would take long to compare.
  guard word.utf8.count <= 200 else { return nil }
  let letters = lettersAlone(word)
  guard !letters.isEmpty, letters.count <= 48 else { return nil }
  var best: (name: String, distance: Int)?
  for name in names {
    let candidate = lettersAlone(name)
    let allowed = max(1, max(letters.count, candidate.count) / 3)
    guard abs(candidate.count - letters.count) <= allowed else { continue }
    let distance = editDistance(letters, candidate)
    // A word of one or two letters is near everything.
    guard distance <= allowed, distance < max(letters.count, candidate.count) else { continue }
    let isOther =
      letters.count <= 3 && letters.count == candidate.count && letters.first != candidate.first
    if isOther, letters.sorted() != candidate.sorted() { continue }
    if distance < best?.distance ?? Int.max { best = (name, distance) }
  }
  return best?.name
}

/// How many insertions, deletions, replacements and swaps of neighbours turn one word into another.
///
/// The optimal string alignment distance (Damerau 1964, restricted).
func editDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
  var older: [Int] = []
  var previous = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      var least = min(current[column] + 1, previous[column + 1] + 1)
      least = min(least, previous[column] + (letter == other ? 0 : 1))
      let isSwap =
        row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
      if isSwap { least = min(least, older[column - 1] + 1) }
      current.append(least)
    }
    older = previous
    previous = current
  }
  return previous[second.count]
}

/// The word in lower case without what a person leaves out or puts in at will.
private func lettersAlone(_ word: String) -> [Character] {
  word.lowercased().filter { !"-_ ".contains($0) }
}
