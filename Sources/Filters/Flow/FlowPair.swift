/// The motion between two frames of a film, both ways, and how far it can be trusted.
struct FlowPair {
  /// One of the frames, and its motion to the other.
  struct Side: BitwiseCopyable {
    /// What is known of each pixel at the working size: its motion across and down, its luma,
    /// and 1.
    let motion: FlowGrid
    /// How far the motion of each pixel can be trusted, above 0 and about 1 at most.
    let trust: FlowPlane
    /// For each row the sums that tell a cut, ``Sum/count`` of them.
    fileprivate let sums: UnsafeMutablePointer<Float>
  }

  /// What is added up over a row.
  private enum Sum {
    static let count = 4
    static let lost = 0
    static let error = 1
    static let light = 2
    static let square = 3
  }

  /// The earlier frame.
  let first: Side
  /// The later one.
  let second: Side

  /// - Parameter memory: of ``count(width:height:)`` vectors.
  init(width: Int, height: Int, at memory: UnsafeMutablePointer<SIMD4<Float>>) {
    let grid = FlowGrid.count(width: width, height: height)
    let plane = FlowPlane.count(width: width, height: height) / 4
    func side(_ memory: UnsafeMutablePointer<SIMD4<Float>>) -> Side {
      let numbers = UnsafeMutableRawPointer(memory + grid)
        .assumingMemoryBound(to: Float.self)
      return Side(
        motion: FlowGrid(width: width, height: height, at: memory),
        trust: FlowPlane(width: width, height: height, at: numbers), sums: numbers + 4 * plane)
    }
    first = side(memory)
    second = side(memory + grid + plane + height)
  }

  /// The vectors that a pair takes.
  static func count(width: Int, height: Int) -> Int {
    let plane = FlowPlane.count(width: width, height: height) / 4
    return 2 * (FlowGrid.count(width: width, height: height) + plane + height)
  }

  /// Compares both ways, pixel by pixel.
  func weigh(_ workspace: Workspace) {
    workspace.split(0..<first.trust.height, least: 32) { rows, scratch in
      let comparison = FlowComparison(width: first.trust.width, scratch)
      for row in rows {
        weigh(row, first, second, comparison)
        weigh(row, second, first, comparison)
      }
    }
  }

  private func weigh(_ row: Int, _ side: Side, _ other: Side, _ comparison: FlowComparison) {
    comparison.look(row, side.motion, other.motion)
    let totals = comparison.weigh(to: side.trust.row(row))
    let sums = side.sums + row &* Sum.count
    (sums[Sum.lost], sums[Sum.error]) = (totals.lost, totals.error)
    (sums[Sum.light], sums[Sum.square]) = (totals.light, totals.square)
  }

  /// Whether the film is cut between the frames.
  ///
  /// Across a cut next to nothing moves there and back, and even what was moved stays unlike. Where
  /// one frame is flat anything may be taken to move, so what is very unlike is a cut in any case.
  var isCut: Bool {
    var (lost, error, light, square) = (0.0, 0.0, 0.0, 0.0)
    for row in 0..<first.trust.height {
      for sums in [first.sums + row * Sum.count, second.sums + row * Sum.count] {
        lost += Double(sums[Sum.lost])
        error += Double(sums[Sum.error])
        light += Double(sums[Sum.light])
        square += Double(sums[Sum.square])
      }
    }
    let count = Double(2 * first.trust.width * first.trust.height)
    let mean = light / count
    let deviation = max(square / count - mean * mean, 0).squareRoot()
    let rest = error / count
    return (lost > 0.8 * count && rest > 0.2 * deviation)
      || (rest > 0.6 * deviation && rest > 20)
  }
}

/// Compares the motion of a row there with that back.
struct FlowComparison {
  private let width: Int
  /// Of each pixel: the square of how far it comes back from where it was, the square of its way,
  /// how much the light differs at both ends, and the light. Beyond the row there is nothing.
  private let apart: UnsafeMutablePointer<Float>
  private let way: UnsafeMutablePointer<Float>
  private let change: UnsafeMutablePointer<Float>
  private let light: UnsafeMutablePointer<Float>

  init(width: Int, _ scratch: Scratch) {
    self.width = width
    func numbers() -> UnsafeMutablePointer<Float> {
      let numbers = scratch.take(Float.self, width &+ 7)
      (numbers + width).initialize(repeating: 0, count: 7)
      return numbers
    }
    (apart, way, change, light) = (numbers(), numbers(), numbers(), numbers())
  }

  /// Looks where each pixel goes, and what comes back from there.
  func look(_ row: Int, _ motion: FlowGrid, _ other: FlowGrid) {
    let source = motion.row(row)
    for place in 0..<width {
      let own = source[place]
      let spot = FlowPlace(
        Float(place) + own.x, Float(row) + own.y, width: width, height: motion.height)
      let there = other.value(spot)
      let (sum, square) = (own + there, own * own)
      let squares = sum * sum
      apart[place] = squares.x + squares.y
      way[place] = square.x + square.y
      change[place] = there.z - own.z
      light[place] = own.z
    }
  }

  /// What moves to a place that moves back to it, and is as bright there, is found.
  ///
  /// - Returns: how many pixels are lost, and the sums of differences, of light and of its squares.
  func weigh(
    to trust: UnsafeMutablePointer<Float>
  ) -> (lost: Float, error: Float, light: Float, square: Float) {
    let zero = SIMD8<Float>.zero
    var (lost, error, lights, squares) = (zero, zero, zero, zero)
    var place = 0
    while place < width {
      let doubt = apart.lanes(place) / (way.lanes(place) * 0.01 + 0.5)
      let (change, light) = (change.lanes(place), light.lanes(place))
      let share = 1 / (change * change * 0.01 + doubt + 1)
      (trust + place).store(share * share + 1e-4)
      for lane in 0..<8 { lost[lane] += doubt[lane] > 4 ? 1 : 0 }
      error += change.atLeast(zero - change)
      lights += light
      squares += light * light
      place &+= 8
    }
    return (lost.total, error.total, lights.total, squares.total)
  }
}
