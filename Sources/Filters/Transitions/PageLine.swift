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
  /// What is read of a plane.
  let samples: UnsafeMutablePointer<S>

  fileprivate init(width: Int, _ scratch: Scratch) {
    places = Coordinates(count: width, scratch)
    cover = scratch.take(Float.self, width)
    gain = scratch.take(Float.self, width)
    alpha = scratch.take(Float.self, width)
    samples = scratch.take(S.self, width)
  }

  /// Reads the samples of a plane.
  func read(_ plane: PlaneSource<S>, count: Int) {
    plane.sample(places, count: count, to: samples, sampling: .bilinear)
  }

  fileprivate func readAlpha(_ plane: PlaneSource<S>, count: Int, _ share: Float) {
    read(plane, count: count)
    for index in 0..<count { alpha[index] = Float(samples[index]) * share }
  }

  /// Says that nothing is seen of it from number `index` on.
  func hide(_ index: Int, _ count: Int) {
    (cover + index).update(repeating: 0, count: count)
    (gain + index).update(repeating: 1, count: count)
    (places.x + index).update(repeating: 0, count: count)
    (places.y + index).update(repeating: 0, count: count)
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

  /// Says where `count` samples from number `index` on are read: `step` from one to the next.
  func store(
    _ index: Int, _ place: SIMD2<Float>, _ step: SIMD2<Float>, count: Int, _ layout: PlaneLayout
  ) {
    let origin = SIMD2(Float(layout.originX) + 0.5, Float(layout.originY) + 0.5)
    let pitch = SIMD2(1 / Float(1 << layout.shiftX), 1 / Float(1 << layout.shiftY))
    let (sample, pace) = ((place - origin) * pitch, step * pitch)
    let (x, y) = (places.x + index, places.y + index)
    for i in 0..<count {
      x[i] = Self.fixed(sample.x + Float(Int32(truncatingIfNeeded: i)) * pace.x)
    }
    for i in 0..<count {
      y[i] = Self.fixed(sample.y + Float(Int32(truncatingIfNeeded: i)) * pace.y)
    }
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
  /// A row of the paper's colour.
  private let color: UnsafeMutablePointer<S>
  /// The samples as they are put together.
  private let sums: UnsafeMutablePointer<Float>

  init(width: Int, _ scratch: Scratch) {
    front = PageSide(width: width, scratch)
    back = PageSide(width: width, scratch)
    under = scratch.take(Float.self, width)
    clear = scratch.take(Float.self, width)
    color = scratch.take(S.self, width)
    sums = scratch.take(Float.self, width)
  }

  /// Reads the alpha of all that is seen, where colours are multiplied by it.
  func readAlpha(_ alpha: TransitionPlane<S>?, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int) {
    guard let alpha else {
      front.alpha.update(repeating: 1, count: part.count)
      back.alpha.update(repeating: 1, count: part.count)
      clear.update(repeating: 1, count: part.count)
      return
    }
    let share = 1 / Float(alpha.target.peak)
    front.readAlpha(alpha.from, count: rolled.count, share)
    back.readAlpha(alpha.from, count: part.count, share)
    below(alpha, part, rolled, y, 0..<part.count) { index, sample in
      clear[index] = Float(sample) * share
    }
  }

  /// Calls `body` for some samples of what lies below the roll: the page where it lies flat, and
  /// what it uncovers.
  @inline(__always)
  private func below(
    _ plane: TransitionPlane<S>, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int,
    _ samples: Range<Int>, _ body: (Int, S) -> Void
  ) {
    let (flat, free) = (plane.from.row(y) + part.lowerBound, plane.to.row(y) + part.lowerBound)
    let start = rolled.isEmpty ? part.count : rolled.lowerBound - part.lowerBound
    let end = start + rolled.count
    for index in samples.clamped(to: 0..<start) { body(index, flat[index]) }
    for index in samples.clamped(to: start..<end) { body(index, free[index]) }
    for index in samples.clamped(to: end..<max(part.count, end)) { body(index, flat[index]) }
  }

  /// Where nothing but the back is seen, and that in full light.
  func plain(_ part: Range<Int>, _ rolled: Range<Int>) -> Range<Int> {
    let start = rolled.isEmpty ? part.count : rolled.lowerBound - part.lowerBound
    // The page lies flat on one side of the roll.
    let flat = start > 0 ? 0..<start : rolled.count..<part.count
    guard let first = flat.first(where: { back.cover[$0] >= 1 }) else { return 0..<0 }
    return first..<((first..<flat.upperBound).first { back.cover[$0] < 1 } ?? flat.upperBound)
  }

  /// Writes samples of the back where nothing else is seen.
  func copyPlain(_ part: Range<Int>, _ look: PageLook, to target: UnsafeMutablePointer<S>) {
    let samples = back.samples + part.lowerBound
    let color = self.color
    color.update(
      repeating: S(truncatingIfNeeded: look.paper.roundedToInt32), count: part.count)
    mixRows(
      target + part.lowerBound, samples, color, share: Share.of(look.opacity), count: part.count)
  }

  /// Starts with what lies below, in the shadow.
  func start(
    _ plane: TransitionPlane<S>, _ part: Range<Int>, _ rolled: Range<Int>, _ y: Int,
    _ look: PageLook, _ samples: Range<Int>
  ) {
    below(plane, part, rolled, y, samples) { index, sample in
      let dark = look.rest * clear[index]
      sums[index] = look.isLit ? dark + (Float(sample) - dark) * under[index] : Float(sample)
    }
  }

  /// Lays some samples of a side, lit and tinted, over what is there from number `start` on.
  func lay(_ side: PageSide<S>, _ look: PageLook, _ samples: Range<Int>, at start: Int) {
    let sums = sums + start
    for index in samples {
      let (alpha, value) = (side.alpha[index], Float(side.samples[index]))
      let dark = look.rest * alpha
      let tinted = value + (look.paper * alpha - value) * look.opacity
      let lit = look.isLit ? dark + (tinted - dark) * side.gain[index] : value
      let hidden = side.cover[index] * alpha
      sums[index] += lit * side.cover[index] - sums[index] * hidden
    }
  }

  /// Writes some samples.
  func finish(_ target: UnsafeMutablePointer<S>, _ samples: Range<Int>, peak: Int) {
    let most = Float(peak)
    for index in samples {
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      let bounded = min(max(sums[index], 0), most)
      target[index] = S(truncatingIfNeeded: (bounded + 0x1p23).bitPattern)
    }
  }
}

/// How the samples of a plane of a page look.
struct PageLook: BitwiseCopyable {
  /// What darkness leads to.
  let rest: Float
  /// The paper's colour, and how much of it is seen.
  let paper: Float
  let opacity: Float
  /// Whether light changes the plane.
  let isLit: Bool

  /// The look of the page's front.
  var withoutPaper: PageLook { PageLook(rest: rest, paper: 0, opacity: 0, isLit: isLit) }
}
