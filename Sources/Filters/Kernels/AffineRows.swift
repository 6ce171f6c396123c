import Y4M

/// The rows of the planes that lie at one plane's places, moved by an affine change in numbers of 16 bits.
///
/// A row is parted at fixed columns. Where no colour between the least and the greatest samples of a part is
/// led beyond black or white, samples move by sums of samples; elsewhere by way of R'G'B', with the cut.
struct AffineRows<S: Sample> {
  /// The samples of a part of a row.
  private static var part: Int { 128 }

  private let words: AffineWords
  private let planes: WordPlanes<S>
  private let roles: [AffineWords.Role]
  private let table: AffineWords.Line
  private let lines: AffineWords.Lines
  private let moves: AffineWords.Line
  /// Which channels are read where nothing is cut.
  private let isRead: (y: Bool, u: Bool, v: Bool)

  init(_ words: AffineWords, _ planes: WordPlanes<S>, _ scratch: Scratch) {
    (self.words, self.planes) = (words, planes)
    let roles = planes.planes.map { plane in
      plane.channel == 0 ? words.luma : plane.channel == 1 ? words.blue : words.red
    }
    self.roles = roles
    table = words.table(roles, scratch)
    func line() -> AffineWords.Line { scratch.take(Int16.self, planes.columns.count) }
    lines = (line(), line(), line())
    moves = line()
    let readsAll = roles.contains { $0.readsOthers }
    func isRead(_ channel: Int) -> Bool {
      readsAll || planes.planes.contains { $0.channel == channel }
    }
    self.isRead = (isRead(0), isRead(1), isRead(2))
  }

  func run(_ rows: Range<Int>) {
    let columns = planes.columns
    for y in rows {
      var start = columns.lowerBound
      var isWithin = isWithin(y, part(from: start))
      while start < columns.upperBound {
        // Parts of a kind are one.
        var end = part(from: start).upperBound
        var isNextWithin = isWithin
        while end < columns.upperBound {
          let next = part(from: end)
          isNextWithin = self.isWithin(y, next)
          if isNextWithin != isWithin { break }
          end = next.upperBound
        }
        if isWithin { add(y, start..<end) } else { cut(y, start..<end) }
        (start, isWithin) = (end, isNextWithin)
      }
    }
  }

  private func part(from start: Int) -> Range<Int> {
    start..<min((start / Self.part + 1) * Self.part, planes.columns.upperBound)
  }

  private func isWithin(_ y: Int, _ columns: Range<Int>) -> Bool {
    words.isWithin(
      planes.luma.extremes(y, columns), planes.blue.extremes(y, columns),
      planes.red.extremes(y, columns))
  }

  /// Moves samples by way of R'G'B', with the cut.
  private func cut(_ y: Int, _ columns: Range<Int>) {
    planes.luma.read(y, columns, to: lines.y)
    planes.blue.read(y, columns, to: lines.u)
    planes.red.read(y, columns, to: lines.v)
    AffineWords.moveColors(lines, count: columns.count, table)
    for (number, plane) in planes.planes.enumerated() {
      AffineWords.weigh(lines, count: columns.count, table, plane: number, to: moves)
      planes.shift(plane, y, columns, by: moves, bits: roles[number].bits)
    }
  }

  /// Moves samples by sums of samples.
  private func add(_ y: Int, _ columns: Range<Int>) {
    if isRead.y { planes.luma.read(y, columns, to: lines.y) }
    if isRead.u { planes.blue.read(y, columns, to: lines.u) }
    if isRead.v { planes.red.read(y, columns, to: lines.v) }
    for (number, plane) in planes.planes.enumerated() {
      if roles[number].readsOthers {
        AffineWords.add(lines, count: columns.count, table, plane: number, to: moves)
      } else {
        let line = plane.channel == 0 ? lines.y : plane.channel == 1 ? lines.u : lines.v
        AffineWords.add(
          line, count: columns.count, table, plane: number, channel: plane.channel, to: moves)
      }
      planes.shift(plane, y, columns, by: moves, bits: roles[number].bits)
    }
  }
}

extension UInt8 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt8>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    // What is cut off of three products is a step and a half.
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sum = (Int16(source[x]) &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt8(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), 255))
    }
  }
}

extension UInt16 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt16>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sample = Int16(truncatingIfNeeded: Swift.min(source[x], UInt16(bitPattern: peak)))
      let sum = (sample &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), peak))
    }
  }
}
