import Geometry

/// Bands across a picture that come again and again: how much of a sample lies on them.
///
/// The phase is a number of 32 bits that goes round, so that no place is far from the first band.
/// What a sample has of a band is the mean along the sample's own width (a box filter), widened
/// where edges are to be soft.
struct BandWave: ValueSource {
  /// The phase of the first sample, and how far it moves from column to column and from row to row.
  private let start: UInt32
  private let column: UInt32
  private let row: UInt32
  /// Half a band's share of a period, and half the width of the filter, in periods.
  private let half: Float
  private let reach: Float
  /// Nothing but the mean is left where the filter is as wide as a period.
  private let mean: Float?

  /// - Parameters:
  ///   - raster: the samples, and the box in which lengths are measured.
  ///   - degrees: how far all is turned about the box's centre, clockwise.
  ///   - isAcross: whether bands lie across the box, one below the other, before they are turned.
  ///   - period: from one band to the next.
  ///   - band: how wide a band is.
  ///   - offset: how far the bands are moved away from the box's left or top edge, where one
  ///     begins.
  ///   - softness: 0 to 1, where edges take all of the band or the gap, whichever is smaller.
  init(
    _ raster: BoxRaster, degrees: Double, isAcross: Bool = false, period: Double, band: Double,
    offset: Double, softness: Double
  ) {
    let period = Self.bounded(period, 0.01, 1e9)
    let share = Self.bounded(band / period, 0, 1)
    let turn = Affine.rotation(degrees: Self.bounded(degrees, -1e9, 1e9) + (isAcross ? 90 : 0))
    let pitch = raster.pitch
    let (across, down) = (turn.a * pitch.x / period, turn.b * pitch.y / period)
    let edge = (isAcross ? raster.box.y : raster.box.x) / 2
    // From the box's centre to that of the first sample.
    let first =
      (across * (1 - Double(raster.width)) + down * (1 - Double(raster.height))) / 2
    // A band's middle is where the phase is 0.
    let phase = first + (edge - Self.bounded(offset, -1e12, 1e12)) / period - share / 2
    start = Self.phase(phase)
    column = Self.phase(across)
    row = Self.phase(down)
    half = Float(share / 2)
    let width =
      Vector(across, down).length + Self.bounded(softness, 0, 1) * min(share, 1 - share)
    reach = Float(max(width, 1e-7) / 2)
    mean = width < 1 && share > 0 && share < 1 ? nil : Float(share)
  }

  static func bounded(_ value: Double, _ least: Double, _ most: Double) -> Double {
    value.isNaN ? least : min(max(value, least), most)
  }

  private static func phase(_ turns: Double) -> UInt32 {
    guard turns.isFinite else { return 0 }
    return UInt32(truncatingIfNeeded: Int64((turns - turns.rounded(.down)) * 4_294_967_296))
  }

  /// Writes how much of each sample lies on a band, 0 to 1.
  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    if let mean { return line.update(repeating: mean, count: columns.count) }
    var phase = start &+ row &* UInt32(truncatingIfNeeded: y)
    phase &+= column &* UInt32(truncatingIfNeeded: columns.lowerBound)
    Self.fillDistances(line, phase, column, count: columns.count)
    let (half, reach) = (SIMD8<Float>(repeating: half), SIMD8<Float>(repeating: reach))
    let gain = 1 / (2 * self.reach)
    var x = 0
    while x < columns.count {
      let near = line.lanes(x)
      // What lies on the band next to the sample, and on the other one.
      let first = (near + reach).atMost(half) - (near - reach).atLeast(-half)
      let far = 1 - near
      let second = (far + reach).atMost(half) - (far - reach).atLeast(-half)
      let sum = first.atLeast(0) + second.atLeast(0)
      (line + x).store((sum * gain).atMost(1))
      x &+= 8
    }
  }

  /// Writes how far samples lie from the middle of the nearest band, 0 to 1/2.
  private static func fillDistances(
    _ line: UnsafeMutablePointer<Float>, _ phase: UInt32, _ step: UInt32, count: Int
  ) {
    for x in 0..<count {
      let place = Int32(bitPattern: phase &+ step &* UInt32(truncatingIfNeeded: x))
      // The magnitude, less one of negative numbers.
      line[x] = Float(place ^ (place &>> 31)) * (1 / 4_294_967_296)
    }
  }
}
