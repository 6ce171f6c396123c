import Bytes
import Fonts
import Timeline
import Y4M

/// What a layer needs to know of its surroundings.
package struct LayerSetting: Sendable {
  /// The frames that the layer draws on, where it is not drawn apart.
  private(set) var format: PixelFormat
  /// The format of the frames on which the timeline's layers are drawn that are in none of its
  /// groups.
  let stream: PixelFormat
  /// Where timelines with clips are seen that are layers, as ``EditList/films`` has it.
  var films: [EditList.Entry] = []
  /// The format of frames on which layers are drawn apart; nil where these take too much memory.
  let layered: PixelFormat?
  /// The stream's colours.
  private(set) var coding: ColorCoding
  /// Reads the files that layers name.
  let loader: AssetLoader
  /// The pictures of files, shared by all layers.
  private(set) var assets = ImageAssets()
  /// The memory that a layer may keep for later frames.
  private(set) var budget: CacheBudget
  /// What is known of the timeline's sources, by their numbers in `Document.feeds`; nil for those
  /// that are drawn here: pictures, colours and what is computed.
  private(set) var sources: [SourceColors?]
  /// The width of a pixel of the output whose height is 1.
  let pixelWidth: Double
  /// Frames a second of the output.
  let rate: FrameRate?
  /// Whether layers that do not say it themselves are blurred as they move.
  var motionBlur: MotionBlur?
  /// When the group ends in which the layer stands, or one around that, in the timeline's time; nil
  /// where none does.
  var end: Time?
  /// The fonts that texts may use.
  let fonts: FontLibrary
  /// The texts that templates show by name.
  let variables: [String: String]
  /// Whether files are unpacked to their ends, to see whether they are whole.
  let isThorough: Bool
  /// The boxes of the layers of the list in which the layer stands, and of those around it.
  private(set) var boxes: LayerBoxes?
  /// Takes what is wrong with the layers, so that all of it is reported at once.
  private(set) var faults: FaultLog

  init(
    format: PixelFormat, coding: ColorCoding, loader: AssetLoader, budget: CacheBudget,
    sources: [SourceColors?] = [], pixelWidth: Double = 1, rate: FrameRate? = nil,
    fonts: FontLibrary = .builtInOnly,
    variables: [String: String] = [:], isThorough: Bool = false, faults: FaultLog
  ) {
    self.format = format
    stream = format
    layered = format.layered
    self.coding = coding
    self.loader = loader
    self.budget = budget
    self.sources = sources
    self.pixelWidth = pixelWidth
    self.rate = rate
    self.fonts = fonts
    self.variables = variables
    self.isThorough = isThorough
    self.faults = faults
  }

  /// The setting of layers that are drawn on a frame of layers; nil where that takes too much
  /// memory.
  var apart: LayerSetting? {
    layered.map { layered in
      var setting = self
      setting.format = layered
      return setting
    }
  }

  /// The setting of what is drawn for its brightness alone: in SDR, where white is all there is.
  var forBrightness: LayerSetting {
    guard coding.light.transfer.isHDR else { return self }
    var setting = self
    setting.coding = coding.with(light: .standard)
    setting.assets = ImageAssets()
    setting.sources = sources.map { source in
      source.map {
        SourceColors(
          matrix: $0.matrix, range: $0.range, format: $0.format, light: $0.light ?? coding.light,
          stretch: $0.stretch)
      }
    }
    return setting
  }

  /// The setting of the layers of a list, whose boxes these are.
  func with(boxes: LayerBoxes) -> LayerSetting {
    var setting = self
    setting.boxes = boxes
    return setting
  }

  /// The setting of each of some copies of a layer that has been made itself, so that its faults
  /// are known.
  func forCopies(_ count: Int) -> LayerSetting {
    var setting = self
    setting.budget = budget / max(count, 1)
    setting.faults = FaultLog()
    return setting
  }

  /// Whether alpha belongs to the picture, as inside a group.
  var includesAlpha: Bool { format.isPremultiplied }

  var canvas: (width: Int, height: Int) { (format.width, format.height) }

  /// The rate in which templates count frames: the output's.
  func textRate(_ place: Range<Int>) throws(RenderError) -> FrameRate {
    guard let rate = rate ?? Document.provisionalRate else {
      throw RenderError(.missing(.frameRate), at: place)
    }
    return rate
  }

  /// The shutter of a layer that is one of these, and what holds for those within it.
  func motionBlur(of arguments: Arguments) -> MotionBlur? {
    arguments[GeometryParameters.motionBlur].map { $0.completed(by: motionBlur) } ?? motionBlur
  }

  /// The width of a pixel of the output, for turning what a clip or a layer plays: films, timelines
  /// and files of pictures keep the shape in which they are shown; what is made here has the
  /// output's pixels.
  func pixelWidth(playing media: MediaUse, feed: Int) -> Double {
    let isFilm = sources.indices.contains(feed) && sources[feed] != nil
    switch media.source {
    case .file, .image: return pixelWidth
    default: return isFilm || media.source.timeline != nil ? pixelWidth : 1
    }
  }

  /// Makes what draws a layer's pictures.
  func painter() -> PicturePainter { PicturePainter(coding: coding, budget) }
}
