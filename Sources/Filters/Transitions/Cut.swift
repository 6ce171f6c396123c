import Timeline
import Y4M

/// No change at all: the picture that comes is seen as soon as there is one.
struct Cut: Transition {
  static let variants = [
    TransitionVariant(
      "none", "The incoming picture covers the outgoing one, from the start of the overlap on.")
  ]

  static let isCut = true

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.target.copy(from: job.to)
  }
}
