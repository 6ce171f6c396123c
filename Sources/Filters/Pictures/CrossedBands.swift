/// Bands that cross other bands.
struct CrossedBands: ValueSource {
  /// What is seen where they cross.
  enum Mixing {
    /// Where both are or neither is.
    case alternating
    /// Where either is.
    case either
  }

  let across: BandWave
  let down: BandWave
  let mixing: Mixing

  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ValueRun.length) { room in
      guard let other = room.baseAddress else { return }
      across.fill(line, y: y, columns: columns)
      down.fill(other, y: y, columns: columns)
      switch mixing {
      case .alternating:
        for x in 0..<columns.count {
          line[x] = line[x] * other[x] + (1 - line[x]) * (1 - other[x])
        }
      case .either:
        for x in 0..<columns.count { line[x] = 1 - (1 - line[x]) * (1 - other[x]) }
      }
    }
  }
}
