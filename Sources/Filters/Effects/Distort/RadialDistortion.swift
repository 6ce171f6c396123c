import Bytes
import Timeline
import Y4M

/// A distortion around a point that depends on the distance alone, at one time.
///
/// A place z from the centre, as a complex number, is read from `z + z * change(|z|)`: a real
/// change moves along the radius, an imaginary one across it. x and y are its parts.
struct RadialMap {
  /// In pixels.
  let center: SIMD2<Double>
  /// From here on nothing is moved; nil where everything is.
  var radius: Double?
  /// The length of the finest part of the change, in pixels.
  let detail: Double
  let change: (_ distance: Double) -> SIMD2<Double>

  /// The part of the picture that is moved; nil for all of it.
  var reach: Box? {
    guard let radius else { return nil }
    let side = Int((2 * radius).rounded(.up)) + 2
    return Box(
      x: Int((center.x - radius).rounded(.down)), y: Int((center.y - radius).rounded(.down)),
      width: side, height: side)
  }
}

/// A radial map with its tables, ready to be drawn.
///
/// The change is read from a table by the distance, linearly; the table takes a third of the
/// tolerance, and curves of the third degree between nodes the rest, as ``PreparedWinding`` says.
/// With u the change along a line, the fourth derivative of the place that is read is z u'''' +
/// 4 u''', and u's derivatives follow from those by the distance (a1 ... a4) as there:
///
///     t3 = a3 + 1.16 (a2 / r + a1 / r^2)
///     t4 = a4 + 1.5 a3 / r + 3 (a2 / r^2 + a1 / r^3)
///
/// Those by the distance are the greatest differences of the change itself in each of some rings,
/// taken at a 24th of its detail, which is near enough together to tell them to a tenth, and a
/// fifth more. Where it has a kink they are so great that every place is computed.
///
/// Unchecked: its tables are written as it is made, and then only read.
struct RadialDistortion: Distortion, @unchecked Sendable {
  /// How far beyond the picture nodes may lie: a tile of a plane with a quarter of the columns.
  private static let overhang = 4.0 * Double(DistortionTile.side) + 16

  let reach: Box
  let stretch: Double
  var fineness: Int { DistortionSpread.mostCount }
  /// Smaller squares cost more than their places do.
  var least: Int { 12 }
  private let center: SIMD2<Float>
  private let isBounded: Bool
  /// Whether nothing is moved but along the radius.
  private let isStraight: Bool
  /// The change by distance: entry `i` is that for `i / perPixel`, and behind it what it grows by
  /// to the next.
  private let changes: UnsafeMutablePointer<SIMD4<Float>>
  private let last: Int32
  private let perPixel: Float
  private let rings: RingSpacings

  /// - Parameters:
  ///   - width: the canvas's, as is `height`.
  ///   - tolerance: how far, in pixels, a place may be read from where it should be.
  init(_ map: RadialMap, width: Int, height: Int, tolerance: Double, _ scratch: Scratch) {
    let whole = Box(x: 0, y: 0, width: width, height: height)
    reach = map.reach ?? whole
    center = SIMD2(Float(map.center.x), Float(map.center.y))
    let farX = max(map.center.x.magnitude, (Double(width) - map.center.x).magnitude)
    let farY = max(map.center.y.magnitude, (Double(height) - map.center.y).magnitude)
    let far = ((farX * farX + farY * farY).squareRoot() + 1.5 * Self.overhang).rounded(.up)
    let radius = map.radius ?? far
    isBounded = map.radius != nil

    // The differences, two steps of them beyond both ends.
    let steps = Int(min(max(24 * radius / max(map.detail, 1e-3), 256), 16_384).rounded(.up))
    let step = radius / Double(steps)
    let values = scratch.take(SIMD2<Double>.self, steps + 5)
    for index in 0..<steps + 5 { values[index] = Self.change(map, Double(index) * step) }
    let rings = RingSpacings(radius: radius, scratch)
    let ringCount = RingSpacings.count
    var (steepest, bend) = (1.0, 0.0)
    for ring in 0...ringCount {
      // A step wider than the ring.
      let low = max(ring * steps / ringCount - 4, 0)
      let high = min((ring + 1) * steps / ringCount + 2, steps + 1)
      let slopes = Self.slopes(values, max(min(low, high - 1), 0)..<max(high, 1), step)
      let near = Double(ring) / Double(ringCount) * radius
      let rim = near + radius / Double(ringCount)
      let fourth = Self.bend(slopes, near: near, far: rim)
      rings.set(ring, fourth: fourth, tolerance: tolerance)
      steepest = max(steepest, slopes.size + rim * slopes.a.x)
      bend = max(bend, rim * slopes.a.y + 2 * slopes.a.x)
    }
    self.rings = rings
    stretch = steepest

    // Between entries h apart, a line is off by at most h^2 / 8 of the second derivative.
    let needed = radius * (bend / (8 * 0.125 * tolerance)).squareRoot()
    let count = Int(min(max(needed.isNaN ? 0 : needed, 64), 65_534).rounded(.up)) + 2
    changes = scratch.take(SIMD4<Float>.self, count + 1)
    last = Int32(truncatingIfNeeded: count - 1)
    perPixel = Float(Double(count - 1) / radius)
    var next = SIMD2<Float>.zero
    var isStraight = true
    for index in stride(from: count, through: 0, by: -1) {
      let exact = SIMD2<Float>(Self.change(map, Double(index) * radius / Double(count - 1)))
      if index == count { next = exact }
      changes[index] = SIMD4(lowHalf: exact, highHalf: next - exact)
      next = exact
      if exact.y != 0 { isStraight = false }
    }
    self.isStraight = isStraight
  }

