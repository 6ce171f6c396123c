import Bytes
import Timeline

/// When the light of a frame is caught, for layers that move: at times about the frame's own.
struct Shutter: Hashable, Sendable {
  /// When the shutter opens, counted from the frame's time.
  private let opening: Time
  /// How long it is open.
  private let length: Time
  /// Into how many parts the open shutter is divided to find a way.
  private static let parts = 16
  /// The most moments that are drawn.
  private static let mostMoments = 128
  /// How many times are drawn; nil where that follows from the movement.
  private let samples: Int?

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

  /// The times at which a way is looked at: from when the shutter opens until it is closed.
  func steps(of time: Time) -> [Time] {
    (0...Self.parts).map { step in
      moment(at: Rational(reducing: Int128(step), over: Int128(Self.parts)), of: time)
    }
  }

  /// How long it is open, in seconds.
  var seconds: Double { length.seconds }

  /// The middle of one of so many even parts of the time in which it is open, as a share of that.
  static func share(_ number: Int, of count: Int) -> Rational {
    Rational(reducing: Int128(2 * number + 1), over: Int128(2 * count))
  }

  /// How many moments are drawn: so many that their mean is that of all moments, but for half a
  /// step of 8 bits at a hard edge.
  ///
  /// A sample on an edge changes by all its range within a pixel of the way. The mean of n moments
  /// misses it by about a quarter of (255 / n)(way / n) steps where way / n is less than a pixel,
  /// and by half of 255 / n steps at most where it is more.
  ///
  /// - Parameter inner: how far something moves beside the way, in pixels.
  ///
  /// - Parameter travel: how long the way would be if all of it were as fast as its fastest part,
  ///   in pixels.
  func count(_ travel: Double) -> Int {
    if let samples { return samples }
    return Int(min(max((12 * travel.squareRoot()).rounded(.up), 2), Double(Self.mostMoments)))
  }
}

extension PictureIdentity {
  /// A picture that is there at this time alone, in what is being drawn.
  static func passing(_ time: Time, _ workspace: Workspace) -> PictureIdentity {
    workspace.exposure.map { .exposed(time, $0) } ?? .moment(time)
  }
}
