import Y4M

/// The rows of the planes that lie at one plane's places, moved by a lattice in numbers of 16 bits.
///
/// Colours in marked cells are computed.
struct LatticeWordRows<Change: ColorChange, S: Sample> {
  /// Colours that were computed: their columns, and how far their samples move.
  private struct Computed {
    let columns: UnsafeMutablePointer<Int32>
    let lines: SampleLines
    let count: Int
  }

  private let change: Change
  private let coding: RGBCoding
  private let depth: Int
  private let lattice: ColorLattice
  private let words: CubeWords
  private let planes: WordPlanes<S>
  private let roles: (luma: Bool, chroma: Bool)
  private let table: CubeWords.Line
  private let lines: AffineWords.Lines
  private let places: CubeWords.Places
  private let marks: UnsafeMutablePointer<UInt8>
  private let moves: CubeWords.Line

  init(
    _ lattice: ColorLattice, _ words: CubeWords, _ change: Change, _ coding: ColorCoding,
    _ planes: WordPlanes<S>, _ scratch: Scratch
  ) {
    (self.lattice, self.words, self.change, self.planes) = (lattice, words, change, planes)
    self.coding = RGBCoding(coding, depth: coding.depth)
    depth = coding.depth
    roles = (
      luma: planes.planes.contains { $0.channel == 0 },
      chroma: planes.planes.contains { $0.channel != 0 }
    )
    let count = planes.columns.count
    table = words.table(scratch)
    func line() -> CubeWords.Line { scratch.take(Int16.self, count) }
    lines = (line(), line(), line())
    moves = line()
    marks = scratch.take(UInt8.self, count)
    places = CubeWords.Places(count: count, scratch)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    let count = planes.columns.count
    for y in rows {
      planes.read(y, to: lines)
      words.locate(lines, count: count, table, places)
      scratch.scope {
        let computed = compute(scratch)
        for plane in planes.planes {
          let line = plane.channel == 0 ? lines.y : plane.channel == 1 ? lines.u : lines.v
          words.read(plane.channel, places, line, count: count, table, to: moves)
          if let computed { put(computed, plane.channel) }
          planes.shift(plane, y, by: moves, bits: words.fineBits)
        }
      }
    }
  }

  /// Computes how far samples in marked cells move; nil where none lies in one.
  private func compute(_ scratch: Scratch) -> Computed? {
    let count = planes.columns.count
    guard lattice.findMarks(places, marks, count: count) else { return nil }
    let marked = scratch.take(Int32.self, count)
    var found = 0
    for x in 0..<count {
      marked[found] = Int32(truncatingIfNeeded: x)
      found &+= Int(marks[x])
    }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, found) }
    let exact = (y: line(), u: line(), v: line())
    let scale = 1 / Float(1 << (16 - depth))
    for (words, exact) in [(lines.y, exact.y), (lines.u, exact.u), (lines.v, exact.v)] {
      for i in 0..<found {
        exact[i] = (Float(words[Int(truncatingIfNeeded: marked[i])]) + 32768) * scale
      }
    }
    let colors = RGBRow(count: found, scratch)
    coding.decode(exact.y, (exact.u, exact.v), to: colors)
    scratch.scope { change.apply(to: colors, scratch: scratch) }
    coding.move(exact, count: found, roles, to: colors)
    return Computed(columns: marked, lines: exact, count: found)
  }

  /// Writes moves that were computed among those that were read.
  private func put(_ computed: Computed, _ channel: Int) {
    let (columns, lines) = (computed.columns, computed.lines)
    let line = channel == 0 ? lines.y : channel == 1 ? lines.u : lines.v
    let scale = Float(1 << words.fineBits)
    for i in 0..<computed.count {
      // The step is what is added to moves of which something was cut off.
      moves[Int(truncatingIfNeeded: columns[i])] = CubeWords.nearest(line[i] * scale - 1)
    }
  }
}
