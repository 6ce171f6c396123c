import Fonts
import Geometry

/// A picture of several paints, one over the other, each where a number from 0 to 1 says.
struct PaintedRows: RowSource {
  /// One colour, and where it is.
  struct Paint: Sendable {
    let form: PaintedForm
    let color: PremultipliedColor
  }

  let width: Int
  let height: Int
  let background: PremultipliedColor
  let paints: [Paint]

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let (first, count) = (columns.lowerBound, columns.count)
    (row.y + first).update(repeating: background.y, count: count)
    (row.u + first).update(repeating: background.u, count: count)
    (row.v + first).update(repeating: background.v, count: count)
    (row.a + first).update(repeating: background.a, count: count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ValueRun.length) { room in
      guard let line = room.baseAddress else { return }
      for paint in paints where paint.form.rows.contains(y) {
        var first = max(columns.lowerBound, paint.form.columns.lowerBound)
        let last = min(columns.upperBound, paint.form.columns.upperBound)
        while first < last {
          let end = min(first &+ ValueRun.length, last)
          paint.form.fill(line, y: y, columns: first..<end)
          row.shifted(by: first).put(paint.color, line, count: end &- first)
          first = end
        }
      }
    }
  }
}

extension PictureRow {
  /// Puts a colour over what is there, by numbers from 0 to 1.
  func put(
    _ color: PremultipliedColor, _ line: UnsafeMutablePointer<Float>, count: Int
  ) {
    let alpha = UInt32(color.a) &+ UInt32(color.a &>> 15)
    func mix(_ part: UInt16, _ target: UnsafeMutablePointer<UInt16>) {
      let part = UInt32(part)
      for x in 0..<count {
        // Adding 2^23 leaves the nearest whole number in the low bits.
        let weight = (line[x] * 65536 + 8_388_608).bitPattern & 0x1FFFF
        let keep = 65536 &- (alpha &* (weight &>> 1) &+ 32767) &>> 15
        let sum = UInt32(target[x]) &* keep &+ part &* weight
        target[x] = UInt16(truncatingIfNeeded: sum &>> 16)
      }
    }
    mix(color.y, y)
    mix(color.u, u)
    mix(color.v, v)
    mix(color.a, a)
  }
}

/// Where a paint is.
enum PaintedForm: ValueSource {
  /// A line across or down, at a distance in samples.
  case line(isAcross: Bool, middle: Float, half: Float, size: (width: Int, height: Int))
  /// A ring around a place, and of it what a hand has not passed yet, or all.
  case ring(center: SIMD2<Float>, radius: Float, half: Float, rest: PaintedSweep?)
  /// What a hand has passed.
  case sweep(PaintedSweep, size: (width: Int, height: Int))
  /// What is drawn.
  case shape(Coverage)

  /// The samples that it may cover.
  private var box: (x: Range<Int>, y: Range<Int>) {
    func range(_ middle: Float, _ reach: Float) -> Range<Int> {
      let (low, high) = (middle - reach - 1, middle + reach + 1)
      let first = Int(max(min(low, 1e6), -1e6))
      return first - 1..<max(Int(max(min(high, 1e6), -1e6)) + 2, first)
    }
    switch self {
    case .line(true, let middle, let half, let size): return (0..<size.width, range(middle, half))
    case .line(false, let middle, let half, let size): return (range(middle, half), 0..<size.height)
    case .ring(let center, let radius, let half, _):
      return (range(center.x, radius + half), range(center.y, radius + half))
    case .sweep(_, let size): return (0..<size.width, 0..<size.height)
    case .shape(let cover):
      return (cover.x..<cover.x + cover.width, cover.y..<cover.y + cover.height)
    }
  }

  var columns: Range<Int> { box.x }
  var rows: Range<Int> { box.y }

  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    let count = columns.count
    let across = Float(columns.lowerBound) + 0.5
    let down = Float(y) + 0.5
    switch self {
    case .line(let isAcross, let middle, let half, _):
      for x in 0..<count {
        line[x] = half - ((isAcross ? down : across + Float(x)) - middle).magnitude + 0.5
      }
      Self.bound(line, min(2 * half, 1), count: count)
    case .ring(let center, let radius, let half, let rest):
      let dy = down - center.y
      var x = 0
      let ascending = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
      while x < count {
        let dx = ascending + (across + Float(x) - center.x)
        let off = (dx * dx + dy * dy).squareRoot() - radius
        let cover = (0.5 + half - off.atLeast(-off)).atLeast(0).atMost(1)
        (line + x).store(rest.map { cover * (1 - $0.cover(dx, dy)) } ?? cover)
        x &+= 8
      }
    case .sweep(let sweep, _):
      var x = 0
      let ascending = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
      while x < count {
        let dx = ascending + (across + Float(x) - sweep.center.x)
        (line + x).store(sweep.cover(dx, down - sweep.center.y))
        x &+= 8
      }
    case .shape(let cover):
      let start = (y - cover.y) * cover.width + columns.lowerBound - cover.x
      cover.bytes.withUnsafeBufferPointer { bytes in
        for x in 0..<count { line[x] = Float(bytes[start &+ x]) * (1 / 255) }
      }
    }
  }

  private static func bound(_ line: UnsafeMutablePointer<Float>, _ most: Float, count: Int) {
    var x = 0
    while x < count {
      (line + x).store(line.lanes(x).atLeast(0).atMost(most))
      x &+= 8
    }
  }
}

/// What a clock's hand has passed on its way from the top.
struct PaintedSweep: Sendable {
  let center: SIMD2<Float>
  private let hand: SIMD2<Float>
  private let isBeyondHalf: Bool

  /// - Parameters:
  ///   - turn: how far it is, 0 to 1.
  ///   - hand: the sine and the cosine of that angle.
  init(center: SIMD2<Float>, turn: Double, hand: Vector) {
    self.center = center
    self.hand = SIMD2(Float(hand.x), Float(-hand.y))
    isBeyondHalf = turn > 0.5
  }

  /// How much of samples it covers.
  @inline(__always)
  func cover(_ dx: SIMD8<Float>, _ dy: Float) -> SIMD8<Float> {
    // How far they lie behind the line up, and before the hand.
    let first = dx
    let second = dx * hand.y - hand.x * dy
    let inside = isBeyondHalf ? first.atLeast(second) : first.atMost(second)
    return (inside + 0.5).atLeast(0).atMost(1)
  }
}
