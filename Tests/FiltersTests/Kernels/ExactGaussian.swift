import Foundation

/// A plane of exact numbers, blurred as the definition says: the judge of the fast blur.
struct ExactGaussian {
  let width: Int
  let height: Int
  var values: [Double]

  /// Blurs along both axes with the sampled gaussian, normalized, the plane's edge repeated.
  func blurred(sigmaX: Double, sigmaY: Double) -> ExactGaussian {
    let across = convolved(sigmaX, count: width, step: 1, lines: height, stride: width)
    return across.convolved(sigmaY, count: height, step: width, lines: width, stride: 1)
  }

  private func convolved(
    _ sigma: Double, count: Int, step: Int, lines: Int, stride: Int
  ) -> ExactGaussian {
    guard sigma > 0 else { return self }
    var weights = [1.0]
    while weights.count < 4000, weights.count < 3 || weights[weights.count - 1] > 1e-12 {
      let n = Double(weights.count)
      weights.append(exp(-n * n / (2 * sigma * sigma)))
    }
    let sum = 2 * weights.reduce(0, +) - 1
    var result = self
    for line in 0..<lines {
      for i in 0..<count {
        var value = weights[0] * values[line * stride + i * step]
        for n in 1..<weights.count {
          let (low, high) = (max(i - n, 0), min(i + n, count - 1))
          value +=
            weights[n] * (values[line * stride + low * step] + values[line * stride + high * step])
        }
        result.values[line * stride + i * step] = value / sum
      }
    }
    return result
  }
}
