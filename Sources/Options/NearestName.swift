/// Gives the name that a misspelt word most likely meant, or nil when none is near.
///
/// Near is a distance of at most a third of the word's length, where one insertion, deletion,
/// substitution or swap of neighbours counts one. Of names equally near, the first is given.
func nearestName(to word: String, in names: [String]) -> String? {
  let letters = Array(word.lowercased().utf8.prefix(64))
  let limit = max(1, letters.count / 3)
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(letters, Array(name.lowercased().utf8))
    if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// Counts the edits between two words: the optimal string alignment distance.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var older: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1]
    for j in b.indices {
      var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
      current.append(cost)
    }
    older = previous
    previous = current
  }
  return previous[b.count]
}
