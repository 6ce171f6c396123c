/// A bend of the picture: where each of its places is read from.
///
/// Places and distances are those of the picture, in luma samples. A distortion is made for one
/// frame, and valid while its scratch memory is.
protocol Distortion: Sendable {
  /// The part of the picture that is moved; every other place is read from itself.
  var reach: Box { get }
  /// How much further apart two places may be read from than they lie, at most.
  var stretch: Double { get }
  /// How many places a side are read for a sample, at most, where the picture is made smaller: 1, 2
  /// or 4.
  var fineness: Int { get }

  /// From a place to where it is read from; exactly zero outside ``reach``.
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float>

  /// What is known of the distortion in a part of the picture.
  func bend(in part: Extent2D) -> Bend

  /// The smallest squares of a tile, in samples a side, that are drawn from nodes; where these
  /// would be too far apart, all of the tile is computed.
  var least: Int { get }

  /// Writes the displacements of a line of places.
  func displace(_ line: DistortionLine)

  /// Writes the coordinates of a tile.
  func fill(_ tile: DistortionTile, _ coordinates: Coordinates)

  /// Moves the coordinates of a tile again, by this distortion as it lies below others.
  func refine(_ tile: DistortionTile, _ coordinates: Coordinates)
}

/// How much a distortion bends somewhere.
enum Bend {
  /// Nothing is moved there.
  case none
  /// Displacements are polynomials of the third degree, within the distortion's tolerance, between
  /// nodes that are no further apart than this, along rows and columns.
  case nodes(Float)
}

/// A rectangle of places, its ends included.
struct Extent2D {
  let low: SIMD2<Float>
  let high: SIMD2<Float>
}

/// A square of a plane's samples, and how they lie in the picture.
struct DistortionTile {
  /// Samples along a side: three times the longest distance of nodes.
  static let side = 48

  /// Its first sample.
  let x: Int
  let y: Int
  /// The plane's samples.
  let width: Int
  let height: Int
  /// Luma samples a sample, and the place of the plane's first sample.
  let pitch: SIMD2<Float>
  let first: SIMD2<Float>
  /// Units of coordinates a luma sample.
  let scale: SIMD2<Float>

  /// The place of a sample's centre, counted from the tile's first.
  @inline(__always)
  func place(_ column: Int, _ row: Int) -> SIMD2<Float> {
    let index = SIMD2(
      Float(Int32(truncatingIfNeeded: x &+ column)), Float(Int32(truncatingIfNeeded: y &+ row)))
    return index * pitch + first
  }
}

/// Places along a row of a plane, and memory for how far each is moved.
struct DistortionLine {
  let count: Int
  /// The first place, and how far apart they are, in pixels.
  let start: SIMD2<Float>
  let pitch: Float
  /// Where displacements are written, in pixels.
  let x: UnsafeMutablePointer<Float>
  let y: UnsafeMutablePointer<Float>
  /// Memory for two more numbers a place.
  let shares: UnsafeMutablePointer<Float>
  let entries: UnsafeMutablePointer<Int32>
}

extension Distortion {
  var fineness: Int { 1 }
  var least: Int { 6 }

  func displace(_ line: DistortionLine) {
    for i in 0..<line.count {
      let across = Float(Int32(truncatingIfNeeded: i)) * line.pitch
      let move = displacement(of: SIMD2(line.start.x + across, line.start.y))
      (line.x[i], line.y[i]) = (move.x, move.y)
    }
  }

  func fill(_ tile: DistortionTile, _ coordinates: Coordinates) {
    let side = DistortionTile.side
    let part = Extent2D(low: tile.place(0, 0), high: tile.place(side, side))
    let distance = Float(Int32(truncatingIfNeeded: least / 3)) * tile.pitch.max()
    if case .nodes(let spacing) = bend(in: part), spacing < distance {
      compute(tile, coordinates)
    } else {
      fill(tile, coordinates, column: 0, row: 0, side: side)
    }
  }

