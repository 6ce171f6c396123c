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
  let background: Background
  /// From input picture coordinates to the canvas.
  let map: Affine
  let sampling: Sampling
  /// What the background holds in each plane, in picture units.
  let backColors: [UInt16]

  /// - Parameters:
  ///   - rotate: clockwise, a multiple of 90 degrees.
  init(
    input: PixelFormat, output: PixelFormat, fit: Fit, rotate: Int, flip: Flip,
    background: Background, sampling: Sampling, coding: ColorCoding
  ) {
    self.input = input
    self.output = output
    self.background = background
    self.sampling = sampling
    map = Self.map(input, output, fit: fit, rotate: rotate, flip: flip)
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
  static func map(
    _ input: PixelFormat, _ output: PixelFormat, fit: Fit, rotate: Int, flip: Flip
  ) -> Affine {
    let size = Vector(Double(input.width), Double(input.height))
    let canvas = Vector(Double(output.width), Double(output.height))
    let turned = rotate % 180 == 0 ? size : Vector(size.y, size.x)
    let (x, y) = (canvas.x / turned.x, canvas.y / turned.y)
    let zoom =
      switch fit {
      case .fill: Vector(x, y)
      case .contain: Vector(min(x, y), min(x, y))
      case .cover: Vector(max(x, y), max(x, y))
      case .none: Vector(1, 1)
      case .scaleDown: Vector(min(x, y, 1), min(x, y, 1))
      }
    return Affine.translation(canvas.x / 2, canvas.y / 2)
      .after(.scale(zoom.x * flip.factors.x, zoom.y * flip.factors.y))
      .after(.rotation(degrees: Double(rotate)))
      .after(.translation(-size.x / 2, -size.y / 2))
  }

  /// Draws `source` onto all of `target`.
  func draw(_ source: Frame, to target: Frame, _ workspace: Workspace) {
    if input.hasAlpha, !isMovingWholeSamples, let deep = premultiplied {
      deep.draw(source.premultiplied(deep.input), onto: target, workspace)
    } else {
      paint(source, target, workspace)
    }
  }

  private func paint(_ source: Frame, _ target: Frame, _ workspace: Workspace) {
    for index in output.planes.indices {
      paintBackground(source, target, plane: index, workspace)
      workspace.scratch.scope { paint(source, target, plane: index, workspace) }
    }
  }

  /// Whether every output sample is one of the input.
  private var isMovingWholeSamples: Bool {
    func isUnit(_ part: Double) -> Bool { part == 0 || part.magnitude == 1 }
    return isUnit(map.a) && isUnit(map.b) && isUnit(map.c) && isUnit(map.d)
      && map.tx.rounded() == map.tx && map.ty.rounded() == map.ty
  }

  /// The same stage for premultiplied colours of 16 bits.
  private var premultiplied: CanvasStage? {
    func deep(_ format: PixelFormat) -> PixelFormat? {
      PixelFormat(
        width: format.width, height: format.height, depth: 16, chroma: format.chroma,
        hasAlpha: true, siting: format.siting)
    }
    guard input.depth == 8, let from = deep(input), let to = deep(output) else { return nil }
    var stage = self
    stage.input = from
    stage.output = to
    return stage
  }

  /// Draws `source`, which is premultiplied as this stage wants it, onto straight colours.
  private func draw(_ source: Frame, onto target: Frame, _ workspace: Workspace) {
    let canvas = Frame(output)
    paint(source, canvas, workspace)
    target.divide(canvas, hidden: backColors)
  }

  private func paintBackground(
    _ source: Frame, _ target: Frame, plane: Int, _ workspace: Workspace
  ) {
    let layout = output.planes[plane]
    if coversCanvas { return }
    if case .blurred(let strength) = background, output.roles[plane] != .alpha {
      workspace.scratch.scope {
        BlurredBackdrop(stage: self, strength: strength)
          .paint(source, target, plane: plane, workspace.scratch)
      }
      return
    }
    let value = backColors[plane]
    let count = layout.width * layout.height
    if output.depth == 8 {
      let sample = UInt8(truncatingIfNeeded: min((UInt32(value) + 128) >> 8, 255))
      target.samples8(layout).update(repeating: sample, count: count)
    } else {
      let shift = UInt32(16 - output.depth)
      let half = shift == 0 ? 0 : UInt32(1) << (shift - 1)
      let sample = min((UInt32(value) + half) >> shift, UInt32(output.peak))
      target.samples16(layout).update(
        repeating: UInt16(truncatingIfNeeded: sample), count: count)
    }
  }

  /// Whether the picture leaves nothing of the background to be seen.
  private var coversCanvas: Bool {
    let domain = Placement.Domain(
      left: 0, top: 0, right: Double(input.width), bottom: Double(input.height))
    let corners = domain.corners(through: map)
    let slack = 1e-6
    return corners.x.min() <= slack && corners.y.min() <= slack
      && corners.x.max() >= Double(output.width) - slack
      && corners.y.max() >= Double(output.height) - slack
  }

  /// Resamples one plane of `source` into `target`, mixing at the picture's edges.
  private func paint(
    _ source: Frame, _ target: Frame, plane: Int, _ workspace: Workspace
  ) {
    let (from, to) = (input.planes[plane], output.planes[plane])
    guard let toPicture = from.map.inverse else { return }
    var whole = to.map.after(map).after(toPicture)
    let isTransposed = map.isTransposing
    if isTransposed { whole = whole.after(Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) }
    let extent = from.map
    let (left, right) = (extent.tx, extent.tx + extent.a * Double(input.width))
    let (top, bottom) = (extent.ty, extent.ty + extent.d * Double(input.height))
    let rows = PlaneRows(source, plane: plane, isTransposed: isTransposed)
    let across = isTransposed ? top..<bottom : left..<right
    let down = isTransposed ? left..<right : top..<bottom
    let snapped = whole.snapped
    let canvas = Box(x: 0, y: 0, width: output.width, height: output.height)
    let visible = to.extent(of: canvas)
    let resize = Resize(
      source: rows, channels: .single,
      across: Axis(
        domain: across, scale: snapped.a, offset: snapped.tx, limit: 0..<to.width,
        available: 0..<rows.width, visible: visible.x, sampling: sampling,
        scratch: workspace.scratch),
      down: Axis(
        domain: down, scale: snapped.d, offset: snapped.ty, limit: 0..<to.height,
        available: 0..<rows.height, visible: visible.y, sampling: sampling,
        scratch: workspace.scratch))
    let writer = PlaneWriter(frame: target, layout: to)
    let box = resize.box
    let least = max(16, Workspace.leastRows(width: box.width))
    workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
      resize.run(scratch, rows: rows) { row, samples in
        writer.write(
          samples[0], row: row, x: box.x, coverage: resize.across.coverage,
          rowCoverage: resize.down.coverage[row - box.y])
      }
    }
  }
}

