import Bytes
import Timeline

/// When the light of a frame is caught, for layers that move: at times about the frame's own.
struct Shutter: Hashable, Sendable {
  /// When the shutter opens, counted from the frame's time.
  private let opening: Time
  /// How long it is open.
  private let length: Time
  /// How many times are drawn; nil where that follows from the movement.
  let samples: Int?

  /// - Parameter rate: of the output.
  /// - Returns: nil where nothing is blurred.
  init?(_ blur: MotionBlur?, rate: FrameRate?) {
    guard let blur, let rate, blur.isOn, blur.shutter > 0 else { return nil }
    let degree = Time(frame: 1, rate: rate) * Rational(reducing: 1, over: 360)
    opening = degree * Rational(approximating: blur.phase)
    length = degree * Rational(approximating: blur.shutter)
    samples = if case .count(let count) = blur.samples { count } else { nil }
  }

  /// The time at a share of the open shutter, of a frame at `time`.
  func moment(at share: Rational, of time: Time) -> Time { time + opening + length * share }
}

extension PictureIdentity {
  /// A picture that is there at this time alone, in what is being drawn.
  static func passing(_ time: Time, _ workspace: Workspace) -> PictureIdentity {
    workspace.exposure.map { .exposed(time, $0) } ?? .moment(time)
  }
}
