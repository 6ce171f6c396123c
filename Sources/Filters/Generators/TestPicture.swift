import Bytes
import Timeline
import Y4M

/// The test picture as the source of a clip or a layer: as large as the canvas, and a function of
/// the source's time.
final class TestPicture: Sendable {
  static let seed = Setting<Int>(
    "seed", default: 0, in: Limits(0...1_000_000_000),
    "Another number makes other noise and places.")
  static let rate = Setting<RateValue?>(
    "rate", default: nil, defaultText: "the output's", "Frames a second of the film.")

  static let declaration = Declaration(
    name: "testsrc",
    summary: "A synthetic film: colour bars, motion and a frame counter.",
    example: #"""
      { "source": { "testsrc": {} }, "duration": 5 }
      """#,
    parameters: [seed, rate])

  /// The format of its frames.
  let format: PixelFormat
  let colors: SourceColors
  private let seed: UInt64
  private let rate: FrameRate
  private let made = Mutex<TestSource?>(nil)

  init?(_ arguments: Arguments, _ setting: LayerSetting) {
    let (canvas, coding) = (setting.format, setting.coding)
    let format = PixelFormat(
      width: canvas.width, height: canvas.height, depth: coding.depth, chroma: canvas.chroma,
      siting: canvas.siting)
    let rate = arguments[Self.rate]?.rate ?? setting.rate ?? Document.provisionalRate
    guard let format, let rate else { return nil }
    self.format = format
    self.rate = rate
    colors = SourceColors(matrix: coding.matrix, range: coding.range, format: format)
    seed = UInt64(clamping: arguments[Self.seed])
  }

  /// Calls `body` with the frame, or the two, that are seen at a time of the clip.
  func withPicture(
    _ retiming: Retiming, at time: Time, _ workspace: Workspace,
    _ body: (FrameSource) throws(RenderError) -> Void
  ) throws(RenderError) {
    let source = made.withLock { made in
      let source =
        made
        ?? TestSource(format, matrix: colors.matrix, range: colors.range, seed: seed)
      made = source
      return source
    }
    let choice = retiming.frames(at: time, rate: rate)
    try workspace.withFrame(format) { (first) throws(RenderError) in
      source.draw(frame: choice.first, into: first)
      guard choice.weight > 0, choice.second != choice.first else {
        return try body(FrameSource(SharedFrame(first)))
      }
      try workspace.withFrame(format) { (second) throws(RenderError) in
        source.draw(frame: choice.second, into: second)
        try body(
          FrameSource(SharedFrame(first), second: SharedFrame(second), weight: choice.weight))
      }
    }
  }

  /// Forgets what was made.
  func release() { made.withLock { $0 = nil } }
}
