import Fonts
import Geometry
import Plates

// Steps of filters that look at the pixels around each pixel.
extension Plate {
  /// The plate with its columns as rows.
  private var transposed: Plate {
    var plate = Plate(PixelBox(x: box.y, y: box.x, width: box.height, height: box.width))
    for y in 0..<box.height {
      for x in 0..<box.width {
        let (from, at) = ((y * box.width + x) * 4, (x * box.height + y) * 4)
        for part in 0..<4 { plate.samples[at + part] = samples[from + part] }
      }
    }
    return plate
  }

  /// The plate blurred by a Gaussian whose standard deviations are given in pixels.
  func blurred(_ deviation: Vector) -> Plate {
    // One as wide as the plate leaves nothing to see of what there was.
    let widest = min(Double(max(box.width, box.height)), Self.widestBlur)
    var plate = self
    // The constant stands first: it is what becomes of no number.
    plate.blur(
      across: min(max(0, deviation.x), widest), down: min(max(0, deviation.y), widest))
    return plate
  }

  /// The plate with each pixel the greatest or least of a rectangle around it.
  func grown(isDilating: Bool, _ radius: Vector) -> Plate {
    func whole(_ value: Double, _ most: Int) -> Int {
      value > 0 ? Int(min(value.rounded(), Double(most))) : 0
    }
    var plate = self
    let (x, y) = (whole(radius.x, box.width), whole(radius.y, box.height))
    if x > 0 { plate.growRows(isDilating, x) }
    if y > 0 {
      plate = plate.transposed
      plate.growRows(isDilating, y)
      plate = plate.transposed
    }
    return plate
  }

  private mutating func growRows(_ isDilating: Bool, _ radius: Int) {
    let width = box.width
    let size = 2 * radius + 1
    let flip: UInt16 = isDilating ? 0 : .max
    let padded = width + 2 * radius
    // Van Herk: greatest values from the left and from the right within blocks.
    var line = [UInt16](repeating: 0, count: padded)
    var (left, right) = (line, line)
    for y in 0..<box.height {
      for part in 0..<4 {
        let start = y * width * 4 + part
        for index in line.indices { line[index] = flip }
        for x in 0..<width { line[radius + x] = samples[start + x * 4] ^ flip }
        if !isDilating {
          for index in 0..<radius {
            (line[index], line[padded - 1 - index]) = (.max, .max)
          }
        }
        for index in line.indices {
          left[index] = index % size == 0 ? line[index] : max(left[index - 1], line[index])
        }
        for index in line.indices.reversed() {
          right[index] =
            index % size == size - 1 || index == padded - 1
            ? line[index] : max(right[index + 1], line[index])
        }
        for x in 0..<width {
          samples[start + x * 4] = max(right[x], left[x + size - 1]) ^ flip
        }
      }
    }
  }

  /// The plate with each pixel a sum of those around it.
  func convolved(_ sums: SVGConvolution) -> Plate {
    var plate = Plate(box)
    let taps = sums.matrix.indices.map { index in
      // The matrix is laid on the picture turned by half a turn.
      let (row, column) = (index / sums.columns, index % sums.columns)
      return (
        x: sums.columns - 1 - column - sums.target.x, y: sums.rows - 1 - row - sums.target.y,
        weight: sums.matrix[index]
      )
    }
    for y in 0..<box.height {
      for x in 0..<box.width {
        var sum = SIMD4<Double>.zero
        for tap in taps where tap.weight != 0 {
          guard let pixel = pixel(x + tap.x, y + tap.y, sums) else { continue }
          sum += pixel * tap.weight
        }
        let at = (y * box.width + x) * 4
        let alpha = Double(samples[at + 3]) / 65535
        var color = sum / sums.divisor + SIMD4(repeating: sums.bias)
        if sums.keepsAlpha {
          color = color.clamped(lowerBound: SIMD4.zero, upperBound: SIMD4.one) * alpha
          color.w = alpha
        } else {
          color.w = min(max(color.w, 0), 1)
          color = color.clamped(lowerBound: SIMD4.zero, upperBound: SIMD4(repeating: color.w))
        }
        for part in 0..<4 { plate.samples[at + part] = Plate.share(color[part]) }
      }
    }
    return plate
  }

  private func pixel(_ x: Int, _ y: Int, _ sums: SVGConvolution) -> SIMD4<Double>? {
    var (x, y) = (x, y)
    switch sums.edge {
    case .none: guard x >= 0, y >= 0, x < box.width, y < box.height else { return nil }
    case .duplicate:
      (x, y) = (min(max(x, 0), box.width - 1), min(max(y, 0), box.height - 1))
    case .wrap:
      (x, y) = ((x % box.width + box.width) % box.width, (y % box.height + box.height) % box.height)
    }
    let at = (y * box.width + x) * 4
    let color = SIMD4(
      Double(samples[at]), Double(samples[at + 1]), Double(samples[at + 2]),
      Double(samples[at + 3]))
    guard sums.keepsAlpha else { return color / 65535 }
    return color.w > 0 ? color / color.w : .zero
  }
}
