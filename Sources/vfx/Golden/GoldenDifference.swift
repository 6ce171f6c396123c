import Bytes
import Images

/// How two pictures of one size differ.
struct GoldenDifference {
  /// The ratio of the peak to the mean error over red, green, blue and alpha, in decibels; infinite
  /// where they are equal.
  let ratio: Double
  /// The largest difference of a sample, in codes of 8 bits.
  let largest: Int
  /// Before, after, and where they differ, beside each other; differences are amplified until the
  /// largest is full.
  let picture: Picture

  private static let gap = 4

  /// Nil if the pictures are not of one size, or not of 8 bits.
  init?(_ before: Picture, _ after: Picture) {
    guard before.width == after.width, before.height == after.height,
      case .eight(let old) = before.samples, case .eight(let new) = after.samples
    else { return nil }
    let differences = zip(old, new).map { abs(Int($0) - Int($1)) }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    largest = differences.max() ?? 0
    let mean = Double(squares) / Double(differences.count)
    ratio = squares == 0 ? .infinity : 10 * Maths.log(255 * 255 / mean) / Maths.log(10)
    picture = Self.picture([old, new, Self.shown(differences, largest)], before)
  }

  /// The differences as opaque pixels; one in alpha alone is grey.
  private static func shown(_ differences: [Int], _ largest: Int) -> [UInt8] {
    let scale = { UInt8(truncatingIfNeeded: $0 * 255 / max(largest, 1)) }
    return stride(from: 0, to: differences.count, by: 4).flatMap { pixel -> [UInt8] in
      let alpha = differences[pixel + 3]
      return (0..<3).map { scale(max(differences[pixel + $0], alpha)) } + [255]
    }
  }

  private static func picture(_ parts: [[UInt8]], _ size: Picture) -> Picture {
    let separator = (0..<gap).flatMap { _ in [96, 96, 96, 255] as [UInt8] }
    let row = 4 * size.width
    var samples: [UInt8] = []
    for y in 0..<size.height {
      samples += parts.map { $0[y * row..<(y + 1) * row] }.joined(separator: separator)
    }
    return Picture(
      width: parts.count * size.width + (parts.count - 1) * gap, height: size.height,
      samples: .eight(samples))
  }
}
