import Timeline
import Y4M

/// One picture fades into the other.
struct Crossfade: Transition {
  static let variants = [
    TransitionVariant("crossfade", "One picture fades into the other."),
    TransitionVariant("fade", "One picture fades into the other: crossfade by xfade's name."),
  ]
  static let keepsPlaces = true

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.run(EvenMix(share: Share.of(progress)))
  }
}
