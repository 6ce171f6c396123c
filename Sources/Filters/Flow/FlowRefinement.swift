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
  // Packed: the motion, the smoothness, and the sums of each pixel's two equations.
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
    (ties, xx, xy, yy, sumX, sumY) = (plane(), plane(), plane(), plane(), plane(), plane())
  }

  /// Makes the motion smooth.
  func run(_ workspace: Workspace) {
    let (height, least) = (from.height, 32)
    begin(workspace)
    // The place about which light is taken as linear stays where it was.
    for _ in 0..<Self.rounds {
      workspace.split(0..<height, least: least) { rows, _ in
        for row in rows { prepare(row) }
      }
      copy(ties, 0, to: -1)
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
    workspace.split(0..<from.height, least: 32) { rows, _ in
      for row in rows { move(row) }
      mean.extendSides(rows)
      difference.extendSides(rows)
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

  /// Brings a row of the second picture to where the motion has it, and packs the motion.
  private func move(_ row: Int) {
    let (moveX, moveY, here) = (x.row(row), y.row(row), from.row(row))
    let (mean, difference) = (mean.row(row), difference.row(row))
    let down = Float(row)
    for place in 0..<from.width {
      let found = to.value(Float(place) + moveX[place], down + moveY[place])
      mean[place] = (found + here[place]) * 0.5
      difference[place] = found - here[place]
    }
    pack(x, packedX, row)
    pack(y, packedY, row)
  }

  private func pack(_ plane: FlowPlane, _ packed: FlowPlane, _ row: Int) {
    let (source, even, odd) = (plane.row(row), packed.even(row), packed.odd(row))
    var place = -2
    while place <= plane.width {
      even[place >> 1] = source[place]
      odd[place >> 1] = source[place &+ 1]
      place &+= 2
    }
    // What lies beyond moves as the outermost.
    if row == 0 { copy(packed, 0, to: -1) }
    if row == plane.height &- 1 { copy(packed, row, to: row &+ 1) }
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
    var place = 0
    while place < from.width {
      prepare(row, place)
      place &+= 8
    }
    // Left of the first pixel is one like it.
    ties.odd(row)[-1] = ties.even(row)[0]
  }

  @inline(__always)
  private func prepare(_ row: Int, _ place: Int) {
    let half = place >> 1
    let (above, here, below) = (mean.row(row &- 1), mean.row(row), mean.row(row &+ 1))
    let across = (here.lanes(place &+ 1) - here.lanes(place &- 1)) * 0.5
    let down = (below.lanes(place) - above.lanes(place)) * 0.5
    let twice = here.lanes(place) * 2
    let bendXX = (here.lanes(place &+ 2) - twice + here.lanes(place &- 2)) * 0.25
    let bendYY =
      (mean.row(row &+ 2).lanes(place) - twice + mean.row(row &- 2).lanes(place)) * 0.25
    let bendXY =
      ((below.lanes(place &+ 1) - below.lanes(place &- 1))
        - (above.lanes(place &+ 1) - above.lanes(place &- 1))) * 0.25
    let change = difference.row(row).lanes(place)
    let changeX =
      (difference.row(row).lanes(place &+ 1) - difference.row(row).lanes(place &- 1)) * 0.5
    let changeY =
      (difference.row(row &+ 1).lanes(place) - difference.row(row &- 1).lanes(place)) * 0.5

    let (startX, startY) = (x.row(row).lanes(place), y.row(row).lanes(place))
    let (nowX, nowY) = (motion(packedX, row, half), motion(packedY, row, half))
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

    let first =
      lightWeight * across * across + weightX * bendXX * bendXX + weightY * bendXY * bendXY
      + Self.least
    let mixed =
      lightWeight * across * down + weightX * bendXX * bendXY + weightY * bendXY * bendYY
    let second =
      lightWeight * down * down + weightX * bendXY * bendXY + weightY * bendYY * bendYY
      + Self.least
    let pullX =
      lightWeight * across * change + weightX * bendXX * changeX + weightY * bendXY * changeY
    let pullY =
      lightWeight * down * change + weightX * bendXY * changeX + weightY * bendYY * changeY
    store(first, xx, row, half)
    store(mixed, xy, row, half)
    store(second, yy, row, half)
    store(first * startX + mixed * startY - pullX, sumX, row, half)
    store(mixed * startX + second * startY - pullY, sumY, row, half)

    // Smoothness.
    let (rightX, rightY) = (next(packedX, row, half) - nowX, next(packedY, row, half) - nowY)
    let belowX = motion(packedX, row &+ 1, half) - nowX
    let belowY = motion(packedY, row &+ 1, half) - nowY
    let bend = rightX * rightX + rightY * rightY + belowX * belowX + belowY * belowY
    store((bend + Self.leastRoot).inverseRoot * Self.smoothness, ties, row, half)
  }

  /// Eight numbers of a packed row.
  @inline(__always)
  private func motion(_ plane: FlowPlane, _ row: Int, _ half: Int) -> SIMD8<Float> {
    let even = UnsafeRawPointer(plane.even(row) + half).loadUnaligned(as: SIMD4<Float>.self)
    let odd = UnsafeRawPointer(plane.odd(row) + half).loadUnaligned(as: SIMD4<Float>.self)
    return SIMD8(even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3])
  }

  /// The eight numbers that are one place to the right of those.
  @inline(__always)
  private func next(_ plane: FlowPlane, _ row: Int, _ half: Int) -> SIMD8<Float> {
    let even = UnsafeRawPointer(plane.even(row) + (half &+ 1)).loadUnaligned(as: SIMD4<Float>.self)
    let odd = UnsafeRawPointer(plane.odd(row) + half).loadUnaligned(as: SIMD4<Float>.self)
    return SIMD8(odd[0], even[0], odd[1], even[1], odd[2], even[2], odd[3], even[3])
  }

  @inline(__always)
  private func store(_ lanes: SIMD8<Float>, _ plane: FlowPlane, _ row: Int, _ half: Int) {
    UnsafeMutableRawPointer(plane.even(row) + half)
      .storeBytes(of: lanes.evenHalf, as: SIMD4<Float>.self)
    UnsafeMutableRawPointer(plane.odd(row) + half)
      .storeBytes(of: lanes.oddHalf, as: SIMD4<Float>.self)
  }

  /// One step of relaxation for the pixels of a row that have one colour.
  private func relax(_ row: Int, isOdd: Bool) {
    let count = isOdd ? from.width / 2 : (from.width &+ 1) / 2
    let own = isOdd ? packedX.odd(row) : packedX.even(row)
    let ownY = isOdd ? packedY.odd(row) : packedY.even(row)
    // The places to the left and to the right of the first.
    let left = isOdd ? 0 : -1
    let sideX = isOdd ? packedX.even(row) : packedX.odd(row)
    let sideY = isOdd ? packedY.even(row) : packedY.odd(row)
    let aboveX = isOdd ? packedX.odd(row &- 1) : packedX.even(row &- 1)
    let aboveY = isOdd ? packedY.odd(row &- 1) : packedY.even(row &- 1)
    let belowX = isOdd ? packedX.odd(row &+ 1) : packedX.even(row &+ 1)
    let belowY = isOdd ? packedY.odd(row &+ 1) : packedY.even(row &+ 1)
    let tie = isOdd ? ties.odd(row) : ties.even(row)
    let tieLeft = isOdd ? ties.even(row) : ties.odd(row)
    let tieAbove = isOdd ? ties.odd(row &- 1) : ties.even(row &- 1)
    let xx = isOdd ? xx.odd(row) : xx.even(row)
    let xy = isOdd ? xy.odd(row) : xy.even(row)
    let yy = isOdd ? yy.odd(row) : yy.even(row)
    let sumX = isOdd ? sumX.odd(row) : sumX.even(row)
    let sumY = isOdd ? sumY.odd(row) : sumY.even(row)
    var place = 0
    while place < count {
      let (here, before, above) = (
        tie.lanes(place), tieLeft.lanes(place &+ left), tieAbove.lanes(place)
      )
      let ties = here * 2 + before + above
      let pullX =
        here * (sideX.lanes(place &+ left &+ 1) + belowX.lanes(place))
        + before * sideX.lanes(place &+ left) + above * aboveX.lanes(place)
      let pullY =
        here * (sideY.lanes(place &+ left &+ 1) + belowY.lanes(place))
        + before * sideY.lanes(place &+ left) + above * aboveY.lanes(place)
      let cross = xy.lanes(place)
      let (oldX, oldY) = (own.lanes(place), ownY.lanes(place))
      let newX = (sumX.lanes(place) + pullX - cross * oldY) / (xx.lanes(place) + ties)
      let movedX = oldX + (newX - oldX) * Self.relaxation
      let newY = (sumY.lanes(place) + pullY - cross * movedX) / (yy.lanes(place) + ties)
      (own + place).store(movedX)
      (ownY + place).store(oldY + (newY - oldY) * Self.relaxation)
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

extension SIMD8<Float> {
  /// One over the square root of a number above nought, to five digits: basic arithmetic only, so it
  /// is the same on every machine.
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
