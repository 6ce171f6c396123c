import Timeline
import Y4M

/// A kind of layer: one file in `Layers/` that holds its parameters, its documentation and how it
/// is drawn.
protocol LayerKind: LayerContent {
  /// The kind's name, documentation and own parameters.
  static var declaration: Declaration { get }

  /// Takes a layer that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what is wrong with the files that the layer names.
  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError)
}
