import Geometry
import Timeline
import Y4M

/// What lies behind the picture where it does not fill the canvas.
enum Background: Hashable, Sendable {
  case color(Color)
  /// The picture itself, covering the canvas and blurred; the strength is a share of the canvas's
  /// shorter side.
  case blurred(Double)
}

/// Puts the input picture onto a canvas of another size or orientation.
struct CanvasStage: Sendable {
  private(set) var input: PixelFormat
  private(set) var output: PixelFormat
  /// The same formats for premultiplied colours of 16 bits, where pictures have straight alpha that
  /// must be resampled.
  private let deep: (input: PixelFormat, output: PixelFormat)?
  let background: Background
  /// From input picture coordinates to the canvas.
  let map: Affine
  let sampling: Sampling
  /// What the background holds in each plane, in picture units.
  let backColors: [UInt16]

  /// - Parameters:
  ///   - stretch: how many times as wide as a pixel of the output one of the input is.
  ///   - rotate: clockwise, a multiple of 90 degrees.
  init(
    input: PixelFormat, stretch: Double, output: PixelFormat, fit: Fit, rotate: Int, flip: Flip,
    background: Background, sampling: Sampling, coding: ColorCoding
  ) {
    self.input = input
    self.output = output
    self.background = background
    self.sampling = sampling
    map = Self.map(input, stretch, output, fit: fit, rotate: rotate, flip: flip)
    deep = map.isMovingWholeSamples ? nil : Self.deep(input, output)
    var color = Color.black
    if case .color(let given) = background { color = given }
    color.alpha = 1
    let units = PremultipliedColor(color, coding: coding)
    backColors = output.roles.map { role in
      switch role {
      case .luma: units.y
      case .blue: units.u
      case .red: units.v
      case .alpha: 65535
      }
    }
  }

  /// The placement that `fit` asks for, about the centre of the canvas.
  private static func map(
    _ input: PixelFormat, _ stretch: Double, _ output: PixelFormat, fit: Fit, rotate: Int,
    flip: Flip
  ) -> Affine {
    let size = Vector(Double(input.width) * stretch, Double(input.height))
    let canvas = Vector(Double(output.width), Double(output.height))
    let turned = rotate % 180 == 0 ? size : Vector(size.y, size.x)
    let zoom = fit.scale(turned, in: canvas)
    return Affine.translation(canvas.x / 2, canvas.y / 2)
      .after(.scale(zoom.x * flip.factors.x, zoom.y * flip.factors.y))
      .after(.rotation(degrees: Double(rotate)))
      .after(.translation(-size.x / 2, -size.y / 2)).after(.scale(stretch, 1))
  }

  /// Whether the input's lines are those of the output.
  var keepsLines: Bool { map.keepsLines }

  /// The bytes of the frames that drawing takes beside the two.
  var workingBytes: Int { deep.map { $0.input.frameBytes + $0.output.frameBytes } ?? 0 }

  /// Draws `source` onto all of `target`.
  func draw(_ source: SharedFrame, to target: Frame, _ workspace: Workspace) {
    guard let deep else { return paint(source, target, workspace) }
    var stage = self
    (stage.input, stage.output) = deep
    workspace.withFrame(deep.output) { canvas in
      workspace.withFrame(deep.input) { picture in
        picture.premultiply(source)
        stage.paint(SharedFrame(picture), canvas, workspace)
      }
      target.divide(canvas, hidden: backColors)
    }
  }

  private func paint(_ source: SharedFrame, _ target: Frame, _ workspace: Workspace) {
    for index in output.planes.indices {
      paintBackground(source, target, plane: index, workspace)
      paint(source, target, plane: index, workspace)
    }
  }

  /// The formats in which straight colours of 8 bits are resampled; nil for those that are as they
  /// are to be.
  private static func deep(
    _ input: PixelFormat, _ output: PixelFormat
  ) -> (input: PixelFormat, output: PixelFormat)? {
    func deep(_ format: PixelFormat) -> PixelFormat? {
      PixelFormat(
        width: format.width, height: format.height, depth: 16, chroma: format.chroma,
        hasAlpha: true, siting: format.siting)
    }
    guard input.hasAlpha, input.depth == 8, let from = deep(input), let to = deep(output) else {
      return nil
    }
    return (from, to)
  }

  private func paintBackground(
    _ source: SharedFrame, _ target: Frame, plane: Int, _ workspace: Workspace
  ) {
    if coversCanvas { return }
    if case .blurred(let strength) = background, output.roles[plane] != .alpha {
      workspace.scratch.scope {
        BlurredBackdrop(input: input, output: output, map: map, strength: strength)
          .paint(source, plane: plane, target, plane: plane, workspace.scratch)
      }
      return
    }
    target.fill(plane: plane, units: backColors[plane])
  }

  private var placement: Placement {
    Placement(
      domain: .init(
        left: 0, top: 0, right: Double(input.width), bottom: Double(input.height)), map: map,
      sampling: sampling)
  }

  /// Whether the picture leaves nothing of the background to be seen.
  private var coversCanvas: Bool { placement.covers(width: output.width, height: output.height) }

  /// Resamples one plane of `source` into `target`, mixing at the picture's edges.
  private func paint(
    _ source: SharedFrame, _ target: Frame, plane: Int, _ workspace: Workspace
  ) {
    let drawing = PlaneDrawing(
      placement: placement, from: input.planes[plane], to: output.planes[plane],
      canvas: Box(x: 0, y: 0, width: output.width, height: output.height))
    drawing.draw(
      PlaneRows(source, plane: plane, isTransposed: drawing.isTransposed), on: target,
      workspace)
  }
}

extension Affine {
  /// Whether lines are kept, and even ones stay even.
  var keepsLines: Bool { b == 0 && c == 0 && d == 1 && ty.remainder(dividingBy: 2) == 0 }

  /// Whether every sample that is made is one of those that are read.
  fileprivate var isMovingWholeSamples: Bool {
    func isUnit(_ part: Double) -> Bool { part == 0 || part.magnitude == 1 }
    return isUnit(a) && isUnit(b) && isUnit(c) && isUnit(d) && tx.rounded() == tx
      && ty.rounded() == ty
  }
}
