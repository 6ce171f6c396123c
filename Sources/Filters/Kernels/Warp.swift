import Geometry

/// Samples texels through any affine map, with their edges anti-aliased.
///
/// Texels are never shrunk here: what is to be drawn smaller is resampled to about its drawn size
/// first, so that four or sixteen samples are enough. Sums are made in a fixed order of `Float`, so
/// the result is the same on every processor.
struct Warp {
  /// Samples that are mixed down before they are mixed across.
  private static let block = 64

  let texels: Texels
  /// From target coordinates to texel coordinates; sample `i` covers `i ..< i + 1` in both.
  let inverse: Affine
  let sampling: Sampling

  /// Makes the samples of `box` row by row and hands them to `emit`, with memory from `scratch`.
  func run(_ box: Box, _ scratch: Scratch, _ emit: (_ row: Int, _ samples: ChannelRows) -> Void) {
    let count = texels.channels.count
    let outputs = ChannelRows(
      base: scratch.take(UInt16.self, count * box.width), stride: box.width, count: count)
    outputs.base.update(repeating: 0, count: count * box.width)
    let sums = scratch.take(Float.self, texels.lanes * box.width)
    let columns = UnsafeMutableRawPointer(scratch.take(Float.self, 16 * Self.block))
    let edges = WarpEdges(inverse, width: texels.width, height: texels.height)
    var before = 0..<0
    for row in box.y..<box.maxY {
      let line = WarpLine(inverse, x: box.x, y: row)
      let span = edges.span(line, count: box.width)
      // What the row before has drawn beyond this one's span is wiped.
      let left = before.clamped(to: 0..<span.lowerBound)
      let right = before.clamped(to: span.upperBound..<box.width)
      for samples in outputs {
        (samples + left.lowerBound).update(repeating: 0, count: left.count)
        (samples + right.lowerBound).update(repeating: 0, count: right.count)
      }
      before = span
      if !span.isEmpty {
        sample(line, span, to: sums, columns)
        for (channel, samples) in outputs.enumerated() {
          round(sums + channel, span, to: samples)
        }
        let whole = edges.whole(line, count: box.width).clamped(to: span)
        edges.fade(outputs, line, span.lowerBound..<whole.lowerBound)
        edges.fade(outputs, line, whole.upperBound..<span.upperBound)
      }
      emit(row, outputs)
    }
  }

  /// Rounds every ``Texels/lanes``-th number and holds it in the range of a sample.
  private func round(
    _ sums: UnsafeMutablePointer<Float>, _ span: Range<Int>,
    to output: UnsafeMutablePointer<UInt16>
  ) {
    // Adding 2^23 leaves the nearest whole number in the low bits.
    @inline(__always) func rounded(_ sum: Float) -> UInt16 {
      UInt16(truncatingIfNeeded: (min(max(sum, 0), 65535) + 8_388_608).bitPattern)
    }
    if texels.lanes == 2 {
      for x in span { output[x] = rounded(sums[2 &* x]) }
    } else {
      for x in span { output[x] = rounded(sums[4 &* x]) }
    }
  }

  private func sample(
    _ line: WarpLine, _ span: Range<Int>, to sums: UnsafeMutablePointer<Float>,
    _ columns: UnsafeMutableRawPointer
  ) {
    switch (sampling, texels.lanes) {
    case (.nearest, _): nearest(line, span, sums)
    case (.bilinear, 2): bilinear2(line, span, sums)
    case (.bilinear, _): bilinear4(line, span, sums)
    case (.bicubic, 2): bicubic2(line, span, sums)
    case (.bicubic, _): bicubic4(line, span, sums, columns)
    }
  }
}

// MARK: - Reading between samples

extension Warp {
  private func nearest(
    _ line: WarpLine, _ span: Range<Int>, _ sums: UnsafeMutablePointer<Float>
  ) {
    let lanes = texels.lanes
    for x in span {
      let column = min(max((line.s &+ x &* line.stepS) &>> 32, 0), texels.width &- 1)
      let row = min(max((line.t &+ x &* line.stepT) &>> 32, 0), texels.height &- 1)
      (sums + x &* lanes).update(
        from: texels.start + (row &* texels.stride &+ column &* lanes), count: lanes)
    }
  }

  /// The first sample that a curve of four reads, and the coordinates from whose bits phases are
  /// taken. Beyond the border all samples are the same, so it is there that reading stops.
  @inline(__always)
  private func corner(
    _ line: WarpLine, _ x: Int, lanes: Int, before: Int
  ) -> (UnsafeRawPointer, Int, Int) {
    let s = line.s &+ x &* line.stepS &- (1 &<< 31)
    let t = line.t &+ x &* line.stepT &- (1 &<< 31)
    let column = min(max(s &>> 32 &- before, 0 &- Texels.border), texels.width &- 1)
    let row = min(max(t &>> 32 &- before, 0 &- Texels.border), texels.height &- 1)
    return (UnsafeRawPointer(texels.start + (row &* texels.stride &+ column &* lanes)), s, t)
  }

  /// A phase of 1/4096 sample, as a fraction of one.
  @inline(__always)
  private func fraction(_ coordinate: Int) -> Float {
    Float(Int32(truncatingIfNeeded: (coordinate &>> 20) & 4095)) * 0x1p-12
  }

