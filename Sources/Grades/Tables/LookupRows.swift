/// A row of one channel.
package typealias ChannelRow = UnsafeMutablePointer<Float>

extension LookupTable {
  /// Changes a row of colours in place, as ``value(of:_:)`` does each of them.
  package func apply(
    red: ChannelRow, green: ChannelRow, blue: ChannelRow, count: Int,
    _ interpolation: CubeInterpolation = .tetrahedral
  ) {
    curves?.apply(red: red, green: green, blue: blue, count: count)
    cube?.apply(red: red, green: green, blue: blue, count: count, interpolation)
  }
}

/// Whole numbers below 2^22 stand in the low bits of a `Float` to which this was added, 1.5 * 2^23;
/// others are rounded to the nearest.
private let whole: Float = 12_582_912

extension Float {
  /// The number to which ``whole`` was added.
  fileprivate var wholeBits: Int { Int(truncatingIfNeeded: bitPattern & 0x3F_FFFF) }
}

/// The lesser numbers, or the first where one is none. Of a loop like this the compiler makes one
/// instruction, which it does not of `replacing`.
@inline(__always)
private func least(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
  var result = one
  for lane in 0..<4 { result[lane] = other[lane] < one[lane] ? other[lane] : one[lane] }
  return result
}

/// The greater numbers, or the first where one is none.
@inline(__always)
private func most(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
  var result = one
  for lane in 0..<4 { result[lane] = other[lane] > one[lane] ? other[lane] : one[lane] }
  return result
}

/// Where four colours lie between the points of one channel.
private struct AxisLanes {
  /// The point below each, and how far it lies from there to the next point, 0 to 1.
  let cell: SIMD4<Float>
  let share: SIMD4<Float>

  /// The cell and the share are those of ``TableAxis/cell(of:)``, or, right at a point, the cell
  /// before it and 1, which gives the same.
  @inline(__always)
  init(_ color: SIMD4<Float>, low: Float, scale: Float, count: Int) {
    let top = SIMD4(repeating: Float(count - 1))
    // What is not a number is the first point.
    let place = least(top, most(SIMD4.zero, (color - low) * scale))
    // The half is exact, as is the sum's rounding to whole numbers.
    let below = ((place - 0.5) + whole) - whole
    cell = least(top - 1, below)
    share = place - cell
  }

  /// The shares' bits, which are in the order of the shares, as none is negative.
  @inline(__always) var shareBits: SIMD4<Int32> { unsafeBitCast(share, to: SIMD4<Int32>.self) }
}

/// The numbers to which ``whole`` was added.
@inline(__always)
private func wholeBits(_ sums: SIMD4<Float>) -> SIMD4<Int32> {
  unsafeBitCast(sums, to: SIMD4<Int32>.self) & 0x3F_FFFF
}

extension LookupCurves {
  /// Changes a row of colours in place, as ``value(of:)`` does each of them.
  package func apply(red: ChannelRow, green: ChannelRow, blue: ChannelRow, count: Int) {
    values.withUnsafeBufferPointer { values in
      guard let table = values.baseAddress else { return }
      apply(to: red, count, table, axis.low.x, axis.scale.x)
      apply(to: green, count, table + self.count, axis.low.y, axis.scale.y)
      apply(to: blue, count, table + 2 * self.count, axis.low.z, axis.scale.z)
    }
  }

  private func apply(
    to row: ChannelRow, _ count: Int, _ table: UnsafePointer<Float>, _ low: Float, _ scale: Float
  ) {
    for x in 0..<count {
      let place = (row[x] - low) * scale
      let held = place > 0 ? min(place, Float(axis.count - 1)) : 0
      let below = min(((held - 0.5) + whole) - whole, Float(axis.count - 2))
      let share = held - below
      let point = table + (below + whole).wholeBits
      row[x] = point[0] * (1 - share) + point[1] * share
    }
  }
}

extension LookupCube {
  /// Changes a row of colours in place, as ``value(of:_:)`` does each of them.
  package func apply(
    red: ChannelRow, green: ChannelRow, blue: ChannelRow, count: Int,
    _ interpolation: CubeInterpolation = .tetrahedral
  ) {
    points.withUnsafeBufferPointer { points in
      guard let points = points.baseAddress else { return }
      switch interpolation {
      case .tetrahedral:
        TetrahedralRows(grid: CubeGrid(self, points)).apply(red, green, blue, count)
      case .trilinear:
        TrilinearRows(grid: CubeGrid(self, points)).apply(red, green, blue, count)
      }
    }
  }
}

/// Four colours at a time.
private typealias FourColors = (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)

/// A way to find colours in a cube, four at a time.
private protocol CubeRows {
  func value(of colors: FourColors) -> FourColors
}

extension CubeRows {
  @inline(__always)
  func apply(_ red: ChannelRow, _ green: ChannelRow, _ blue: ChannelRow, _ count: Int) {
    var x = 0
    while x + 4 <= count {
      let result = value(of: (four(red + x), four(green + x), four(blue + x)))
      put(result.red, at: red + x)
      put(result.green, at: green + x)
      put(result.blue, at: blue + x)
      x += 4
    }
    while x < count {
      let result = value(
        of: (
          SIMD4(repeating: red[x]), SIMD4(repeating: green[x]), SIMD4(repeating: blue[x])
        ))
      (red[x], green[x], blue[x]) = (result.red.x, result.green.x, result.blue.x)
      x += 1
    }
  }

