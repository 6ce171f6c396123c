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
  private let fineBits: Int
  private let words: LatticeWords
  private let planes: WordPlanes<S>
  private let roles: (luma: Bool, chroma: Bool)
  private let lines: AffineWords.Lines
  private let marks: UnsafeMutablePointer<UInt8>
  private let moves: LatticeWords.Line

  init(
    _ lattice: ColorLattice, _ change: Change, _ coding: ColorCoding, _ planes: WordPlanes<S>,
    _ scratch: Scratch
  ) {
    (self.change, self.planes) = (change, planes)
    self.coding = RGBCoding(coding, depth: coding.depth)
    depth = coding.depth
    fineBits = lattice.fineBits
    roles = (
      luma: planes.planes.contains { $0.channel == 0 },
      chroma: planes.planes.contains { $0.channel != 0 }
    )
    let count = planes.columns.count
    words = LatticeWords(lattice, count: count, scratch)
    func line() -> LatticeWords.Line { scratch.take(Int16.self, count) }
    lines = (line(), line(), line())
    moves = line()
    // Eight are read at once.
    marks = scratch.take(UInt8.self, count + 8)
    marks.initialize(repeating: 0, count: count + 8)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    for y in rows {
      planes.read(y, to: lines)
      words.locate(lines)
      let isMarked = words.readMarks(to: marks)
      scratch.scope {
        let computed = isMarked ? compute(scratch) : nil
        // What the marks were read of is read on first.
        for plane in planes.planes where plane.channel == 0 {
          words.readLuma(to: moves)
          write(plane, y, computed)
        }
        guard roles.chroma else { return }
        words.findChroma()
        for plane in planes.planes where plane.channel > 0 {
          words.readChroma(isRed: plane.channel == 2, to: moves)
          write(plane, y, computed)
        }
      }
    }
  }

  /// Writes a row of a plane by what was read, and by what was computed.
  private func write(_ plane: WordPlanes<S>.Plane, _ y: Int, _ computed: Computed?) {
    if let computed { put(computed, plane.channel) }
    planes.shift(plane, y, by: moves, bits: fineBits)
  }

  /// Computes how far samples in marked cells move.
  private func compute(_ scratch: Scratch) -> Computed {
    let marked = scratch.take(Int32.self, planes.columns.count + 1)
    let found = list(to: marked)
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

  /// Lists the columns of marked colours; gives how many they are.
  private func list(to marked: UnsafeMutablePointer<Int32>) -> Int {
    let count = planes.columns.count
    var found = 0
    var start = 0
    while start < count {
      // Mostly none of eight is.
      if UnsafeRawPointer(marks + start).loadUnaligned(as: UInt64.self) != 0 {
        for x in start..<min(start &+ 8, count) {
          marked[found] = Int32(truncatingIfNeeded: x)
          found &+= Int(marks[x])
        }
      }
      start &+= 8
    }
    return found
  }

  /// Writes moves that were computed among those that were read.
  private func put(_ computed: Computed, _ channel: Int) {
    let (columns, lines) = (computed.columns, computed.lines)
    let line = channel == 0 ? lines.y : channel == 1 ? lines.u : lines.v
    let scale = Float(1 << fineBits)
    for i in 0..<computed.count {
      // The step is what is added to moves of which something was cut off.
      moves[Int(truncatingIfNeeded: columns[i])] = CubeWords.nearest(line[i] * scale - 1)
    }
  }
}
