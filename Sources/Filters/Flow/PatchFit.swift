/// A patch and what its slopes give together.
struct Patch {
  /// What keeps the matrix of a flat patch from being none.
  private static let damping: Float = 0.5

  let image: UnsafeMutablePointer<Float>
  let slopeX: UnsafeMutablePointer<Float>
  let slopeY: UnsafeMutablePointer<Float>
  let stride: Int
  let x: Float
  let y: Float
  /// The mean of each slope.
  let meanX: Float
  let meanY: Float
  /// The inverse of Hesse's matrix.
  let xx: Float
  let xy: Float
  let yy: Float

  @inline(__always)
  init(_ level: FlowPyramid.Level, _ x: Int, _ y: Int) {
    (self.x, self.y) = (Float(x), Float(y))
    stride = level.image.stride
    image = level.image.row(y) + x
    slopeX = level.slopeX.row(y) + x
    slopeY = level.slopeY.row(y) + x
    var (sumX, sumY) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (sumXX, sumXY, sumYY) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for row in 0..<8 {
      let across = slopeX.lanes(row &* stride)
      let down = slopeY.lanes(row &* stride)
      sumX += across
      sumY += down
      sumXX += across * across
      sumXY += across * down
      sumYY += down * down
    }
    let totals = SIMD8<Float>.totals(sumX, sumXX, sumXY, sumYY)
    meanX = totals.x / 64
    meanY = sumY.total / 64
    let hessianXX = totals.y - 64 * meanX * meanX + Self.damping
    let hessianXY = totals.z - 64 * meanX * meanY
    let hessianYY = totals.w - 64 * meanY * meanY + Self.damping
    let determinant = hessianXX * hessianYY - hessianXY * hessianXY
    let inverse = determinant > 1e-3 ? 1 / determinant : 0
    (xx, xy, yy) = (hessianYY * inverse, -hessianXY * inverse, hessianXX * inverse)
  }

  /// The best place that is found from another by Gauss and Newton's steps.
  @inline(__always)
  func descend(_ start: PatchFit, in picture: FlowPlane) -> PatchFit {
    var best = start
    var count = 0
    while count < PatchSearch.iterations {
      let stepX = xx * best.pullX + xy * best.pullY
      let stepY = xy * best.pullX + yy * best.pullY
      let next = PatchFit(self, in: picture, best.x - stepX, best.y - stepY)
      guard next.error < best.error, (next.x - start.x).magnitude < 8,
        (next.y - start.y).magnitude < 8
      else { break }
      best = next
      if stepX * stepX + stepY * stepY < 0.0025 { break }
      count &+= 1
    }
    return best
  }
}

/// How well a patch fits where it is moved.
struct PatchFit: BitwiseCopyable {
  let x: Float
  let y: Float
  /// The sum of the squares of differences, less their mean.
  let error: Float
  /// The sums of differences times slopes.
  let pullX: Float
  let pullY: Float

  @inline(__always)
  init(_ patch: Patch, in picture: FlowPlane, _ x: Float, _ y: Float) {
    (self.x, self.y) = (x, y)
    let place = FlowPlace(
      patch.x + x, patch.y + y, width: picture.width, height: picture.height)
    let base = picture.row(place.y) + place.x
    let (right, down) = (SIMD8(repeating: place.right), SIMD8(repeating: place.down))
    var (sum, squares) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (sumX, sumY) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var first = base.lanes(0)
    first += (base.lanes(1) - first) * right
    for row in 0..<8 {
      let below = base + (row &+ 1) &* picture.stride
      var second = below.lanes(0)
      second += (below.lanes(1) - second) * right
      let difference =
        first + (second - first) * down - patch.image.lanes(row &* patch.stride)
      first = second
      sum += difference
      squares += difference * difference
      sumX += difference * patch.slopeX.lanes(row &* patch.stride)
      sumY += difference * patch.slopeY.lanes(row &* patch.stride)
    }
    let totals = SIMD8<Float>.totals(sum, squares, sumX, sumY)
    let total = totals.x
    error = totals.y - total * total / 64
    pullX = totals.z - patch.meanX * total
    pullY = totals.w - patch.meanY * total
  }
}

extension SIMD8<Float> {
  /// The sums of eight numbers each.
  ///
  /// Stands apart, as the compiler would mix up the lanes of all four from the first row on.
  @inline(never)
  static func totals(
    _ one: SIMD8<Float>, _ two: SIMD8<Float>, _ three: SIMD8<Float>, _ four: SIMD8<Float>
  ) -> SIMD4<Float> {
    let (first, second) = (one.lowHalf + one.highHalf, two.lowHalf + two.highHalf)
    let (third, fourth) = (three.lowHalf + three.highHalf, four.lowHalf + four.highHalf)
    let upper =
      SIMD4(first.x, second.x, third.x, fourth.x)
      + SIMD4(first.z, second.z, third.z, fourth.z)
    let lower =
      SIMD4(first.y, second.y, third.y, fourth.y)
      + SIMD4(first.w, second.w, third.w, fourth.w)
    return upper + lower
  }

  /// All eight, added in one order.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
