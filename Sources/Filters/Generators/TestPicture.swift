import Bytes
import Timeline
import Y4M

/// The test picture as the source of a clip or a layer: as large as the canvas, with the chroma of
/// the frame that is drawn on, and a function of the source's time.
final class TestPicture: Sendable {
  static let seed = Setting<Int>(
    "seed", default: 0, in: Limits(0...1_000_000_000),
    "The seed of noise and positions: another number gives others.")
  static let rate = Setting<RateValue?>(
    "rate", default: nil, defaultText: "the output's", "Frames a second of the film.")

  static let declaration = Declaration(
    name: "testsrc",
    summary: "A synthetic film: colour bars, motion and a frame counter.",
    example: #"""
      { "source": { "testsrc": {} }, "duration": 5 }
      """#,
    parameters: [seed, rate])

  /// Its sides.
  let size: (width: Int, height: Int)
  private let coding: ColorCoding
  private let seed: UInt64
  private let rate: FrameRate
  private let made = Mutex<[TestSource]>([])

  init?(_ arguments: Arguments, _ setting: LayerSetting) {
    let rate = arguments[Self.rate]?.rate ?? setting.rate ?? Document.provisionalRate
    guard let rate else { return nil }
    self.rate = rate
    size = setting.canvas
    coding = setting.coding
    seed = UInt64(clamping: arguments[Self.seed])
  }

  /// Calls `body` with the frame, or the two, that are seen at a time of the clip, and with what
  /// their samples mean.
  ///
  /// - Parameter target: the frames that are drawn on.
  func withPicture(
    for target: PixelFormat, _ retiming: Retiming, at time: Time, _ workspace: Workspace,
    _ body: (FrameSource, SourceColors) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let source = source(for: target) else { return }
    let format = source.format
    // Its bars are colours of sRGB.
    let colors = SourceColors(
      matrix: coding.matrix, range: coding.range, format: format, light: .standard)
    let choice = retiming.frames(at: time, rate: rate)
    try workspace.withFrame(format) { (first) throws(RenderError) in
      source.draw(frame: choice.first, into: first)
      guard choice.weight > 0, choice.second != choice.first else {
        return try body(FrameSource(SharedFrame(first)), colors)
      }
      try workspace.withFrame(format) { (second) throws(RenderError) in
        source.draw(frame: choice.second, into: second)
        try body(
          FrameSource(
            SharedFrame(first), second: SharedFrame(second), weight: choice.weight,
            numbers: FrameNumbers(first: choice.first, second: choice.second)),
          colors)
      }
    }
  }

  /// What draws frames for those of `target`; nil where they would be too large.
  private func source(for target: PixelFormat) -> TestSource? {
    made.withLock { made in
      let known = made.first {
        $0.format.chroma == target.chroma && $0.format.siting == target.siting
      }
      if let known { return known }
      let format = PixelFormat(
        width: size.width, height: size.height, depth: coding.depth, chroma: target.chroma,
        siting: target.siting)
      guard let format else { return nil }
      let source = TestSource(format, matrix: coding.matrix, range: coding.range, seed: seed)
      made.append(source)
      return source
    }
  }

  /// Forgets what was made.
  func release() { made.withLock { $0 = [] } }
}
