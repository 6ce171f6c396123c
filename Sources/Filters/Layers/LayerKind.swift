import Geometry
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

  /// The same in another place: what `init` makes of `layer`, which differs in where it stands
  /// alone.
  func copy(placedBy layer: Layer, _ setting: LayerSetting) throws(RenderError) -> Self

  /// The layer's box at `time`, in which its masks stand, and the map from there to the canvas; nil
  /// for the canvas itself.
  func box(at time: Time) -> (size: Vector, map: Affine)?

  /// Whether its box never moves, whatever it shows in it.
  var standsStill: Bool { get }

  /// The same, as others need it that stand at the box.
  var hasStillBox: Bool { get }

  /// Whether it is cut by its masks already where it is drawn.
  var cutsItself: Bool { get }

  /// Whether it has no words at any time, as a text that a template leaves empty.
  var isWordless: Bool { get }
}

extension LayerKind {
  func copy(placedBy layer: Layer, _ setting: LayerSetting) throws(RenderError) -> Self {
    try Self(layer, setting)
  }

  func box(at time: Time) -> (size: Vector, map: Affine)? { nil }
  var standsStill: Bool { false }
  var hasStillBox: Bool { standsStill }
  var cutsItself: Bool { false }
  var isWordless: Bool { false }
}
