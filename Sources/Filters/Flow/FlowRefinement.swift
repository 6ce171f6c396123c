/// Motion that is smooth but at edges, and moves light and slopes onto equal ones: the variational
/// step, as T. Brox et al. have it ("High Accuracy Optical Flow Estimation Based on a Theory for
/// Warping", ECCV 2004), with the normalised terms of H. Zimmer et al. ("Optic Flow in Harmony",
/// IJCV 2011).
///
/// The equations are solved by successive over-relaxation in the order of a chessboard; rows are
/// packed by their even and odd places, so that a vector is of one colour.
struct FlowRefinement {
  // The weights of OpenCV's `VariationalRefinement` in its DIS, halved as there.
  private static let smoothness: Float = 10
  private static let light: Float = 2.5
  private static let slope: Float = 5
  private static let relaxation: Float = 1.6
  /// How often the weights are made anew, and the sweeps with each.
  private static let rounds = 3
  /// At the last size the motion is near already; and where there are more pixels than this, a
  /// second round costs more than it brings.
  private static let lastRounds = 2
  private static let manyPixels = 1 << 18
  private static let sweeps = 5
  /// What keeps sums of squares from nought.
  private static let least: Float = 0.01
  private static let leastRoot: Float = 1e-6

  let from: FlowPlane
  let to: FlowPlane
  /// The motion, which is changed.
  let x: FlowPlane
  let y: FlowPlane

  /// The mean of both pictures where one is moved onto the other, and their difference.
  private let mean: FlowPlane
  private let difference: FlowPlane
  // Packed as well: the motion at the beginning and now, the smoothness, and the sums of each
  // pixel's two equations.
  private let startX: FlowPlane
  private let startY: FlowPlane
  private let packedX: FlowPlane
  private let packedY: FlowPlane
  private let ties: FlowPlane
  private let xx: FlowPlane
  private let xy: FlowPlane
  private let yy: FlowPlane
  private let sumX: FlowPlane
  private let sumY: FlowPlane

  init(from: FlowPlane, to: FlowPlane, x: FlowPlane, y: FlowPlane, _ scratch: Scratch) {
    (self.from, self.to, self.x, self.y) = (from, to, x, y)
    func plane() -> FlowPlane { FlowPlane(width: from.width, height: from.height, scratch) }
    (mean, difference, packedX, packedY) = (plane(), plane(), plane(), plane())
    (startX, startY) = (plane(), plane())
    (ties, xx, xy, yy, sumX, sumY) = (plane(), plane(), plane(), plane(), plane(), plane())
  }

  /// Makes the motion smooth.
  ///
  /// - Parameter isLast: whether this is the last size, whose motion is near already.
  func run(isLast: Bool, _ workspace: Workspace) {
    let isLarge = from.width &* from.height > Self.manyPixels
    let rounds = isLast ? (isLarge ? 1 : Self.lastRounds) : Self.rounds
    let (height, least) = (from.height, 32)
    begin(workspace)
    // The place about which light is taken as linear stays where it was.
    for _ in 0..<rounds {
      workspace.split(0..<height, least: least) { rows, _ in
        for row in rows { prepare(row) }
      }
      copy(ties, 0, to: -1)
      workspace.split(0..<height, least: least) { rows, _ in
        for row in rows {
          invert(row, isOdd: false)
          invert(row, isOdd: true)
        }
      }
      for sweep in 0..<2 * Self.sweeps {
        workspace.split(0..<height, least: least) { rows, _ in
          for row in rows { relax(row, isOdd: (row &+ sweep) & 1 == 1) }
        }
      }
    }
    end(workspace)
  }

  /// Moves the second picture onto the first.
  private func begin(_ workspace: Workspace) {
    workspace.split(0..<from.height, least: 32) { rows, scratch in
      let buffer = FlowPlane(width: from.width, height: 2, scratch)
      for row in rows { move(row, buffer) }
    }
    mean.extendEnds()
    difference.extendEnds()
  }

  /// Writes the motion back.
  private func end(_ workspace: Workspace) {
    workspace.split(0..<from.height, least: 32) { rows, _ in
      for row in rows {
        Self.unpack(packedX, row, to: x.row(row))
        Self.unpack(packedY, row, to: y.row(row))
      }
      x.extendSides(rows)
      y.extendSides(rows)
    }
    x.extendEnds()
    y.extendEnds()
  }

