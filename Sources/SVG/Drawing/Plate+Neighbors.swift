import Bytes
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

  /// The deviation up to which a pixel gives nothing to those beside it: exp(-50) is no part of
  /// 65535.
  private static let leastDeviation = 0.1

  /// The plate blurred by a Gaussian whose standard deviations are given in pixels.
  func blurred(_ deviation: Vector) -> Plate {
    var plate = self
    if deviation.x > Self.leastDeviation { plate.blurRows(deviation.x) }
    if deviation.y > Self.leastDeviation {
      plate = plate.transposed
      plate.blurRows(deviation.y)
      plate = plate.transposed
    }
    return plate
  }

  private mutating func blurRows(_ deviation: Double) {
    guard deviation >= 2 else {
      blurRows(Self.kernel(deviation))
      return
    }
    // Three boxes in a row, of two widths whose variances together are that of the Gaussian.
    let deviation = min(deviation, Double(box.width))
    let square = 12 * deviation * deviation
    var small = Int((square / 3 + 1).squareRoot())
    if small % 2 == 0 { small -= 1 }
    let side = Double(small)
    let count = ((square - 3 * side * side - 12 * side - 9) / (-4 * side - 4)).rounded()
    for index in 0..<3 { meanRows(Double(index) < count ? small : small + 2) }
  }

  /// The mean of so many pixels in each row, an odd number.
  private mutating func meanRows(_ size: Int) {
    let back = size / 2
    let width = box.width
    var line = [UInt16](repeating: 0, count: width * 4)
    for y in 0..<box.height {
      let start = y * width * 4
      for index in line.indices { line[index] = samples[start + index] }
      for part in 0..<4 {
        var sum = 0
        // From the first pixel's window on.
        for x in 0..<min(max(size - back, 0), width) { sum += Int(line[x * 4 + part]) }
        for x in 0..<width {
          samples[start + x * 4 + part] = UInt16(truncatingIfNeeded: (sum + size / 2) / size)
          let (enters, leaves) = (x + size - back, x - back)
          if enters < width, enters >= 0 { sum += Int(line[enters * 4 + part]) }
          if leaves >= 0 { sum -= Int(line[leaves * 4 + part]) }
        }
      }
    }
  }

  private static func kernel(_ deviation: Double) -> [Double] {
    let reach = Int((deviation * 4).rounded(.up))
    let values = (-reach...reach).map {
      Maths.exp(-Double($0 * $0) / (2 * deviation * deviation))
    }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  private mutating func blurRows(_ kernel: [Double]) {
    let (width, reach) = (box.width, kernel.count / 2)
    var line = [Double](repeating: 0, count: (width + 2 * reach) * 4)
    for y in 0..<box.height {
      let start = y * width * 4
      for index in 0..<width * 4 { line[reach * 4 + index] = Double(samples[start + index]) }
      for index in 0..<width * 4 {
        var sum = 0.0
        for step in kernel.indices { sum += kernel[step] * line[index + step * 4] }
        samples[start + index] = UInt16(min(sum + 0.5, 65535))
      }
    }
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
