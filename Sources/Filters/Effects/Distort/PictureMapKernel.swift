import Y4M

/// Draws a picture through a map, in pieces that stand at the same places whatever part of it is
/// drawn.
///
/// Where the map shrinks the picture, the mean of several places is taken, evenly spread over what
/// each sample stands for: at most eight across and eight down.
struct PictureMapKernel<Map: PictureMap>: PlaneKernel {
  /// The samples of a piece, across and down.
  static var piece: (width: Int, height: Int) { (128, 16) }
  /// The most places a sample is the mean of, along a side.
  private static var most: Float { 8 }

  let map: Map
  let edges: PictureEdges
  let sampling: WarpSampling
  /// The picture's sides.
  let size: SIMD2<Float>
  /// What is read in place of the picture: the same one made smaller.
  var reduced: Frame?

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let (width, height) = Self.piece
    let layout = planes[0].source.layout
    let memory = PictureMapMemory<S>(width, scratch)
    let sources = scratch.take(PlaneSource<S>.self, planes.count)
    for (index, plane) in planes.enumerated() {
      (sources + index).initialize(to: source(plane.source))
    }
    let grid = PictureGrid(layout, sources[0].layout, reduced?.format, size)
    for y in stride(from: box.y / height * height, to: box.maxY, by: height) {
      for x in stride(from: box.x / width * width, to: box.maxX, by: width) {
        let piece = Box(x: x, y: y, width: width, height: height)
        let shape = shape(of: piece, grid)
        let part = piece.intersection(box)
        let whole = x..<min(x + width, layout.width)
        for row in part.y..<part.maxY {
          let columns = part.x..<part.maxX
          if let run = run(row, whole, shape, grid) {
            grid.locate(run, columns, memory.neighbours)
            for (index, plane) in planes.enumerated() {
              memory.neighbours.read(
                sources[index], count: columns.count, to: plane.target.row(row) + part.x)
            }
          } else {
            draw(planes, sources, row, columns, shape, grid, memory)
          }
        }
      }
    }
  }

  /// The plane that is read.
  private func source<S: Sample>(_ plane: PlaneSource<S>) -> PlaneSource<S> {
    guard let reduced, let index = reduced.format.roles.firstIndex(of: plane.role) else {
      return plane
    }
    let layout = reduced.format.planes[index]
    let samples: UnsafeMutablePointer<S> = reduced.samples(layout)
    return PlaneSource(
      samples: UnsafePointer(samples), layout: layout, role: plane.role, peak: plane.peak)
  }

  /// Where a row of a piece is read from, if that is a line within the picture.
  private func run(
    _ row: Int, _ columns: Range<Int>, _ shape: PieceShape, _ grid: PictureGrid
  ) -> PlaceRun? {
    let reach = edges.backing == nil ? SIMD2<Float>.zero : 0.51 / shape.sharpness
    guard map.isEven, sampling == .bilinear, let inner = grid.inner(SIMD2(reach)) else {
      return nil
    }
    return map.run(grid.line(row, right: 0, 0), columns)?
      .led(edges.fold, columns, size: SIMD2(size), inner: inner)
  }

  /// How a piece is drawn.
  private func shape(of piece: Box, _ grid: PictureGrid) -> PieceShape {
    if map.isEven, edges.backing == nil { return PieceShape() }
    var (across, down, edge) = (Float(0), Float(0), SIMD2<Float>.zero)
    for (x, y) in [
      (piece.x, piece.y), (piece.maxX, piece.y), (piece.x, piece.maxY), (piece.maxX, piece.maxY),
      (piece.x + piece.width / 2, piece.y + piece.height / 2),
    ] {
      let slopes = map.slopes(at: grid.place(x, y))
      let (right, below) = (slopes.lowHalf * grid.pitch.x, slopes.highHalf * grid.pitch.y)
      let (r, b) = (right * grid.density, below * grid.density)
      across = max(across, (r * r).sum().squareRoot())
      down = max(down, (b * b).sum().squareRoot())
      edge = (right * right + below * below).squareRoot()
    }
    var shape = PieceShape()
    if !map.isEven {
      // What is not a number leaves one place.
      shape.across = Int(min(max((across - 0.25).rounded(.up), 1), Self.most))
      shape.down = Int(min(max((down - 0.25).rounded(.up), 1), Self.most))
    }
    let places = SIMD2(repeating: Float(max(shape.across, shape.down)))
    shape.sharpness = (places / edge).clamped(lowerBound: .zero, upperBound: .init(repeating: 1e6))
    // Where the ends meet there is no edge.
    if map.isRound { shape.sharpness.x = 1e6 }
    return shape
  }

  private func draw<S: Sample>(
    _ planes: PlaneGroup<S>, _ sources: UnsafeMutablePointer<PlaneSource<S>>, _ row: Int,
    _ columns: Range<Int>, _ shape: PieceShape, _ grid: PictureGrid, _ memory: PictureMapMemory<S>
  ) {
    let count = columns.count
    let isMean = shape.across > 1 || shape.down > 1
    if isMean { memory.sums.update(repeating: 0, count: count * planes.count) }
    for j in 0..<shape.down {
      for i in 0..<shape.across {
        let line = grid.line(row, right: shape.share(i, shape.across), shape.share(j, shape.down))
        map.fill(line, columns, memory.places)
        let cover = cover(count, shape, memory)
        if cover != .none {
          edges.lead(memory.places, count: count, width: size.x, height: size.y)
          grid.locate(memory.places, count: count, memory.coordinates)
        }
        for (index, plane) in planes.enumerated() {
          let target = plane.target.row(row) + columns.lowerBound
          let made = isMean ? memory.samples : target
          if cover == .none {
            back(plane.target.role, target, to: made, count: count)
          } else {
            // What lies behind is read before it is written over.
            let samples = cover == .some ? memory.samples : made
            read(sources[index], count, to: samples, memory)
            if cover == .some {
              mix(plane.target.role, target, to: made, count: count, memory)
            }
          }
          if isMean { memory.add(count, to: index) }
        }
      }
    }
    if isMean {
      for (index, plane) in planes.enumerated() {
        memory.mean(
          index, count: count, of: shape.across * shape.down,
          to: plane.target.row(row) + columns.lowerBound)
      }
    }
  }

  private func read<S: Sample>(
    _ source: PlaneSource<S>, _ count: Int, to samples: UnsafeMutablePointer<S>,
    _ memory: PictureMapMemory<S>
  ) {
    source.sample(memory.coordinates, count: count, to: samples, sampling: sampling)
    if edges.fold == .wrap { source.joinEnds(memory.coordinates, count: count, to: samples) }
  }
}

