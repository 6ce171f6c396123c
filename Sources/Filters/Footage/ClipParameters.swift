import Colors
import Timeline
import Y4M

extension Matrix: Choice {}

/// A range of samples by the word that a timeline has for it.
enum RangeName: String, Choice {
  case limited
  case full

  /// The range that is meant.
  var range: ColorRange { self == .full ? .full : .limited }
}

/// How the picture of a clip is put on the canvas.
enum ClipParameters {
  static let fit = Setting<Fit>(
    "fit", default: .contain, defaultText: "the canvas's",
    "How the picture fills the canvas, with the names of CSS object-fit.")
  static let position = Parameter<Point>(
    "position", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)), unit: "px",
    "Where the picture stands on the canvas, as CSS object-position: \"25%\" puts the point a "
      + "quarter of the way across the picture a quarter of the way across the canvas.")
  static let anchor = Parameter<Anchor>(
    "anchor", default: .center, defaultText: "as far into the picture as `position` is in percent",
    "The point of the picture that stands at `position`.")
  static let zoom = Parameter<Double>(
    "zoom", default: 1, in: 0.01...100,
    "A factor on the size that `fit` gives, about `focus`; animated, it is the Ken Burns effect.")
  static let focus = Parameter<Anchor>(
    "focus", default: .center,
    "The point of the picture that `zoom` keeps in place, as shares of its sides; with a zoom of 1 "
      + "or more, nothing beyond the picture is shown.")
  static let rotate = Parameter<Angle>(
    "rotate", default: .zero, unit: "degrees", defaultText: "the canvas's",
    "A rotation of the picture, clockwise; constant quarter turns resample nothing, and the turned "
      + "picture is then fitted.")
  static let flip = Setting<Flip>(
    "flip", default: .none, defaultText: "the canvas's",
    "Which way the picture is mirrored, after it is turned.")
  static let background = Setting<Backdrop>(
    "background", default: .color(.black), defaultText: "the canvas's",
    "What is shown where the picture does not cover the canvas: a colour, or \"blur\" for the "
      + "picture itself, blurred.")
  static let blur = Setting<Double>(
    "blur", default: 0.1, in: 0.005...0.5, defaultText: "the canvas's",
    "How far a blurred background is blurred, as a share of the canvas's shorter side.")
  static let opacity = Parameter<Double>(
    "opacity", default: 1, in: 0...1, "How opaque the picture is over the background.")
  static let blend = Setting<BlendMode>(
    "blend", default: .normal,
    "How the picture's colours are mixed with those of the background.")
  static let resampling = Setting<Sampling>(
    "resampling", default: .bicubic, defaultText: "the canvas's `sampling`",
    "How the picture is interpolated between its pixels where it is enlarged or rotated.")
  static let motionBlur = Setting<MotionBlur?>(
    "motionBlur", default: nil, defaultText: "the canvas's",
    "Whether the picture gets motion blur as it moves over the canvas, and how long the shutter is "
      + "open: with a `sampling` of \"average\" for all of a frame's time, unless a `shutter` is "
      + "given here or on the canvas.")
  static let matrix = Setting<Matrix?>(
    "matrix", default: nil, defaultText: "the source's",
    "The colour matrix of the source, if the source does not state it or states it wrongly.")
  static let range = Setting<RangeName?>(
    "range", default: nil, defaultText: "the source's",
    "The range of the source's samples, if the source does not state it or states it wrongly.")
  static let transfer = Setting<StreamTransfer?>(
    "transfer", default: nil, defaultText: "the source's, or else the canvas's",
    "The transfer curve of the source, if the source does not state it or states it wrongly.")
  static let primaries = Setting<StreamPrimaries?>(
    "primaries", default: nil, defaultText: "bt2020 with pq and hlg, else bt709",
    "The colour primaries of the source, if the source does not state them or states them wrongly; "
      + "bt2020 belongs with the matrix 2020.")

  /// What may be said of a source's samples in its stead.
  static let colors: [any ParameterDescription] = [matrix, range, transfer, primaries]

  static let declaration = Declaration(
    name: "clip",
    summary: "A piece of the main track: what is played, and how its picture is put on the canvas.",
    discussion: """
      A `source` whose name ends in `.json` is another timeline, which is as long as its layers \
      and as large as the canvas; `vars` gives its variables other values. The picture is cropped, \
      turned, mirrored, fitted to the canvas, placed and zoomed, in this order; the times of \
      animations count from the clip's start. Sources of another size, depth, subsampling, range, \
      matrix, transfer or primaries are converted: HDR becomes SDR as by the effect `tone-map` \
      with its defaults, and in HDR the white of SDR is as bright as the canvas's `graphicsWhite`. \
      A clip that needs none of this passes through unchanged.
      """,
    example: #"""
      "clips": [
        { "source": "photo.png", "duration": 4, "fit": "cover",
          "zoom": { "from": 1, "to": 1.25 }, "focus": [0.3, 0.4] } ]
      """#,
    parameters: [
      fit, position, anchor, GeometryParameters.crop, zoom, focus, rotate, flip, background, blur,
      opacity, blend, MaskParameters.masks, resampling, motionBlur,
    ] + colors)
}

extension SourceColors {
  /// What a clip or a layer says in the source's stead, on a canvas of some light.
  func overruled(by arguments: Arguments, _ canvas: StreamLight) -> SourceColors {
    let transfer = arguments[ClipParameters.transfer]
    let primaries = arguments[ClipParameters.primaries]
    let range = arguments[ClipParameters.range]?.range ?? range
    var (matrix, light) = (arguments[ClipParameters.matrix], light)
    if transfer != nil || primaries != nil {
      let curve = transfer ?? light?.transfer ?? canvas.transfer
      let own = light?.primaries ?? (transfer == nil ? canvas.primaries : nil)
      let gamut = primaries ?? own ?? (curve.isHDR ? .bt2020 : .bt709)
      light = StreamLight(transfer: curve, primaries: gamut)
      if gamut == .bt2020 { matrix = matrix ?? .bt2020 }
    }
    return SourceColors(
      matrix: matrix ?? self.matrix, range: range, format: format, light: light, stretch: stretch)
  }
}