  /// Brings a row of the second picture to where the motion has it, and packs all.
  ///
  /// - Parameter buffer: a row of two planes.
  private func move(_ row: Int, _ buffer: FlowPlane) {
    let (moveX, moveY, here) = (x.row(row), y.row(row), from.row(row))
    let (means, differences) = (buffer.row(0), buffer.row(1))
    let down = Float(row)
    for place in 0..<from.width {
      let found = to.value(Float(place) + moveX[place], down + moveY[place])
      means[place] = (found + here[place]) * 0.5
      differences[place] = found - here[place]
    }
    buffer.extendSides(0..<2)
    pack(means, mean, row)
    pack(differences, difference, row)
    pack(moveX, startX, row)
    pack(moveY, startY, row)
    copyRow(startX, to: packedX, row)
    copyRow(startY, to: packedY, row)
  }

  private func pack(_ source: UnsafeMutablePointer<Float>, _ packed: FlowPlane, _ row: Int) {
    let (even, odd) = (packed.even(row), packed.odd(row))
    for place in -1...from.width / 2 &+ 1 {
      even[place] = source[2 &* place]
      odd[place] = source[2 &* place &+ 1]
    }
  }

  private func copyRow(_ plane: FlowPlane, to other: FlowPlane, _ row: Int) {
    let margin = FlowPlane.margin
    (other.row(row) - margin).update(from: plane.row(row) - margin, count: plane.stride)
    // What lies beyond moves as the outermost.
    if row == 0 { copy(other, 0, to: -1) }
    if row == plane.height &- 1 { copy(other, row, to: row &+ 1) }
  }

  private func copy(_ plane: FlowPlane, _ row: Int, to other: Int) {
    (plane.row(other) - FlowPlane.margin).update(
      from: plane.row(row) - FlowPlane.margin, count: plane.stride)
  }

  private static func unpack(
    _ packed: FlowPlane, _ row: Int, to target: UnsafeMutablePointer<Float>
  ) {
    let (even, odd) = (packed.even(row), packed.odd(row))
    for place in 0..<(packed.width &+ 1) / 2 {
      target[2 &* place] = even[place]
      target[2 &* place &+ 1] = odd[place]
    }
  }

  /// The sums of the equations of a row, and how much each pixel is tied to the next ones.
  private func prepare(_ row: Int) {
    for isOdd in [false, true] {
      let above = PackedRow(mean, row &- 1, isOdd: isOdd)
      let here = PackedRow(mean, row, isOdd: isOdd)
      let below = PackedRow(mean, row &+ 1, isOdd: isOdd)
      let highest = PackedRow(mean, row &- 2, isOdd: isOdd)
      let lowest = PackedRow(mean, row &+ 2, isOdd: isOdd)
      var place = 0
      while place < (from.width &+ 1) / 2 {
        let twice = here.own(place) * 2
        let slopes = Slopes(
          across: (here.right(place) - here.left(place)) * 0.5,
          down: (below.own(place) - above.own(place)) * 0.5,
          bendXX: (here.farRight(place) - twice + here.farLeft(place)) * 0.25,
          bendXY: ((below.right(place) - below.left(place))
            - (above.right(place) - above.left(place))) * 0.25,
          bendYY: (lowest.own(place) - twice + highest.own(place)) * 0.25)
        prepare(row, place, isOdd: isOdd, slopes)
        place &+= 8
      }
    }
    // Left of the first pixel is one like it.
    ties.odd(row)[-1] = ties.even(row)[0]
  }

  /// How eight pixels of the mean of both pictures rise, and how these slopes do.
  private struct Slopes {
    let across: SIMD8<Float>
    let down: SIMD8<Float>
    let bendXX: SIMD8<Float>
    let bendXY: SIMD8<Float>
    let bendYY: SIMD8<Float>
  }

