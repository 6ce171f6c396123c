import Bytes
import Timeline
import Y4M

/// Where the edge of a wipe moves to.
enum WipeDirection: String, Choice {
  case left
  case right
  case up
  case down
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// Where the edge moves along each axis, if it does: true is towards the first sample.
  fileprivate var axes: (across: Bool?, down: Bool?) {
    switch self {
    case .left: (true, nil)
    case .right: (false, nil)
    case .up: (nil, true)
    case .down: (nil, false)
    case .topLeft: (true, true)
    case .topRight: (false, true)
    case .bottomLeft: (true, false)
    case .bottomRight: (false, false)
    }
  }
}

/// An edge moves over the picture, or two into a corner, with the picture that comes behind it.
struct Wipe: Transition {
  static let direction = Setting<WipeDirection>(
    "direction", default: .left, "Where the edge moves to, or the corner that two edges move to.")
  static let softness = TransitionParameters.softness(0)
  /// The softness of the smooth wipes.
  static let smoothness = TransitionParameters.softness(1)

  private static let names: [(name: String, WipeDirection, place: String)] = [
    ("left", .left, "to the left"), ("right", .right, "to the right"),
    ("up", .up, "upwards"), ("down", .down, "downwards"),
    ("tl", .topLeft, "into the top left corner"), ("tr", .topRight, "into the top right corner"),
    ("bl", .bottomLeft, "into the bottom left corner"),
    ("br", .bottomRight, "into the bottom right corner"),
  ]

  static let variants: [TransitionVariant] =
    [
      TransitionVariant(
        "wipe", "An edge moves over the picture and leaves the next one behind it.",
        example: #""direction": "up", "softness": 0.1"#, [direction, softness]),
      TransitionVariant(
        "smooth", "A wide and soft edge moves over the picture.",
        example: #""direction": "right""#, [direction, smoothness]),
    ]
    + names.map {
      TransitionVariant(
        "wipe\($0.name)", "The next picture is wiped in by an edge that moves \($0.place).",
        [softness])
    }
    + names[..<4].map {
      TransitionVariant(
        "smooth\($0.name)", "The next picture appears behind a soft edge that moves \($0.place).",
        [smoothness])
    }
  static let keepsPlaces = true

  private let direction: WipeDirection
  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    let isSmooth = variant.hasPrefix("smooth")
    let name = variant.dropFirst(isSmooth ? 6 : 4)
    direction =
      Self.names.first { $0.name == name }.map { $0.1 } ?? setting.arguments[Self.direction]
    softness = setting.arguments[isSmooth ? Self.smoothness : Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let softness = softness.share(at: time)
    func edge(_ isBackward: Bool?, _ side: Int) -> Edge? {
      isBackward.map {
        Edge(isBackward: $0, side: side, progress: Float(progress), softness: softness)
      }
    }
    let axes = direction.axes
    job.run(
      CoverKernel(
        cover: WipeCover(
          across: edge(axes.across, job.width), down: edge(axes.down, job.height))))
  }
}

/// What is left of the picture that goes, along one axis.
private struct Edge: BitwiseCopyable {
  private let isBackward: Bool
  /// The last sample before a sharp edge.
  private let place: Int
  /// A soft edge's share is the smooth step of `slope * x + offset`.
  private let slope: Float
  private let offset: Float
  let isSharp: Bool
  /// Whether shares change by little from one luma sample to the next.
  var isSmooth: Bool { !isSharp && slope.magnitude < 0.1 }

  init(isBackward: Bool, side: Int, progress: Float, softness: Float) {
    self.isBackward = isBackward
    let side = Float(side)
    let rest = 1 - progress
    let way = side * (isBackward ? rest : 1 - rest)
    place = Int(min(max(way, -1), 65536))
    isSharp = softness * side < 1
    let scale = 1 / max(softness, 1e-6)
    // What is to come back, in shares of the side: 1 is all, and softness beyond it.
    let shift = (progress * (1 + softness) - 1) * scale
    slope = (isBackward ? scale : -scale) / side
    offset = isBackward ? shift : shift + (side - 1) / side * scale
  }

  /// The share of the picture that comes, at one place.
  func share(_ x: Float) -> Float {
    if isSharp { return (x > Float(place)) == isBackward ? 1 : 0 }
    return Maths.smoothstep(slope * x + offset)
  }

  /// The samples around the edge, where neither picture is seen alone.
  func varied(_ row: CoverPlaces) -> Range<Int> {
    let (start, end) = ((0 - offset) / slope, (1 - offset) / slope)
    func index(_ x: Float) -> Int {
      Int(min(max((x - row.x) / row.step, -2), Float(row.count) + 2))
    }
    let low = max(min(index(min(start, end)) - 1, row.count), 0)
    return low..<max(min(index(max(start, end)) + 2, row.count), low)
  }

  /// A row whose shares of the picture that goes are scaled by `rest`.
  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces, rest: Float) -> CoverSpan {
    let (before, behind) = (Share.of(1 - rest), Share.whole)
    let (left, right) = isBackward ? (before, behind) : (behind, before)
    if isSharp { return .step(left, at: place + 1, right, count: row.count) }
    let varied = varied(row)
    for index in varied {
      let share = Maths.smoothstep(slope * (row.x + Float(index) * row.step) + offset)
      shares[index] = Share.of(1 - (1 - share) * rest)
    }
    return CoverSpan(left: left, varied: varied, right: right)
  }
}

/// The picture that goes is left where it is before both edges.
private struct WipeCover: Cover {
  let across: Edge?
  let down: Edge?

  var isSmooth: Bool { across?.isSmooth ?? true && down?.isSmooth ?? true }
  var variesDown: Bool { down != nil }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let share = down?.share(row.y) ?? 0
    guard let across, share < 1 else { return .even(Share.of(share)) }
    return across.fill(shares, row, rest: 1 - share)
  }
}
