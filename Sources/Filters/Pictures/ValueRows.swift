import Timeline

/// A number from 0 to 1 at every sample of a picture.
protocol ValueSource: Sendable {
  /// Writes the numbers of some columns of row `y`, at most ``ValueRun/length`` of them.
  ///
  /// - Parameter line: has room for that many, whatever the columns.
  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>)
}

/// How many samples of a row are computed at once.
enum ValueRun {
  /// As many as need no memory but the stack, and whole vectors.
  static let length = 256
}

/// A picture that is a number at every sample, and a colour for every number.
struct ValueRows<Source: ValueSource>: RowSource {
  let width: Int
  let height: Int
  let source: Source
  let colors: ValueColors

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    fill(row, y: y, columns: columns, .all)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    if channels == .chroma, colors.fillEvenChroma(row, columns) { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ValueRun.length) { room in
      guard let line = room.baseAddress else { return }
      var first = columns.lowerBound
      while first < columns.upperBound {
        let end = min(first &+ ValueRun.length, columns.upperBound)
        source.fill(line, y: y, columns: first..<end)
        colors.fill(row.shifted(by: first), line, count: end &- first, channels)
        first = end
      }
    }
  }
}

/// What colours numbers from 0 to 1 have.
enum ValueColors: Sendable {
  /// Mixed of the colours of 0 and of 1, premultiplied.
  case pair(PremultipliedColor, PremultipliedColor)
  /// Those of a gradient, and its chroma and alpha where these are the same throughout.
  case ramp(GradientRamp, even: PremultipliedColor?)

  /// The colours of a gradient.
  init(_ stops: GradientStops, coding: ColorCoding) {
    let ramp = GradientRamp(stops.stops.map { ($0.position, $0.color) }, coding: coding)
    let first = ramp.colors[0]
    let isEven = ramp.colors.allSatisfy { $0.y == first.y && $0.z == first.z && $0.w == first.w }
    self = .ramp(
      ramp,
      even: isEven ? PremultipliedColor(y: first.x, u: first.y, v: first.z, a: first.w) : nil)
  }

  /// Writes chroma and alpha where they are the same throughout; false where they are not.
  func fillEvenChroma(_ row: PictureRow, _ columns: Range<Int>) -> Bool {
    let even: PremultipliedColor
    switch self {
    case .pair(let from, let to):
      guard from.u == to.u, from.v == to.v, from.a == to.a else { return false }
      even = to
    case .ramp(_, let color):
      guard let color else { return false }
      even = color
    }
    let (first, count) = (columns.lowerBound, columns.count)
    (row.u + first).update(repeating: even.u, count: count)
    (row.v + first).update(repeating: even.v, count: count)
    (row.a + first).update(repeating: even.a, count: count)
    return true
  }

  /// Writes the colours of some numbers; those beyond 0 and 1 count as these.
  func fill(
    _ row: PictureRow, _ values: UnsafeMutablePointer<Float>, count: Int, _ channels: Channels
  ) {
    let hasLuma = channels != .chroma
    let hasChroma = channels == .chroma || channels == .all
    switch self {
    case .pair(let from, let to):
      Self.weigh(values, 65536, count: count)
      values.withMemoryRebound(to: UInt32.self, capacity: ValueRun.length) { weights in
        Self.mix(from.a, to.a, weights, to: row.a, count: count)
        if hasLuma { Self.mix(from.y, to.y, weights, to: row.y, count: count) }
        if hasChroma {
          Self.mix(from.u, to.u, weights, to: row.u, count: count)
          Self.mix(from.v, to.v, weights, to: row.v, count: count)
        }
      }
    case .ramp(let ramp, _):
      let (origin, density) = (Float(ramp.origin), Float(ramp.density))
      for x in 0..<count { values[x] = (values[x] - origin) * density }
      Self.weigh(values, Float(ramp.steps), count: count)
      let last = UInt32(truncatingIfNeeded: ramp.steps)
      values.withMemoryRebound(to: UInt32.self, capacity: ValueRun.length) { steps in
        ramp.colors.withUnsafeBufferPointer { colors in
          guard let colors = colors.baseAddress else { return }
          for x in 0..<count {
            let color = colors[Int(min(steps[x], last))]
            row.a[x] = color.w
            if hasLuma { row.y[x] = color.x }
            if hasChroma {
              row.u[x] = color.y
              row.v[x] = color.z
            }
          }
        }
      }
    }
  }

  /// Turns numbers into whole ones from 0 to `most`, in the same memory.
  private static func weigh(_ values: UnsafeMutablePointer<Float>, _ most: Float, count: Int) {
    var x = 0
    while x < count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      let bounded = values.lanes(x).atLeast(0).atMost(1) * most + 8_388_608
      let bits = unsafeBitCast(bounded, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7F_FFFF)
      (values + x).store(unsafeBitCast(bits, to: SIMD8<Float>.self))
      x &+= 8
    }
  }

  private static func mix(
    _ from: UInt16, _ to: UInt16, _ weights: UnsafeMutablePointer<UInt32>,
    to row: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    guard from != to else { return row.update(repeating: from, count: count) }
    let (from, to) = (UInt32(from), UInt32(to))
    for x in 0..<count {
      let sum = from &* (65536 &- weights[x]) &+ to &* weights[x] &+ 32768
      row[x] = UInt16(truncatingIfNeeded: sum &>> 16)
    }
  }
}