  @inline(__always)
  private func prepare(_ row: Int, _ place: Int, isOdd: Bool, _ slopes: Slopes) {
    let (across, down) = (slopes.across, slopes.down)
    let (bendXX, bendXY, bendYY) = (slopes.bendXX, slopes.bendXY, slopes.bendYY)
    let differences = PackedRow(difference, row, isOdd: isOdd)
    let change = differences.own(place)
    let changeX = (differences.right(place) - differences.left(place)) * 0.5
    let changeY =
      (PackedRow(difference, row &+ 1, isOdd: isOdd).own(place)
        - PackedRow(difference, row &- 1, isOdd: isOdd).own(place)) * 0.5
    let startX = PackedRow(startX, row, isOdd: isOdd).own(place)
    let startY = PackedRow(startY, row, isOdd: isOdd).own(place)
    let (rowX, rowY) = (
      PackedRow(packedX, row, isOdd: isOdd), PackedRow(packedY, row, isOdd: isOdd)
    )
    let (nowX, nowY) = (rowX.own(place), rowY.own(place))
    let (wayX, wayY) = (nowX - startX, nowY - startY)

    // Light.
    let one = SIMD8<Float>(repeating: 1)
    let norm = one / (across * across + down * down + Self.least)
    let rest = change + across * wayX + down * wayY
    let lightWeight = (rest * rest * norm + Self.leastRoot).inverseRoot * norm * Self.light
    // Slopes.
    let normX = one / (bendXX * bendXX + bendXY * bendXY + Self.least)
    let normY = one / (bendYY * bendYY + bendXY * bendXY + Self.least)
    let restX = changeX + bendXX * wayX + bendXY * wayY
    let restY = changeY + bendXY * wayX + bendYY * wayY
    let slopeWeight =
      (restX * restX * normX + restY * restY * normY + Self.leastRoot).inverseRoot * Self.slope
    let (weightX, weightY) = (slopeWeight * normX, slopeWeight * normY)

    let (lightX, lightY) = (lightWeight * across, lightWeight * down)
    let (crossX, crossY) = (weightX * bendXY, weightY * bendXY)
    let (straightX, straightY) = (weightX * bendXX, weightY * bendYY)
    let first = lightX * across + straightX * bendXX + crossY * bendXY + Self.least
    let mixed = lightX * down + straightX * bendXY + crossY * bendYY
    let second = lightY * down + crossX * bendXY + straightY * bendYY + Self.least
    let pullX = lightX * change + straightX * changeX + crossY * changeY
    let pullY = lightY * change + crossX * changeX + straightY * changeY
    PackedRow(xx, row, isOdd: isOdd).store(first, place)
    PackedRow(xy, row, isOdd: isOdd).store(mixed, place)
    PackedRow(yy, row, isOdd: isOdd).store(second, place)
    PackedRow(sumX, row, isOdd: isOdd).store(first * startX + mixed * startY - pullX, place)
    PackedRow(sumY, row, isOdd: isOdd).store(mixed * startX + second * startY - pullY, place)

    // Smoothness.
    let (rightX, rightY) = (rowX.right(place) - nowX, rowY.right(place) - nowY)
    let belowX = PackedRow(packedX, row &+ 1, isOdd: isOdd).own(place) - nowX
    let belowY = PackedRow(packedY, row &+ 1, isOdd: isOdd).own(place) - nowY
    let bend = rightX * rightX + rightY * rightY + belowX * belowX + belowY * belowY
    PackedRow(ties, row, isOdd: isOdd)
      .store((bend + Self.leastRoot).inverseRoot * Self.smoothness, place)
  }

  /// Makes of what each equation counts its own motion what its rest is multiplied by.
  private func invert(_ row: Int, isOdd: Bool) {
    let tie = PackedRow(ties, row, isOdd: isOdd)
    let tieAbove = PackedRow(ties, row &- 1, isOdd: isOdd)
    let (xx, yy) = (PackedRow(xx, row, isOdd: isOdd), PackedRow(yy, row, isOdd: isOdd))
    var place = 0
    while place < (from.width &+ 1) / 2 {
      let ties = tie.own(place) * 2 + tie.left(place) + tieAbove.own(place)
      xx.store(Self.relaxation / (xx.own(place) + ties), place)
      yy.store(Self.relaxation / (yy.own(place) + ties), place)
      place &+= 8
    }
  }

