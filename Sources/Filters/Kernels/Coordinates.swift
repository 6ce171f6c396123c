import Timeline

/// Positions in a plane for a row of samples, in 1/256 sample from the centre of sample 0.
///
/// A warp fills a row of these and then samples every plane that shares them.
final class Coordinates {
  let x: UnsafeMutablePointer<Int32>
  let y: UnsafeMutablePointer<Int32>

  init(count: Int) {
    x = .allocate(capacity: max(1, count))
    y = .allocate(capacity: max(1, count))
  }

  deinit {
    x.deallocate()
    y.deallocate()
  }
}

/// How a warp reads between samples.
package enum WarpSampling: String, Choice {
  case bilinear
  case bicubic
}

extension PlaneView {
  /// Writes `count` samples read from this plane at `coordinates`, the edge repeated outwards.
  func sample(
    _ coordinates: Coordinates, count: Int, to target: UnsafeMutablePointer<S>,
    sampling: WarpSampling
  ) {
    switch sampling {
    case .bilinear: bilinear(coordinates, count, target)
    case .bicubic: bicubic(coordinates, count, target)
    }
  }

  private func bilinear(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    let (lastX, lastY) = (Int32(width - 1) &<< 8, Int32(height - 1) &<< 8)
    let (xs, ys) = (coordinates.x, coordinates.y)
    var outside: Int32 = 0
    for i in 0..<count {
      // Negative where a coordinate lies beyond the places that have a neighbour on each side.
      outside |= xs[i] | ys[i] | (lastX &- 1 &- xs[i]) | (lastY &- 1 &- ys[i])
    }
    if outside < 0 {
      for i in 0..<count {
        let x = min(max(xs[i], 0), lastX)
        let y = min(max(ys[i], 0), lastY)
        target[i] = mean(x, y, right: x < lastX ? 1 : 0, below: y < lastY ? width : 0)
      }
    } else {
      for i in 0..<count { target[i] = mean(xs[i], ys[i], right: 1, below: width) }
    }
  }

  /// The weighted mean of four samples.
  @inline(__always)
  private func mean(_ x: Int32, _ y: Int32, right: Int, below: Int) -> S {
    let top = samples + (Int(y &>> 8) &* width &+ Int(x &>> 8))
    let low = top + below
    let (fx, fy) = (UInt32(truncatingIfNeeded: x & 255), UInt32(truncatingIfNeeded: y & 255))
    let upper = UInt32(top[0]) &* (256 &- fx) &+ UInt32(top[right]) &* fx
    let lower = UInt32(low[0]) &* (256 &- fx) &+ UInt32(low[right]) &* fx
    let sum = upper &* (256 &- fy) &+ lower &* fy
    return S(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
  }

  private func bicubic(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    let (right, bottom) = (width &- 1, height &- 1)
    CubicPhases.shared.weights.withUnsafeBufferPointer { weights in
      for i in 0..<count {
        let x = Int(min(max(coordinates.x[i], 0), Int32(right) &<< 8))
        let y = Int(min(max(coordinates.y[i], 0), Int32(bottom) &<< 8))
        let (column, line) = (x &>> 8 &- 1, y &>> 8 &- 1)
        let (fx, fy) = (4 &* (x & 255), 4 &* (y & 255))
        var sum = 1 &<< 27
        for j in 0..<4 {
          let row = samples + min(max(line &+ j, 0), bottom) &* width
          var across = 0
          for k in 0..<4 {
            across = across &+ Int(weights[fx &+ k]) &* Int(row[min(max(column &+ k, 0), right)])
          }
          sum = sum &+ Int(weights[fy &+ j]) &* across
        }
        target[i] = S(truncatingIfNeeded: min(max(sum &>> 28, 0), peak))
      }
    }
  }
}
