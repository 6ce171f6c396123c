import Y4M

/// Gaussian blurs whose results keep 16 bits, for those that go on computing with them.
extension GaussianBlur {
  /// Blurs the samples of `box` to units of which 2^(16 - depth) make a code.
  ///
  /// - Parameter wide: a grid that has the samples of `box`.
  func run(_ box: Box, toUnits wide: GaussianGrid<UInt16>) {
    scratch.scope {
      let (columns, rows) = (box.x..<box.maxX, box.y..<box.maxY)
      if let bytes {
        bytes.run(box) { y, columns, units in
          (wide.row(y) + (columns.lowerBound - wide.x.lowerBound)).update(
            from: units, count: columns.count)
        }
        return
      }
      if across.levels == 0 && down.levels == 0 {
        GaussianBlur<UInt16>(
          source: units(columns.grown(by: across.radius), rows.grown(by: down.radius)),
          target: wide, depth: 16, across: across, down: down, scratch: scratch
        ).run(box)
        return
      }
      let (x, y) = (across.coarse(for: columns), down.coarse(for: rows))
      let coarse = GaussianGrid<UInt16>(
        x: x.grown(by: across.inner.reach).clamped(to: across.coarse(of: source.x)),
        y: y.grown(by: down.inner.reach).clamped(to: down.coarse(of: source.y)), scratch)
      reduce(to: coarse)
      GaussianBlur<UInt16>(
        source: coarse, target: coarse, depth: 16, across: across.inner, down: down.inner,
        scratch: scratch
      ).run(Box(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
      GaussianBlur<UInt16>(
        source: coarse, target: wide, depth: 16, across: across, down: down, scratch: scratch
      ).enlarge(coarse, x, columns, rows)
    }
  }

  /// A part of the source as units.
  private func units(_ columns: Range<Int>, _ rows: Range<Int>) -> GaussianGrid<UInt16> {
    let grid = GaussianGrid<UInt16>(
      x: columns.clamped(to: source.x), y: rows.clamped(to: source.y), scratch)
    let shift = UInt16(truncatingIfNeeded: 16 - depth)
    for y in grid.y {
      let (from, to) = (source.row(y) + (grid.x.lowerBound - source.x.lowerBound), grid.row(y))
      for x in 0..<grid.x.count { to[x] = UInt16(truncatingIfNeeded: from[x]) &<< shift }
    }
    return grid
  }
}

/// The axes of a blur that is alike across and down, for the planes of a format.
struct GaussianAxes: BitwiseCopyable {
  /// For planes that are halved 0, 1 and 2 times.
  private let axes: UnsafeMutablePointer<GaussianAxis>
  /// The fewest rows of which a blur is worth a call of its own: each reads what lies around it.
  let leastRows: Int

  /// - Parameter sigma: in pixels of the picture.
  init(sigma: Double, format: PixelFormat, _ scratch: Scratch) {
    axes = scratch.take(GaussianAxis.self, 3)
    for shift in 0...2
    where format.planes.contains(where: { $0.shiftX == shift || $0.shiftY == shift }) {
      (axes + shift).initialize(
        to: GaussianAxis(sigma: sigma / Double(1 << shift), scratch))
    }
    leastRows = max(32, 2 * GaussianAxis.reach(sigma: sigma))
  }

  /// How many pixels a blur reads around a sample, in whatever plane.
  static func margin(sigma: Double) -> Int {
    (0...2).map { (GaussianAxis.reach(sigma: sigma / Double(1 << $0)) + 1) << $0 }.max() ?? 0
  }

  /// Blurs a part of a plane to 16-bit units; the grid is valid for the scratch's scope.
  func blur<S: Sample>(
    _ plane: PlaneSource<S>, _ box: Box, _ scratch: Scratch
  ) -> GaussianGrid<UInt16> {
    let wide = GaussianGrid<UInt16>(x: box.x..<box.maxX, y: box.y..<box.maxY, scratch)
    blur(plane, box, to: wide, scratch)
    return wide
  }

  /// Blurs a part of a plane to 16-bit units of a grid that has its samples.
  func blur<S: Sample>(
    _ plane: PlaneSource<S>, _ box: Box, to wide: GaussianGrid<UInt16>, _ scratch: Scratch
  ) {
    let layout = plane.layout
    let source = GaussianGrid(reading: plane.samples, width: layout.width, height: layout.height)
    GaussianBlur(
      source: source, target: source, depth: (plane.peak + 1).trailingZeroBitCount,
      across: axes[layout.shiftX], down: axes[layout.shiftY], scratch: scratch
    ).run(box, toUnits: wide)
  }
}
