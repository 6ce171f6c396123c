import Geometry
import Timeline

/// A kind of layer that its geometry places.
///
/// What it shows and where it stands are asked for apart: while the shutter is open, it is what it
/// is at the frame's time, at the places of others.
protocol MovingLayer: LayerKind {
  /// Where it is over time.
  var motion: LayerMotion { get }

  /// The samples of the picture that it may touch, of what it is at `time` at the place of
  /// `moment`.
  func bounds(at time: Time, placedAt moment: Time) -> Box

  /// The layer's box, of what it is at `time` at the place of `moment`.
  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)?

  /// How far something in it moves by itself while the shutter is open, in pixels.
  func innerTravel(at time: Time) -> Double

  /// Whether that is blurred with the layer, also where the layer stands still: not of what sees to
  /// that itself, as layers in a group do.
  var movesByItself: Bool { get }
}

extension MovingLayer {
  func bounds(at time: Time) -> Box { bounds(at: time, placedAt: time) }

  func box(at time: Time) -> (size: Vector, map: Affine)? { box(at: time, placedAt: time) }

  func innerTravel(at time: Time) -> Double { 0 }

  var movesByItself: Bool { false }
}
