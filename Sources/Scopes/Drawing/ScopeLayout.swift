/// Where scopes stand in a picture.
enum ScopeLayout {
  /// The shape that a scope looks best in.
  private static let aspect = 1.6

  /// Boxes of as many scopes in rows, as near to their best shape as can be; those of a last row
  /// that is not full are wider.
  static func boxes(_ count: Int, width: Int, height: Int) -> [ScopeBox] {
    let best = (1...max(count, 1)).min {
      badness($0, count, width, height) < badness($1, count, width, height)
    }
    let columns = best ?? 1
    let rows = (count + columns - 1) / columns
    return (0..<count).map { index in
      let (row, column) = (index / columns, index % columns)
      let inRow = row == rows - 1 ? count - row * columns : columns
      let (x, y) = (column * width / inRow, row * height / rows)
      return ScopeBox(
        x: x, y: y, width: (column + 1) * width / inRow - x, height: (row + 1) * height / rows - y)
    }
  }

  /// How far from the best shape boxes are, with empty places counting too.
  private static func badness(_ columns: Int, _ count: Int, _ width: Int, _ height: Int) -> Double {
    let rows = (count + columns - 1) / columns
    let shape = Double(width) / Double(columns) / (Double(height) / Double(rows)) / aspect
    let empty = Double(rows * columns) / Double(max(count, 1))
    return max(shape, 1 / shape) * empty
  }
}
