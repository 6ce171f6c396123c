import Y4M

/// The rows of the planes that lie at one plane's places, moved by an affine change in numbers of
/// 16 bits.
///
/// A row is parted at fixed columns. Where no colour between the least and the greatest samples of
/// a part is led beyond black or white, samples move by sums of samples; elsewhere by way of
/// R'G'B', with the cut.
struct AffineRows<S: Sample> {
  /// The samples of a part of a row.
  private static var part: Int { 128 }

  private let words: AffineWords
  private let planes: WordPlanes<S>
  private let roles: [AffineWords.Role]
  private let table: AffineWords.Line
  private let lines: AffineWords.Lines
  /// How far samples move, for each plane.
  private let moves: [AffineWords.Line]

  init(_ words: AffineWords, _ planes: WordPlanes<S>, _ scratch: Scratch) {
    (self.words, self.planes) = (words, planes)
    roles = planes.planes.map { plane in
      plane.channel == 0 ? words.luma : plane.channel == 1 ? words.blue : words.red
    }
    table = words.table(roles, scratch)
    func line() -> AffineWords.Line { scratch.take(Int16.self, planes.columns.count) }
    lines = (line(), line(), line())
    moves = roles.map { _ in line() }
  }

  func run(_ rows: Range<Int>) {
    let count = planes.columns.count
    for y in rows {
      planes.read(y, to: lines)
      var start = 0
      var isWithin = isWithin(start)
      while start < count {
        // Parts of a kind are one.
        var end = start
        var isNextWithin = isWithin
        repeat {
          end = min(end + Self.part, count)
          if end < count { isNextWithin = self.isWithin(end) }
        } while end < count && isNextWithin == isWithin
        move(start..<end, isCut: !isWithin)
        (start, isWithin) = (end, isNextWithin)
      }
      for (number, plane) in planes.planes.enumerated() {
        planes.shift(plane, y, by: moves[number], bits: roles[number].bits)
      }
    }
  }

  /// Whether no colour between the least and the greatest samples of the part from `start` on is
  /// led beyond black or white.
  private func isWithin(_ start: Int) -> Bool {
    let count = min(Self.part, planes.columns.count - start)
    return words.isWithin(
      (lines.y + start).extremes(count), (lines.u + start).extremes(count),
      (lines.v + start).extremes(count))
  }

  /// Writes how far samples of a part of the row move.
  private func move(_ part: Range<Int>, isCut: Bool) {
    let count = part.count
    let lines = (
      y: lines.y + part.lowerBound, u: lines.u + part.lowerBound, v: lines.v + part.lowerBound
    )
    if isCut { AffineWords.moveColors(lines, count: count, table) }
    for (number, plane) in planes.planes.enumerated() {
      let moves = moves[number] + part.lowerBound
      if isCut {
        AffineWords.weigh(lines, count: count, table, plane: number, to: moves)
      } else if roles[number].readsOthers {
        AffineWords.add(lines, count: count, table, plane: number, to: moves)
      } else {
        let line = plane.channel == 0 ? lines.y : plane.channel == 1 ? lines.u : lines.v
        AffineWords.add(
          line, count: count, table, plane: number, channel: plane.channel, to: moves)
      }
    }
  }
}

extension UInt8 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt8>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    if source != target { target.update(from: source, count: count) }
    // What is cut off of three products is a step and a half.
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sum = (Int16(target[x]) &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt8(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), 255))
    }
  }
}

extension UInt16 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt16>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    if source != target { target.update(from: source, count: count) }
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sample = Int16(truncatingIfNeeded: Swift.min(target[x], UInt16(bitPattern: peak)))
      let sum = (sample &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), peak))
    }
  }
}
