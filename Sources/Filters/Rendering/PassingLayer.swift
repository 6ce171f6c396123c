import Timeline
import Y4M

/// What draws a layer while it comes or goes.
protocol PassingLayer: Sendable {
  /// Whether the layer comes or goes at `time`, counted from its start.
  func isOn(at time: Time) -> Bool

  /// As ``LayerKind/bounds(at:)``, at a time at which it is on.
  func bounds(at time: Time) -> Box

  /// As ``LayerKind/draw(on:at:_:)``, at a time at which it is on.
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()

  /// As ``LayerKind/workingBytes``.
  var workingBytes: Int { get }
}

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

extension Registry {
  /// Makes what draws `layer` while it comes or goes; nil when it does so at once.
  ///
  /// - Parameter kind: what draws it else.
  static func makePassage(
    _ layer: Layer, _ kind: any LayerKind, _ setting: LayerSetting
  ) throws(RenderError) -> (any PassingLayer)? {
    let passages = Passage.all(of: layer)
    if passages.isEmpty { return nil }
    if layer.effect != nil { return try TransitioningEffect(passages, kind, setting) }
    return try TransitioningLayer(passages, layer, setting)
  }
}
