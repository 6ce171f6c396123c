/// Where a row of colours may be screen, and how bright it is there.
struct ScreenLine {
  /// How far a colour's K may be from what its brightness would have it be, of that.
  private static let purity: Float = 0.1
  /// What a screen's brightness may be of the given one.
  private static let range: ClosedRange<Float> = 0.6...1.3

  let count: Int
  /// 1 where a colour may be screen, else 0.
  let counts: UnsafeMutablePointer<Float>
  /// There, how far K is above the screen's, of that; else 0.
  let ratios: UnsafeMutablePointer<Float>
  /// There, how much of what its brightness would have it be K is; else 0.
  let purities: UnsafeMutablePointer<Float>

  init(count: Int, _ scratch: Scratch) {
    self.count = count
    counts = scratch.take(Float.self, count)
    ratios = scratch.take(Float.self, count)
    purities = scratch.take(Float.self, count)
  }

  /// - Parameter light: how bright the screen should be, where that is known.
  func find(
    _ screen: KeyScreen, _ row: RGBRow, _ cover: UnsafeMutablePointer<Float>,
    _ light: UnsafeMutablePointer<Float>?
  ) {
    let weights = screen.weights / screen.strength
    let (red, green, blue) = (weights.x, weights.y, weights.z)
    let own = screen.own / max((screen.own * screen.color).sum(), 1 / 64)
    let (low, high) = (Self.range.lowerBound, Self.range.upperBound)
    for x in 0..<count {
      let ratio = row.red[x] * red + row.green[x] * green + row.blue[x] * blue
      let brightness = row.red[x] * own.x + row.green[x] * own.y + row.blue[x] * own.z
      let purity = ratio / max(brightness, 1 / 64)
      var counted: Float = abs(purity - 1) < Self.purity ? 1 : 0
      counted *= ratio > low ? 1 : 0
      counted *= ratio < high ? 1 : 0
      counted *= cover[x] >= 1 ? 1 : 0
      counts[x] = counted
      purities[x] = purity * counted
      ratios[x] = (ratio - 1) * counted
    }
    guard let light else { return }
    for x in 0..<count {
      ratios[x] = ((ratios[x] + counts[x]) / light[x] - 1) * counts[x]
      counts[x] = abs(ratios[x]) < Self.purity ? counts[x] : 0
      ratios[x] *= counts[x]
      purities[x] *= counts[x]
    }
  }
}

/// What there is of a screen in a cell of a picture.
struct ScreenCell: BitwiseCopyable {
  /// How far apart the places of a pair are whose product tells of noise that lasts.
  private static let apart = 3

  private var places: Float = 0
  private var counts: Float = 0
  private var ratios: Float = 0
  private var squares: Float = 0
  private var purities: Float = 0
  private var pairs: Float = 0
  private var products: Float = 0

  /// Adds some columns of a line.
  mutating func add(_ line: ScreenLine, _ columns: Range<Int>) {
    places += Float(columns.count)
    for x in columns {
      counts += line.counts[x]
      purities += line.purities[x]
      ratios += line.ratios[x]
      squares += line.ratios[x] * line.ratios[x]
    }
    for x in columns.dropLast(Self.apart) {
      pairs += line.counts[x] * line.counts[x + Self.apart]
      products += line.ratios[x] * line.ratios[x + Self.apart]
    }
  }

  /// How far the screen's K lies above the given one, of that.
  var mean: Float { ratios / max(counts, 1) }
  var variance: Float { max(squares / max(counts, 1) - mean * mean, 0) }
  /// Of places that lie apart: of noise that averaging leaves.
  var covariance: Float { products / max(pairs, 1) - mean * mean }
  /// Whether there is nothing but screen.
  var isFull: Bool { counts > 0.95 * places && pairs > 0 }

  /// How much of the cell is screen, if half of it is, and as far as that is pure on the whole.
  func weight(_ from: Float, _ to: Float) -> Float {
    guard counts > 0.5 * places else { return 0 }
    return counts / places * min(max((purities / counts - from) / (to - from), 0), 1)
  }
}
