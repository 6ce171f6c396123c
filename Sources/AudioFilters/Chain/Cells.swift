/// Cuts stretches of sound at multiples of a length, wherever blocks begin: what is done once for
/// each cell then does not depend on blocks.
enum Cells {
  /// Calls `body` for each part of `count` samples from `start` on that lies in one cell.
  ///
  /// - Parameter body: gets the part, counted from `start`, and where its cell begins.
  @inline(__always)
  static func forEach(
    _ size: Int, from start: Int, count: Int, _ body: (_ part: Range<Int>, _ cell: Int) -> Void
  ) {
    var done = 0
    while done < count {
      let place = start &+ done
      let inside = (place % size &+ size) % size
      let part = min(size &- inside, count &- done)
      body(done..<done &+ part, place &- inside)
      done &+= part
    }
  }
}
