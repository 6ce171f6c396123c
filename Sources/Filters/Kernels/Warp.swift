/// Samples a texture through any affine map, with its edges anti-aliased.
///
/// The texture is never shrunk here: what is to be drawn smaller is resampled to about its drawn
/// size first, so that four or sixteen samples are enough.
struct Warp {
  let texture: Texture
  let channels: Channels
  /// From target coordinates to texture coordinates; sample `i` covers `i ..< i + 1` in both.
  let inverse: Affine
  let sampling: Sampling

  /// Makes the samples of `box` row by row and hands them to `emit`, a pointer a channel.
  func run(_ box: Box, _ emit: (_ row: Int, _ samples: [UnsafeMutablePointer<UInt16>]) -> Void) {
    let indices = channels.indices
    let output = Samples16(count: (indices.count + 1) * box.width)
    let outputs = indices.indices.map { output.base + $0 * box.width }
    let coverage = output.base + indices.count * box.width
    for row in box.y..<box.maxY {
      let line = Line(inverse, x: box.x, y: row)
      cover(line, to: coverage, count: box.width)
      for (channel, index) in indices.enumerated() {
        let plane = Plane(texture, index)
        switch sampling {
        case .nearest: plane.nearest(line, coverage, outputs[channel], box.width)
        case .bilinear: plane.bilinear(line, coverage, outputs[channel], box.width)
        case .bicubic: plane.bicubic(line, coverage, outputs[channel], box.width)
        }
      }
      emit(row, outputs)
    }
  }

  /// Target samples a texture sample, across edges whose texture coordinate changes by `slope`.
  private static func reach(_ slope: Vector) -> Int {
    Int(min(65536 / max(slope.length, 1e-9), 1e12).rounded())
  }

  /// How much of each target sample the texture covers, by its distances from the texture's edges
  /// in target samples: exact for edges along the sample's sides, close for slanted ones, and thin
  /// pictures fade as they should.
  private func cover(_ line: Line, to coverage: UnsafeMutablePointer<UInt16>, count: Int) {
    let reachS = Self.reach(Vector(inverse.a, inverse.c))
    let reachT = Self.reach(Vector(inverse.b, inverse.d))
    let (width, height) = (texture.width << 16, texture.height << 16)
    // Where a sample lies deeper inside than this, its distance no longer matters; the bound keeps
    // the product within 64 bits.
    let (farS, farT) = ((1 << 33) / max(reachS, 1) + 1, (1 << 33) / max(reachT, 1) + 1)
    func part(_ distance: Int, _ far: Int, _ reach: Int) -> Int {
      let bounded = min(max(distance, 0 &- far), far)
      return min(max((bounded &* reach) &>> 16 &+ 32768, 0), 65536)
    }
    var (s, t) = (line.s, line.t)
    for x in 0..<count {
      let (s16, t16) = (s &>> 16, t &>> 16)
      let across =
        part(s16, farS, reachS) &+ part(width &- s16, farS, reachS) &- 65536
      let down = part(t16, farT, reachT) &+ part(height &- t16, farT, reachT) &- 65536
      let both = max(across, 0) &* max(down, 0)
      coverage[x] = UInt16(truncatingIfNeeded: min(both &>> 16, 65535))
      s = s &+ line.stepS
      t = t &+ line.stepT
    }
  }
}

/// The texture coordinates along one target row, in 2^-32 samples.
private struct Line {
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
}

/// One plane of the texture, with its edge repeated outwards.
private struct Plane {
  let samples: UnsafeMutablePointer<UInt16>
  let width: Int
  let right: Int
  let bottom: Int

  init(_ texture: Texture, _ index: Int) {
    samples = texture.plane(index)
    width = texture.width
    right = texture.width - 1
    bottom = texture.height - 1
  }

  @inline(__always)
  private func at(_ x: Int, _ y: Int) -> Int {
    Int(samples[min(max(y, 0), bottom) &* width &+ min(max(x, 0), right)])
  }

  @inline(__always)
  private func covered(_ value: Int, _ coverage: UInt16) -> UInt16 {
    let bounded = min(max(value, 0), 65535)
    let whole = Int(coverage) &+ Int(coverage &>> 15)
    return UInt16(truncatingIfNeeded: (bounded &* whole &+ 32768) &>> 16)
  }