// MARK: - What lies behind the picture

extension PictureMapKernel {
  private enum Covering { case all, some, none }

  /// Finds how much of each sample the picture covers.
  private func cover<S>(
    _ count: Int, _ shape: PieceShape, _ memory: PictureMapMemory<S>
  ) -> Covering {
    if edges.backing == nil { return .all }
    let (cover, down) = (memory.cover, memory.down)
    Self.cover(memory.places.x, size.x, shape.sharpness.x, count, to: cover)
    Self.cover(memory.places.y, size.y, shape.sharpness.y, count, to: down)
    // Whether any sample is covered at all, and whether any is not wholly, in the bits of numbers.
    let one = Float(1).bitPattern
    var (some, less) = (UInt32(0), UInt32(0))
    for i in 0..<count {
      let value = cover[i] * down[i]
      cover[i] = value
      some |= value.bitPattern
      less |= value.bitPattern ^ one
    }
    return less == 0 ? .all : some == 0 ? .none : .some
  }

  /// Finds how much of each sample lies between two edges.
  private static func cover(
    _ places: UnsafeMutablePointer<Float>, _ size: Float, _ sharpness: Float, _ count: Int,
    to cover: UnsafeMutablePointer<Float>
  ) {
    // Of choices among results of choices the compiler makes many masks, so there are two loops.
    for i in 0..<count {
      let low = places[i] * sharpness + 0.5
      let high = (size - places[i]) * sharpness + 0.5
      cover[i] = (low < 1 ? low : 1) + (high < 1 ? high : 1) - 1
    }
    for i in 0..<count { cover[i] = cover[i] > 0 ? cover[i] : 0 }
  }

