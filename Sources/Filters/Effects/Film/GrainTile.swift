import Bytes

/// A piece of gaussian noise that goes on without a seam where its ends meet: mean 0, and a
/// standard deviation of ``unit``.
final class GrainTile: Sendable {
  /// The standard deviation of the samples.
  static let unit = 4096.0

  let width: Int
  let height: Int
  /// Row by row.
  let samples: [Int16]

  /// Noise from a white one of the same size, in grains.
  ///
  /// - Parameters:
  ///   - sigmaX: the standard deviation of the gaussian that makes a grain, across, in samples.
  ///   - sigmaY: the same down.
  init(_ white: WhiteNoise, sigmaX: Double, sigmaY: Double) {
    (width, height) = (white.width, white.height)
    var rows = white.samples
    Self.blur(&rows, count: width, lines: height, GaussianTaps(sigmaX).weights)
    Self.blurDown(&rows, width: width, height: height, GaussianTaps(sigmaY).weights)
    var (sum, squares) = (0.0, 0.0)
    for value in rows {
      sum += Double(value)
      squares += Double(value) * Double(value)
    }
    let count = Double(rows.count)
    let mean = sum / count
    let deviation = (squares / count - mean * mean).squareRoot()
    let (shift, factor) = (Float(mean), Float(deviation > 0 ? Self.unit / deviation : 0))
    samples = rows.map { Int16(clamping: Int(($0 - shift) * factor + 32768.5) - 32768) }
  }

  /// Blurs rows whose ends are joined.
  private static func blur(_ rows: inout [Float], count: Int, lines: Int, _ weights: [Float]) {
    let radius = weights.count / 2
    if radius == 0 { return }
    var line = [Float](repeating: 0, count: count + 2 * radius)
    rows.withUnsafeMutableBufferPointer { rows in
      line.withUnsafeMutableBufferPointer { line in
        for y in 0..<lines {
          let row = UnsafeMutableBufferPointer(rebasing: rows[y * count..<(y + 1) * count])
          // The radius may be larger than a row.
          for x in line.indices {
            line[x] = row[(x - radius + count * (radius / count + 1)) % count]
          }
          for x in 0..<count { row[x] = line[x] * weights[0] }
          for tap in 1..<weights.count {
            let weight = weights[tap]
            for x in 0..<count { row[x] += line[x &+ tap] * weight }
          }
        }
      }
    }
  }

  /// Blurs columns whose ends are joined.
  private static func blurDown(
    _ rows: inout [Float], width: Int, height: Int, _ weights: [Float]
  ) {
    let radius = weights.count / 2
    if radius == 0 { return }
    let source = rows
    source.withUnsafeBufferPointer { source in
      rows.withUnsafeMutableBufferPointer { rows in
        for y in 0..<height {
          let row = UnsafeMutableBufferPointer(rebasing: rows[y * width..<(y + 1) * width])
          for x in 0..<width { row[x] = 0 }
          for tap in weights.indices {
            let line = (y + tap - radius + height * (radius / height + 1)) % height
            let other = UnsafeBufferPointer(rebasing: source[line * width..<(line + 1) * width])
            let weight = weights[tap]
            for x in 0..<width { row[x] += other[x] * weight }
          }
        }
      }
    }
  }
}

/// The weights of a gaussian at whole distances, which add up to 1.
private struct GaussianTaps {
  let weights: [Float]

  init(_ sigma: Double) {
    let radius = sigma < 0.2 ? 0 : Int((4 * sigma).rounded(.up))
    let shares = (-radius...radius).map {
      radius == 0 ? 1 : Maths.exp(-Double($0 * $0) / (2 * sigma * sigma))
    }
    let sum = shares.reduce(0, +)
    weights = shares.map { Float($0 / sum) }
  }
}

/// Noise that is as strong at all frequencies: each sample is the sum of four even random numbers.
struct WhiteNoise: Sendable {
  let width: Int
  let height: Int
  let samples: [Float]

  init(width: Int, height: Int, seed: Int, channel: Int) {
    (self.width, self.height) = (width, height)
    let hash = NoiseHash(seed: seed)
    var samples: [Float] = []
    samples.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let bits = hash(x, y, channel)
        let sum = (bits & 65535) &+ (bits >> 16 & 65535) &+ (bits >> 32 & 65535) &+ bits >> 48
        samples.append(Float(sum) - 131_070)
      }
    }
    self.samples = samples
  }
}
