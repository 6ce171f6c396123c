/// Reads a plane between its samples, by the cubic of Catmull and Rom; the outermost samples count for
/// those beyond.
struct FlowReader<S: Sample> {
  let samples: UnsafePointer<S>
  let width: Int
  let height: Int
  /// For each 64th of the way from a sample to the next, what the four about it count.
  let weights: UnsafePointer<SIMD4<Float>>

  /// The table of weights.
  static func weights(_ scratch: Scratch) -> UnsafePointer<SIMD4<Float>> {
    let table = scratch.take(SIMD4<Float>.self, 64)
    for number in 0..<64 {
      let t = Float(number) / 64
      let (square, cube) = (t * t, t * t * t)
      table[number] =
        SIMD4(
          2 * square - t - cube, 2 - 5 * square + 3 * cube, t + 4 * square - 3 * cube,
          cube - square) * 0.5
    }
    return UnsafePointer(table)
  }

  /// The number at a place in 64ths.
  @inline(__always)
  func value(_ x: Int32, _ y: Int32) -> Float {
    let (left, top) = (Int(x >> 6) &- 1, Int(y >> 6) &- 1)
    let (across, down) = (weights[Int(x & 63)], weights[Int(y & 63)])
    guard left >= 0, top >= 0, left &+ 4 <= width, top &+ 4 <= height else {
      return outside(left, top, across, down)
    }
    let row = samples + (top &* width &+ left)
    var sum = four(row) * down.x
    sum += four(row + width) * down.y
    sum += four(row + 2 &* width) * down.z
    sum += four(row + 3 &* width) * down.w
    let part = sum * across
    return (part.x + part.y) + (part.z + part.w)
  }

  @inline(__always)
  private func four(_ row: UnsafePointer<S>) -> SIMD4<Float> {
    SIMD4(Float(row[0]), Float(row[1]), Float(row[2]), Float(row[3]))
  }

  /// The same where some of the samples are none of the plane.
  @inline(never)
  private func outside(
    _ left: Int, _ top: Int, _ across: SIMD4<Float>, _ down: SIMD4<Float>
  ) -> Float {
    var sum = SIMD4<Float>.zero
    for number in 0..<4 {
      let row = samples + min(max(top &+ number, 0), height &- 1) &* width
      sum +=
        SIMD4(
          Float(row[held(left)]), Float(row[held(left &+ 1)]), Float(row[held(left &+ 2)]),
          Float(row[held(left &+ 3)])) * down[number]
    }
    let part = sum * across
    return (part.x + part.y) + (part.z + part.w)
  }

  @inline(__always)
  private func held(_ x: Int) -> Int { min(max(x, 0), width &- 1) }
}
