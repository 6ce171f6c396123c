/// The motion through each pixel of a moment between two frames, and which of them is seen there.
///
/// The motion of each frame's pixels is carried to the moment, where what is trusted most counts most;
/// what one frame alone shows is filled from that one. Where nothing is certain all around, there is no
/// motion, and both frames are mixed as they are.
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
    let (width, height) = (pair.first.image.width, pair.first.image.height)
    func plane() -> FlowPlane { FlowPlane(width: width, height: height, scratch) }
    (x, y, share, weight) = (plane(), plane(), plane(), plane())
    (early, late, certain, spare) = (plane(), plane(), plane(), plane())
  }

  /// Fills ``x``, ``y`` and ``share``, their margins too.
  func run(_ workspace: Workspace) {
    let rows = 0..<x.height
    x.clear(rows)
    y.clear(rows)
    weight.clear(rows)
    carry(pair.first, by: phase, sign: 1)
    carry(pair.second, by: 1 - phase, sign: -1)
    x.smooth(spare, workspace)
    y.smooth(spare, workspace)
    weight.smooth(spare, workspace)
    workspace.split(rows, least: 32) { rows, _ in
      for row in rows { look(row) }
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

  /// Adds the motion of each pixel of a frame to the four pixels about where it is at the moment.
  private func carry(_ side: FlowPair.Side, by phase: Float, sign: Float) {
    let (width, height) = (x.width, x.height)
    let (farX, farY) = (Float(width), Float(height))
    for row in 0..<height {
      let (moveX, moveY, trusts) = (side.x.row(row), side.y.row(row), side.trust.row(row))
      for place in 0..<width {
        let (wayX, wayY) = (moveX[place], moveY[place])
        let (toX, toY) = (Float(place) + wayX * phase, Float(row) + wayY * phase)
        // The margin takes what lands a little beyond the sides.
        guard toX > -1, toX < farX, toY > -1, toY < farY else { continue }
        let spot = FlowPlace(toX, toY, width: width, height: height)
        let trust = trusts[place]
        let right = trust * spot.right
        let left = trust - right
        let (leftDown, rightDown) = (left * spot.down, right * spot.down)
        let (signedX, signedY) = (wayX * sign, wayY * sign)
        let offset = spot.y &* x.stride &+ spot.x
        add(offset, left - leftDown, signedX, signedY)
        add(offset &+ 1, right - rightDown, signedX, signedY)
        add(offset &+ x.stride, leftDown, signedX, signedY)
        add(offset &+ x.stride &+ 1, rightDown, signedX, signedY)
      }
    }
  }

  @inline(__always)
  private func add(_ offset: Int, _ share: Float, _ wayX: Float, _ wayY: Float) {
    x.origin[offset] += share * wayX
    y.origin[offset] += share * wayY
    weight.origin[offset] += share
  }

  /// Divides the motion by its weight, and looks whether both frames have it at its ends.
  private func look(_ row: Int) {
    let (rowX, rowY, weights) = (x.row(row), y.row(row), weight.row(row))
    let (early, late, certain) = (early.row(row), late.row(row), certain.row(row))
    let (first, second) = (pair.first, pair.second)
    let (width, height) = (x.width, x.height)
    for place in 0..<width {
      var (wayX, wayY) = (rowX[place], rowY[place])
      if weights[place] > 1e-6 {
        let whole = 1 / weights[place]
        (wayX, wayY) = (wayX * whole, wayY * whole)
      } else {
        wayX = (first.x.row(row)[place] - second.x.row(row)[place]) * 0.5
        wayY = (first.y.row(row)[place] - second.y.row(row)[place]) * 0.5
      }
      (rowX[place], rowY[place]) = (wayX, wayY)
      // The nearest pixels at both ends.
      let (fromX, fromY) = (Float(place) - wayX * phase, Float(row) - wayY * phase)
      let (toX, toY) = (fromX + wayX, fromY + wayY)
      let from = FlowPlace(fromX + 0.5, fromY + 0.5, width: width, height: height)
      let to = FlowPlace(toX + 0.5, toY + 0.5, width: width, height: height)
      let apartX = first.x.row(from.y)[from.x] - wayX
      let apartY = first.y.row(from.y)[from.x] - wayY
      let backX = second.x.row(to.y)[to.x] + wayX
      let backY = second.y.row(to.y)[to.x] + wayY
      let scale = 1 / (1 + 0.02 * (wayX * wayX + wayY * wayY))
      let seen = 1 / (1 + (apartX * apartX + apartY * apartY) * scale)
      let found = 1 / (1 + (backX * backX + backY * backY) * scale)
      let difference = first.image.row(from.y)[from.x] - second.image.row(to.y)[to.x]
      let alike = 1 / (1 + difference * difference * Self.unlikeness)
      // Both frames have it and are alike, or one alone has it.
      certain[place] = seen * found * alike + (seen - found).magnitude
      early[place] = holds(fromX, fromY) ? seen * seen : 0
      late[place] = holds(toX, toY) ? found * found : 0
    }
  }

  /// One over the square of the difference, of 255, that makes a pair half as certain.
  private static let unlikeness: Float = 1 / (30 * 30)

  /// Whether a place is within the picture.
  @inline(__always)
  private func holds(_ placeX: Float, _ placeY: Float) -> Bool {
    placeX >= -0.5 && placeY >= -0.5 && placeX <= Float(x.width) - 0.5
      && placeY <= Float(x.height) - 0.5
  }

  /// Says what each frame gives, and takes the motion away where nothing is certain.
  private func decide(_ row: Int) {
    let (rowX, rowY, shares) = (x.row(row), y.row(row), share.row(row))
    let (early, late, certain) = (early.row(row), late.row(row), certain.row(row))
    let least: Float = 1e-4
    for place in 0..<x.width {
      let first = early[place] * (1 - phase)
      let second = late[place] * phase
      let part = (second + least * phase) / (first + second + least)
      let rise = (certain[place] - 0.2) * 2.5
      let held = rise > 0 ? (rise < 1 ? rise : 1) : 0
      let keep = held * held * (3 - 2 * held)
      rowX[place] *= keep
      rowY[place] *= keep
      shares[place] = phase + (part - phase) * keep
    }
  }
}

extension FlowPlane {
  /// Makes each number the mean of nine by nine.
  fileprivate func smooth(_ spare: FlowPlane, _ workspace: Workspace) {
    smooth(1, spare, workspace)
    smooth(3, spare, workspace)
  }

  /// Makes each number the mean of three by three at a distance.
  ///
  /// - Parameters:
  ///   - distance: less than ``margin``.
  ///   - spare: of the same size; it is written.
  fileprivate func smooth(_ distance: Int, _ spare: FlowPlane, _ workspace: Workspace) {
    extendSides(0..<height)
    extendEnds()
    workspace.split(0..<height, least: 32) { rows, _ in
      for y in rows {
        let (above, here, below) = (row(y - distance), row(y), row(y + distance))
        let target = spare.row(y)
        var x = -Self.margin
        while x < width + Self.margin {
          (target + x).store(above.lanes(x) + here.lanes(x) + below.lanes(x))
          x &+= 8
        }
      }
    }
    let share = SIMD8<Float>(repeating: 1 / 9)
    workspace.split(0..<height, least: 32) { rows, _ in
      for y in rows {
        let (source, target) = (spare.row(y), row(y))
        var x = 0
        while x < width {
          let sides = source.lanes(x &- distance) + source.lanes(x &+ distance)
          (target + x).store((sides + source.lanes(x)) * share)
          x &+= 8
        }
      }
    }
  }
}
