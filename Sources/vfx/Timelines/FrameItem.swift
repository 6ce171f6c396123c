import Clips
import Filters
import Y4M

/// One frame on its way through the program.
final class FrameItem {
  /// What comes in on standard input, where no clips are played.
  let source: Frame
  /// What goes out: the source itself unless the canvas changes, or the one frame of a source that
  /// is seen as it is.
  var target: Frame
  /// The frames of clips and video layers.
  var pictures: SourcePictures
  var supplies: [Supply] = []
  /// What stood behind FRAME, to be passed on.
  var parameters: [UInt8] = []
  /// The item's own frame for the output.
  let canvas: Frame

  init(_ scene: Scene) {
    let output = scene.renderer.output
    if scene.plan.edit == nil {
      source = Frame(scene.renderer.input)
      canvas = scene.renderer.changesCanvas ? Frame(output) : source
    } else {
      canvas = Frame(output)
      source = canvas
    }
    target = canvas
    pictures = SourcePictures(count: scene.plan.document.feeds.count)
  }

  /// Lets go of the frames of sources.
  func release() {
    target = canvas
    pictures.removeAll()
    supplies.removeAll(keepingCapacity: true)
    if !parameters.isEmpty { parameters = [] }
  }
}
