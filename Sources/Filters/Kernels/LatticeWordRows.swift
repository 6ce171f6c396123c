import Y4M

/// The rows of the planes that lie at one plane's places, moved by a lattice in numbers of 16 bits.
///
/// Colours in marked cells are computed.
struct LatticeWordRows<Change: ColorChange, S: Sample> {
  /// Colours in marked cells: where they are written, counted in samples, and what they are.
  private struct Marked {
    let places: UnsafeMutablePointer<Int>
    let colors: AffineWords.Lines
    let columns: MarkedColumns
  }

  /// So many are computed at once; and as many more as a row has.
  private static var batch: Int { 2048 }

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
  private let marked: Marked

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
    words = LatticeWords(lattice, count: count, roles, scratch)
    func line() -> LatticeWords.Line { scratch.take(Int16.self, count) }
    lines = (line(), line(), line())
    moves = line()
    // Eight are read at once.
    marks = scratch.take(UInt8.self, count + 8)
    marks.initialize(repeating: 0, count: count + 8)
    let room = Self.batch + count + 1
    func numbers() -> LatticeWords.Line { scratch.take(Int16.self, room) }
    marked = Marked(
      places: scratch.take(Int.self, room), colors: (numbers(), numbers(), numbers()),
      columns: MarkedColumns(count, scratch))
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    var found = 0
    for y in rows {
      planes.read(y, to: lines)
      words.locate(lines)
      if words.readMarks(to: marks) { found = list(y, from: found) }
      // What the marks were read of is read on first.
      for plane in planes.planes where plane.channel == 0 {
        words.readLuma(to: moves)
        planes.shift(plane, y, by: moves, bits: fineBits)
      }
      if roles.chroma {
        words.findChroma()
        for plane in planes.planes where plane.channel > 0 {
          words.readChroma(isRed: plane.channel == 2, to: moves)
          planes.shift(plane, y, by: moves, bits: fineBits)
        }
      }
      if found >= Self.batch {
        scratch.scope { compute(found, scratch) }
        found = 0
      }
    }
    if found > 0 { scratch.scope { compute(found, scratch) } }
  }

  /// Lists marked colours of a row behind so many others; gives how many they are together.
  private func list(_ y: Int, from first: Int) -> Int {
    let (places, colors) = (marked.places, marked.colors)
    let found = marked.columns.list(marks, count: planes.columns.count)
    let row = y &* planes.width &+ planes.columns.lowerBound
    for i in 0..<found {
      let (x, place) = (Int(marked.columns.list[i]), first &+ i)
      colors.y[place] = lines.y[x]
      colors.u[place] = lines.u[x]
      colors.v[place] = lines.v[x]
      places[place] = x &+ row
    }
    return first &+ found
  }

  /// Computes colours that were listed, and writes them.
  private func compute(_ count: Int, _ scratch: Scratch) {
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, count) }
    let exact = (y: line(), u: line(), v: line())
    let scale = 1 / Float(1 << (16 - depth))
    let words = marked.colors
    for (words, exact) in [(words.y, exact.y), (words.u, exact.u), (words.v, exact.v)] {
      for i in 0..<count { exact[i] = (Float(words[i]) + 32768) * scale }
    }
    let colors = RGBRow(count: count, scratch)
    coding.decode(exact.y, (exact.u, exact.v), to: colors)
    scratch.scope { change.apply(to: colors, scratch: scratch) }
    coding.move(exact, count: count, roles, to: colors)
    for plane in planes.planes {
      switch plane.channel {
      case 0: put(exact.y, words.y, count, to: plane.target)
      case 1: put(exact.u, words.u, count, to: plane.target)
      default: put(exact.v, words.v, count, to: plane.target)
      }
    }
  }

  /// Writes samples as far from what they were as a line says.
  private func put(
    _ moves: UnsafeMutablePointer<Float>, _ words: LatticeWords.Line, _ count: Int,
    to target: UnsafeMutablePointer<S>
  ) {
    let scale = 1 / Float(1 << (16 - depth))
    let peak = Float(planes.peak)
    for i in 0..<count {
      let sample = (Float(words[i]) + 32768) * scale + moves[i]
      // Adding 2^23 leaves the nearest whole number in the low bits.
      moves[i] = min(max(sample, 0), peak) + 8_388_608
    }
    for i in 0..<count {
      target[marked.places[i]] = S(truncatingIfNeeded: moves[i].bitPattern)
    }
  }
}
