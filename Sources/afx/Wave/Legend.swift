/// What the lines of a chart are called: colours and names in rows, as many as they need.
struct Legend {
  /// A name in its place.
  struct Entry {
    let name: String
    let ink: ChartColor
    /// Its left edge, from that of the legend.
    let x: Int
    let row: Int
  }

  static let rowHeight = 20
  private static let size = 12.0
  /// The line of the colour before a name, and the gaps behind it and between names.
  private static let (sample, nearGap, gap) = (18, 6, 22)

  let entries: [Entry]

  /// Lays out names in a width of so many pixels.
  init(_ names: [(name: String, ink: ChartColor)], width: Int, _ letters: ChartLetters) {
    var entries: [Entry] = []
    var (x, row) = (0, 0)
    for (name, ink) in names {
      let head = Self.sample + Self.nearGap
      let name = letters.shortened(name, to: Double(width - head), size: Self.size)
      let length = head + Int(letters.length(of: name, size: Self.size).rounded(.up))
      if x > 0, x + length > width { (x, row) = (0, row + 1) }
      entries.append(Entry(name: name, ink: ink, x: x, row: row))
      x += length + Self.gap
    }
    self.entries = entries
  }

  var height: Int { (entries.last.map { $0.row + 1 } ?? 0) * Self.rowHeight }

  func draw(x left: Int, y top: Int, _ drawing: inout Drawing) {
    for entry in entries {
      let (x, middle) = (left + entry.x, top + entry.row * Self.rowHeight + Self.rowHeight / 2)
      drawing.fill(x..<x + Self.sample, middle - 1..<middle + 1, entry.ink)
      drawing.write(
        entry.name, x: x + Self.sample + Self.nearGap, y: middle + 4, size: Self.size, entry.ink)
    }
  }
}
