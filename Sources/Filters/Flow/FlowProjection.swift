/// The motion through each pixel of a moment between two frames, and which of them is seen there.
///
/// The motion of each frame's pixels is carried to the moment, where what is trusted most counts
/// most; what one frame alone shows is filled from that one. Where nothing is certain all around,
/// there is no motion, and both frames are mixed as they are.
struct FlowProjection {
  let pair: FlowPair
  /// 0 is the first frame, 1 the second.
  let phase: Float
  /// From the first frame to the second, in pixels of the working size.
  let x: FlowPlane
  let y: FlowPlane
  /// The second frame's share.
  let share: FlowPlane
  private let weight: FlowPlane
  /// How far a pixel is seen in the first frame, in the second, and how certain that is.
  private let early: FlowPlane
  private let late: FlowPlane
  private let certain: FlowPlane
  private let spare: FlowPlane

  init(_ pair: FlowPair, phase: Float, _ scratch: Scratch) {
    (self.pair, self.phase) = (pair, phase)
    let (width, height) = (pair.first.trust.width, pair.first.trust.height)
    func plane() -> FlowPlane { FlowPlane(width: width, height: height, scratch) }
    (x, y, share, weight) = (plane(), plane(), plane(), plane())
    (early, late, certain, spare) = (plane(), plane(), plane(), plane())
  }

  /// Fills ``x``, ``y`` and ``share``, their margins too.
  func run(_ workspace: Workspace) {
    let rows = 0..<x.height
    workspace.scratch.scope {
      let sums = FlowGrid(width: x.width, height: x.height, workspace.scratch)
      carry(pair.first, by: phase, sign: 1, to: sums)
      carry(pair.second, by: 1 - phase, sign: -1, to: sums)
      for row in rows { Self.part(sums.row(row), x.row(row), y.row(row), weight.row(row), x.width) }
    }
    x.smooth(spare, workspace)
    y.smooth(spare, workspace)
    weight.smooth(spare, workspace)
    workspace.split(rows, least: 32) { rows, scratch in
      let ends = FlowEnds(pair, phase: phase, scratch)
      for row in rows {
        divide(row)
        ends.look(
          row, x.row(row), y.row(row), early: early.row(row), late: late.row(row),
          certain: certain.row(row))
      }
    }
    early.smooth(spare, workspace)
    late.smooth(spare, workspace)
    certain.smooth(spare, workspace)
    certain.smooth(9, spare, workspace)
    workspace.split(rows, least: 32) { rows, _ in
      for row in rows { decide(row) }
    }
    extend(x)
    extend(y)
    extend(share)
  }

  private func extend(_ plane: FlowPlane) {
    plane.extendSides(0..<plane.height)
    plane.extendEnds()
  }

  /// Adds the motion of each pixel of a frame to the four pixels about where it is at the moment,
  /// and its weight in the last number.
  private func carry(_ side: FlowPair.Side, by phase: Float, sign: Float, to sums: FlowGrid) {
    let (width, height) = (sums.width, sums.height)
    let (farX, farY) = (Float(width), Float(height))
    let signs = SIMD4(sign, sign, 0, 1)
    for row in 0..<height {
      let (motions, trusts) = (side.motion.row(row), side.trust.row(row))
      for place in 0..<width {
        let motion = motions[place]
        let (toX, toY) = (Float(place) + motion.x * phase, Float(row) + motion.y * phase)
        // The margin takes what lands a little beyond the sides.
        guard toX > -1, toX < farX, toY > -1, toY < farY else { continue }
        let spot = FlowPlace(toX, toY, width: width, height: height)
        let trust = trusts[place]
        let right = trust * spot.right
        let left = trust - right
        let (leftDown, rightDown) = (left * spot.down, right * spot.down)
        let way = motion * signs
        let upper = sums.origin + (spot.y &* sums.stride &+ spot.x)
        let lower = upper + sums.stride
        upper[0] += way * (left - leftDown)
        upper[1] += way * (right - rightDown)
        lower[0] += way * leftDown
        lower[1] += way * rightDown
      }
    }
  }

  /// Takes the sums of a row apart.
  private static func part(
    _ sums: UnsafeMutablePointer<SIMD4<Float>>, _ x: UnsafeMutablePointer<Float>,
    _ y: UnsafeMutablePointer<Float>, _ weight: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for place in 0..<count {
      let sum = sums[place]
      x[place] = sum.x
      y[place] = sum.y
      weight[place] = sum.w
    }
  }

  /// Divides the motion by its weight.
  private func divide(_ row: Int) {
    let (rowX, rowY, weights) = (x.row(row), y.row(row), weight.row(row))
    for place in 0..<x.width {
      let whole = 1 / (weights[place] + 1e-12)
      rowX[place] *= whole
      rowY[place] *= whole
    }
    let (first, second) = (pair.first.motion.row(row), pair.second.motion.row(row))
    for place in 0..<x.width where weights[place] <= 1e-6 {
      // Nothing comes here.
      let mean = (first[place] - second[place]) * 0.5
      (rowX[place], rowY[place]) = (mean.x, mean.y)
    }
  }

  /// Says what each frame gives, and takes the motion away where nothing is certain.
  private func decide(_ row: Int) {
    let (rowX, rowY, shares) = (x.row(row), y.row(row), share.row(row))
    let (early, late, certain) = (early.row(row), late.row(row), certain.row(row))
    let least: Float = 1e-4
    let zero = SIMD8<Float>.zero
    var place = 0
    while place < x.width {
      let first = early.lanes(place) * (1 - phase)
      let second = late.lanes(place) * phase
      let part = (second + least * phase) / (first + second + least)
      let held = ((certain.lanes(place) - 0.2) * 2.5).atLeast(zero).atMost(1)
      let keep = held * held * (3 - held * 2)
      (rowX + place).store(rowX.lanes(place) * keep)
      (rowY + place).store(rowY.lanes(place) * keep)
      (shares + place).store((part - phase) * keep + phase)
      place &+= 8
    }
  }
}
