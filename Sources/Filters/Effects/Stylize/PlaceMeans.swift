extension RGBRow {
  /// Makes of these colours the means of what `change` makes of them at several places: those of
  /// the pixels that a sample of chroma stands for, where a pattern is finer than chroma is.
  ///
  /// - Parameters:
  ///   - across: how many places there are in a row, and `down`: how many rows of them.
  ///   - change: takes the colours, and the column and the row of the place.
  func average(
    _ across: Int, _ down: Int, _ scratch: Scratch, _ change: (RGBRow, Int, Int) -> Void
  ) {
    if across * down == 1 { return change(self, 0, 0) }
    let (part, sum) = (RGBRow(count: count, scratch), RGBRow(count: count, scratch))
    for line in sum.channels { line.update(repeating: 0, count: count) }
    for row in 0..<down {
      for column in 0..<across {
        part.copy(from: self)
        scratch.scope { change(part, column, row) }
        for (line, colors) in zip(sum.channels, part.channels) {
          for x in 0..<count { line[x] += colors[x] }
        }
      }
    }
    let share = 1 / Float(across * down)
    for (line, colors) in zip(channels, sum.channels) {
      for x in 0..<count { line[x] = colors[x] * share }
    }
  }
}
