/// A frame's luma at ever half the size, from the working size to a few patches.
struct FlowPyramid {
  /// The most pixels in which motion is searched; of 1920 by 1080 those of half the sides.
  static let mostPixels = 1 << 19

  /// A size of the pyramid.
  struct Level: BitwiseCopyable {
    let image: FlowPlane
    /// How much ``image`` rises from left to right, and downwards, for each pixel.
    let slopeX: FlowPlane
    let slopeY: FlowPlane

    init(width: Int, height: Int, _ scratch: Scratch) {
      image = FlowPlane(width: width, height: height, scratch)
      slopeX = FlowPlane(width: width, height: height, scratch)
      slopeY = FlowPlane(width: width, height: height, scratch)
    }
  }

  /// Whether a picture is large enough to have patches.
  static func fits(width: Int, height: Int) -> Bool {
    let shift = halvings(width: width, height: height)
    return min(side(width, halved: shift), side(height, halved: shift)) >= PatchSearch.side
  }

  /// How often the sides of a picture are halved to reach the working size.
  static func halvings(width: Int, height: Int) -> Int {
    var shift = 0
    while (width >> shift) &* (height >> shift) > mostPixels { shift += 1 }
    return shift
  }

  /// A side after some halvings, rounded up.
  static func side(_ side: Int, halved shift: Int) -> Int {
    (side &+ (1 << shift) &- 1) >> shift
  }

  /// How many sizes there are: the smallest is a few patches high and wide.
  static func levels(width: Int, height: Int) -> Int {
    var count = 1
    while min(width, height) >> count >= 2 * PatchSearch.side, max(width, height) >> count >= 24 {
      count += 1
    }
    return count
  }

  /// From the working size down.
  let levels: UnsafeMutablePointer<Level>
  let count: Int

  /// Sizes that hold nothing yet.
  init(width: Int, height: Int, _ scratch: Scratch) {
    count = Self.levels(width: width, height: height)
    levels = scratch.take(Level.self, count)
    for level in 0..<count {
      (levels + level).initialize(
        to: Level(
          width: Self.side(width, halved: level), height: Self.side(height, halved: level),
          scratch))
    }
  }

  /// Reads the luma of a frame.
  ///
  /// - Parameters:
  ///   - samples: `width` by `height`, row by row.
  ///   - peak: the largest sample.
  func read<S: Sample>(
    _ samples: UnsafePointer<S>, width: Int, height: Int, peak: Int, halvings: Int,
    _ workspace: Workspace
  ) {
    let image = levels[0].image
    let scale = 255 / (Float(peak) * Float(1 << (2 &* halvings)))
    workspace.split(0..<image.height, least: 32) { rows, _ in
      for y in rows {
        Self.reduce(
          samples, width: width, height: height, y: y, shift: halvings, scale,
          to: image.row(y), count: image.width)
      }
      image.extendSides(rows)
    }
    image.extendEnds()
    for level in 0..<count { fill(level, workspace) }
  }

  /// Means of squares of samples; at the right and lower edges the last ones count for those
  /// beyond.
  private static func reduce<S: Sample>(
    _ samples: UnsafePointer<S>, width: Int, height: Int, y: Int, shift: Int, _ scale: Float,
    to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let side = 1 << shift
    let whole = width >> shift
    if shift == 1 {
      let upper = samples + 2 &* y &* width
      let lower = 2 &* y &+ 1 < height ? upper + width : upper
      halve(upper, lower, whole, to: target)
      if whole < count {
        let last =
          Int32(truncatingIfNeeded: upper[width &- 1])
          &+ Int32(truncatingIfNeeded: lower[width &- 1])
        target[whole] = Float(2 &* last)
      }
      for x in 0..<count { target[x] *= scale }
      return
    }
    target.update(repeating: 0, count: count)
    for down in 0..<side {
      let row = samples + min((y << shift) &+ down, height &- 1) &* width
      for x in 0..<whole {
        var sum: Int32 = 0
        for right in 0..<side {
          sum &+= Int32(truncatingIfNeeded: row[(x << shift) &+ right])
        }
        target[x] += Float(sum)
      }
      for x in whole..<count {
        var sum: Int32 = 0
        for right in 0..<side {
          sum &+= Int32(truncatingIfNeeded: row[min((x << shift) &+ right, width &- 1)])
        }
        target[x] += Float(sum)
      }
    }
    for x in 0..<count { target[x] *= scale }
  }

  private static func halve<S: Sample>(
    _ upper: UnsafePointer<S>, _ lower: UnsafePointer<S>, _ count: Int,
    to target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<count {
      let above =
        Int32(truncatingIfNeeded: upper[2 &* x]) &+ Int32(truncatingIfNeeded: upper[2 &* x &+ 1])
      let below =
        Int32(truncatingIfNeeded: lower[2 &* x]) &+ Int32(truncatingIfNeeded: lower[2 &* x &+ 1])
      target[x] = Float(above &+ below)
    }
  }

  /// Makes a size of the one before, and its slopes.
  private func fill(_ level: Int, _ workspace: Workspace) {
    let image = levels[level].image
    if level > 0 {
      let source = levels[level - 1].image
      workspace.split(0..<image.height, least: 32) { rows, _ in
        for y in rows { Self.halve(source, y, to: image.row(y), count: image.width) }
        image.extendSides(rows)
      }
      image.extendEnds()
    }
    let (slopeX, slopeY) = (levels[level].slopeX, levels[level].slopeY)
    workspace.split(0..<image.height, least: 32) { rows, _ in
      for y in rows {
        Self.slope(image, y, slopeX.row(y), slopeY.row(y))
      }
    }
  }

  private static func halve(
    _ source: FlowPlane, _ y: Int, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (upper, lower) = (source.row(2 &* y), source.row(2 &* y &+ 1))
    for x in 0..<count {
      target[x] =
        ((upper[2 &* x] + upper[2 &* x &+ 1]) + (lower[2 &* x] + lower[2 &* x &+ 1])) * 0.25
    }
  }

  /// Sobel's slopes.
  private static func slope(
    _ image: FlowPlane, _ y: Int, _ slopeX: UnsafeMutablePointer<Float>,
    _ slopeY: UnsafeMutablePointer<Float>
  ) {
    let (above, here, below) = (image.row(y - 1), image.row(y), image.row(y + 1))
    var x = 0
    while x < image.width {
      let (aboveLeft, aboveRight) = (above.lanes(x - 1), above.lanes(x + 1))
      let (belowLeft, belowRight) = (below.lanes(x - 1), below.lanes(x + 1))
      let middle = (here.lanes(x + 1) - here.lanes(x - 1)) * 2
      let across = (aboveRight - aboveLeft) + (belowRight - belowLeft) + middle
      let centre = (below.lanes(x) - above.lanes(x)) * 2
      let down = (belowLeft - aboveLeft) + (belowRight - aboveRight) + centre
      (slopeX + x).store(across * 0.125)
      (slopeY + x).store(down * 0.125)
      x &+= 8
    }
  }
}
