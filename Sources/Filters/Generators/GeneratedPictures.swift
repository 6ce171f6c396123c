import Timeline

/// The pictures that are computed in a box, for clips and video layers.
enum GeneratedPictures {
  static let declarations = [
    NoisePicture.declaration, CheckerboardPicture.declaration, StripesPicture.declaration,
    GridPicture.declaration, BarsPicture.declaration, ParticleField.declaration,
    CountdownPicture.declaration, SpectrumPicture.declaration, WaveformPicture.declaration,
  ]

  /// Makes what draws the picture of this name; nil where there is none.
  static func make(
    _ name: String, _ arguments: Arguments, _ setting: LayerSetting
  ) throws(RenderError) -> (any BoxDrawing)? {
    switch name {
    case NoisePicture.declaration.name: try BoxPainter<NoisePicture>(arguments, setting)
    case CheckerboardPicture.declaration.name:
      try BoxPainter<CheckerboardPicture>(arguments, setting)
    case StripesPicture.declaration.name: try BoxPainter<StripesPicture>(arguments, setting)
    case GridPicture.declaration.name: try BoxPainter<GridPicture>(arguments, setting)
    case BarsPicture.declaration.name: try BoxPainter<BarsPicture>(arguments, setting)
    case ParticleField.declaration.name: try ParticleField(arguments, setting)
    case CountdownPicture.declaration.name: try BoxPainter<CountdownPicture>(arguments, setting)
    case SpectrumPicture.declaration.name: try BoxPainter<SpectrumPicture>(arguments, setting)
    case WaveformPicture.declaration.name: try BoxPainter<WaveformPicture>(arguments, setting)
    default: nil
    }
  }
}
