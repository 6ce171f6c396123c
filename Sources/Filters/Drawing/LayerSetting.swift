import Bytes
import Fonts
import Timeline
import Y4M

/// What a layer needs to know of its surroundings.
package struct LayerSetting: Sendable {
  /// The frames that the layer draws on.
  let format: PixelFormat
  /// The stream's colours.
  let coding: ColorCoding
  /// Reads the files that layers name.
  let loader: AssetLoader
  /// The pictures of files, shared by the layers that draw on these frames.
  let assets = ImageAssets()
  /// The memory that a layer may keep for later frames.
  let budget: CacheBudget
  /// Whether alpha belongs to the picture, as inside a group.
  let includesAlpha: Bool
  /// What is known of the timeline's sources, by their numbers in `Document.feeds`; nil for those
  /// that are drawn here: pictures, colours and what is computed.
  var sources: [SourceColors?] = []
  /// Frames a second of the output.
  var rate: FrameRate?
  /// The fonts that texts may use.
  var fonts = FontLibrary.builtInOnly
  /// The texts that templates show by name.
  var variables: [String: String] = [:]
  /// Whether files are unpacked to their ends, to see whether they are whole.
  var isThorough = false
  /// Takes what is wrong with the layers, so that all of it is told at once.
  let faults: FaultLog

  var canvas: (width: Int, height: Int) { (format.width, format.height) }

  /// The rate in which templates count frames: the output's.
  func textRate(_ place: Range<Int>) throws(RenderError) -> FrameRate {
    guard let rate = rate ?? Document.provisionalRate else {
      throw RenderError(message: "a text needs the frame rate", place: place)
    }
    return rate
  }

  /// Makes what draws a layer's pictures.
  func painter() -> PicturePainter {
    PicturePainter(
      format: format, coding: coding, budget, isPremultiplied: includesAlpha)
  }
}
