import Timeline
import Y4M

/// A kind of layer: one file in `Layers/` that holds its parameters, its documentation and how it
/// is drawn.
package protocol LayerKind: Sendable {
  /// The kind's name, documentation and own parameters.
  static var declaration: Declaration { get }

  /// Takes a layer that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what is wrong with the files that the layer names.
  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError)

  /// The samples of the picture that the layer may touch at `time`; empty when it is not seen.
  ///
  /// Drawing touches nothing outside, in any plane, but samples whose footprints meet the box.
  func bounds(at time: Time) -> Box

  /// Draws the layer as it is at `time`, counted from the layer's start.
  ///
  /// Called from several threads at once, each with a frame and a workspace of its own.
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()

  /// The bytes of the frames that drawing it takes beside the one that it is drawn on.
  var workingBytes: Int { get }
}

extension LayerKind {
  package var workingBytes: Int { 0 }
}
