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
    let sharpness = 1 / places.step
    for x in part {
      let index = x &- part.lowerBound
      let offset = Float(Int32(truncatingIfNeeded: x))
      let place = places.start + offset * places.pace
      let point = SIMD2(places.x + offset * places.step, places.y)
      let isRolled = rolled.contains(x)
      var (move, gain, edge) = (Float.pi * roll.radius - 2 * place, Float(1), Float(1))
      if isRolled {
        let bounded = min(max(place, 0), roll.radius)
        let turn = roll.turn(bounded)
        let share = bounded / roll.radius
        let facing = (1 - share * share).squareRoot()
        edge = min(max((roll.radius - place) * sharpness + 0.5, 0), 1)
        move = roll.radius * (Float.pi - turn) - bounded
        gain = 0.5 + 0.5 * facing
        // The front, as far as its own back does not hide it.
        let front = point + (roll.radius * turn - bounded) * roll.axis
        line.front.store(
          x &- rolled.lowerBound, front, layout,
          cover: edge * min(max(roll.depth(front) * sharpness + 0.5, 0), 1),
          gain: 0.35 + 0.65 * facing)
      }
      let back = point + move * roll.axis
      let depth = roll.depth(back)
      line.back.store(
        index, back, layout, cover: edge * min(max(depth * sharpness + 0.5, 0), 1), gain: gain)
      // The shadow of the roll on what lies below, or of the page on itself.
      let distance = isRolled ? max(place - roll.radius, 0) : max(0 - depth, 0)
      let rest = 1 - min(distance / roll.reach, 1)
      line.under[index] = 1 - shadow * (isRolled ? 1 : 0.7) * rest * rest
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
    for plane in planes {
      let (rest, isLit) = (paper.rest(plane.role), plane.role != .alpha)
      line.start(plane, part, rolled, y, rest: rest, isLit: isLit)
      for (side, count) in [(line.front, rolled.count), (line.back, part.count)] {
        plane.from.sample(side.places, count: count, to: side.samples, sampling: .bilinear)
      }
      line.light(
        line.front, count: rolled.count, rest: rest, isLit: isLit, paper: 0, opacity: 0)
      line.lay(line.front, from: rolled.lowerBound - part.lowerBound, count: rolled.count)
      line.light(
        line.back, count: part.count, rest: rest, isLit: isLit, paper: paper.value(plane.role),
        opacity: opacity)
      line.lay(line.back, from: 0, count: part.count)
      line.finish(
        plane.target.row(y) + part.lowerBound, count: part.count, peak: plane.target.peak)
    }
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
