import Geometry

/// A text's picture in tiles, of which most stay as they are while a few letters come or move.
///
/// Tiles lie on a grid of the picture's, and each is painted alone, with all that reaches into it;
/// so what a tile shows depends on the states of its own letters, and on nothing that was drawn
/// before.
struct TextTiling {
  /// What stands still in a tile: two tiles with equal contents show the same.
  struct Content: Hashable {
    /// Twice the place of each atom that reaches into it and is there, and 1 more for those that
    /// the highlight has swept over.
    var atoms: [Int32] = []
    /// How opaque each backing is that reaches into it.
    var backings: [UInt16] = []

    var isEmpty: Bool { atoms.isEmpty && backings.allSatisfy { $0 == 0 } }
  }

  /// A tile in which nothing moves.
  struct Tile {
    let box: Box
    let content: Content
  }

  /// Tiles in which nothing moves and something is seen.
  private(set) var still: [Tile] = []
  /// The rest, joined to boxes.
  private(set) var moving: [Box] = []

  private struct Cell {
    var content = Content()
    var isMoving = false
  }

  private let side: Int
  private let columns: Range<Int>
  private let rows: Range<Int>
  private var cells: [Cell] = []

  /// The side of tiles for letters of so many samples: a multiple of any chroma cell.
  static func side(letters: Double) -> Int {
    let size = letters.isNaN ? 0 : min(max(letters, 64), 256)
    return (Int(size) + 31) / 32 * 32
  }

  /// - Parameters:
  ///   - map: from the text's space to samples.
  ///   - states: of each atom; empty when all are at rest.
  ///   - canvas: what of the picture is wanted.
  init(
    _ artwork: TextArtwork, through map: Affine, _ states: [AtomState], canvas: Box, side: Int
  ) {
    self.side = side
    let box = artwork.bounds(through: map, states).intersection(canvas)
    columns = Self.cells(box.x..<box.maxX, side)
    rows = Self.cells(box.y..<box.maxY, side)
    if box.isEmpty { return }
    cells = [Cell](repeating: Cell(), count: columns.count * rows.count)
    addBackings(artwork.scene, map, states)
    addShapes(artwork, map, states)
    join()
    for (place, cell) in cells.enumerated() where !cell.isMoving && !cell.content.isEmpty {
      still.append(Tile(box: tile(place), content: cell.content))
    }
  }

  private static func cells(_ span: Range<Int>, _ side: Int) -> Range<Int> {
    func cell(_ place: Int) -> Int { place >= 0 ? place / side : -((side - 1 - place) / side) }
    return span.isEmpty ? 0..<0 : cell(span.lowerBound)..<cell(span.upperBound - 1) + 1
  }

  private func tile(_ place: Int) -> Box {
    Box(
      x: (columns.lowerBound + place % columns.count) * side,
      y: (rows.lowerBound + place / columns.count) * side, width: side, height: side)
  }

  /// Changes the cells that a box reaches into.
  private mutating func change(_ box: Box, _ change: (inout Cell) -> Void) {
    guard !box.isEmpty else { return }
    // Chroma samples are made of what lies around them.
    let box = box.grown(by: Self.margin)
    let across = Self.cells(box.x..<box.maxX, side).clamped(to: columns)
    for row in Self.cells(box.y..<box.maxY, side).clamped(to: rows) {
      for column in across {
        let place = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
        change(&cells[place])
      }
    }
  }

  /// How much around a tile is painted with it.
  static let margin = 8

  private mutating func addBackings(
    _ scene: TextScene, _ map: Affine, _ states: [AtomState]
  ) {
    for backing in scene.backings where !backing.fill.isNone {
      let opacity = backing.opacity(states)
      change(backing.box.mapped(by: map).samples) { cell in
        cell.content.backings.append(opacity)
        if opacity != 0, opacity != .max { cell.isMoving = true }
      }
    }
  }

  private mutating func addShapes(
    _ artwork: TextArtwork, _ map: Affine, _ states: [AtomState]
  ) {
    for (index, shape) in artwork.scene.shapes.enumerated() {
      let state = states.isEmpty ? .rest : states[shape.atom]
      if state.opacity <= 0 { continue }
      let reach = artwork.scene.styles[shape.style].reach
      let isSettled = state.isSettled
      let number = Int32(truncatingIfNeeded: 2 * shape.atom) + (state.sweep == nil ? 0 : 1)
      change(artwork.samples(of: index, map, states, grown: reach)) { cell in
        if !isSettled { cell.isMoving = true }
        if cell.content.atoms.last != number { cell.content.atoms.append(number) }
      }
    }
  }

  // MARK: What moves

  /// Joins cells in which something moves: neighbours of a row, and rows of about the same width.
  private mutating func join() {
    var boxes: [Box] = []
    for row in 0..<rows.count {
      var column = 0
      while column < columns.count {
        guard cells[row * columns.count + column].isMoving else {
          column += 1
          continue
        }
        let start = column
        while column < columns.count, cells[row * columns.count + column].isMoving { column += 1 }
        let strip = Box(x: start, y: row, width: column - start, height: 1)
        if let above = boxes.lastIndex(where: { Self.fit($0, strip) }) {
          boxes[above] = boxes[above].union(strip)
        } else {
          boxes.append(strip)
        }
      }
    }
    for box in Self.apart(boxes) {
      for row in box.y..<box.maxY {
        for column in box.x..<box.maxX { cells[row * columns.count + column].isMoving = true }
      }
      moving.append(
        Box(
          x: (columns.lowerBound + box.x) * side, y: (rows.lowerBound + box.y) * side,
          width: box.width * side, height: box.height * side))
    }
  }

  /// Whether a strip lies right under a box, and hardly more is painted for both at once.
  private static func fit(_ box: Box, _ strip: Box) -> Bool {
    let both = box.union(strip)
    return box.maxY == strip.y
      && 4 * both.width * both.height <= 5 * (box.width * box.height + strip.width)
  }

  /// Boxes of which no two share anything, around all of these.
  private static func apart(_ boxes: [Box]) -> [Box] {
    var apart: [Box] = []
    for var box in boxes {
      while let other = apart.firstIndex(where: { !$0.intersection(box).isEmpty }) {
        box = box.union(apart.remove(at: other))
      }
      apart.append(box)
    }
    return apart
  }
}

extension TextScene.Backing {
  /// The opacity of the most opaque letter before it.
  func opacity(_ states: [AtomState]) -> UInt16 {
    if states.isEmpty { return .max }
    return states[atoms.clamped(to: 0..<states.count)].reduce(0) { max($0, $1.opacity) }.weight
  }
}
