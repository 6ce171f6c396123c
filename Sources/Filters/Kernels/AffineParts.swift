/// The parts of a row of colours of which an affine change may lead some beyond black or white.
///
/// All of a row are found before any is changed, without a branch: how colours lie is nothing that
/// a processor guesses.
struct AffineParts {
  /// The samples of a part.
  private static var size: Int { 128 }

  private let count: Int
  /// The least and the greatest samples of parts.
  private let bounds: UnsafeMutablePointer<Int16>
  /// How much room colours have.
  private let room: UnsafeMutablePointer<Float>

  /// - Parameter count: the samples of a row.
  init(_ count: Int, _ scratch: Scratch) {
    self.count = count
    let parts = (count + Self.size - 1) / Self.size
    let rounded = (parts + Block.size - 1) / Block.size * Block.size
    bounds = scratch.take(Int16.self, Block.lines * rounded)
    room = scratch.take(Float.self, rounded)
    // What is no part of a row is read with the others.
    bounds.update(repeating: 0, count: Block.lines * rounded)
  }

  /// Looks at the samples of a row.
  func find(_ lines: AffineWords.Lines, _ words: AffineWords) {
    var (start, part) = (0, 0)
    while start < count {
      let block = block(of: part)
      let samples = min(Self.size, count - start)
      block.y.note((lines.y + start).extremes(samples), of: part)
      block.u.note((lines.u + start).extremes(samples), of: part)
      block.v.note((lines.v + start).extremes(samples), of: part)
      start += samples
      part += 1
      if start == count || part % Block.size == 0 { words.findRoom(block) }
    }
  }

  /// Calls `body` for the columns of parts; those of a kind that lie side by side are one.
  func forEach(_ body: (_ columns: Range<Int>, _ isCut: Bool) -> Void) {
    var (start, end, part) = (0, 0, 0)
    while start < count {
      let isCut = isCut(part)
      repeat {
        end = min(end + Self.size, count)
        part += 1
      } while end < count && self.isCut(part) == isCut
      body(start..<end, isCut)
      start = end
    }
  }

  /// Whether a colour between the least and the greatest samples of a part is led beyond black or
  /// white.
  private func isCut(_ part: Int) -> Bool {
    block(of: part).room[part % Block.size] < 0
  }

  private func block(of part: Int) -> Block {
    let first = part / Block.size * Block.size
    return Block(bounds: bounds + Block.lines * first, room: room + first)
  }

  /// The numbers of some parts.
  struct Block {
    /// How many parts it has: as many as the widest registers have room for.
    static var size: Int { 16 }
    /// The least and the greatest samples of three channels.
    fileprivate static var lines: Int { 6 }

    fileprivate let bounds: UnsafeMutablePointer<Int16>
    /// How much room colours keep to black and white after the change; below 0 where one has none.
    let room: UnsafeMutablePointer<Float>

    /// The least and the greatest samples of parts.
    struct Bounds {
      let least: UnsafeMutablePointer<Int16>
      let most: UnsafeMutablePointer<Int16>

      fileprivate init(_ numbers: UnsafeMutablePointer<Int16>) {
        (least, most) = (numbers, numbers + Block.size)
      }

      @inline(__always)
      fileprivate func note(_ extremes: (least: Int16, most: Int16), of part: Int) {
        least[part % Block.size] = extremes.least
        most[part % Block.size] = extremes.most
      }
    }

    var y: Bounds { Bounds(bounds) }
    var u: Bounds { Bounds(bounds + 2 * Self.size) }
    var v: Bounds { Bounds(bounds + 4 * Self.size) }
  }
}
