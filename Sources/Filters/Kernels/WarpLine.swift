import Geometry

/// The texture coordinates along one target row, in 2^-32 samples.
struct WarpLine {
  let s: Int
  let t: Int
  let stepS: Int
  let stepT: Int

  init(_ inverse: Affine, x: Int, y: Int) {
    let point = inverse(Vector(Double(x) + 0.5, Double(y) + 0.5))
    s = Self.fixed(point.x)
    t = Self.fixed(point.y)
    stepS = Self.fixed(inverse.a)
    stepT = Self.fixed(inverse.b)
  }

  /// A coordinate in fixed point; beyond 2^20 samples it no longer matters how far.
  private static func fixed(_ value: Double) -> Int {
    Int((min(max(value, -1_048_576), 1_048_576) * 4_294_967_296).rounded())
  }

  /// The places of `0 ..< count` whose coordinates lie in both ranges, ends included.
  func places(s rangeS: ClosedRange<Int>, t rangeT: ClosedRange<Int>, count: Int) -> Range<Int> {
    let across = Self.places(s, stepS, rangeS, count)
    let down = Self.places(t, stepT, rangeT, count)
    let low = max(across.lowerBound, down.lowerBound)
    return low..<max(low, min(across.upperBound, down.upperBound))
  }

  private static func places(
    _ start: Int, _ step: Int, _ range: ClosedRange<Int>, _ count: Int
  ) -> Range<Int> {
    if step == 0 { return range.contains(start) ? 0..<count : 0..<0 }
    // Mirrored where coordinates fall.
    let (from, to) =
      step > 0
      ? (range.lowerBound &- start, range.upperBound &- start)
      : (start &- range.upperBound, start &- range.lowerBound)
    let pace = abs(step)
    // The first place at or beyond `from`, and the last not beyond `to`.
    let low = min(max(floorDivide(from &+ pace &- 1, pace), 0), count)
    return low..<max(low, min(floorDivide(to, pace) &+ 1, count))
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor &- 1 &- value) / divisor)
  }
}

/// How much of each target sample a texture covers, by its distances from the texture's edges in
/// target samples: exact for edges along the sample's sides, close for slanted ones, and thin
/// pictures fade as they should.
struct WarpEdges {
  private let reachS: Int
  private let reachT: Int
  /// The texture's sides in 2^-16 samples.
  private let width: Int
  private let height: Int

  init(_ inverse: Affine, width: Int, height: Int) {
    // Target samples a texture sample, across edges whose texture coordinate changes by `slope`.
    func reach(_ slope: Vector) -> Int {
      Int(min(65536 / max(slope.length, 1e-9), 1e12).rounded())
    }
    reachS = reach(Vector(inverse.a, inverse.c))
    reachT = reach(Vector(inverse.b, inverse.d))
    self.width = width << 16
    self.height = height << 16
  }

  /// Half a target sample in 2^-32 texture samples, rounded up, and at most 2^20 of these.
  private static func half(_ reach: Int) -> Int {
    min((1 << 31) / max(reach, 1) &+ 1, 1 << 36) << 16
  }

  /// The samples of a row that the texture touches, or a few more.
  func span(_ line: WarpLine, count: Int) -> Range<Int> {
    let (s, t) = (Self.half(reachS), Self.half(reachT))
    return line.places(s: -s...(width << 16) &+ s, t: -t...(height << 16) &+ t, count: count)
  }

  /// The samples of a row that it covers wholly, or a few less.
  func whole(_ line: WarpLine, count: Int) -> Range<Int> {
    let (s, t) = (Self.half(reachS), Self.half(reachT))
    guard 2 * s < width << 16, 2 * t < height << 16 else { return 0..<0 }
    return line.places(s: s...(width << 16) &- s, t: t...(height << 16) &- t, count: count)
  }

  /// Multiplies the samples `part` of a row by their coverage.
  func fade(_ rows: ChannelRows, _ line: WarpLine, _ part: Range<Int>) {
    for x in part {
      let cover = cover(line, x)
      for samples in rows {
        samples[x] = UInt16(truncatingIfNeeded: (Int(samples[x]) &* cover &+ 32768) &>> 16)
      }
    }
  }

  /// The coverage of sample `x` of a row, 0 to 65,536.
  private func cover(_ line: WarpLine, _ x: Int) -> Int {
    let (s, t) = ((line.s &+ x &* line.stepS) &>> 16, (line.t &+ x &* line.stepT) &>> 16)
    let across = Self.share(s, reachS) &+ Self.share(width &- s, reachS) &- 65536
    let down = Self.share(t, reachT) &+ Self.share(height &- t, reachT) &- 65536
    return (max(across, 0) &* max(down, 0)) &>> 16
  }

  /// How much of a sample lies on the inner side of an edge at `distance`, 0 to 65,536.
  private static func share(_ distance: Int, _ reach: Int) -> Int {
    // Where a sample lies deeper inside than this, its distance no longer matters; the bound keeps
    // the product within 64 bits.
    let far = (1 << 33) / max(reach, 1) &+ 1
    let bounded = min(max(distance, 0 &- far), far)
    return min(max((bounded &* reach) &>> 16 &+ 32768, 0), 65536)
  }
}
