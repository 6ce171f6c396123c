import Timeline
import Y4M

/// One picture fades into the other.
struct Crossfade: Transition {
  static let variants = ["crossfade", "fade"].map {
    TransitionVariant($0, "One picture fades into the other.")
  }
  static let keepsPlaces = true

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.run(EvenMix(share: Share.of(progress)))
  }
}
