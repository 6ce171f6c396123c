import Bytes
import Timeline
import Y4M

/// The picture that goes comes nearer and then fades into the next one.
struct ZoomIn: Transition {
  static let variants = [
    TransitionVariant(
      "zoomin", "The outgoing picture is enlarged about its middle, and then the next fades in.")
  ]

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let rest = 1 - Float(progress)
    let scale = Maths.smoothstep((rest - 0.5) / 0.5)
    job.run(
      PlaceKernel(
        across: ZoomMap(side: Float(job.width), scale: scale),
        down: ZoomMap(side: Float(job.height), scale: scale),
        share: Share.of(1 - Maths.smoothstep(rest / 0.5)), movesBoth: false))
  }
}

/// Places come from nearer to the middle.
private struct ZoomMap: PlaceMap {
  let side: Float
  let scale: Float

  func source(_ place: Float) -> Float {
    ((0.5 + (place / side - 0.5) * scale) * (side - 1)).rounded(.up)
  }
}
