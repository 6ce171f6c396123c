import Geometry
import Timeline
import Y4M

extension Registry {
  /// What follows the outline of a layer; nil where nothing does.
  static func style(of layer: Layer, _ setting: LayerSetting) -> LayerStyle? {
    type(of: layer).flatMap { LayerStyle(layer, $0, canvas: setting.canvas) }
  }

  /// The layer as it is drawn before its stages: one with styles is opaque, as a layer that is half
  /// seen has a shadow that is half seen, and not one that is seen through it.
  static func beforeStages(_ layer: Layer, _ setting: LayerSetting) -> Layer {
    guard style(of: layer, setting) != nil else { return layer }
    return Layer(
      layer, arguments: layer.arguments.setting(GeometryParameters.opacity, to: 1))
  }

  /// Makes what draws `layer` at those times at which it cannot be drawn directly; nil where there
  /// are none.
  ///
  /// - Parameter kind: what draws it else, and before its stages.
  static func makeIndirect(
    _ layer: Layer, _ kind: any LayerKind, _ setting: LayerSetting
  ) throws(RenderError) -> (any IndirectContent)? {
    let passages = Passage.all(of: layer)
    if layer.effect != nil {
      return passages.isEmpty ? nil : try TransitioningEffect(passages, kind, setting)
    }
    let mode = layer.arguments[GeometryParameters.blend]
    let masks = try masks(of: layer, kind, setting)
    let style = style(of: layer, setting)
    let exposure = LayerExposure(kind)
    if passages.isEmpty, layer.effects.isEmpty, layer.matte == nil, masks.isEmpty, style == nil,
      mode == .normal, setting.coding.mixing == nil, exposure == nil
    {
      return nil
    }
    guard let format = setting.layered, let apart = setting.apart else {
      throw RenderError(.tooLarge(.layer), at: layer.place)
    }
    var stages = stages(of: layer, kind, setting, apart, format, masks, style)
    if !passages.isEmpty {
      let earlier = stages
      stages.append(
        try PassageStage(passages, at: layer.place, setting) { time in
          earlier.reduce(exposure?.way(at: time)?.bounds ?? kind.bounds(at: time)) {
            $1.isOn(at: time) ? $1.bounds(of: $0, at: time) : $0
          }
        })
    }
    let onlyCuts =
      style == nil && layer.effects.isEmpty && passages.isEmpty && mode == .normal
      && setting.coding.mixing == nil
    if onlyCuts, stages.allSatisfy(\.isStill), kind.standsStill, !kind.isStill,
      !setting.format.hasAlpha
    {
      return CutLayer(kind, cutBy: stages, format)
    }
    return IsolatedLayer(
      kind, stages: stages, exposure: exposure,
      opacity: style.map { _ in LayerOpacity(layer.arguments) },
      blending: Blending(ofLayer: mode, coding: setting.coding),
      beneath: setting.format.frameBytes, format, setting.painter())
  }

  /// What a layer goes through before its transitions, in order.
  ///
  /// - Parameters:
  ///   - apart: where effects are drawn on it.
  ///   - format: that of its frames.
  private static func stages(
    of layer: Layer, _ kind: any LayerKind, _ setting: LayerSetting, _ apart: LayerSetting,
    _ format: PixelFormat, _ masks: [LayerMask], _ style: LayerStyle?
  ) -> [any LayerStage] {
    var stages: [any LayerStage] = []
    if !masks.isEmpty {
      stages.append(MaskStage(masks, format, setting.coding, box: kind.placedBox))
    }
    if let style {
      stages.append(StyleStage(style, setting, isCut: kind is GroupLayer, box: kind.placedBox))
    }
    if !layer.effects.isEmpty {
      var own = apart
      own.motionBlur = setting.motionBlur(of: layer.arguments)
      stages.append(EffectsStage(layer, own))
    }
    if let matte = layer.matte {
      let own = matte.measure == .luma ? apart.forBrightness : apart
      let content = StackContent(
        stack: LayerStack([matte.layer], index: RangeIndex([matte.layer.range]), own),
        start: layer.range.start, span: layer.range)
      stages.append(MatteStage(matte, content, format, setting.coding))
    }
    return stages
  }

  /// What cuts a layer in its own box: its masks, unless it cuts itself, and its round corners.
  private static func masks(
    of layer: Layer, _ kind: any LayerKind, _ setting: LayerSetting
  ) throws(RenderError) -> [LayerMask] {
    var masks: [LayerMask] = []
    if !kind.cutsItself {
      for arguments in layer.arguments[MaskParameters.masks] {
        masks.append(try LayerMask(arguments, setting, at: layer.place))
      }
    }
    let own = Swift.type(of: kind).declaration.parameters
    if !own.contains(where: { $0.name == StyleParameters.radius.name }),
      layer.arguments.isGiven(StyleParameters.radius)
    {
      masks.append(LayerMask(radius: layer.arguments[StyleParameters.radius]))
    }
    return masks
  }
}

extension LayerKind {
  /// Its box in what is being drawn.
  fileprivate var placedBox: LayerBox {
    { time, workspace in
      guard let workspace, let layer = self as? any MovingLayer else { return self.box(at: time) }
      return layer.box(at: time, placedAt: layer.motion.moment(at: time, workspace))
    }
  }
}
