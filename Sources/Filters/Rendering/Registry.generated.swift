// Written by scripts/registry. Do not edit.

extension Registry {
  /// The kinds of layers, one a file of `Layers/`, with the group, but without effects.
  static let layers: [any LayerKind.Type] = [
    ColorLayer.self,
    GradientLayer.self,
    GroupLayer.self,
    ImageLayer.self,
    ShapeLayer.self,
    SubtitlesLayer.self,
    TextLayer.self,
    VideoLayer.self,
  ]

  /// The effects, one a file of the families in `Effects/`.
  static let effects: [any Effect.Type] = [
    Blur.self,
    ChromaKey.self,
    ColorHold.self,
    ColorKey.self,
    Despill.self,
    DifferenceKey.self,
    Exposure.self,
    Invert.self,
    LumaKey.self,
    Pointillize.self,
    Vortex.self,
  ]

  /// The transitions and families of them, one a file of `Transitions/`.
  static let transitions: [any Transition.Type] = [
    BoundingUp.self,
    ColorFade.self,
    Crop.self,
    Crossfade.self,
    Cut.self,
    Diagonal.self,
    DifferenceFade.self,
    Dissolve.self,
    Distance.self,
    Glitch.self,
    HorizontalBlur.self,
    Luma.self,
    Opening.self,
    PageTurn.self,
    Pixelize.self,
    Radial.self,
    Ripple.self,
    Slices.self,
    Slide.self,
    Squeeze.self,
    Swipe.self,
    Swirl.self,
    Wind.self,
    Wipe.self,
    ZoomBlur.self,
    ZoomIn.self,
  ]
}
