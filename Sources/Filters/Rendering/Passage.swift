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

extension Registry {
  /// Makes what draws `layer` at those times at which it cannot be drawn directly; nil where there
  /// are none.
  ///
  /// - Parameter kind: what draws it else.
  static func makeIndirect(
    _ layer: Layer, _ kind: any LayerKind, _ setting: LayerSetting
  ) throws(RenderError) -> (any IndirectContent)? {
    let passages = Passage.all(of: layer)
    if layer.effect != nil {
      return passages.isEmpty ? nil : try TransitioningEffect(passages, kind, setting)
    }
    let mode = layer.arguments[GeometryParameters.blend]
    let masks = kind.cutsItself ? [] : layer.arguments[MaskParameters.masks]
    if passages.isEmpty, layer.effects.isEmpty, layer.matte == nil, masks.isEmpty, mode == .normal {
      return nil
    }
    guard let format = setting.layered, let apart = setting.apart else {
      throw RenderError(.tooLarge(.layer), at: layer.place)
    }
    var stages: [any LayerStage] = []
    if !masks.isEmpty {
      stages.append(MaskStage(masks, canvas: setting.canvas) { kind.box(at: $0) })
    }
    if !layer.effects.isEmpty { stages.append(EffectsStage(layer, apart)) }
    if let matte = layer.matte {
      let content = StackContent(
        stack: LayerStack([matte.layer], index: RangeIndex([matte.layer.range]), apart),
        start: layer.range.start)
      stages.append(MatteStage(matte, content, format, setting.coding))
    }
    if !passages.isEmpty {
      let earlier = stages
      stages.append(
        try PassageStage(passages, at: layer.place, setting) { time in
          earlier.reduce(kind.bounds(at: time)) {
            $1.isOn(at: time) ? $1.bounds(of: $0, at: time) : $0
          }
        })
    }
    let blending = mode == .normal ? nil : Blending(mode: mode, coding: setting.coding)
    return IsolatedLayer(kind, stages: stages, blending: blending, format, setting.painter())
  }
}
