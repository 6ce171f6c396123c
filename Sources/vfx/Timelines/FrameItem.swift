import Clips
import Filters
import Y4M

/// One frame on its way through the program.
final class FrameItem {
  /// What goes out.
  enum Output {
    /// The item's own frame, on which all is drawn.
    case canvas(Frame)
    /// The frame of a source that nobody else has or will have: layers are drawn on it.
    case taken(Frame)
    /// A frame of a source as it is; others may look at it too.
    case untouched(SharedFrame)

    /// To be written or looked at.
    var frame: SharedFrame {
      switch self {
      case .canvas(let frame), .taken(let frame): SharedFrame(frame)
      case .untouched(let frame): frame
      }
    }
  }

  /// What comes in on standard input, where no clips are played.
  let source: Frame
  var output: Output
  /// The frames of clips and video layers.
  var pictures: SourcePictures
  /// The same, as they are to be given back.
  var supplies: [Supply] = []
  /// What stood behind FRAME, to be passed on.
  var parameters: [UInt8] = []
  /// The item's own frame for the output.
  private let canvas: Frame

  init(_ scene: Scene) {
    let output = scene.renderer.output
    if scene.plan.edit == nil {
      source = Frame(scene.renderer.input)
      canvas = scene.renderer.changesCanvas ? Frame(output) : source
    } else {
      canvas = Frame(output)
      source = canvas
    }
    self.output = .canvas(canvas)
    pictures = SourcePictures(count: scene.plan.document.feeds.count)
  }

  /// Lets go of the pictures of sources but for ``supplies``, and gives the frame that was taken
  /// from them.
  func release() -> Frame? {
    defer { output = .canvas(canvas) }
    pictures.removeAll()
    if !parameters.isEmpty { parameters = [] }
    if case .taken(let frame) = output { return frame }
    return nil
  }
}
