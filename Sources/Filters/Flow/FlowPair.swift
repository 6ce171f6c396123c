/// The motion between two frames of a film, both ways, and how far it can be trusted.
struct FlowPair {
  /// One of the frames, and its motion to the other.
  struct Side: BitwiseCopyable {
    /// The luma at the working size.
    let image: FlowPlane
    let x: FlowPlane
    let y: FlowPlane
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

  /// - Parameter memory: of ``count(width:height:)`` numbers.
  init(width: Int, height: Int, at memory: UnsafeMutablePointer<Float>) {
    let count = FlowPlane.count(width: width, height: height)
    func side(_ memory: UnsafeMutablePointer<Float>) -> Side {
      func plane(_ number: Int) -> FlowPlane {
        FlowPlane(width: width, height: height, at: memory + number * count)
      }
      return Side(
        image: plane(0), x: plane(1), y: plane(2), trust: plane(3), sums: memory + 4 * count)
    }
    first = side(memory)
    second = side(memory + 4 * count + Sum.count * height)
  }

  /// The numbers that a pair takes.
  static func count(width: Int, height: Int) -> Int {
    2 * (4 * FlowPlane.count(width: width, height: height) + Sum.count * height)
  }

  /// Compares both ways, pixel by pixel.
  func weigh(_ workspace: Workspace) {
    workspace.split(0..<first.image.height, least: 32) { rows, _ in
      for row in rows {
        Self.weigh(row, first, second)
        Self.weigh(row, second, first)
      }
    }
  }

  /// What moves to a place that moves back to it, and is as bright there, is found.
  private static func weigh(_ row: Int, _ side: Side, _ other: Side) {
    let (width, height) = (side.image.width, side.image.height)
    let (image, trust) = (side.image.row(row), side.trust.row(row))
    let (moveX, moveY) = (side.x.row(row), side.y.row(row))
    var (lost, error, light, square): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for place in 0..<width {
      let (wayX, wayY) = (moveX[place], moveY[place])
      let spot = FlowPlace(
        Float(place) + wayX, Float(row) + wayY, width: width, height: height)
      let (backX, backY) = (wayX + other.x.value(spot), wayY + other.y.value(spot))
      let apart = backX * backX + backY * backY
      let doubt = apart / (0.5 + 0.01 * (wayX * wayX + wayY * wayY))
      let difference = other.image.value(spot) - image[place]
      let share = 1 / (1 + doubt + difference * difference * 0.01)
      trust[place] = share * share + 1e-4
      lost += doubt > 4 ? 1 : 0
      error += difference.magnitude
      light += image[place]
      square += image[place] * image[place]
    }
    let sums = side.sums + row &* Sum.count
    (sums[Sum.lost], sums[Sum.error]) = (lost, error)
    (sums[Sum.light], sums[Sum.square]) = (light, square)
  }

  /// Whether the film is cut between the frames.
  ///
  /// Across a cut next to nothing moves there and back, and even what was moved stays unlike. Where
  /// one frame is flat anything may be taken to move, so what is very unlike is a cut in any case.
  var isCut: Bool {
    var (lost, error, light, square) = (0.0, 0.0, 0.0, 0.0)
    for row in 0..<first.image.height {
      for sums in [first.sums + row * Sum.count, second.sums + row * Sum.count] {
        lost += Double(sums[Sum.lost])
        error += Double(sums[Sum.error])
        light += Double(sums[Sum.light])
        square += Double(sums[Sum.square])
      }
    }
    let count = Double(2 * first.image.width * first.image.height)
    let mean = light / count
    let deviation = max(square / count - mean * mean, 0).squareRoot()
    let rest = error / count
    return (lost > 0.8 * count && rest > 0.2 * deviation)
      || (rest > 0.6 * deviation && rest > 20)
  }
}
