import Geometry
import Timeline
import Y4M

/// A step that a layer takes between its content and the picture: one that needs the layer drawn
/// apart.
///
/// Adding one is a struct that is a stage, and a line in ``Registry/stages(of:_:_:)``.
protocol LayerStage: Sendable {
  /// Where it stands among the others.
  var order: StageOrder { get }

  /// Whether it changes anything at `time`, counted from the layer's start. A layer of which no
  /// stage is on is drawn directly.
  func isOn(at time: Time) -> Bool

  /// Whether it does the same at all times at which it is on.
  var isStill: Bool { get }

  /// The samples of the canvas that are seen or read once the stage is done, of a layer that may
  /// touch `box`.
  func bounds(of box: Box, at time: Time) -> Box

  /// Changes the layer. Frames that are borrowed for it may be exchanged for the picture's own.
  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()

  /// The bytes of the frames that it takes beside the layer's own.
  var workingBytes: Int { get }

  /// The effects in it that read frames before their own, in the layer's time.
  var histories: [HistoryUse] { get }
}

extension LayerStage {
  var isStill: Bool { false }
  var histories: [HistoryUse] { [] }
}

/// The order in which stages follow one another, whatever the order in which they are made; the
/// layer's opacity and how it mixes with what is below it come after all of them.
enum StageOrder: Int {
  /// What cuts the layer in its own box.
  case mask
  /// What follows its outline: borders, shadows, glows.
  case style
  /// What changes it as if it stood in a group of its own.
  case effects
  /// What cuts it by another layer.
  case matte
  /// How it comes and goes.
  case passage

  /// Whether it belongs to each moment of a layer that moves while the shutter is open, and not to
  /// what is seen of all of them.
  var movesWithLayer: Bool { self == .mask || self == .style }
}

/// Gives a layer's box at a time, and the map from there to the canvas, nil where it has none; in
/// what a workspace is drawing, that of the moment of the open shutter.
typealias LayerBox = @Sendable (Time, Workspace?) -> (size: Vector, map: Affine)?

/// A layer drawn apart: 4:4:4, 16 bits, premultiplied, in the stream's matrix.
struct IsolatedPicture {
  var frame: Frame
  /// Where the frame's first sample lies on the canvas.
  var x = 0
  var y = 0
  /// The part of the frame in which there is something; beyond it, samples mean nothing.
  var seen: Box

  /// The seen part on the canvas.
  var place: Box { seen.moved(x: x, y: y) }
}