  func nearest(
    _ line: Line, _ coverage: UnsafeMutablePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    var (s, t) = (line.s, line.t)
    for x in 0..<count {
      output[x] = coverage[x] == 0 ? 0 : covered(at(s &>> 32, t &>> 32), coverage[x])
      s = s &+ line.stepS
      t = t &+ line.stepT
    }
  }

  func bilinear(
    _ line: Line, _ coverage: UnsafeMutablePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    let half = 1 << 31
    var (s, t) = (line.s &- half, line.t &- half)
    for x in 0..<count {
      if coverage[x] == 0 {
        output[x] = 0
      } else {
        let (column, row) = (s &>> 32, t &>> 32)
        let (fx, fy) = ((s &>> 20) & 4095, (t &>> 20) & 4095)
        let top = at(column, row) &* (4096 &- fx) &+ at(column &+ 1, row) &* fx
        let low = at(column, row &+ 1) &* (4096 &- fx) &+ at(column &+ 1, row &+ 1) &* fx
        let value = (top &* (4096 &- fy) &+ low &* fy &+ 1 &<< 23) &>> 24
        output[x] = covered(value, coverage[x])
      }
      s = s &+ line.stepS
      t = t &+ line.stepT
    }
  }

  func bicubic(
    _ line: Line, _ coverage: UnsafeMutablePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    let half = 1 << 31
    var (s, t) = (line.s &- half, line.t &- half)
    CubicPhases.shared.weights.withUnsafeBufferPointer { weights in
      for x in 0..<count {
        if coverage[x] == 0 {
          output[x] = 0
        } else {
          let (column, row) = (s &>> 32 &- 1, t &>> 32 &- 1)
          let (fx, fy) = (4 &* ((s &>> 24) & 255), 4 &* ((t &>> 24) & 255))
          let isInside = column >= 0 && row >= 0 && column &+ 3 <= right && row &+ 3 <= bottom
          let sum =
            isInside
            ? sixteenInside(column, row, weights, fx, fy) : sixteen(column, row, weights, fx, fy)
          output[x] = covered((sum &+ 1 &<< 27) &>> 28, coverage[x])
        }
        s = s &+ line.stepS
        t = t &+ line.stepT
      }
    }
  }
}

extension Plane {
  /// The weighted sum of the 4 x 4 samples from `column`, `row` on, the edge repeated.
  @inline(__always)
  private func sixteen(
    _ column: Int, _ row: Int, _ weights: UnsafeBufferPointer<Int16>, _ fx: Int, _ fy: Int
  ) -> Int {
    var sum = 0
    for j in 0..<4 {
      var across = 0
      for i in 0..<4 {
        across = across &+ Int(weights[fx &+ i]) &* at(column &+ i, row &+ j)
      }
      sum = sum &+ Int(weights[fy &+ j]) &* across
    }
    return sum
  }

  /// The same where all of them lie in the plane.
  @inline(__always)
  private func sixteenInside(
    _ column: Int, _ row: Int, _ weights: UnsafeBufferPointer<Int16>, _ fx: Int, _ fy: Int
  ) -> Int {
    let first = samples + (row &* width &+ column)
    let (a, b) = (Int32(weights[fx]), Int32(weights[fx &+ 1]))
    let (c, d) = (Int32(weights[fx &+ 2]), Int32(weights[fx &+ 3]))
    var sum = 0
    for j in 0..<4 {
      let line = first + (j &* width)
      let across =
        a &* Int32(line[0]) &+ b &* Int32(line[1]) &+ c &* Int32(line[2]) &+ d &* Int32(line[3])
      sum = sum &+ Int(weights[fy &+ j]) &* Int(across)
    }
    return sum
  }
}

/// Catmull-Rom weights for 256 phases, 14 bits each.
struct CubicPhases {
  static let shared = CubicPhases()

  /// Four weights a phase, which add up to ``Axis/one``.
  let weights: [Int16]

  init() {
    var weights: [Int16] = []
    for phase in 0..<256 {
      let exact = catmullRom(Double(phase) / 256).map { $0 * Double(Axis.one) }
      var rounded = exact.map { Int($0.rounded()) }
      rounded[phase < 128 ? 1 : 2] += Axis.one - rounded.reduce(0, +)
      weights += rounded.map { Int16($0) }
    }
    self.weights = weights
  }
}
