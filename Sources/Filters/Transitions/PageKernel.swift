import Y4M

/// Draws a page that is turned over: rows are the pictures' own where the roll does not reach, and
/// between them put together sample by sample.
struct PageKernel: TransitionKernel {
  let roll: PageRoll
  /// How dark shadows are, 0 to 1.
  let shadow: Float
  let paper: PaperColor
  /// How much of the front the paper hides at its back.
  let opacity: Float
  /// Whether colours are multiplied by their alpha.
  let includesAlpha: Bool

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let line = PageLine<S>(width: planes.layout.width, scratch)
    for y in rows {
      let places = places(planes.layout, y)
      let part = places.part(from: roll.first, to: roll.last, count: planes.layout.width)
      let isFlatFirst = places.pace > 0
      for plane in planes {
        let (target, flat, free) = (plane.target.row(y), plane.from.row(y), plane.to.row(y))
        let (low, rest) = (part.lowerBound, plane.width - part.upperBound)
        target.update(from: isFlatFirst ? flat : free, count: low)
        (target + part.upperBound).update(
          from: (isFlatFirst ? free : flat) + part.upperBound, count: rest)
      }
      guard !part.isEmpty else { continue }
      // Where the roll begins: on one side of it the page lies flat.
      let rolled = places.part(
        from: .leastNonzeroMagnitude, to: roll.last, count: planes.layout.width
      )
      .clamped(to: part)
      measure(places, part, rolled, planes.layout, line)
      draw(planes, y, part, rolled, line)
    }
  }

  /// The places of a row of samples.
  private func places(_ layout: PlaneLayout, _ y: Int) -> PagePlaces {
    let step = Float(1 << layout.shiftX)
    let (x, y) = (
      Float(layout.originX) + 0.5, Float(layout.originY) + 0.5 + Float(y << layout.shiftY)
    )
    return PagePlaces(
      x: x, y: y, step: step, start: x * roll.axis.x + y * roll.axis.y - roll.line,
      pace: step * roll.axis.x)
  }

  /// Finds what is seen of the page at each sample of `part`, and how light it is.
  private func measure<S: Sample>(
    _ places: PagePlaces, _ part: Range<Int>, _ rolled: Range<Int>, _ layout: PlaneLayout,
    _ line: PageLine<S>
  ) {
    let start = rolled.isEmpty ? part.upperBound : rolled.lowerBound
    measureFlat(places, part.lowerBound..<start, layout, line, from: 0)
    measureRolled(places, rolled, layout, line, from: start - part.lowerBound)
    let end = max(rolled.upperBound, start)
    measureFlat(places, end..<part.upperBound, layout, line, from: end - part.lowerBound)
  }

  /// Where the page lies flat: its back above it is its mirror image.
  private func measureFlat<S: Sample>(
    _ places: PagePlaces, _ part: Range<Int>, _ layout: PlaneLayout, _ line: PageLine<S>,
    from first: Int
  ) {
    guard !part.isEmpty else { return }
    let sharpness = 1 / places.step
    // From one sample to the next, the places that are read move evenly.
    let move = Float.pi * roll.radius - 2 * (places.start + Float(part.lowerBound) * places.pace)
    let point = SIMD2(places.x + Float(part.lowerBound) * places.step, places.y)
    let back = point + move * roll.axis
    let step = SIMD2(places.step, 0) - 2 * places.pace * roll.axis
    line.back.store(first, back, step, count: part.count, layout)
    line.back.gain.advanced(by: first).update(repeating: 1, count: part.count)
    let (cover, under) = (line.back.cover + first, line.under + first)
    let (width, height) = (roll.width, roll.height)
    let (perReach, dark) = (1 / roll.reach, 0.7 * shadow)
    for index in 0..<part.count {
      let offset = Float(Int32(truncatingIfNeeded: index))
      let (x, y) = (back.x + offset * step.x, back.y + offset * step.y)
      let depth = min(min(x, width - x), min(y, height - y))
      cover[index] = min(max(depth * sharpness + 0.5, 0), 1)
      // The shadow of the page on itself.
      let rest = 1 - min(max(0 - depth, 0) * perReach, 1)
      under[index] = 1 - dark * rest * rest
    }
  }

  /// Where it is rolled, and what it has uncovered beyond.
  private func measureRolled<S: Sample>(
    _ places: PagePlaces, _ part: Range<Int>, _ layout: PlaneLayout, _ line: PageLine<S>,
    from first: Int
  ) {
    let end = roll.radius + places.step
    let curl = places.part(from: .leastNonzeroMagnitude, to: end, count: layout.width)
      .clamped(to: part)
    measureCurl(places, curl, part, layout, line, from: first)
    // Beyond the curl nothing is seen of the page, but its shadow.
    let (before, after) = (part.lowerBound..<curl.lowerBound, curl.upperBound..<part.upperBound)
    line.front.hide(0, before.count)
    line.front.hide(after.lowerBound - part.lowerBound, after.count)
    line.back.hide(first, before.count)
    line.back.hide(first + after.lowerBound - part.lowerBound, after.count)
    let under = line.under + first
    let perReach = 1 / roll.reach
    for index in 0..<part.count {
      let offset = Float(Int32(truncatingIfNeeded: part.lowerBound &+ index))
      let place = places.start + offset * places.pace
      let rest = 1 - min(max(place - roll.radius, 0) * perReach, 1)
      under[index] = 1 - shadow * rest * rest
    }
  }

  private func measureCurl<S: Sample>(
    _ places: PagePlaces, _ curl: Range<Int>, _ part: Range<Int>, _ layout: PlaneLayout,
    _ line: PageLine<S>, from first: Int
  ) {
    let perRadius = 1 / roll.radius
    let sharpness = 1 / places.step
    for x in curl {
      let index = x &- part.lowerBound
      let offset = Float(Int32(truncatingIfNeeded: x))
      let place = places.start + offset * places.pace
      let point = SIMD2(places.x + offset * places.step, places.y)
      let bounded = min(max(place, 0), roll.radius)
      let turn = roll.turn(bounded)
      let share = bounded * perRadius
      let facing = max(1 - share * share, 0).squareRoot()
      let edge = min(max((roll.radius - place) * sharpness + 0.5, 0), 1)
      // The front, as far as its own back does not hide it.
      let front = point + (roll.radius * turn - bounded) * roll.axis
      line.front.store(
        index, front, layout,
        cover: edge * min(max(roll.depth(front) * sharpness + 0.5, 0), 1),
        gain: 0.35 + 0.65 * facing)
      let back = point + (roll.radius * (Float.pi - turn) - bounded) * roll.axis
      line.back.store(
        first &+ index, back, layout,
        cover: edge * min(max(roll.depth(back) * sharpness + 0.5, 0), 1),
        gain: 0.5 + 0.5 * facing)
    }
  }

  private func draw<S: Sample>(
    _ planes: TransitionPlanes<S>, _ y: Int, _ part: Range<Int>, _ rolled: Range<Int>,
    _ line: PageLine<S>
  ) {
    let layout = planes.layout
    line.back.places.locate(count: part.count, width: layout.width, height: layout.height)
    line.front.places.locate(count: rolled.count, width: layout.width, height: layout.height)
    let alpha = includesAlpha ? planes.first { $0.role == .alpha } : nil
    line.readAlpha(alpha, part, rolled, y)
    let plain = includesAlpha ? 0..<0 : line.plain(part, rolled)
    for plane in planes {
      line.back.read(plane.from, count: part.count)
      line.front.read(plane.from, count: rolled.count)
      let isLit = plane.role != .alpha
      let look = PageLook(
        rest: paper.rest(plane.role), paper: paper.value(plane.role), opacity: isLit ? opacity : 0,
        isLit: isLit)
      let target = plane.target.row(y) + part.lowerBound
      line.copyPlain(plain, look, to: target)
      mix(plane, y, part, rolled, look, line, 0..<plain.lowerBound)
      mix(plane, y, part, rolled, look, line, plain.upperBound..<part.count)
    }
  }

  /// Puts some samples of a row together.
  private func mix<S: Sample>(
    _ plane: TransitionPlane<S>, _ y: Int, _ part: Range<Int>, _ rolled: Range<Int>,
    _ look: PageLook, _ line: PageLine<S>, _ samples: Range<Int>
  ) {
    if samples.isEmpty { return }
    line.start(plane, part, rolled, y, look, samples)
    let shift = rolled.lowerBound - part.lowerBound
    let front = samples.clamped(to: shift..<shift + rolled.count)
    line.lay(
      line.front, look.withoutPaper, front.lowerBound - shift..<front.upperBound - shift, at: shift)
    line.lay(line.back, look, samples, at: 0)
    line.finish(plane.target.row(y) + part.lowerBound, samples, peak: plane.target.peak)
  }
}

/// How the samples of a row lie along the axis of a roll.
private struct PagePlaces {
  /// The first sample, in luma samples from the picture's corner, and from one to the next.
  let x: Float
  let y: Float
  let step: Float
  /// The first sample along the axis, and from one to the next.
  let start: Float
  let pace: Float

  /// The samples whose places lie in a range.
  func part(from low: Float, to high: Float, count: Int) -> Range<Int> {
    guard pace != 0 else {
      // Behind the part that is left out lies the page, as where places fall along the row.
      return start < low ? 0..<0 : start < high ? 0..<count : count..<count
    }
    func index(_ place: Float) -> Int {
      Int(min(max(((place - start) / pace).rounded(.up), 0), Float(count)))
    }
    let (first, second) = (index(low), index(high))
    return min(first, second)..<max(first, second)
  }
}
