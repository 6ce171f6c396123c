import Y4M

/// One side of a page along a row: where it is read, and how it is seen.
struct PageSide<S: Sample> {
  let places: Coordinates
  /// How much of each sample it covers, 0 to 1.
  let cover: UnsafeMutablePointer<Float>
  /// How much light it sends back.
  let gain: UnsafeMutablePointer<Float>
  /// Its alpha, 0 to 1.
  let alpha: UnsafeMutablePointer<Float>
  /// What is read of a plane, and as it is laid over what is below.
  let samples: UnsafeMutablePointer<S>
  let values: UnsafeMutablePointer<Float>

  fileprivate init(width: Int, _ scratch: Scratch) {
    places = Coordinates(count: width, scratch)
    cover = scratch.take(Float.self, width)
    gain = scratch.take(Float.self, width)
    alpha = scratch.take(Float.self, width)
    samples = scratch.take(S.self, width)
    values = scratch.take(Float.self, width)
  }

  /// Says where number `index` is read, in luma samples from the picture's corner.
  @inline(__always)
  func store(
    _ index: Int, _ place: SIMD2<Float>, _ layout: PlaneLayout, cover: Float, gain: Float
  ) {
    let origin = SIMD2(Float(layout.originX) + 0.5, Float(layout.originY) + 0.5)
    let pitch = SIMD2(1 / Float(1 << layout.shiftX), 1 / Float(1 << layout.shiftY))
    let sample = (place - origin) * pitch
    places.x[index] = Self.fixed(sample.x)
    places.y[index] = Self.fixed(sample.y)
    self.cover[index] = cover
    self.gain[index] = gain
  }

  /// A coordinate in 1/256 sample.
  @inline(__always)
  private static func fixed(_ value: Float) -> Int32 {
    let whole = value.flooredToInt32
    return whole &<< 8 &+ ((value - Float(whole)) * 256).roundedToInt32
  }
}

/// A row of a page that is turned over, put together from below.
struct PageLine<S: Sample> {
  let front: PageSide<S>
  let back: PageSide<S>
  /// How much light falls on what lies below.
  let under: UnsafeMutablePointer<Float>
  private let clear: UnsafeMutablePointer<Float>
  /// The samples as they are put together.
  private let sums: UnsafeMutablePointer<Float>

  init(width: Int, _ scratch: Scratch) {
    front = PageSide(width: width, scratch)
    back = PageSide(width: width, scratch)
    under = scratch.take(Float.self, width)
    clear = scratch.take(Float.self, width)
    sums = scratch.take(Float.self, width)
  }

  /// Reads the alpha of all that is seen, where colours are multiplied by it.
  func readAlpha(_ alpha: TransitionPlane<S>?, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int) {
    guard let alpha else {
      for side in [front, back] { side.alpha.update(repeating: 1, count: part.count) }
      clear.update(repeating: 1, count: part.count)
      return
    }
    let share = 1 / Float(alpha.target.peak)
    for (side, count) in [(front, rolled.count), (back, part.count)] {
      alpha.from.sample(side.places, count: count, to: side.samples, sampling: .bilinear)
      for index in 0..<count { side.alpha[index] = Float(side.samples[index]) * share }
    }
    below(alpha, part, rolled, y) { index, sample in clear[index] = Float(sample) * share }
  }

  /// Calls `body` for what lies below the roll: the page where it lies flat, and what it uncovers.
  @inline(__always)
  private func below(
    _ plane: TransitionPlane<S>, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int,
    _ body: (Int, S) -> Void
  ) {
    let (flat, free) = (plane.from.row(y) + part.lowerBound, plane.to.row(y) + part.lowerBound)
    let start = rolled.isEmpty ? part.count : rolled.lowerBound - part.lowerBound
    for index in 0..<start { body(index, flat[index]) }
    for index in start..<start + rolled.count { body(index, free[index]) }
    for index in start + rolled.count..<part.count { body(index, flat[index]) }
  }

  /// Starts with what lies below, in the shadow.
  func start(
    _ plane: TransitionPlane<S>, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int, rest: Float,
    isLit: Bool
  ) {
    guard isLit else {
      return below(plane, part, rolled, y) { index, sample in sums[index] = Float(sample) }
    }
    below(plane, part, rolled, y) { index, sample in
      let dark = rest * clear[index]
      sums[index] = dark + (Float(sample) - dark) * under[index]
    }
  }

  /// Lights what was read of a side, as far as `opacity` in the colour of paper.
  func light(
    _ side: PageSide<S>, count: Int, rest: Float, isLit: Bool, paper: Float, opacity: Float
  ) {
    for index in 0..<count {
      let dark = rest * side.alpha[index]
      let value = Float(side.samples[index])
      let tinted = value + (paper * side.alpha[index] - value) * opacity
      side.values[index] = isLit ? dark + (tinted - dark) * side.gain[index] : value
    }
  }

  /// Lays a side over what is there from number `start` on.
  func lay(_ side: PageSide<S>, from start: Int, count: Int) {
    let sums = sums + start
    for index in 0..<count {
      let hidden = side.cover[index] * side.alpha[index]
      sums[index] += side.values[index] * side.cover[index] - sums[index] * hidden
    }
  }

  /// Writes the samples.
  func finish(_ target: UnsafeMutablePointer<S>, count: Int, peak: Int) {
    let most = Float(peak)
    for index in 0..<count {
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      let bounded = min(max(sums[index], 0), most)
      target[index] = S(truncatingIfNeeded: (bounded + 0x1p23).bitPattern)
    }
  }
}
