/// Reads a plane between its samples, by the cubic of Catmull and Rom; the outermost samples count
/// for those beyond.
struct FlowReader: BitwiseCopyable {
  /// How far beyond a plane places can be, in samples; from there on nothing changes.
  static let reach: Float = 4

  let plane: FlowPlane
  /// For each 64th of the way from a sample to the next, what the four about it count: as one
  /// vector, and each four times.
  let across: UnsafePointer<SIMD4<Float>>
  let down: UnsafePointer<SIMD4<Float>>

  /// A reader of a plane whose numbers are whatever was left in the memory.
  ///
  /// - Parameter tables: from ``tables(_:)``.
  init(width: Int, height: Int, tables: UnsafePointer<SIMD4<Float>>, _ scratch: Scratch) {
    plane = FlowPlane(width: width, height: height, scratch)
    (across, down) = (tables, tables + 64)
  }

  /// The tables of weights.
  static func tables(_ scratch: Scratch) -> UnsafePointer<SIMD4<Float>> {
    let table = scratch.take(SIMD4<Float>.self, 64 * 5)
    for number in 0..<64 {
      let t = Float(number) / 64
      let (square, cube) = (t * t, t * t * t)
      let weights =
        SIMD4(
          2 * square - t - cube, 2 - 5 * square + 3 * cube, t + 4 * square - 3 * cube,
          cube - square) * 0.5
      table[number] = weights
      for row in 0..<4 { table[64 + 4 * number + row] = SIMD4(repeating: weights[row]) }
    }
    return UnsafePointer(table)
  }

  /// Takes the samples of a plane.
  func fill<S: Sample>(_ samples: UnsafePointer<S>, _ workspace: Workspace) {
    let (width, height) = (plane.width, plane.height)
    workspace.split(0..<height, least: 64) { rows, _ in
      for y in rows {
        let (source, target) = (samples + y &* width, plane.row(y))
        for x in 0..<width { target[x] = Float(Int32(truncatingIfNeeded: source[x])) }
      }
      plane.extendSides(rows)
    }
    plane.extendEnds()
  }

  /// Four parts whose sum is the number at a place in 64ths.
  @inline(__always)
  func parts(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
    let stride = plane.stride
    let row = plane.origin + (Int(y >> 6) &- 1) &* stride + (Int(x >> 6) &- 1)
    let weights = down + Int(4 &* (y & 63))
    let upper = four(row) * weights[0] + four(row + stride) * weights[1]
    let lower = four(row + 2 &* stride) * weights[2] + four(row + 3 &* stride) * weights[3]
    return (upper + lower) * across[Int(x & 63)]
  }

  @inline(__always)
  private func four(_ numbers: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(numbers).loadUnaligned(as: SIMD4<Float>.self)
  }
}