  @inline(__always)
  private func four(_ row: ChannelRow) -> SIMD4<Float> {
    UnsafeRawPointer(row).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  private func put(_ values: SIMD4<Float>, at row: ChannelRow) {
    UnsafeMutableRawPointer(row).storeBytes(of: values, as: SIMD4<Float>.self)
  }

  /// Four points, as the channels of four colours.
  @inline(__always)
  fileprivate func transposed(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> FourColors {
    (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y), SIMD4(a.z, b.z, c.z, d.z))
  }
}

/// The points of a cube, and how far apart neighbours are: along red by one point, along green by a
/// row of them, along blue by a plane.
private struct CubeGrid {
  let axis: TableAxis
  let points: UnsafePointer<SIMD4<Float>>
  let row: Int32
  let plane: Int32
  let rowFloat: Float
  let planeFloat: Float

  init(_ cube: LookupCube, _ points: UnsafePointer<SIMD4<Float>>) {
    axis = cube.axis
    self.points = points
    row = Int32(truncatingIfNeeded: cube.side)
    plane = row &* row
    (rowFloat, planeFloat) = (Float(row), Float(plane))
  }

  /// Where four colours lie along each side.
  @inline(__always)
  func lanes(of colors: FourColors) -> (r: AxisLanes, g: AxisLanes, b: AxisLanes) {
    let (low, scale) = (axis.low, axis.scale)
    return (
      AxisLanes(colors.red, low: low.x, scale: scale.x, count: axis.count),
      AxisLanes(colors.green, low: low.y, scale: scale.y, count: axis.count),
      AxisLanes(colors.blue, low: low.z, scale: scale.z, count: axis.count)
    )
  }

  /// The index of the lowest corner of a cell.
  @inline(__always)
  func corner(_ r: AxisLanes, _ g: AxisLanes, _ b: AxisLanes) -> SIMD4<Int32> {
    let sum = r.cell + g.cell * rowFloat + b.cell * planeFloat
    return wholeBits(sum + whole)
  }
}

/// Between the corners of a sixth of a cell, without a branch on which sixth it is.
private struct TetrahedralRows: CubeRows {
  let grid: CubeGrid

  @inline(__always)
  func value(of colors: FourColors) -> FourColors {
    let (r, g, b) = grid.lanes(of: colors)
    let (upper, lower) = (most(g.share, r.share), least(g.share, r.share))
    let (large, small) = (most(b.share, upper), least(b.share, lower))
    let middle = least(upper, most(b.share, lower))

    let (largest, smallest) = sides(r.shareBits, g.shareBits, b.shareBits)
    let corner = grid.corner(r, g, b)
    let first = corner &+ largest
    let last = corner &+ (1 &+ grid.row &+ grid.plane)
    let second = last &- smallest
    let weights = (1 - large, large - middle, middle - small, small)
    @inline(__always) func point(_ lane: Int) -> SIMD4<Float> {
      let ends =
        grid.points[Int(corner[lane])] * weights.0[lane] + grid.points[Int(first[lane])]
        * weights.1[lane]
      return ends + grid.points[Int(second[lane])] * weights.2[lane]
        + grid.points[Int(last[lane])] * weights.3[lane]
    }
    return transposed(point(0), point(1), point(2), point(3))
  }

  /// How far apart points are along the side with the largest share, and along that with the
  /// smallest.
  @inline(__always)
  private func sides(
    _ r: SIMD4<Int32>, _ g: SIMD4<Int32>, _ b: SIMD4<Int32>
  ) -> (largest: SIMD4<Int32>, smallest: SIMD4<Int32>) {
    let (row, plane) = (grid.row, grid.plane)
    // All bits are set where the first is smaller.
    let (redGreen, greenBlue, redBlue) = ((r &- g) &>> 31, (g &- b) &>> 31, (r &- b) &>> 31)
    let isRed = ~(redGreen | redBlue)
    let isGreen = redGreen & ~greenBlue
    let largest = plane ^ (isRed & (plane ^ 1)) ^ (isGreen & (plane ^ row))
    let isLeastGreen = greenBlue & ~redGreen
    let isLeastBlue = ~(greenBlue | redBlue)
    let smallest = 1 ^ (isLeastGreen & (1 ^ row)) ^ (isLeastBlue & (1 ^ plane))
    return (largest, smallest)
  }
}

/// Between all corners of a cell.
private struct TrilinearRows: CubeRows {
  let grid: CubeGrid

  @inline(__always)
  func value(of colors: FourColors) -> FourColors {
    let (r, g, b) = grid.lanes(of: colors)
    let corners = grid.corner(r, g, b)
    let (row, plane) = (Int(grid.row), Int(grid.plane))
    @inline(__always) func point(_ lane: Int) -> SIMD4<Float> {
      let corner = grid.points + Int(corners[lane])
      let (x, y, z) = (r.share[lane], g.share[lane], b.share[lane])
      @inline(__always) func along(_ corner: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
        corner[0] * (1 - x) + corner[1] * x
      }
      let low = along(corner) * (1 - y) + along(corner + row) * y
      let upper = corner + plane
      let high = along(upper) * (1 - y) + along(upper + row) * y
      return low * (1 - z) + high * z
    }
    return transposed(point(0), point(1), point(2), point(3))
  }
}
