import Bytes
import Geometry
import Y4M

/// The kernel of `radial-blur`: every sample becomes the mean of a path about the centre.
///
/// Where paths are short, some places of each are read. Others are read from a grid of directions
/// and distances, in parts that fit a cache: there paths are straight, their means are differences
/// of sums, and so the cost does not depend on their length. Grids are twice as fine as the picture
/// across the paths.
struct RadialMeans: PlaneKernel {
  enum Path {
    /// Towards the centre, by a share of the distance from it.
    case zoom(Double)
    /// Around the centre, by an angle, half of it each way.
    case spin(Double)
  }

  let path: Path
  /// In pixels of the picture.
  let center: Vector

  /// Parts of the picture are prepared for all of it.
  var leastRows: Int { Int.max }

  /// How many places are read of short paths, which have so many steps at most.
  private static let short: [(steps: Double, places: Int)] = [(4, 5), (8, 8), (12, 11), (16, 15)]
  /// The steps of the longest of them.
  private static let shortest = 16.0

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let plane = PolarPlane(planes[0].source.layout, center: center)
    let most = plane.farthest(in: box) + 2
    let near: Double
    switch path {
    case .zoom(let amount):
      near = Self.shortest / amount
      if near < most { zoom(planes, plane, box, amount, scratch) }
    case .spin(let angle):
      near = Self.shortest / angle
      if near < most {
        var inner = (near / 2).rounded(.down)
        while inner < most {
          scratch.scope { spin(planes, plane, box, angle, inner, scratch) }
          inner += PolarRings.width
        }
      }
    }
    var inner = 0.0
    for (steps, places) in Self.short {
      let outer = near * steps / Self.shortest
      scratch.scope { read(planes, plane, box, inner..<outer, places: places, scratch) }
      inner = outer
      if inner >= most { break }
    }
  }

  // MARK: - Short paths

  /// Reads the paths of what lies at some distances.
  private func read<S: Sample>(
    _ planes: PlaneGroup<S>, _ plane: PolarPlane, _ box: Box, _ distances: Range<Double>,
    places: Int, _ scratch: Scratch
  ) {
    let paths = ShortPaths<S>(
      coordinates: Coordinates(count: box.width, scratch),
      samples: scratch.take(S.self, box.width),
      sums: scratch.take(UInt32.self, box.width * planes.count), width: box.width, places: places)
    for y in box.y..<box.maxY {
      let outside = plane.disc(distances.upperBound, row: y, box)
      var inside = plane.disc(distances.lowerBound, row: y, box)
      if inside.isEmpty { inside = outside.upperBound..<outside.upperBound }
      for run in [outside.lowerBound..<inside.lowerBound, inside.upperBound..<outside.upperBound]
      where !run.isEmpty {
        paths.clear(planes: planes.count)
        for place in 0..<places {
          locate(
            run, y, share: (Double(place) + 0.5) / Double(places), plane, paths.coordinates)
          paths.add(planes, count: run.count, plane)
        }
        paths.write(planes, run, row: y)
      }
    }
  }

  /// Writes the places of a row's samples on their paths.
  private func locate(
    _ run: Range<Int>, _ row: Int, share: Double, _ plane: PolarPlane, _ coordinates: Coordinates
  ) {
    let (along, across): (Double, Double)
    switch path {
    case .zoom(let amount): (along, across) = (1 - amount * share, 0)
    case .spin(let angle):
      let turn = angle * (share - 0.5)
      (along, across) = (Maths.cos(turn), Maths.sin(turn))
    }
    // The matrix (along, -across; across, along) between steps, as samples.
    let ratio = plane.stepsY / plane.stepsX
    let (dx, dy) = (Double(run.lowerBound) - plane.x, Double(row) - plane.y)
    let x = plane.x + along * dx - across * ratio * dy
    let y = plane.y + across / ratio * dx + along * dy
    PolarLines.fill(
      coordinates.x, start: x * 256, step: along * 256, end: plane.width, count: run.count)
    PolarLines.fill(
      coordinates.y, start: y * 256, step: across / ratio * 256, end: plane.height,
      count: run.count)
  }

  // MARK: - Zoom

  private func zoom<S: Sample>(
    _ planes: PlaneGroup<S>, _ plane: PolarPlane, _ box: Box, _ amount: Double, _ scratch: Scratch
  ) {
    let wedges = PolarWedge.count
    for index in 0..<wedges {
      scratch.scope {
        guard let wedge = PolarWedge(index, plane, scratch) else { return }
        if !(box.y..<box.maxY).contains(where: { !wedge.run($0, box).isEmpty }) { return }
        let first = (wedge.distances.lowerBound * (1 - amount)).rounded(.down)
        let start = wedge.distances.lowerBound.rounded(.down)
        let count = Int(wedge.distances.upperBound - first) + 3
        let wanted = Int(wedge.distances.upperBound - start) + 3
        let grid = PolarGrid(rows: wedge.lines, columns: wanted, planes: planes.count, scratch)
        let coordinates = Coordinates(count: count, scratch)
        let line = LineIntegral<S>(capacity: count, scratch)
        let parts = LineParts(share: amount, start: start, first: first, count: wanted, scratch)
        // In the inner half of the wedge every second line is close enough to the next.
        let half = min(max(Int(wedge.distances.upperBound / 2 - start), 0), wanted - 1)
        for row in 0..<wedge.lines {
          let begin = row % 2 == 0 ? 0 : half
          let skipped = max(Int(parts.wholes[begin]) - 1, 0)
          plane.fill(
            coordinates, direction: wedge.direction(of: row), from: first + Double(skipped),
            count: count - skipped)
          coordinates.locate(count: count - skipped, width: plane.width, height: plane.height)
          for (index, pair) in planes.enumerated() {
            pair.source.sample(
              coordinates, count: count - skipped, to: line.samples, sampling: .bilinear)
            line.add(count: count - skipped)
            line.means(
              parts, from: begin, offset: skipped, units: 65536 / Double(pair.source.peak + 1),
              count: wanted, grid.row(row, of: index))
          }
        }
        for index in planes.indices { grid.fillOddRows(of: index, count: half) }
        for y in box.y..<box.maxY {
          let run = wedge.run(y, box)
          if run.isEmpty { continue }
          wedge.locate(run, y, plane, from: start, grid)
          grid.settle(run.count)
          for (index, pair) in planes.enumerated() {
            grid.read(
              run.count, plane: index, to: pair.target.row(y) + run.lowerBound,
              peak: pair.source.peak)
          }
        }
      }
    }
  }

  // MARK: - Spin

  private func spin<S: Sample>(
    _ planes: PlaneGroup<S>, _ plane: PolarPlane, _ box: Box, _ angle: Double, _ inner: Double,
    _ scratch: Scratch
  ) {
    let rings = PolarRings(inner: inner, plane, box, scratch)
    guard !rings.isEmpty else { return }
    let count = rings.directions
    // Half of the path before the first direction, and behind the last.
    let path = min(angle / (2 * .pi), 1) * Double(count)
    let ends = Int((path / 2).rounded(.up)) + 1
    let grid = PolarGrid(
      rows: rings.count, columns: count + 1, planes: planes.count, scratch)
    let coordinates = Coordinates(count: count, scratch)
    let line = LineIntegral<S>(capacity: count + 2 * ends + 2, scratch)
    for row in 0..<rings.count {
      plane.fill(
        coordinates, distance: rings.distance(of: row), rings.cosines, rings.sines, count: count)
      coordinates.locate(count: count, width: plane.width, height: plane.height)
      for (index, pair) in planes.enumerated() {
        let samples = line.samples
        pair.source.sample(
          coordinates, count: count, to: samples + ends, sampling: .bilinear)
        for i in 0..<ends { samples[ends - 1 - i] = samples[ends + count - 1 - i % count] }
        for i in 0..<ends + 2 { samples[ends + count + i] = samples[ends + i % count] }
        line.add(count: count + 2 * ends + 2)
        line.means(
          from: Double(ends) - path / 2, to: Double(ends) + path / 2,
          units: 65536 / Double(pair.source.peak + 1), count: count + 1,
          grid.row(row, of: index))
      }
    }
    for y in box.y..<box.maxY {
      let (outside, inside) = rings.runs(y, plane, box)
      for run in [outside.lowerBound..<inside.lowerBound, inside.upperBound..<outside.upperBound]
      where !run.isEmpty {
        rings.locate(run, y, plane, grid)
        grid.settle(run.count)
        for (index, pair) in planes.enumerated() {
          grid.read(
            run.count, plane: index, to: pair.target.row(y) + run.lowerBound,
            peak: pair.source.peak)
        }
      }
    }
  }
}

