import Bytes

/// The numbers of noise, sample by sample.
struct NoiseRows: ValueSource {
  /// What is computed.
  enum Form: Sendable {
    /// A number for each cell.
    case white(across: NoiseAxis, down: NoiseAxis, step: Int, seed: UInt32)
    /// Sums of octaves, each smooth between the corners of its cells.
    case smooth(NoiseLattice)
    /// How far the nearest point is.
    case cells(NoiseLattice)
  }

  let form: Form
  /// What the sum of the octaves is multiplied by, about its mean.
  var gain: Float = 1

  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    switch form {
    case .white(let across, let down, let step, let seed):
      let row = QuickHash.row(down.place(y).cell, step: step, seed)
      Self.fillWhite(line, across, row, columns)
    case .smooth(let lattice):
      line.update(repeating: 0, count: columns.count)
      for octave in lattice.octaves {
        if lattice.kind == .gradient {
          Self.addGradients(line, lattice, octave, y, columns)
        } else {
          Self.addValues(line, lattice, octave, y, columns)
        }
      }
      let gain = gain
      for x in 0..<columns.count { line[x] = line[x] * gain + 0.5 }
    case .cells(let lattice):
      guard let octave = lattice.octaves.first else { return }
      Self.fillCells(line, lattice, octave, y, columns)
    }
  }

  private static func fillWhite(
    _ line: UnsafeMutablePointer<Float>, _ across: NoiseAxis, _ row: UInt32, _ columns: Range<Int>
  ) {
    if across.step == 1 {
      let first = across.place(columns.lowerBound).cell
      for x in 0..<columns.count { line[x] = QuickHash.unit(QuickHash.place(first &+ x, row)) }
      return
    }
    across.eachCell(columns) { cell, part, _, _ in
      let value = QuickHash.unit(QuickHash.place(cell, row))
      (line + (part.lowerBound - columns.lowerBound)).update(repeating: value, count: part.count)
    }
  }

  private static func addValues(
    _ line: UnsafeMutablePointer<Float>, _ lattice: NoiseLattice, _ octave: NoiseLattice.Octave,
    _ y: Int, _ columns: Range<Int>
  ) {
    let (cellY, restY) = octave.down.place(y)
    let (upper, lower) = (lattice.row(octave, cellY), lattice.row(octave, cellY &+ 1))
    let down = Float(noiseFade(restY))
    let weight = octave.weight
    let step = Float(octave.across.step)
    octave.across.eachCell(columns) { cell, part, inset, skipped in
      let corner = cell &- octave.across.first
      let left = (upper[corner] + (lower[corner] - upper[corner]) * down - 0.5) * weight
      let next = corner &+ 1
      let right = (upper[next] + (lower[next] - upper[next]) * down - 0.5) * weight
      let rise = right - left
      let target = line + (part.lowerBound &- columns.lowerBound)
      let first = Int32(truncatingIfNeeded: skipped)
      for n in 0..<part.count {
        let place = inset + Float(first &+ Int32(truncatingIfNeeded: n)) * step
        target[n] += left + rise * noiseFade(place)
      }
    }
  }

  private static func addGradients(
    _ line: UnsafeMutablePointer<Float>, _ lattice: NoiseLattice, _ octave: NoiseLattice.Octave,
    _ y: Int, _ columns: Range<Int>
  ) {
    let (cellY, restY) = octave.down.place(y)
    let (upper, lower) = (lattice.row(octave, cellY), lattice.row(octave, cellY &+ 1))
    let rest = Float(restY)
    let down = noiseFade(rest)
    let weight = octave.weight
    let step = Float(octave.across.step)
    // Of the numbers of two corners, one below the other: their slope across, and what they are at
    // the corner itself, mixed.
    func mixed(_ corner: Int) -> (slope: Float, value: Float) {
      let (one, two) = (upper + 3 &* corner, lower + 3 &* corner)
      let above = one[1] * rest + one[2]
      let below = two[1] * (rest - 1) + two[2]
      return (
        (one[0] + (two[0] - one[0]) * down) * weight, (above + (below - above) * down) * weight
      )
    }
    octave.across.eachCell(columns) { cell, part, inset, skipped in
      let left = mixed(cell &- octave.across.first)
      let right = mixed(cell &- octave.across.first &+ 1)
      let (bend, rise) = (right.slope - left.slope, right.value - right.slope - left.value)
      let target = line + (part.lowerBound &- columns.lowerBound)
      let first = Int32(truncatingIfNeeded: skipped)
      for n in 0..<part.count {
        let place = inset + Float(first &+ Int32(truncatingIfNeeded: n)) * step
        target[n] +=
          left.slope * place + left.value + (bend * place + rise) * noiseFade(place)
      }
    }
  }

  private static func fillCells(
    _ line: UnsafeMutablePointer<Float>, _ lattice: NoiseLattice, _ octave: NoiseLattice.Octave,
    _ y: Int, _ columns: Range<Int>
  ) {
    let (cellY, restY) = octave.down.place(y)
    let step = Float(octave.across.step)
    // Farther points than 1 lie beyond the cells next to a sample's.
    line.update(repeating: 1, count: columns.count)
    octave.across.eachCell(columns) { cell, part, inset, skipped in
      let target = line + (part.lowerBound &- columns.lowerBound)
      for below in -1...1 {
        let points = lattice.row(octave, cellY &+ below)
        for beside in -1...1 {
          let point = points + 2 &* (cell &+ beside &- octave.across.first)
          let dy = point[1] + Float(below) - Float(restY)
          nearest(
            target, part.count, skipped, inset - Float(beside) - point[0], dy * dy, step)
        }
      }
    }
    var x = 0
    while x < columns.count {
      (line + x).store(line.lanes(x).squareRoot())
      x &+= 8
    }
  }

  /// Keeps the lesser of squares of distances.
  private static func nearest(
    _ line: UnsafeMutablePointer<Float>, _ count: Int, _ skipped: Int, _ inset: Float,
    _ square: Float, _ step: Float
  ) {
    let first = Int32(truncatingIfNeeded: skipped)
    for n in 0..<count {
      let dx = inset + Float(first &+ Int32(truncatingIfNeeded: n)) * step
      let distance = dx * dx + square
      line[n] = distance < line[n] ? distance : line[n]
    }
  }
}
