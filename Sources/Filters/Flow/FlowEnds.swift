/// Looks at both ends of the motion through the pixels of a row.
struct FlowEnds {
  private let first: FlowGrid
  private let second: FlowGrid
  /// 0 is the first frame, 1 the second.
  private let phase: Float
  /// Where the nearest pixels at both ends are in the grids.
  private let from: UnsafeMutablePointer<Int32>
  private let to: UnsafeMutablePointer<Int32>

  /// One over the square of the difference, of 255, that makes a pair half as certain.
  private static let unlikeness: Float = 1 / (30 * 30)

  init(_ pair: FlowPair, phase: Float, _ scratch: Scratch) {
    (first, second, self.phase) = (pair.first.motion, pair.second.motion, phase)
    from = scratch.take(Int32.self, first.width)
    to = scratch.take(Int32.self, first.width)
  }

  /// Finds how far each pixel of a row is seen in both frames, and how certain that is.
  func look(
    _ row: Int, _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>,
    early: UnsafeMutablePointer<Float>, late: UnsafeMutablePointer<Float>,
    certain: UnsafeMutablePointer<Float>
  ) {
    find(row, x, y, back: phase, from)
    find(row, x, y, back: phase - 1, to)
    compare(x, y, early, late, certain)
    rate(x, y, early, late, certain)
    bound(row, x, y, back: phase, early)
    bound(row, x, y, back: phase - 1, late)
  }

  /// The nearest pixels to where the pixels of a row come from.
  private func find(
    _ row: Int, _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, back: Float,
    _ places: UnsafeMutablePointer<Int32>
  ) {
    let (boundX, boundY) = (Float(first.width) + 3, Float(first.height) + 3)
    let (down, stride) = (Float(row), Float(first.stride))
    let whole = FlowPlace.whole
    for place in 0..<first.width {
      let atX = Float(Int32(truncatingIfNeeded: place)) - x[place] * back
      let atY = down - y[place] * back
      let lowX = atX > -12 ? atX : -12
      let lowY = atY > -12 ? atY : -12
      let heldX = lowX < boundX ? lowX : boundX
      let heldY = lowY < boundY ? lowY : boundY
      // A picture of the working size has fewer pixels than a number of this kind can tell apart.
      let offset = ((heldY + whole) - whole) * stride + ((heldX + whole) - whole)
      places[place] = Int32(bitPattern: (offset + whole).bitPattern &- whole.bitPattern)
    }
  }

  /// The squares of how far the motion at both ends is from that of the pixels, and the difference
  /// of light.
  private func compare(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>,
    _ early: UnsafeMutablePointer<Float>, _ late: UnsafeMutablePointer<Float>,
    _ change: UnsafeMutablePointer<Float>
  ) {
    for place in 0..<first.width {
      let (one, two) = (first.origin[Int(from[place])], second.origin[Int(to[place])])
      let way = SIMD4(x[place], y[place], 0, 0)
      let (apart, back) = (one - way, two + way)
      let (square, other) = (apart * apart, back * back)
      early[place] = square.x + square.y
      late[place] = other.x + other.y
      change[place] = one.z - two.z
    }
  }

  /// Makes shares of all that.
  private func rate(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>,
    _ early: UnsafeMutablePointer<Float>, _ late: UnsafeMutablePointer<Float>,
    _ certain: UnsafeMutablePointer<Float>
  ) {
    for place in 0..<first.width {
      let scale = 1 / (1 + 0.02 * (x[place] * x[place] + y[place] * y[place]))
      let seen = 1 / (1 + early[place] * scale)
      let found = 1 / (1 + late[place] * scale)
      let alike = 1 / (1 + certain[place] * certain[place] * Self.unlikeness)
      // Both frames have it and are alike, or one alone has it.
      certain[place] = seen * found * alike + (seen - found).magnitude
      early[place] = seen * seen
      late[place] = found * found
    }
  }

  /// Nothing is seen beyond a frame.
  private func bound(
    _ row: Int, _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, back: Float,
    _ shares: UnsafeMutablePointer<Float>
  ) {
    let (endX, endY) = (Float(first.width) - 0.5, Float(first.height) - 0.5)
    let down = Float(row)
    for place in 0..<first.width {
      let atX = Float(Int32(truncatingIfNeeded: place)) - x[place] * back
      let atY = down - y[place] * back
      let left: Float = atX >= -0.5 ? 1 : 0
      let right: Float = atX <= endX ? 1 : 0
      let above: Float = atY >= -0.5 ? 1 : 0
      let below: Float = atY <= endY ? 1 : 0
      shares[place] *= (left * right) * (above * below)
    }
  }
}