/// Sums of the places that are read of short paths.
private struct ShortPaths<S: Sample> {
  let coordinates: Coordinates
  let samples: UnsafeMutablePointer<S>
  let sums: UnsafeMutablePointer<UInt32>
  let width: Int
  let places: Int

  func clear(planes: Int) { sums.update(repeating: 0, count: width * planes) }

  /// Adds the samples at the coordinates.
  func add(_ planes: PlaneGroup<S>, count: Int, _ plane: PolarPlane) {
    coordinates.locate(count: count, width: plane.width, height: plane.height)
    for (index, pair) in planes.enumerated() {
      pair.source.sample(coordinates, count: count, to: samples, sampling: .bilinear)
      let sums = sums + index * width
      for x in 0..<count { sums[x] &+= UInt32(truncatingIfNeeded: samples[x]) }
    }
  }

  func write(_ planes: PlaneGroup<S>, _ run: Range<Int>, row: Int) {
    let scale = 1 / Float(places)
    for (index, pair) in planes.enumerated() {
      let (target, sums) = (pair.target.row(row) + run.lowerBound, sums + index * width)
      for x in 0..<run.count {
        let mean = Float(Int32(truncatingIfNeeded: sums[x])) * scale + 8_388_608
        target[x] = S(truncatingIfNeeded: mean.bitPattern)
      }
    }
  }
}
