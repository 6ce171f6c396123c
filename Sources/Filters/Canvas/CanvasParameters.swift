import Timeline
import Y4M

/// The parameters of `canvas`: the size of the output, and how the input is put on it.
enum CanvasParameters {
  static let size = Setting<Extent>(
    "size", default: .auto, unit: "px", defaultText: "the input's",
    "Width and height of the output; percentages are of the input's, \"auto\" keeps its aspect.")
  static let fit = Setting<Fit>(
    "fit", default: .contain,
    "How the input fills the canvas, with the names of CSS object-fit.")
  static let background = Setting<Backdrop>(
    "background", default: .color(.black),
    "What is shown where the input does not cover the canvas: a colour, or \"blur\" for the input "
      + "itself, blurred.")
  static let blur = Setting<Double>(
    "blur", default: 0.1, in: 0.005...0.5,
    "How far a blurred background is blurred, as a share of the canvas's shorter side.")
  static let rotate = Setting<QuarterTurn>(
    "rotate", default: .none, unit: "degrees",
    "A rotation of the input, clockwise, in quarter turns.")
  static let flip = Setting<Flip>("flip", default: .none, "Which way the input is mirrored.")
  static let sampling = Setting<Sampling>(
    "sampling", default: .bicubic,
    "How the input is interpolated between its pixels where it is enlarged.")

  static let blending = Setting<CanvasBlending>(
    "blending", default: .gamma,
    "What transparency, soft edges, blend modes and crossfades mix: code values (`gamma`), as CSS "
      + "does, or amounts of light (`linear`).")
  static let format = Setting<FormatName?>(
    "format", default: nil, defaultText: "the input's",
    "Depth and subsampling of the output, as in the C tag of Y4M; only with `clips`.")
  static let rate = Setting<RateValue?>(
    "rate", default: nil, defaultText: "the input's",
    "Frames a second of the output: a number, or text such as \"30000/1001\"; only with `clips`.")

  static let transfer = Setting<StreamTransfer>(
    "transfer", default: .bt709,
    "The transfer curve of the output: that of a display, `linear`, or for HDR `pq` or `hlg`."
  )
  static let primaries = Setting<StreamPrimaries?>(
    "primaries", default: nil, defaultText: "bt2020 with pq and hlg, else bt709",
    "The colour primaries of the output: what its red, green and blue are.")
  static let graphicsWhite = Setting<Double>(
    "graphicsWhite", default: StreamLight.white, in: 1...10_000, unit: "cd/m2",
    "How bright the white of SDR is: that of pictures, text, colours and SDR films; only with `pq` "
      + "or `hlg`.")

  static let declaration = Declaration(
    name: "canvas",
    summary: "The size of the output, and how the input is put on it.",
    discussion: """
      Without `canvas` the output is as large as the input and the input passes through unchanged. \
      The canvas keeps the stream's depth, subsampling, range and rate.

      Films and the input are fitted by the shape in which they are displayed, so that pixels need \
      not be square. The output's pixels have the shape of the input's or of the first film's; on \
      a canvas that sets another size in pixels they are square. Lengths and layers count in the \
      canvas's pixels.

      `transfer` and `primaries` set the output's transfer curve and colour primaries. A Y4M \
      stream cannot carry them; `vfx tags` writes them for ffmpeg. Pictures, text and colours, \
      which are sRGB, are converted to them, and so are films with others; standard input, and \
      films that do not state theirs, are taken to have the canvas's. HLG is that of a display of \
      1000 cd/m2.

      `blending` says what is mixed where pictures overlap. \"gamma\" mixes code values, as \
      browsers and ffmpeg do; \"linear\" mixes amounts of light, as lenses and eyes do: soft edges \
      look equally heavy on every background, and white at half opacity over black has half of the \
      light of white. Wholly opaque and wholly transparent parts are the same with both. Some \
      things always mix code values: letters, shadows and cues that overlap within one layer, \
      transitions that move pictures, blurs, resampling, and transitions in streams with alpha.

      With `clips`, the canvas is what clips are put on: `fit`, `background`, `blur`, `rotate`, \
      `flip` and `sampling` apply to every clip that does not set its own, and size, `format` and \
      `rate` are those of the input or of the first clip if the canvas does not set them.
      """,
    example: ##"""
      "canvas": { "size": [1080, 1920], "fit": "contain", "background": "blur" }
      """##,
    parameters: [
      size, fit, background, blur, rotate, flip, sampling, blending, MotionBlur.onCanvas, format,
      rate,
      transfer,
      primaries, graphicsWhite,
    ])

  /// The stage that a timeline asks for; nil when the input passes as it is.
  ///
  /// - Parameter stretch: how many times as wide as a pixel of the output one of the input is.
  static func stage(
    _ arguments: Arguments, input: PixelFormat, stretch: Double, coding: ColorCoding
  ) throws(RenderError) -> CanvasStage? {
    let output = try output(arguments, input: input)
    let rotate = arguments[rotate]
    let flip = arguments[flip]
    if output == input, rotate == .none, flip == .none { return nil }
    let backdrop: Background =
      switch arguments[background] {
      case .color(let color): .color(color)
      case .blurred: .blurred(arguments[blur])
      }
    return CanvasStage(
      input: input, stretch: stretch, output: output, fit: arguments[fit], rotate: rotate.rawValue,
      flip: flip,
      background: backdrop, sampling: arguments[sampling], coding: coding)
  }

  /// The format that a canvas has for an input: of the size that is asked for.
  ///
  /// - Throws: when a side is out of bounds.
  static func output(
    _ arguments: Arguments, input: PixelFormat
  ) throws(RenderError) -> PixelFormat {
    let natural =
      arguments[rotate].isTransposing ? (input.height, input.width) : (input.width, input.height)
    let size = arguments[size]
    let (w, h) = (Double(natural.0), Double(natural.1))
    let width = size.width?.resolved(against: w)
    let height = size.height?.resolved(against: h)
    func side(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 100_000)) }
    let (across, down) = (
      side(width ?? height.map { $0 * w / h } ?? w), side(height ?? width.map { $0 * h / w } ?? h)
    )
    let output = PixelFormat(
      width: across, height: down, depth: input.depth,
      chroma: input.chroma, hasAlpha: input.hasAlpha, siting: input.siting)
    guard let output else {
      throw RenderError(CanvasFormat.refusal(width: across, height: down), at: nil)
    }
    return output
  }
}
