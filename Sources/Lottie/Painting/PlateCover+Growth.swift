import Fonts
import Plates

extension PlateCover {
  /// The cover with all that lies less than a number of pixels beyond its edge.
  ///
  /// A pixel that is covered in part has its edge so far from its middle as makes that part; what
  /// is covered most counts as covered whole.
  func grown(by radius: Double) -> PlateCover {
    guard let most = shares.max(), most > 0, radius > 0 else { return self }
    var grown = PlateCover(box, 0)
    let whole = 1 / Float(most)
    let (radius, reach) = (Float(radius), Int(radius) + 1)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let share = shares[y &* box.width &+ x]
        if share == 0 { continue }
        let cover = Float(share) * whole
        grown.widen(x, y, Plate.share(Double(cover)))
        guard isEdge(x, y, below: most) else { continue }
        for row in max(y - reach, 0)...min(y + reach, box.height - 1) {
          let down = Float((row - y) * (row - y))
          for column in max(x - reach, 0)...min(x + reach, box.width - 1) {
            let away = (down + Float((column - x) * (column - x))).squareRoot()
            let part = min(radius + cover - away, 1)
            if part > 0 { grown.widen(column, row, UInt16(part * 65_535 + 0.5)) }
          }
        }
      }
    }
    return grown
  }

  /// How many pixels lie on the edge of what is covered.
  var edgePixels: Int {
    guard let most = shares.max(), most > 0 else { return 0 }
    var count = 0
    for y in 0..<box.height {
      for x in 0..<box.width
      where shares[y &* box.width &+ x] > 0 && isEdge(x, y, below: most) { count += 1 }
    }
    return count
  }

  private mutating func widen(_ x: Int, _ y: Int, _ share: UInt16) {
    let at = y &* box.width &+ x
    shares[at] = max(shares[at], share)
  }

  /// Whether a pixel beside this one, or it itself, is covered by less.
  private func isEdge(_ x: Int, _ y: Int, below most: UInt16) -> Bool {
    if shares[y &* box.width &+ x] < most { return true }
    for row in max(y - 1, 0)...min(y + 1, box.height - 1) {
      for column in max(x - 1, 0)...min(x + 1, box.width - 1)
      where shares[row &* box.width &+ column] < most { return true }
    }
    return false
  }
}
