import Geometry
import Y4M

/// The picture, blown up to cover the canvas and blurred, as it stands behind a narrower one.
///
/// The picture is halved as often as a blur so wide allows, brought to the canvas's own coarse
/// grid, blurred there and led back, so little is done at full size.
struct BlurredBackdrop {
  let input: PixelFormat
  let output: PixelFormat
  /// From input picture coordinates to the canvas; how it turns and mirrors is kept.
  let map: Affine
  /// Four sigma as a share of the canvas's shorter side.
  let strength: Double

  /// Paints one plane of `target` from one of `source`, whose samples may have another depth.
  func paint(
    _ source: SharedFrame, plane from: Int, _ target: Frame, plane to: Int, gain: SampleGain? = nil,
    _ scratch: Scratch
  ) {
    let (from, to) = (input.planes[from], output.planes[to])
    func paint<S: Sample, T: Sample>(
      _ source: UnsafePointer<S>, _ target: UnsafeMutablePointer<T>
    ) {
      self.paint(
        GaussianGrid(reading: source, width: from.width, height: from.height), from,
        GaussianGrid(target, width: to.width, height: to.height), to, gain, scratch)
    }
    switch (input.depth == 8, output.depth == 8) {
    case (true, true): paint(source.samples8(from), target.samples8(to))
    case (true, false): paint(source.samples8(from), target.samples16(to))
    case (false, true): paint(source.samples16(from), target.samples8(to))
    case (false, false): paint(source.samples16(from), target.samples16(to))
    }
  }

