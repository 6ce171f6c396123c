import Y4M

/// The picture, blown up to cover the canvas and blurred, as it stands behind a narrower one.
///
/// The blur is made on a small copy: the mean of each cell, three box filters over the cells, and
/// a smooth curve back to full size. What is blurred has no detail that this would lose.
struct BlurredBackdrop {
  let stage: CanvasStage
  /// The reach of the blur as a share of the canvas's shorter side.
  let strength: Double

  func paint(_ source: Frame, _ target: Frame, plane: Int) {
    let to = stage.output.planes[plane]
    let side = Double(min(stage.output.width, stage.output.height))
    let cell = max(1, (strength * side / 6).rounded())
    // As many cells in chroma as in luma, so that both are blurred alike.
    let small = Box(
      x: 0, y: 0, width: min(to.width, max(1, Int(Double(stage.output.width) / cell))),
      height: min(to.height, max(1, Int(Double(stage.output.height) / cell))))
    var cells = shrink(source, plane: plane, to: small)
    for _ in 0..<3 { cells = Self.boxBlurred(cells, small) }
    enlarge(cells, small, target, plane: plane)
  }

  /// The plane's covering placement, resampled to `small` samples.
  private func shrink(_ source: Frame, plane: Int, to small: Box) -> Samples16 {
    let (from, to) = (stage.input.planes[plane], stage.output.planes[plane])
    let result = Samples16(count: small.width * small.height)
    let isTransposed = stage.map.isTransposing
    let rows = PlaneRows(source, plane: plane, isTransposed: isTransposed)
    // The middle of the source with the canvas's aspect.
    let (w, h) = (Double(rows.width), Double(rows.height))
    let (unitX, unitY) = isTransposed ? (from.map.d, from.map.a) : (from.map.a, from.map.d)
    let aspect = Double(to.width) / to.map.a / (Double(to.height) / to.map.d) * unitX / unitY
    let (cutW, cutH) = w / h > aspect ? (h * aspect, h) : (w, w / aspect)
    let (left, top) = ((w - cutW) / 2, (h - cutH) / 2)
    let mirrorX = (isTransposed ? stage.map.c : stage.map.a) < 0
    let mirrorY = (isTransposed ? stage.map.b : stage.map.d) < 0
    func axis(_ start: Double, _ cut: Double, _ count: Int, _ all: Int, _ mirror: Bool) -> Axis {
      let scale = Double(count) / cut * (mirror ? -1 : 1)
      let offset = mirror ? Double(count) - start * scale : -start * scale
      return Axis(
        domain: start..<start + cut, scale: scale, offset: offset, limit: 0..<count,
        available: 0..<all, sampling: .bilinear)
    }
    let resize = Resize(
      source: rows, channels: .single,
      across: axis(left, cutW, small.width, rows.width, mirrorX),
      down: axis(top, cutH, small.height, rows.height, mirrorY))
    resize.run { row, samples in
      let start = row * small.width + resize.across.first
      (result.base + start).update(from: samples[0], count: resize.across.count)
    }
    return result
  }

  /// A box filter over three cells across and three down, the edge repeated.
  private static func boxBlurred(_ cells: Samples16, _ box: Box) -> Samples16 {
    let result = Samples16(count: cells.count)
    for y in 0..<box.height {
      for x in 0..<box.width {
        var sum = 0
        for dy in -1...1 {
          let row = min(max(y + dy, 0), box.height - 1) * box.width
          for dx in -1...1 { sum += Int(cells.base[row + min(max(x + dx, 0), box.width - 1)]) }
        }
        result.base[y * box.width + x] = UInt16((sum + 4) / 9)
      }
    }
    return result
  }

  private func enlarge(_ cells: Samples16, _ small: Box, _ target: Frame, plane: Int) {
    let to = stage.output.planes[plane]
    func axis(_ cells: Int, _ count: Int) -> Axis {
      Axis(
        domain: 0..<Double(cells), scale: Double(count) / Double(cells), offset: 0,
        limit: 0..<count, sampling: .bicubic)
    }
    let resize = Resize(
      source: SampleRows(samples: cells, width: small.width, height: small.height),
      channels: .single, across: axis(small.width, to.width), down: axis(small.height, to.height))
    let writer = PlaneWriter(frame: target, layout: to)
    resize.run { row, samples in
      writer.write(
        samples[0], row: row, x: 0, coverage: resize.across.coverage, rowCoverage: 65535)
    }
  }
}
