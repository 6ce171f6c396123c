import Bytes
import Geometry
import Timeline
import Y4M

/// Paints the picture with round dots of its own colours.
///
/// Dots stand on a jittered grid that depends on `seed` alone, so they keep their places from frame
/// to frame; each takes the mean colour of the ground around it.
struct Pointillize: Effect {
  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 20), in: 0..., unit: "px",
    "The radius of a dot; a percentage is of the canvas's shorter side.")
  static let jitter = Parameter<Double>(
    "jitter", default: 1, in: 0...1, "How far dots stray from their grid.")
  static let seed = Setting<Int>(
    "seed", default: 1, "Another number gives another arrangement of dots.")

  static let declaration = Declaration(
    name: "pointillize",
    summary: "Paints the picture with round dots of its own colours.",
    discussion: """
      Dots stand on a jittered grid that depends on `seed` alone, so they keep their places from \
      frame to frame; each takes the mean colour of the ground around it.
      """,
    example: #"""
      { "type": "effect", "effect": "pointillize", "start": 9, "end": 10, "radius": 20 }
      """#,
    parameters: [radius, jitter, seed])

  static let names = EffectNames(
    synonyms: ["pointillism", "dots"],
    elsewhere: ["Core Image CIPointillize", "Photoshop Pointillize"])

  static let identity: Arguments? = Arguments().setting(radius, to: Length(pixels: 0))

  private let radius: Animated<Length>
  private let jitter: Animated<Double>
  private let seed: Int
  private let store = DotStore()

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    radius = arguments[Self.radius]
    jitter = arguments[Self.jitter]
    seed = arguments[Self.seed]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let radius = radius.value(at: time).resolved(against: Double(min(width, height)))
    return Int(min(max(radius, 1), 16_000) * 4) + 8
  }

  func apply(_ job: EffectJob, at time: Time) {
    let side = Double(min(job.width, job.height))
    let radius = radius.value(at: time).resolved(against: side)
    guard radius >= 1, radius.isFinite else { return }
    let rounded = (min(radius, 16_000) * 16).rounded() / 16
    let jitter = (jitter.value(at: time) * 256).rounded() / 256
    let grid = DotGrid(
      radius: rounded, jitter: jitter, seed: seed, width: job.width, height: job.height)
    job.run(Dots(grid: grid, dots: store.dots(of: grid)))
  }

  func release() { store.forget() }
}

/// Where dots stand.
private struct DotGrid: Equatable {
  let radius: Double
  let jitter: Double
  let seed: Int
  let width: Int
  let height: Int

  /// The side of a cell, which has one dot: dots overlap and leave little ground.
  var cell: Double { 1.5 * radius }

  /// The dots from the lowest to the highest.
  func dots() -> [Dot] {
    let hash = NoiseHash(seed: seed)
    let columns = Int((Double(width) / cell).rounded(.up)) + 1
    let rows = Int((Double(height) / cell).rounded(.up)) + 1
    var dots: [Dot] = []
    dots.reserveCapacity((columns + 1) * (rows + 1))
    for row in -1..<rows {
      for column in -1..<columns {
        func place(_ index: Int, _ channel: Int) -> Double {
          let stray = (hash.unit(column, row, channel) - 0.5) * jitter
          return ((Double(index) + 0.5 + stray) * cell * 64).rounded() / 64
        }
        dots.append(
          Dot(x: place(column, 0), y: place(row, 1), order: hash(column, row, 2)))
      }
    }
    dots.sort { ($0.order, $0.y, $0.x) < ($1.order, $1.y, $1.x) }
    return dots
  }
}

/// A round dot of the picture: its middle, and which of two lies on the other.
private struct Dot {
  let x: Double
  let y: Double
  let order: UInt64
}

/// The latest dots, which most often stand still.
private final class DotStore: Sendable {
  private let latest = Mutex<(grid: DotGrid, dots: [Dot])?>(nil)

  func dots(of grid: DotGrid) -> [Dot] {
    if let latest = latest.withLock({ $0 }), latest.grid == grid { return latest.dots }
    let dots = grid.dots()
    latest.withLock { $0 = (grid, dots) }
    return dots
  }

  func forget() { latest.withLock { $0 = nil } }
}

/// The kernel: a ground of cell means, then the dots from the lowest to the highest.
private struct Dots: PlaneKernel {
  let grid: DotGrid
  let dots: [Dot]

  private var radius: Double { grid.radius }
  private var cell: Double { grid.cell }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let map = planes[0].source.layout.map
    for plane in planes { paintGround(plane.source, plane.target, box, map) }
    for dot in dots {
      let centre = map(Vector(dot.x, dot.y))
      let disc = Disc(
        x: centre.x, y: centre.y, radiusX: radius * map.a, radiusY: radius * map.d, radius: radius)
      let touched = disc.bounds.intersection(box)
      if touched.isEmpty { continue }
      var colors = SIMD4<UInt16>.zero
      for index in planes.indices {
        colors[index] = UInt16(truncatingIfNeeded: planes[index].source.mean(of: disc.bounds))
      }
      disc.paint(colors, on: planes, within: touched)
    }
  }

  /// Fills the ground between dots with the mean colour of each cell, so that gaps show no detail.
  private func paintGround<S: Sample>(
    _ source: PlaneSource<S>, _ target: PlaneView<S>, _ box: Box, _ map: Affine
  ) {
    func edge(_ index: Int, _ scale: Double, _ shift: Double) -> Int {
      Int((Double(index) * cell * scale + shift).rounded())
    }
    let rows = Int(Double(source.height) / (cell * map.d)) + 2
    let columns = Int(Double(source.width) / (cell * map.a)) + 2
    for row in 0..<rows {
      let (top, bottom) = (edge(row, map.d, map.ty), edge(row + 1, map.d, map.ty))
      for column in 0..<columns {
        let (left, right) = (edge(column, map.a, map.tx), edge(column + 1, map.a, map.tx))
        let whole = Box(x: left, y: top, width: right - left, height: bottom - top)
        let part = whole.intersection(box)
        if part.isEmpty { continue }
        let color = source.mean(of: whole)
        for y in part.y..<part.maxY {
          (target.row(y) + part.x).update(repeating: color, count: part.width)
        }
      }
    }
  }
}

/// A dot in the coordinates of a plane, where it may be an ellipse.
private struct Disc {
  let x: Double
  let y: Double
  let radiusX: Double
  let radiusY: Double
  let radius: Double

  /// The samples that the dot may touch.
  var bounds: Box {
    let left = Int((x - radiusX - 0.5).rounded(.down))
    let top = Int((y - radiusY - 0.5).rounded(.down))
    return Box(
      x: left, y: top, width: Int((x + radiusX + 0.5).rounded(.up)) - left,
      height: Int((y + radiusY + 0.5).rounded(.up)) - top)
  }

  /// Paints the dot with an edge one sample wide.
  func paint<S: Sample>(_ colors: SIMD4<UInt16>, on planes: PlaneGroup<S>, within box: Box) {
    for row in box.y..<box.maxY {
      let dy = (Double(row) + 0.5 - y) / radiusY
      let (outer, inner) = (chord(dy, 0.5), chord(dy, -0.5))
      let left = max(box.x, Int((x - outer).rounded(.down)))
      let right = min(box.maxX, Int((x + outer).rounded(.up)))
      guard left < right else { continue }
      let solidLeft = min(max(left, Int((x - inner).rounded(.up))), right)
      let solidRight = max(min(right, Int((x + inner).rounded(.down))), solidLeft)
      for index in planes.indices {
        let line = planes[index].target.row(row)
        (line + solidLeft).update(
          repeating: S(truncatingIfNeeded: colors[index]), count: solidRight - solidLeft)
      }
      for column in left..<solidLeft { blend(colors, planes, row, column, dy) }
      for column in solidRight..<right { blend(colors, planes, row, column, dy) }
    }
  }

  /// Half the width of the dot, grown by `grow` samples, on the line at `dy` radii from its centre.
  private func chord(_ dy: Double, _ grow: Double) -> Double {
    let reach = 1 + grow / min(radiusX, radiusY)
    guard reach > dy.magnitude else { return 0 }
    return (reach * reach - dy * dy).squareRoot() * radiusX
  }

  /// Mixes the dot into a sample at its edge.
  private func blend<S: Sample>(
    _ colors: SIMD4<UInt16>, _ planes: PlaneGroup<S>, _ row: Int, _ column: Int, _ dy: Double
  ) {
    let dx = (Double(column) + 0.5 - x) / radiusX
    let distance = (dx * dx + dy * dy).squareRoot()
    let cover = min(max((1 - distance) * min(radiusX, radiusY) + 0.5, 0), 1)
    let share = Int(cover * 256 + 0.5)
    for index in planes.indices {
      let sample = planes[index].target.row(row) + column
      let mixed = Int(colors[index]) &* share &+ Int(sample.pointee) &* (256 &- share) &+ 128
      sample.pointee = S(truncatingIfNeeded: mixed &>> 8)
    }
  }
}

extension PlaneSource {
  /// The mean of the samples of `box` that lie in the plane, rounded, from at most 16 x 16 of them
  /// spread evenly.
  fileprivate func mean(of box: Box) -> S {
    let inside = box.intersection(layout.box)
    guard !inside.isEmpty else {
      let x = min(max(box.x, 0), width - 1)
      let y = min(max(box.y, 0), height - 1)
      return row(y)[x]
    }
    // Odd steps, so that a texture of alternate samples does not pass for a plain colour.
    let (stepX, stepY) = ((inside.width + 15) / 16 | 1, (inside.height + 15) / 16 | 1)
    var sum = 0
    var count = 0
    for y in stride(from: inside.y, to: inside.maxY, by: stepY) {
      let line = row(y)
      for x in stride(from: inside.x, to: inside.maxX, by: stepX) {
        sum &+= Int(line[x])
        count &+= 1
      }
    }
    return S(truncatingIfNeeded: (sum + count / 2) / count)
  }
}