  /// Writes what lies behind some samples.
  private func back<S: Sample>(
    _ role: PlaneRole, _ target: UnsafeMutablePointer<S>, to made: UnsafeMutablePointer<S>,
    count: Int
  ) {
    switch edges.backing {
    case .color(let color):
      made.update(repeating: S(truncatingIfNeeded: color[role]), count: count)
    case .target, nil: if made != target { made.update(from: target, count: count) }
    }
  }

  /// Lays the samples that were read over what lies behind them.
  private func mix<S: Sample>(
    _ role: PlaneRole, _ target: UnsafeMutablePointer<S>, to made: UnsafeMutablePointer<S>,
    count: Int, _ memory: PictureMapMemory<S>
  ) {
    let (samples, cover) = (memory.samples, memory.cover)
    if case .color(let color) = edges.backing {
      let back = Float(color[role])
      for i in 0..<count {
        let value = back + (Float(samples[i]) - back) * cover[i]
        made[i] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
      }
    } else {
      for i in 0..<count {
        let back = Float(target[i])
        let value = back + (Float(samples[i]) - back) * cover[i]
        made[i] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
      }
    }
  }
}

/// How a piece of a plane is drawn.
private struct PieceShape {
  /// How many places a sample is the mean of.
  var across = 1
  var down = 1
  /// Samples that are drawn for each luma sample that is read, across edges at the left and right,
  /// and at the top and bottom.
  var sharpness = SIMD2<Float>.zero

  /// How far one of `count` places lies from a sample's centre, in samples.
  func share(_ index: Int, _ count: Int) -> Double {
    (Double(index) + 0.5) / Double(count) - 0.5
  }
}

/// How the samples that are drawn lie in the picture, and where places lie in the plane that is
/// read.
private struct PictureGrid {
  /// Luma samples a sample, and the place of the first one.
  let pitch: SIMD2<Float>
  private let first: SIMD2<Double>
  private let step: SIMD2<Double>
  /// From places to samples of the plane that is read, which are counted from their centres.
  let density: SIMD2<Float>
  private let offset: SIMD2<Float>
  private let size: SIMD2<Double>
  private let width: Int
  private let height: Int

  init(_ drawn: PlaneLayout, _ read: PlaneLayout, _ reduced: PixelFormat?, _ size: SIMD2<Float>) {
    let (map, from) = (drawn.map, read.map)
    step = SIMD2(1 / map.a, 1 / map.d)
    first = (0.5 - SIMD2(map.tx, map.ty)) * step
    pitch = SIMD2(step)
    var scale = SIMD2<Double>(1, 1)
    if let reduced { scale = SIMD2(Double(reduced.width), Double(reduced.height)) / SIMD2(size) }
    density = SIMD2(SIMD2(from.a, from.d) * scale)
    offset = SIMD2(SIMD2(from.tx, from.ty) - 0.5)
    (width, height) = (read.width, read.height)
    self.size = SIMD2(size)
  }

  /// The places that have four neighbours each, and that a sample drawn there does not leave; nil
  /// where there are none.
  ///
  /// - Parameter reach: how far a sample reaches.
  func inner(_ reach: SIMD2<Double>) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
    guard width > 1, height > 1 else { return nil }
    let (offset, density) = (SIMD2<Double>(offset), SIMD2<Double>(density))
    let last = SIMD2(Double(width - 1), Double(height - 1))
    let hair = SIMD2(repeating: 1.0 / 128)
    let (low, high) = ((hair - offset) / density, (last - hair - offset) / density)
    return (pointwiseMax(low, reach), pointwiseMin(high, size - reach))
  }

  /// The place of a sample's centre.
  func place(_ x: Int, _ y: Int) -> SIMD2<Float> {
    SIMD2(first + SIMD2(Double(x), Double(y)) * step)
  }

  /// A row of samples, moved by parts of one.
  func line(_ row: Int, right: Double, _ down: Double) -> PictureLine {
    PictureLine(
      x: first.x + right * step.x, pitch: step.x, y: first.y + (Double(row) + down) * step.y)
  }

  /// Turns places into coordinates of the plane that is read.
  func locate(_ places: PicturePlaces, count: Int, _ coordinates: Coordinates) {
    Self.scale(places.x, count: count, density.x, offset.x, to: coordinates.x)
    Self.scale(places.y, count: count, density.y, offset.y, to: coordinates.y)
    coordinates.locate(count: count, width: width, height: height)
  }

  /// The same for places on a line that have four neighbours each.
  func locate(_ run: PlaceRun, _ columns: Range<Int>, _ neighbours: NeighbourLine) {
    let density = SIMD2<Double>(density)
    neighbours.locate(
      from: run.start * density + SIMD2<Double>(offset), step: run.step * density, columns,
      width: width)
  }

  private static func scale(
    _ places: UnsafeMutablePointer<Float>, count: Int, _ scale: Float, _ offset: Float,
    to coordinates: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      let place = places[i] * scale + offset
      // Whole samples and parts apart, so that wide pictures keep theirs.
      let whole = place.flooredToInt32
      let part = place - Float(whole)
      coordinates[i] = whole &<< 8 &+ (part * 256).roundedToInt32
    }
  }
}