  private func paint<S: Sample, T: Sample>(
    _ source: GaussianGrid<S>, _ from: PlaneLayout, _ target: GaussianGrid<T>, _ to: PlaneLayout,
    _ gain: SampleGain?, _ scratch: Scratch
  ) {
    guard let toPicture = from.map.inverse else { return }
    let sigma = strength * Double(min(output.width, output.height)) / 4
    let blur = GaussianBlur(
      source: target, target: target, depth: output.depth,
      across: GaussianAxis(sigma: sigma * to.map.a, scratch),
      down: GaussianAxis(sigma: sigma * to.map.d, scratch), scratch: scratch)

    // What is left to do for the way there is along the canvas's axes.
    let isTransposed = self.map.isTransposing
    var map = to.map.after(covering).after(toPicture)
    if isTransposed { map = map.after(Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) }
    let x = CoarseAxis(scale: map.a, offset: map.tx, step: blur.across.step)
    let y = CoarseAxis(scale: map.d, offset: map.ty, step: blur.down.step)
    let reduced = reduce(
      source, isTransposed ? y.halvings : x.halvings, isTransposed ? x.halvings : y.halvings,
      scratch)

    let (columns, rows) = (blur.across.coarse(for: target.x), blur.down.coarse(for: target.y))
    let cells = GaussianGrid<UInt16>(
      x: columns.grown(by: blur.across.inner.reach), y: rows.grown(by: blur.down.inner.reach),
      scratch)
    let picture = GridRows(grid: reduced, isTransposed: isTransposed)
    cells.fill(
      Resize(
        source: picture, channels: .single,
        across: x.axis(from: picture.columns, to: cells.x, scratch),
        down: y.axis(from: picture.rows, to: cells.y, scratch)), scratch)
    gain?.apply(cells.samples, count: cells.x.count * cells.y.count)
    GaussianBlur(
      source: cells, target: cells, depth: 16, across: blur.across.inner, down: blur.down.inner,
      scratch: scratch
    ).run(Box(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
    blur.enlarge(cells, columns, target.x, target.y)
  }

  /// The placement of the picture that covers the canvas, turned and mirrored as the stage's own.
  private var covering: Affine {
    let size = Vector(Double(input.width), Double(input.height))
    let canvas = Vector(Double(output.width), Double(output.height))
    let placed =
      map.isTransposing
      ? Vector(map.c.magnitude * size.y, map.b.magnitude * size.x)
      : Vector(map.a.magnitude * size.x, map.d.magnitude * size.y)
    let zoom = max(canvas.x / placed.x, canvas.y / placed.y)
    return Affine.translation(canvas.x / 2, canvas.y / 2).after(.scale(zoom, zoom))
      .after(.translation(-canvas.x / 2, -canvas.y / 2)).after(map)
  }

  /// All of the source, halved a number of times along each axis.
  private func reduce<S: Sample>(
    _ source: GaussianGrid<S>, _ across: Int, _ down: Int, _ scratch: Scratch
  ) -> GaussianGrid<UInt16> {
    let halving = GaussianBlur(
      source: source, target: source, depth: input.depth, across: .halving(across, scratch),
      down: .halving(down, scratch), scratch: scratch)
    let reduced = GaussianGrid<UInt16>(
      x: halving.across.coarse(of: source.x), y: halving.down.coarse(of: source.y), scratch)
    halving.reduce(to: reduced)
    return reduced
  }
}

/// How a coarse grid of a plane lies on the canvas's coarse grid, along one axis of the canvas.
private struct CoarseAxis {
  /// Canvas samples per sample of the plane, and the canvas coordinate of the plane's 0.
  let scale: Double
  let offset: Double
  /// How often the canvas is halved.
  let step: Int
  /// How often the plane is halved: until its samples are about as large as the canvas's.
  let halvings: Int

  init(scale: Double, offset: Double, step: Int) {
    self.scale = scale
    self.offset = offset
    self.step = step
    var halvings = 0
    while halvings < 2, scale.magnitude * Double(2 << halvings) < 1.5 * Double(1 << step) {
      halvings += 1
    }
    self.halvings = halvings
  }

  /// Resamples a range of coarse samples to one of cells; both count from the first of the range.
  ///
  /// Coarse sample `k` has the place of sample `k << halvings`.
  func axis(from source: Range<Int>, to cells: Range<Int>, _ scratch: Scratch) -> Axis {
    let (size, cell) = (Double(1 << halvings), Double(1 << step))
    let first = scale * (size * (Double(source.lowerBound) - 0.5) + 0.5) + offset
    return Axis(
      domain: 0..<Double(source.count), scale: scale * size / cell,
      offset: (first - 0.5) / cell + 0.5 - Double(cells.lowerBound), limit: 0..<cells.count,
      available: 0..<source.count, sampling: .bicubic, scratch: scratch)
  }
}

/// The rows of a coarse grid, or its columns.
///
/// Unchecked: the grid is written before this is made, and outlives it.
private struct GridRows: RowSource, @unchecked Sendable {
  let grid: GaussianGrid<UInt16>
  let isTransposed: Bool

  var columns: Range<Int> { isTransposed ? grid.y : grid.x }
  var rows: Range<Int> { isTransposed ? grid.x : grid.y }
  var width: Int { columns.count }
  var height: Int { rows.count }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let step = isTransposed ? grid.stride : 1
    let start = grid.samples + (isTransposed ? y : y &* grid.stride)
    for x in columns { row.y[x] = start[x &* step] }
  }
}

extension GaussianGrid<UInt16> {
  /// Resamples a picture into the grid, and repeats its edges where it does not reach.
  fileprivate func fill(_ picture: Resize<GridRows>, _ scratch: Scratch) {
    let box = picture.box
    guard !box.isEmpty else { return samples.update(repeating: 0, count: x.count * y.count) }
    picture.run(scratch) { row, channels in
      let line = samples + row * stride
      (line + box.x).update(from: channels[0], count: box.width)
      line.update(repeating: line[box.x], count: box.x)
      (line + box.maxX).update(repeating: line[box.maxX - 1], count: stride - box.maxX)
    }
    for row in 0..<box.y {
      (samples + row * stride).update(from: samples + box.y * stride, count: stride)
    }
    for row in box.maxY..<y.count {
      (samples + row * stride).update(from: samples + (box.maxY - 1) * stride, count: stride)
    }
  }
}
