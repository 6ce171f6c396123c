import Timeline
import Y4M

/// A transition by which a layer comes or goes, and when.
struct Passage: Sendable {
  let use: TransitionUse
  /// In the layer's own time.
  let start: Time
  /// Whether the layer goes.
  let isExit: Bool

  /// The entrance and the exit of `layer`, as far as it has them.
  static func all(of layer: Layer) -> [Passage] {
    var passages: [Passage] = []
    if let use = layer.entrance, use.duration > .zero {
      passages.append(Passage(use: use, start: .zero, isExit: false))
    }
    if let use = layer.exit, use.duration > .zero, let length = layer.range.duration {
      passages.append(Passage(use: use, start: length - use.duration, isExit: true))
    }
    return passages
  }

  /// How far it is at a time, in the layer's own; nil when it is not on.
  func share(at time: Time) -> Double? {
    guard time >= start, time < start + use.duration else { return nil }
    return (time - start).divided(by: use.duration)?.double
  }
}