/// The rows that a map is drawn with.
private struct PictureMapMemory<S: Sample> {
  let places: PicturePlaces
  let coordinates: Coordinates
  let neighbours: NeighbourLine
  let samples: UnsafeMutablePointer<S>
  /// How much of each sample the picture covers, and of that what counts down.
  let cover: UnsafeMutablePointer<Float>
  let down: UnsafeMutablePointer<Float>
  /// For each plane.
  let sums: UnsafeMutablePointer<UInt32>
  private let width: Int

  init(_ width: Int, _ scratch: Scratch) {
    self.width = width
    places = PicturePlaces(count: width, scratch)
    coordinates = Coordinates(count: width, scratch)
    neighbours = NeighbourLine(count: width, scratch)
    samples = scratch.take(S.self, width)
    cover = scratch.take(Float.self, width)
    down = scratch.take(Float.self, width)
    sums = scratch.take(UInt32.self, 4 * width)
  }

  /// Adds the samples to the sums of a plane.
  func add(_ count: Int, to plane: Int) {
    let sums = sums + plane * count
    for i in 0..<count { sums[i] &+= UInt32(truncatingIfNeeded: samples[i]) }
  }

  /// Writes the means of `places` numbers.
  func mean(_ plane: Int, count: Int, of places: Int, to target: UnsafeMutablePointer<S>) {
    let sums = sums + plane * count
    // At most 64 samples of 16 bits: less than 2^22, so a Float holds a sum and its half.
    let share = 1 / Float(places)
    for i in 0..<count {
      let mean = Float(Int32(truncatingIfNeeded: sums[i])) * share
      target[i] = S(truncatingIfNeeded: (mean + 8_388_608).bitPattern)
    }
  }
}

extension PlaneSource {
  /// Mixes samples between the last one of a row or a column and the first one again, where a
  /// picture goes on with itself.
  fileprivate func joinEnds(
    _ coordinates: Coordinates, count: Int, to target: UnsafeMutablePointer<S>
  ) {
    let lastX = UInt32(truncatingIfNeeded: width &- 1) &<< 8
    let lastY = UInt32(truncatingIfNeeded: height &- 1) &<< 8
    for i in 0..<count {
      let (x, y) = (coordinates.x[i], coordinates.y[i])
      if UInt32(bitPattern: x) <= lastX, UInt32(bitPattern: y) <= lastY { continue }
      let (column, row) = (Int(x &>> 8), Int(y &>> 8))
      let (shareX, shareY) = (Int(x & 255), Int(y & 255))
      let upper = self.row(turned(row, height))
      let lower = self.row(turned(row &+ 1, height))
      let (left, right) = (turned(column, width), turned(column &+ 1, width))
      let above = Int(upper[left]) &* (256 &- shareX) &+ Int(upper[right]) &* shareX
      let below = Int(lower[left]) &* (256 &- shareX) &+ Int(lower[right]) &* shareX
      let sum = above &* (256 &- shareY) &+ below &* shareY &+ 32768
      target[i] = S(truncatingIfNeeded: sum &>> 16)
    }
  }

  /// An index that may lie a little beyond `count`, led back to the other end.
  @inline(__always)
  private func turned(_ index: Int, _ count: Int) -> Int {
    let rest = index % count
    return rest < 0 ? rest &+ count : rest
  }
}