  /// The change at a distance, which is never beyond what coordinates can hold.
  private static func change(_ map: RadialMap, _ distance: Double) -> SIMD2<Double> {
    if let radius = map.radius, distance >= radius { return .zero }
    let change = map.change(distance)
    let most = 8192 / max(distance, 1)
    return change.clamped(
      lowerBound: SIMD2(repeating: -most), upperBound: SIMD2(repeating: most))
  }

  /// The greatest first to fourth differences by the step, and the greatest size of 1 + change.
  private static func slopes(
    _ values: UnsafeMutablePointer<SIMD2<Double>>, _ part: Range<Int>, _ step: Double
  ) -> (a: SIMD4<Double>, size: Double) {
    var most = SIMD4<Double>.zero
    var size = 0.0
    func squared(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum() }
    for i in part {
      let (v0, v1, v2, v3) = (values[i], values[i + 1], values[i + 2], values[i + 3])
      let (d1, d2) = (v1 - v0, v2 - v1 - (v1 - v0))
      let d3 = v3 - v0 - 3 * (v2 - v1)
      let d4 = (values[i + 4] - v3) - 3 * (v3 - v2) + 3 * (v2 - v1) - (v1 - v0)
      most = pointwiseMax(most, SIMD4(squared(d1), squared(d2), squared(d3), squared(d4)))
      size = max(size, squared(v0 + SIMD2(1, 0)))
    }
    var power = 1 / step
    var slopes = most.squareRoot() * 1.2
    for order in 0..<4 {
      slopes[order] *= power
      power /= step
    }
    return (slopes, size.squareRoot())
  }

  /// At most the fourth derivative of a place that is read, along any line.
  private static func bend(
    _ slopes: (a: SIMD4<Double>, size: Double), near r: Double, far: Double
  ) -> Double {
    guard r > 0 else { return .infinity }
    let a = slopes.a
    let t3 = a.z + 1.16 * (a.y / r + a.x / (r * r))
    let t4 = a.w + 1.5 * a.z / r + 3 * (a.y / (r * r) + a.x / (r * r * r))
    return far * t4 + 4 * t3
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let d = place - center
    let distance = (d.x * d.x + d.y * d.y).squareRoot() * perPixel
    let entry = min(distance.flooredToInt32, last)
    let change = changes[Int(entry)]
    // Beyond the table its end goes on.
    let now = change.lowHalf + change.highHalf * min(distance - Float(entry), 1)
    return SIMD2(d.x * now.x - d.y * now.y, d.y * now.x + d.x * now.y)
  }

  func displace(_ line: DistortionLine) {
    let (across, down) = (line.start.x - center.x, line.start.y - center.y)
    let (shares, entries) = (line.shares, line.entries)
    let (pitch, perPixel, last) = (line.pitch, perPixel, last)
    for i in 0..<line.count {
      let x = Float(Int32(truncatingIfNeeded: i)) * pitch + across
      let distance = (x * x + down * down).squareRoot() * perPixel
      let entry = min(distance.flooredToInt32, last)
      entries[i] = entry
      // Beyond the table its end goes on.
      shares[i] = min(distance - Float(entry), 1)
    }
    if isStraight {
      for i in 0..<line.count {
        let change = changes[Int(entries[i])]
        shares[i] = change.x + change.z * shares[i]
      }
      for i in 0..<line.count {
        line.x[i] = (Float(Int32(truncatingIfNeeded: i)) * pitch + across) * shares[i]
      }
      for i in 0..<line.count { line.y[i] = down * shares[i] }
    } else {
      for i in 0..<line.count {
        let change = changes[Int(entries[i])]
        let (along, aside) = (change.x + change.z * shares[i], change.y + change.w * shares[i])
        let x = Float(Int32(truncatingIfNeeded: i)) * pitch + across
        line.x[i] = x * along - down * aside
        line.y[i] = down * along + x * aside
      }
    }
  }

  func bend(in part: Extent2D) -> Bend {
    rings.bend(in: part, around: center, isBounded: isBounded)
  }
}
