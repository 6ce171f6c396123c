import Bytes
import Geometry
import Y4M

/// A plane about a centre: places are told by their distance and their direction.
///
/// Distances are counted in steps, which are samples along the axis where these lie closer
/// together.
struct PolarPlane {
  /// The centre, in samples from the middle of the first.
  let x: Double
  let y: Double
  /// Steps a sample across and down.
  let stepsX: Double
  let stepsY: Double
  let width: Int
  let height: Int

  /// - Parameter center: in pixels of the picture.
  init(_ layout: PlaneLayout, center: Vector) {
    let map = layout.map
    let place = map(center)
    // Further away, lines through the picture hardly differ.
    func held(_ value: Double, _ size: Int) -> Double {
      min(max(value - 0.5, -2 * Double(size) - 64), 3 * Double(size) + 64)
    }
    (x, y) = (held(place.x, layout.width), held(place.y, layout.height))
    let most = max(map.a, map.d)
    (stepsX, stepsY) = (most / map.a, most / map.d)
    (width, height) = (layout.width, layout.height)
  }

  /// How far a sample lies from the centre.
  func distance(_ column: Int, _ row: Int) -> Double {
    let (dx, dy) = ((Double(column) - x) * stepsX, (Double(row) - y) * stepsY)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The greatest distance in a box.
  func farthest(in box: Box) -> Double {
    [(box.x, box.y), (box.maxX - 1, box.y), (box.x, box.maxY - 1), (box.maxX - 1, box.maxY - 1)]
      .map { distance($0.0, $0.1) }.max() ?? 0
  }

  /// The columns of a row that lie less than so many steps from the centre.
  func disc(_ radius: Double, row: Int, _ box: Box) -> Range<Int> {
    let dy = (Double(row) - y) * stepsY
    let rest = radius * radius - dy * dy
    guard radius > 0, rest > 0 else { return box.x..<box.x }
    let half = rest.squareRoot() / stepsX
    return columns(from: x - half, to: x + half, box)
  }

  /// Whole columns between two places.
  private func columns(from low: Double, to high: Double, _ box: Box) -> Range<Int> {
    let (least, most) = (Double(box.x), Double(box.maxX))
    let start = Int(min(max(low.rounded(.up), least), most))
    let end = Int(min(max(high.rounded(.up), least), most))
    return start..<max(end, start)
  }

  /// The columns of a row that lie clockwise of one direction, and not of the next.
  func wedge(_ from: SIMD2<Double>, _ to: SIMD2<Double>, row: Int, _ box: Box) -> Range<Int> {
    let dy = (Double(row) - y) * stepsY
    var (low, high) = (Double(box.x), Double(box.maxX))
    // The first direction's side, and then what is not on the second one's.
    for (direction, isInside) in [(from, true), (to, false)] {
      if direction.y == 0 {
        if (direction.x * dy >= 0) != isInside { return box.x..<box.x }
        continue
      }
      let bound = x + direction.x * dy / direction.y / stepsX
      // On the side of a direction that leads down lie columns up to the bound.
      let isBelow = (direction.y > 0) == isInside
      let edge = direction.y > 0 ? bound.rounded(.down) + 1 : bound.rounded(.up)
      if isBelow { high = min(high, edge) } else { low = max(low, edge) }
    }
    guard low < high else { return box.x..<box.x }
    return columns(from: low, to: high, box)
  }

  /// Writes the places of samples along a line that leaves the centre, from a distance on.
  func fill(
    _ coordinates: Coordinates, direction: SIMD2<Double>, from first: Double, count: Int
  ) {
    let (dx, dy) = (direction.x / stepsX * 256, direction.y / stepsY * 256)
    PolarLines.fill(
      coordinates.x, start: x * 256 + dx * first, step: dx, end: width, count: count)
    PolarLines.fill(
      coordinates.y, start: y * 256 + dy * first, step: dy, end: height, count: count)
  }

  /// Writes the places of samples at a distance, in some directions.
  func fill(
    _ coordinates: Coordinates, distance: Double, _ cosines: UnsafeMutablePointer<Float>,
    _ sines: UnsafeMutablePointer<Float>, count: Int
  ) {
    PolarLines.fill(
      coordinates.x, centre: x * 256, factor: distance / stepsX * 256, cosines, end: width,
      count: count)
    PolarLines.fill(
      coordinates.y, centre: y * 256, factor: distance / stepsY * 256, sines, end: height,
      count: count)
  }
}

/// Loops over coordinates, in 1/256 sample.
enum PolarLines {
  /// Planes up to so many samples have coordinates that Float knows.
  private static let side = 16_000

  static func fill(
    _ places: UnsafeMutablePointer<Int32>, start: Double, step: Double, end: Int, count: Int
  ) {
    if end > side {
      for i in 0..<count { places[i] = whole(start + Double(i) * step, end) }
      return
    }
    let most = Float(end * 256)
    let (start, step) = (Float(start), Float(step))
    for i in 0..<count {
      let place = start + Float(Int32(truncatingIfNeeded: i)) * step
      places[i] = min(max(place, -256), most).roundedToInt32
    }
  }

  static func fill(
    _ places: UnsafeMutablePointer<Int32>, centre: Double, factor: Double,
    _ factors: UnsafeMutablePointer<Float>, end: Int, count: Int
  ) {
    if end > side {
      for i in 0..<count { places[i] = whole(centre + Double(factors[i]) * factor, end) }
      return
    }
    let most = Float(end * 256)
    let (centre, factor) = (Float(centre), Float(factor))
    for i in 0..<count {
      places[i] = min(max(centre + factors[i] * factor, -256), most).roundedToInt32
    }
  }

  private static func whole(_ place: Double, _ end: Int) -> Int32 {
    Int32(min(max(place, -256), Double(end) * 256).rounded())
  }
}