/// Writes rows of picture units to a plane of a frame.
struct PlaneWriter {
  let frame: Frame
  let layout: PlaneLayout

  /// Writes a row at `x`, mixed with what is there where it covers a sample only in part.
  func write(
    _ samples: UnsafeMutablePointer<UInt16>, row: Int, x: Int,
    coverage: UnsafeBufferPointer<UInt16>,
    rowCoverage: UInt16
  ) {
    let start = row * layout.width + x
    let shift = UInt32(16 - frame.format.depth)
    let half = shift == 0 ? 0 : UInt32(1) << (shift - 1)
    let peak = UInt32(frame.format.peak)
    func mixed(_ value: UInt32, over old: UInt32, _ cover: UInt32) -> UInt32 {
      let sum = value &* cover &+ old &* (65536 &- cover)
      return sum &>> 16 &+ (sum &>> 15) & 1
    }
    let down = UInt32(rowCoverage) &+ UInt32(rowCoverage &>> 15)
    func cover(_ index: Int) -> UInt32 {
      let across = UInt64(coverage[index]) &+ UInt64(coverage[index] &>> 15)
      return UInt32(truncatingIfNeeded: (across &* UInt64(down)) &>> 16)
    }
    func write<Sample: FixedWidthInteger>(to plane: UnsafeMutablePointer<Sample>) {
      let target = plane + start
      for i in coverage.indices {
        let value = min((UInt32(samples[i]) &+ half) &>> shift, peak)
        let isWhole = coverage[i] == 65535 && rowCoverage == 65535
        let old = UInt32(truncatingIfNeeded: target[i])
        let result = isWhole ? value : mixed(value, over: old, cover(i))
        target[i] = Sample(truncatingIfNeeded: result)
      }
    }
    if frame.format.depth == 8 {
      write(to: frame.samples8(layout))
    } else {
      write(to: frame.samples16(layout))
    }
  }
}
