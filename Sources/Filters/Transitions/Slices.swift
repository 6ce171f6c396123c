import Bytes
import Timeline
import Y4M

/// Slices of the next picture grow, one after another.
struct Slices: Transition {
  static let direction = TransitionParameters.direction(
    .left, "Where the slices appear one after another.")
  static let count = Setting<Int>(
    "count", default: 10, in: 1...1000, "How many slices the picture is cut into.")

  private static let names: [(name: String, TransitionDirection, way: String)] = [
    ("hlslice", .left, "from the right to the left"),
    ("hrslice", .right, "from the left to the right"),
    ("vuslice", .up, "from the bottom to the top"),
    ("vdslice", .down, "from the top to the bottom"),
  ]

  static let variants: [TransitionVariant] =
    [
      TransitionVariant(
        "slice", "Slices of the next picture grow, one after another.",
        example: #""direction": "down", "count": 6"#, [direction, count])
    ]
    + names.map {
      TransitionVariant(
        $0.name, "Slices of the next picture grow one after another, \($0.way).", [count])
    }
  static let keepsPlaces = true

  private let direction: TransitionDirection
  private let count: Int

  init(_ variant: String, _ setting: TransitionSetting) {
    direction =
      Self.names.first { $0.name == variant }.map { $0.1 } ?? setting.arguments[Self.direction]
    count = setting.arguments[Self.count]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.run(
      CoverKernel(
        cover: SliceCover(
          direction: direction, side: Float(direction.isHorizontal ? job.width : job.height),
          count: Float(count), rest: 1 - Float(progress))))
  }
}

/// Slices of the next picture, each as wide as it has grown.
private struct SliceCover: Cover {
  let direction: TransitionDirection
  let side: Float
  let count: Float
  let rest: Float

  var isSmooth: Bool { false }
  var variesDown: Bool { !direction.isHorizontal }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    if variesDown { return .even(share(row.y)) }
    for x in 0..<row.count { shares[x] = share(row.x + Float(x) * row.step) }
    return .varied(row.count)
  }

  /// A slice has grown as far as the smooth step of its place's distance from the front says.
  @inline(__always)
  private func share(_ place: Float) -> UInt16 {
    let place = direction.isBackward ? place : side - 1 - place
    let far = place / side
    let grown = Maths.smoothstep((far - rest * 1.5 + 0.5) / 0.5)
    let phase = direction.isBackward ? count * place / side : count * far
    return grown <= phase - phase.rounded(.down) ? 0 : Share.whole
  }
}
