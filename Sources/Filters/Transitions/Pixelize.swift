import Timeline
import Y4M

/// A crossfade in blocks that grow and shrink again.
struct Pixelize: Transition {
  static let variants = [
    TransitionVariant(
      "pixelize", "One picture fades into the other in blocks that grow and shrink again.")
  ]

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let rest = 1 - Float(progress)
    // Blocks grow in steps, to a twentieth of the shorter side.
    let step = (min(rest, 1 - rest) * 50).rounded(.up) / 50
    let side = 2 * step * Float(min(job.width, job.height)) / 20
    job.run(
      PlaceKernel(
        across: BlockMap(block: side, last: Float(job.width - 1)),
        down: BlockMap(block: side, last: Float(job.height - 1)), share: Share.of(progress),
        movesBoth: true))
  }
}

/// Every place is read from the middle of its block.
private struct BlockMap: PlaceMap {
  let block: Float
  let last: Float

  func source(_ place: Float) -> Float {
    guard block > 0 else { return place }
    let middle = ((place / block).rounded(.down) + 0.5) * block
    return min(middle, last).rounded(.down)
  }
}
