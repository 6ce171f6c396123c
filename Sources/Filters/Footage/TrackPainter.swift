import Timeline
import Y4M

/// Draws a clip of the main track over all of a frame; times count from the clip's start.
protocol TrackPainter: Sendable {
  /// Whether no picture of it ever leaves as it came.
  var alwaysDraws: Bool { get }
  /// The bytes of frames that travel with those of the output.
  var travellingBytes: Int { get }
  /// The bytes of frames that drawing takes beside those.
  var workingBytes: Int { get }
  /// The number of the source whose frames are the clip's at `time`, sample for sample; nil when
  /// something is done to them.
  func passedFeed(at time: Time) -> Int?
  /// Whether pictures of a format keep their lines, and every other one of them its place among
  /// every other one of the canvas.
  func keepsLines(_ source: PixelFormat) -> Bool
  /// Draws all of `target`.
  func draw(to target: Frame, at time: Time, _ workspace: Workspace) throws(RenderError)
  /// Notes that nothing is drawn at `time`.
  func pass(at time: Time)
  /// Forgets what was kept; the clip is over.
  func release()
  /// The effects that read frames before their own, in the clip's time.
  var histories: [HistoryUse] { get }
}

extension TrackPainter {
  var histories: [HistoryUse] { [] }
}

/// Draws standard input as it comes: as it is, or put on the canvas as a whole.
struct StreamPainter: TrackPainter {
  private let feed: Int
  /// Nil where the canvas is that of the stream.
  private let stage: CanvasStage?

  /// - Throws: what is wrong with the canvas.
  init(_ clip: Clip, on canvas: Arguments, _ setting: LayerSetting) throws(RenderError) {
    feed = clip.feed
    let input = setting.sources.indices.contains(clip.feed) ? setting.sources[clip.feed] : nil
    stage = try CanvasParameters.stage(
      canvas, input: input?.format ?? setting.format, stretch: input?.stretch ?? 1,
      coding: setting.coding)
  }

  var alwaysDraws: Bool { stage != nil }
  var travellingBytes: Int { stage?.input.frameBytes ?? 0 }
  var workingBytes: Int { stage?.workingBytes ?? 0 }

  func passedFeed(at time: Time) -> Int? { stage == nil ? feed : nil }

  func keepsLines(_ source: PixelFormat) -> Bool { stage?.keepsLines ?? true }

  func draw(to target: Frame, at time: Time, _ workspace: Workspace) {
    guard let picture = workspace.sources[feed]?.frame else { return }
    if let stage {
      stage.draw(picture, to: target, workspace)
    } else {
      target.copy(from: picture)
    }
  }

  func pass(at time: Time) {}

  func release() {}
}