  private func bilinear2(
    _ line: WarpLine, _ span: Range<Int>, _ sums: UnsafeMutablePointer<Float>
  ) {
    let stride = 4 &* texels.stride
    for x in span {
      let (first, s, t) = corner(line, x, lanes: 2, before: 0)
      let (fx, fy) = (fraction(s), fraction(t))
      let upper = first.loadUnaligned(as: SIMD4<Float>.self)
      let lower = first.loadUnaligned(fromByteOffset: stride, as: SIMD4<Float>.self)
      let column = (upper * (1 - fy) + lower * fy) * SIMD4(1 - fx, 1 - fx, fx, fx)
      let sum = column.lowHalf + column.highHalf
      UnsafeMutableRawPointer(sums + 2 &* x).storeBytes(of: sum, as: SIMD2<Float>.self)
    }
  }

  private func bilinear4(
    _ line: WarpLine, _ span: Range<Int>, _ sums: UnsafeMutablePointer<Float>
  ) {
    let stride = 4 &* texels.stride
    for x in span {
      let (first, s, t) = corner(line, x, lanes: 4, before: 0)
      let (fx, fy) = (fraction(s), fraction(t))
      let upper = first.loadUnaligned(as: SIMD8<Float>.self)
      let lower = first.loadUnaligned(fromByteOffset: stride, as: SIMD8<Float>.self)
      let column = upper * (1 - fy) + lower * fy
      let sum = column.lowHalf * (1 - fx) + column.highHalf * fx
      UnsafeMutableRawPointer(sums + 4 &* x).storeBytes(of: sum, as: SIMD4<Float>.self)
    }
  }

  private func bicubic2(
    _ line: WarpLine, _ span: Range<Int>, _ sums: UnsafeMutablePointer<Float>
  ) {
    let stride = 4 &* texels.stride
    CubicPhases.shared.withLanes { phases in
      for x in span {
        let (first, s, t) = corner(line, x, lanes: 2, before: 1)
        func row(_ y: Int) -> SIMD8<Float> {
          first.loadUnaligned(fromByteOffset: y &* stride, as: SIMD8<Float>.self)
        }
        let across = phases[(s &>> 24) & 255]
        let down = phases[(t &>> 24) & 255]
        let column = (row(0) * down.x + row(1) * down.y) + (row(2) * down.z + row(3) * down.w)
        let left = column.lowHalf * SIMD4(across.x, across.x, across.y, across.y)
        let right = column.highHalf * SIMD4(across.z, across.z, across.w, across.w)
        let pairs = left + right
        let sum = pairs.lowHalf + pairs.highHalf
        UnsafeMutableRawPointer(sums + 2 &* x).storeBytes(of: sum, as: SIMD2<Float>.self)
      }
    }
  }

  private func bicubic4(
    _ line: WarpLine, _ span: Range<Int>, _ sums: UnsafeMutablePointer<Float>,
    _ columns: UnsafeMutableRawPointer
  ) {
    let stride = 4 &* texels.stride
    let isAll = texels.channels == .all
    CubicPhases.shared.withLanes { phases in
      var start = span.lowerBound
      while start < span.upperBound {
        let end = min(start &+ Self.block, span.upperBound)
        // Columns are mixed as whole vectors, and taken apart where they are mixed across.
        for x in start..<end {
          let (first, _, t) = corner(line, x, lanes: 4, before: 1)
          func row(_ y: Int) -> SIMD16<Float> {
            first.loadUnaligned(fromByteOffset: y &* stride, as: SIMD16<Float>.self)
          }
          let down = phases[(t &>> 24) & 255]
          let column = (row(0) * down.x + row(1) * down.y) + (row(2) * down.z + row(3) * down.w)
          columns.storeBytes(of: column, toByteOffset: 64 &* (x &- start), as: SIMD16<Float>.self)
        }
        for x in start..<end {
          let s = line.s &+ x &* line.stepS &- (1 &<< 31)
          let across = phases[(s &>> 24) & 255]
          let texel = UnsafeRawPointer(columns + 64 &* (x &- start))
          func mixed(_ place: Int, _ share: Float) -> SIMD4<Float> {
            texel.load(fromByteOffset: 16 &* place, as: SIMD4<Float>.self) * share
          }
          // Luma and alpha are the same as by themselves, to the last bit.
          let sum =
            isAll
            ? (mixed(0, across.x) + mixed(2, across.z)) + (mixed(1, across.y) + mixed(3, across.w))
            : (mixed(0, across.x) + mixed(1, across.y)) + (mixed(2, across.z) + mixed(3, across.w))
          UnsafeMutableRawPointer(sums + 4 &* x).storeBytes(of: sum, as: SIMD4<Float>.self)
        }
        start = end
      }
    }
  }
}

/// Catmull-Rom weights for 256 phases.
struct CubicPhases {
  static let shared = CubicPhases()

  /// Four weights a phase, of 14 bits, which add up to ``Axis/one``.
  let weights: [Int16]
  /// The same as fractions of one.
  private let lanes: [SIMD4<Float>]

  init() {
    var weights: [Int16] = []
    for phase in 0..<256 {
      let exact = catmullRom(Double(phase) / 256) * Double(Axis.one)
      var rounded = (0..<4).map { Int(exact[$0].rounded()) }
      rounded[phase < 128 ? 1 : 2] += Axis.one - rounded.reduce(0, +)
      weights += rounded.map { Int16($0) }
    }
    self.weights = weights
    lanes = (0..<256).map { phase in
      let four = (0..<4).map { Float(weights[4 * phase + $0]) / Float(Axis.one) }
      return SIMD4(four[0], four[1], four[2], four[3])
    }
  }

  /// Calls `body` with the four weights of every phase as fractions of one.
  func withLanes(_ body: (UnsafePointer<SIMD4<Float>>) -> Void) {
    lanes.withUnsafeBufferPointer { if let start = $0.baseAddress { body(start) } }
  }
}
