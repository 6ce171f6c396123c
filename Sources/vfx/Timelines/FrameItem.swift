import Clips
import Filters
import NUT
import Timeline
import Y4M

/// One frame on its way through the program.
final class FrameItem {
  /// What goes out.
  enum Output {
    /// The item's own frame, on which all is drawn.
    case canvas
    /// The frame of a source that nobody else has or will have: layers are drawn on it.
    case taken(Frame)
    /// A frame of a source as it is; others may look at it too.
    case untouched(SharedFrame)
  }

  var output = Output.canvas
  /// The time of the frame; nil where there is none, and only ``passed`` goes out.
  var time: Time?
  /// Whether the stream or a file said the time, and it is not that of an even rate.
  var hasOwnTime = false
  /// What goes out before the frame.
  var passed: [NUTFilm.Passed] = []
  /// The packet of NUT in which the picture came.
  var packet: NUTPacket?
  /// The frames of clips and video layers.
  var pictures: SourcePictures
  /// The frames of ``pictures``, as they are to be given back.
  var supplies: [Supply] = []
  /// The frames of the output before this one that it reads, the nearest first.
  var past: [PastFrame] = []
  /// What stood behind FRAME, to be passed on.
  var parameters: [UInt8] = []
  /// What it is drawn by, where that is another scene than the first.
  private(set) var stage: SceneStage?
  /// The item's own frame for the output; where pictures pass, it is never needed.
  private(set) lazy var canvas = Frame(format)
  private let format: PixelFormat

  init(_ scene: Scene) {
    format = scene.renderer.output
    pictures = SourcePictures(count: scene.plan.document.feeds.count)
  }

  /// What goes out, to be written or looked at.
  var frame: SharedFrame {
    switch output {
    case .canvas: SharedFrame(canvas)
    case .taken(let frame): SharedFrame(frame)
    case .untouched(let frame): frame
    }
  }

  /// Makes it ready for a scene whose output has the same format; it holds no pictures now.
  func enter(_ stage: SceneStage) {
    guard self.stage !== stage else { return }
    self.stage = stage
    pictures = SourcePictures(count: stage.scene.plan.document.feeds.count)
  }

  /// Lets go of the pictures of sources but for ``supplies``, and gives the frame that was taken
  /// from them.
  func release() -> Frame? {
    defer { output = .canvas }
    (time, packet, hasOwnTime) = (nil, nil, false)
    if !passed.isEmpty { passed = [] }
    pictures.removeAll()
    if !past.isEmpty { past.removeAll(keepingCapacity: true) }
    if !parameters.isEmpty { parameters = [] }
    if case .taken(let frame) = output { return frame }
    return nil
  }
}
