import Y4M

/// The rows of the planes that lie at one plane's places, as a cube in numbers of 16 bits has them.
struct CubeRows<S: Sample> {
  private let words: CubeWords
  private let planes: WordPlanes<S>
  private let table: CubeWords.Line
  private let lines: AffineWords.Lines
  private let places: CubeWords.Places
  private let sums: CubeWords.Line

  init(_ words: CubeWords, _ planes: WordPlanes<S>, _ scratch: Scratch) {
    (self.words, self.planes) = (words, planes)
    table = words.table(scratch)
    func line() -> CubeWords.Line { scratch.take(Int16.self, planes.columns.count) }
    lines = (line(), line(), line())
    sums = line()
    places = CubeWords.Places(count: planes.columns.count, scratch)
  }

  func run(_ rows: Range<Int>) {
    let (columns, count) = (planes.columns, planes.columns.count)
    for y in rows {
      planes.read(y, to: lines)
      words.locate(lines, count: count, table, places)
      for plane in planes.planes {
        let line = plane.channel == 0 ? lines.y : plane.channel == 1 ? lines.u : lines.v
        words.read(plane.channel, places, line, count: count, table, to: sums)
        S.narrow(
          sums, bits: words.fineBits, peak: planes.peak, count: count,
          to: plane.target + (y &* planes.width &+ columns.lowerBound))
      }
    }
  }
}

extension UInt8 {
  static func narrow(
    _ sums: UnsafeMutablePointer<Int16>, bits: Int, peak: Int16, count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    // What is cut off of five products is two steps and a half.
    let (down, start) = (Int16(truncatingIfNeeded: bits), Int16(8192) + Int16(1) << (bits - 1) + 2)
    for x in 0..<count {
      let sum = (sums[x] &+ start) &>> down
      target[x] = UInt8(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), 255))
    }
  }
}

extension UInt16 {
  static func narrow(
    _ sums: UnsafeMutablePointer<Int16>, bits: Int, peak: Int16, count: Int,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let (down, start) = (Int16(truncatingIfNeeded: bits), Int16(8192) + Int16(1) << (bits - 1) + 2)
    for x in 0..<count {
      let sum = (sums[x] &+ start) &>> down
      target[x] = UInt16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), peak))
    }
  }
}
