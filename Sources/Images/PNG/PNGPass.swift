/// The pixels of one pass over a picture: every `columnStep`th of every `rowStep`th row.
struct PNGPass: Hashable, Sendable {
  let column: Int
  let row: Int
  let columnStep: Int
  let rowStep: Int
  /// The size of the pass in pixels of its own.
  let width: Int
  let height: Int

  /// The passes of a picture in the order of the file, without those that have no pixel
  /// (Adam7: PNG, third edition, section 8.1).
  static func passes(interlaced: Bool, width: Int, height: Int) -> [PNGPass] {
    let starts =
      interlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ]
      : [(0, 0, 1, 1)]
    var passes: [PNGPass] = []
    for (column, row, columnStep, rowStep) in starts where column < width && row < height {
      passes.append(
        PNGPass(
          column: column, row: row, columnStep: columnStep, rowStep: rowStep,
          width: (width - column + columnStep - 1) / columnStep,
          height: (height - row + rowStep - 1) / rowStep))
    }
    return passes
  }
}