  /// Fills a square of a tile: by polynomials where it bends so little, and in four parts where it
  /// bends more.
  private func fill(
    _ tile: DistortionTile, _ coordinates: Coordinates, column: Int, row: Int, side: Int
  ) {
    let part = Extent2D(
      low: tile.place(column, row), high: tile.place(column &+ side, row &+ side))
    let distance = Float(Int32(truncatingIfNeeded: side / 3)) * tile.pitch.max()
    if side > least, case .nodes(let spacing) = bend(in: part), spacing < distance {
      let half = side / 2
      for (right, below) in [(0, 0), (half, 0), (0, half), (half, half)] {
        fill(tile, coordinates, column: column &+ right, row: row &+ below, side: half)
      }
      return
    }
    let surface = DistortionSurface(step: side / 3) { i, j in
      displacement(of: tile.place(column &+ i &* (side / 3), row &+ j &* (side / 3))) * tile.scale
    }
    surface.fill(tile, coordinates, column: column, row: row, side: side)
  }

  /// Fills a tile line by line.
  private func compute(_ tile: DistortionTile, _ coordinates: Coordinates) {
    let side = DistortionTile.side
    let room = coordinates.room
    for j in 0..<side {
      let line = DistortionLine(
        count: side, start: tile.place(0, j), pitch: tile.pitch.x, x: room, y: room + side,
        shares: room + 2 &* side,
        entries: UnsafeMutableRawPointer(room + 3 &* side).assumingMemoryBound(to: Int32.self))
      displace(line)
      let (x, y) = (coordinates.x + j &* side, coordinates.y + j &* side)
      let (scaleX, scaleY) = (tile.scale.x, tile.scale.y)
      let baseX = Int32(truncatingIfNeeded: tile.x &<< 8)
      let baseY = Int32(truncatingIfNeeded: (tile.y &+ j) &<< 8)
      for i in 0..<side {
        x[i] =
          baseX &+ Int32(truncatingIfNeeded: i &<< 8) &+ (line.x[i] * scaleX).roundedToInt32
      }
      for i in 0..<side { y[i] = baseY &+ (line.y[i] * scaleY).roundedToInt32 }
    }
  }

  func refine(_ tile: DistortionTile, _ coordinates: Coordinates) {
    let lastX = Int32(truncatingIfNeeded: tile.width &- 1) &<< 8
    let lastY = Int32(truncatingIfNeeded: tile.height &- 1) &<< 8
    for index in 0..<DistortionTile.side &* DistortionTile.side {
      // What lies beyond the edge was the edge's colour when this distortion was drawn.
      let x = min(max(coordinates.x[index], 0), lastX)
      let y = min(max(coordinates.y[index], 0), lastY)
      let place = SIMD2(Float(x), Float(y)) * (1 / 256) * tile.pitch + tile.first
      let offset = displacement(of: place) * tile.scale
      coordinates.x[index] = x &+ offset.x.roundedToInt32
      coordinates.y[index] = y &+ offset.y.roundedToInt32
    }
  }
}