  /// One step of relaxation for the pixels of a row that have one colour.
  private func relax(_ row: Int, isOdd: Bool) {
    let count = isOdd ? from.width / 2 : (from.width &+ 1) / 2
    let (rowX, rowY) = (
      PackedRow(packedX, row, isOdd: isOdd), PackedRow(packedY, row, isOdd: isOdd)
    )
    let aboveX = PackedRow(packedX, row &- 1, isOdd: isOdd)
    let aboveY = PackedRow(packedY, row &- 1, isOdd: isOdd)
    let belowX = PackedRow(packedX, row &+ 1, isOdd: isOdd)
    let belowY = PackedRow(packedY, row &+ 1, isOdd: isOdd)
    let tie = PackedRow(ties, row, isOdd: isOdd)
    let tieAbove = PackedRow(ties, row &- 1, isOdd: isOdd)
    let (xx, yy) = (PackedRow(xx, row, isOdd: isOdd), PackedRow(yy, row, isOdd: isOdd))
    let xy = PackedRow(xy, row, isOdd: isOdd)
    let (sumX, sumY) = (PackedRow(sumX, row, isOdd: isOdd), PackedRow(sumY, row, isOdd: isOdd))
    var place = 0
    while place < count {
      let (here, before, above) = (tie.own(place), tie.left(place), tieAbove.own(place))
      let pullX =
        here * (rowX.right(place) + belowX.own(place)) + before * rowX.left(place)
        + above * aboveX.own(place)
      let pullY =
        here * (rowY.right(place) + belowY.own(place)) + before * rowY.left(place)
        + above * aboveY.own(place)
      let cross = xy.own(place)
      let (oldX, oldY) = (rowX.own(place), rowY.own(place))
      let restX = sumX.own(place) + pullX - cross * oldY
      let movedX = restX * xx.own(place) - oldX * (Self.relaxation - 1)
      let restY = sumY.own(place) + pullY - cross * movedX
      rowX.store(movedX, place)
      rowY.store(restY * yy.own(place) - oldY * (Self.relaxation - 1), place)
      place &+= 8
    }
    surround(packedX, row, isOdd: isOdd)
    surround(packedY, row, isOdd: isOdd)
  }

  /// Beyond the outermost pixels are such as they.
  private func surround(_ plane: FlowPlane, _ row: Int, isOdd: Bool) {
    let width = plane.width
    let (even, odd) = (plane.even(row), plane.odd(row))
    odd[-1] = even[0]
    if width & 1 == 0 {
      even[width / 2] = odd[width / 2 &- 1]
    } else {
      odd[width / 2] = even[width / 2]
    }
    let own = isOdd ? odd : even
    if row == 0 {
      (isOdd ? plane.odd(-1) : plane.even(-1)).update(from: own, count: width / 2 &+ 1)
    }
    if row == plane.height &- 1 {
      let below = isOdd ? plane.odd(row &+ 1) : plane.even(row &+ 1)
      below.update(from: own, count: width / 2 &+ 1)
    }
  }
}

/// A row of a packed plane, as the pixels of one colour see it.
private struct PackedRow {
  private let numbers: UnsafeMutablePointer<Float>
  /// The numbers to the left of ``numbers``.
  private let before: UnsafeMutablePointer<Float>

  @inline(__always)
  init(_ plane: FlowPlane, _ row: Int, isOdd: Bool) {
    numbers = isOdd ? plane.odd(row) : plane.even(row)
    before = isOdd ? plane.even(row) : plane.odd(row) - 1
  }

  /// Eight numbers, and those so many places beside them.
  @inline(__always)
  func own(_ place: Int) -> SIMD8<Float> { numbers.lanes(place) }
  @inline(__always)
  func left(_ place: Int) -> SIMD8<Float> { before.lanes(place) }
  @inline(__always)
  func right(_ place: Int) -> SIMD8<Float> { before.lanes(place &+ 1) }
  @inline(__always)
  func farLeft(_ place: Int) -> SIMD8<Float> { numbers.lanes(place &- 1) }
  @inline(__always)
  func farRight(_ place: Int) -> SIMD8<Float> { numbers.lanes(place &+ 1) }
  @inline(__always)
  func store(_ lanes: SIMD8<Float>, _ place: Int) { (numbers + place).store(lanes) }
}

extension SIMD8<Float> {
  /// One over the square root of a number above nought, to five digits: basic arithmetic only, so
  /// it is the same on every machine.
  @inline(__always)
  var inverseRoot: Self {
    let bits = unsafeBitCast(self, to: SIMD8<UInt32>.self)
    let guess = SIMD8<UInt32>(repeating: 0x5F37_59DF) &- (bits &>> 1)
    var root = unsafeBitCast(guess, to: Self.self)
    let half = self * 0.5
    root *= 1.5 - half * root * root
    root *= 1.5 - half * root * root
    return root
  }
}