/// Displacements over a square as polynomials of the third degree both ways, through four times
/// four nodes.
private struct DistortionSurface {
  /// For each power of the row, the coefficients of a polynomial in the column: constant first, the
  /// two coordinates of each side by side.
  private var powers: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) = (
    .zero, .zero, .zero, .zero
  )

  /// - Parameter node: the displacement at a node by its column and row, 0 to 3.
  @inline(__always)
  init(step: Int, _ node: (_ column: Int, _ row: Int) -> SIMD2<Float>) {
    let step = 1 / Float(Int32(truncatingIfNeeded: step))
    func line(_ row: Int) -> SIMD8<Float> {
      let (c0, c1, c2, c3) = Self.coefficients(
        node(0, row), node(1, row), node(2, row), node(3, row), step)
      return SIMD8(
        lowHalf: SIMD4(lowHalf: c0, highHalf: c1), highHalf: SIMD4(lowHalf: c2, highHalf: c3))
    }
    powers = Self.coefficients(line(0), line(1), line(2), line(3), step)
  }

  /// The polynomial through four values, by Newton's differences brought to powers.
  @inline(__always)
  private static func coefficients<V: SIMD<Float>>(
    _ n0: V, _ n1: V, _ n2: V, _ n3: V, _ step: Float
  ) -> (V, V, V, V) {
    let d1 = n1 - n0
    let d2 = (n2 - n1) - d1
    let d3 = ((n3 - n2) - (n2 - n1)) - d2
    return (
      n0, (d1 - d2 * 0.5 + d3 * (1.0 / 3)) * step, (d2 - d3) * (0.5 * step * step),
      d3 * (1.0 / 6 * step * step * step)
    )
  }

  @inline(__always)
  func fill(
    _ tile: DistortionTile, _ coordinates: Coordinates, column: Int, row: Int, side: Int
  ) {
    for j in 0..<side {
      let t = Float(Int32(truncatingIfNeeded: j))
      let c = ((powers.3 * t + powers.2) * t + powers.1) * t + powers.0
      let start = (row &+ j) &* DistortionTile.side &+ column
      let baseX = Int32(truncatingIfNeeded: (tile.x &+ column) &<< 8)
      let baseY = Int32(truncatingIfNeeded: (tile.y &+ row &+ j) &<< 8)
      if side % 8 == 0 {
        fillLine(c, coordinates, start, side, baseX, baseY)
      } else {
        for i in 0..<side {
          let s = Float(Int32(truncatingIfNeeded: i))
          let moveX = ((c[6] * s + c[4]) * s + c[2]) * s + c[0]
          let moveY = ((c[7] * s + c[5]) * s + c[3]) * s + c[1]
          coordinates.x[start &+ i] =
            baseX &+ Int32(truncatingIfNeeded: i &<< 8) &+ moveX.roundedToInt32
          coordinates.y[start &+ i] = baseY &+ moveY.roundedToInt32
        }
      }
    }
  }

  @inline(__always)
  private func fillLine(
    _ c: SIMD8<Float>, _ coordinates: Coordinates, _ start: Int, _ count: Int, _ baseX: Int32,
    _ baseY: Int32
  ) {
    var s = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    var columns = SIMD8<Int32>(0, 256, 512, 768, 1024, 1280, 1536, 1792) &+ baseX
    let (x0, x1, x2, x3) = (c[0], c[2], c[4], c[6])
    let (y0, y1, y2, y3) = (c[1], c[3], c[5], c[7])
    for i in stride(from: start, to: start &+ count, by: 8) {
      // In small steps, since the compiler takes seconds to find the types of all in one.
      var (moveX, moveY) = (s * x3 + x2, s * y3 + y2)
      moveX = moveX * s + x1
      moveY = moveY * s + y1
      moveX = moveX * s + x0
      moveY = moveY * s + y0
      coordinates.store(
        columns &+ moveX.roundedToInt32, SIMD8(repeating: baseY) &+ moveY.roundedToInt32, at: i)
      s += 8
      columns &+= 2048
    }
  }
}

extension SIMD8<Float> {
  /// The nearest whole numbers, for magnitudes below 2^22.
  @inline(__always)
  fileprivate var roundedToInt32: SIMD8<Int32> {
    unsafeBitCast(self + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000
  }
}

extension Float {
  /// The nearest whole number, for magnitudes below 2^22: adding 1.5 * 2^23 leaves it in the low
  /// bits. Swift's own conversion checks its range, which keeps a loop from being vectorised.
  @inline(__always)
  var roundedToInt32: Int32 {
    Int32(bitPattern: (self + 12_582_912).bitPattern) &- 0x4B40_0000
  }

  /// The whole number below or nearest, for magnitudes below 2^22.
  @inline(__always)
  var flooredToInt32: Int32 { (self - 0.5).roundedToInt32 }
}
