/// Loops of a guided filter over numbers.
struct GuidedLines<Value: UnitInteger>: BitwiseCopyable {
  typealias Line = UnsafeMutablePointer<Value>
  typealias Means = UnsafeMutablePointer<Double>

  /// What is added to variances of luma and of chroma, in squared units.
  let epsilon: Double
  let chromaEpsilon: Double
  /// How many numbers a unit of an offset is, and the number of none: offsets are between -1/8 and
  /// 9/8 of all units.
  let offset: Double
  let middle: Double
  /// How many numbers a slope of 1 is; all are between -1/8 and 1.
  let slope: Double

  /// The slope that is the number 0.
  private static var least: Double { -1 }
  /// 2^52, to which a number is added to have the nearest whole one in its low bits.
  private static var rounder: Double { 4_503_599_627_370_496 }

  /// - Parameters:
  ///   - span: the standard deviation of luma that is kept by half, in units.
  ///   - bits: of units; 8 of numbers of 16 bits, up to 16 of others.
  init(span: Double, bits: Int) {
    // Chroma is less varied than luma in most pictures.
    epsilon = max(span * span, 1)
    chromaEpsilon = max(span * span / 16, 1.0 / 16)
    let isNarrow = Value.bitWidth == 16
    offset = isNarrow ? 128 : Double(1 << (27 - bits))
    middle = isNarrow ? 8192 : 536_870_912
    slope = isNarrow ? 32_767 : 1_048_576
  }

  /// Writes 1 where there is any weight and 0 elsewhere, and one over the weights.
  func mark(_ weights: Means, to marks: Line, _ count: Int) {
    for x in 0..<count {
      marks[x] = weights[x] > 0 ? 1 : 0
      weights[x] = 1 / max(weights[x], 1e-9)
    }
  }

  func multiply(_ means: Means, by shares: Means, _ count: Int) {
    for x in 0..<count { means[x] *= shares[x] }
  }

  /// Writes the lines that fit samples by themselves: by the share of their variance.
  ///
  /// - Parameter means: of the samples and of their squares.
  func fit(_ means: (Means, Means), to line: (slope: Line, offset: Line), _ count: Int) {
    let (means, squares) = means
    let (slopes, offsets) = line
    let (slope, least, offset, epsilon) = (slope, Self.least, offset, epsilon)
    let (middle, rounder) = (middle, Self.rounder)
    for x in 0..<count {
      let mean = means[x]
      let variance = max(squares[x] - mean * mean, 0)
      let whole = (variance / (variance + epsilon) - least) * slope + rounder
      let kept = (whole - rounder) / slope + least
      slopes[x] = Value(truncatingIfNeeded: whole.bitPattern)
      let rest = (mean - kept * mean) * offset + middle + rounder
      offsets[x] = Value(truncatingIfNeeded: rest.bitPattern)
    }
  }

  /// Writes the lines that fit samples by themselves and by luma.
  ///
  /// With variances p and y and the covariance c, the slopes of `[p + d, c; c, y + e]` for
  /// `[p, c]`.
  ///
  /// - Parameters:
  ///   - means: of the samples, of their squares, and of their products with luma.
  ///   - luma: its mean, and that of its squares.
  func fit(
    _ means: (Means, Means, Means), _ luma: (Means, Means),
    to line: (slope: Line, offset: Line, luma: Line), _ count: Int
  ) {
    let (means, squares, products) = means
    let (others, otherSquares) = luma
    let chromaEpsilon = chromaEpsilon
    let (slopes, offsets, lumaSlopes) = line
    let (slope, least, offset, epsilon) = (slope, Self.least, offset, epsilon)
    let (middle, rounder) = (middle, Self.rounder)
    for x in 0..<count {
      let (mean, other) = (means[x], others[x])
      let variance = max(squares[x] - mean * mean, 0)
      let otherVariance = max(otherSquares[x] - other * other, 0)
      let both = products[x] - mean * other
      // The product of the variances is at least the square of the covariance.
      let common = max(variance * otherVariance - both * both, 0)
      let kept = common + epsilon * variance
      let share = 1 / (kept + chromaEpsilon * (otherVariance + epsilon))
      let own = (kept * share - least) * slope + rounder
      let lumas = (chromaEpsilon * both * share - least) * slope + rounder
      let ownKept = (own - rounder) / slope + least
      let lumasKept = (lumas - rounder) / slope + least
      slopes[x] = Value(truncatingIfNeeded: own.bitPattern)
      lumaSlopes[x] = Value(truncatingIfNeeded: lumas.bitPattern)
      let rest = (mean - ownKept * mean - lumasKept * other) * offset + middle + rounder
      offsets[x] = Value(truncatingIfNeeded: rest.bitPattern)
    }
  }

  /// Writes how many units samples lie from what mean lines say.
  ///
  /// - Parameters:
  ///   - lines: their mean slopes and offsets.
  ///   - luma: luma and the mean slopes over it.
  func move(
    _ samples: Line, _ lines: (slope: Means, offset: Means), _ luma: (Line, Means)?,
    to target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (slopes, offsets) = lines
    let (unit, one, least, middle) = (1 / slope, 1 / offset, Self.least, middle)
    guard let (luma, lumaSlopes) = luma else {
      for x in 0..<count {
        let sample = Double(samples[x])
        let kept = (slopes[x] * unit + least) * sample
        target[x] = Float(kept + (offsets[x] - middle) * one - sample)
      }
      return
    }
    for x in 0..<count {
      let sample = Double(samples[x])
      let kept = (slopes[x] * unit + least) * sample
      let lumas = (lumaSlopes[x] * unit + least) * Double(luma[x])
      target[x] = Float(kept + lumas + (offsets[x] - middle) * one - sample)
    }
  }
}

/// Loops that make units of samples.
enum GuidedSamples<Value: UnitInteger> {
  typealias Line = UnsafeMutablePointer<Value>

  /// The nearest whole numbers of a row's multiples.
  static func round(
    _ row: UnsafeMutablePointer<Float>, _ unit: Float, to target: Line, _ count: Int
  ) {
    for x in 0..<count {
      target[x] = Value(truncatingIfNeeded: (row[x] * unit + 8_388_608).bitPattern & 0x7F_FFFF)
    }
  }

  /// Divides samples by their alpha, to 0 to 1; what is not seen is 0.
  static func straighten<S: Sample>(
    _ row: UnsafeMutablePointer<Float>, _ alpha: UnsafeMutablePointer<S>, _ count: Int
  ) {
    for x in 0..<count {
      let share = Float(alpha[x])
      row[x] = share > 0 ? min(row[x] / share, 1) : 0
    }
  }

  /// Alpha of 16 bits as weights of 8 bits: at least 1 of what is seen.
  static func weigh<S: Sample>(_ alpha: UnsafeMutablePointer<S>, to weights: Line, _ count: Int) {
    for x in 0..<count {
      let weight = (UInt32(truncatingIfNeeded: alpha[x]) &+ 255) &>> 8
      weights[x] = Value(truncatingIfNeeded: weight)
    }
  }

  static func multiply(_ row: Line, _ weights: Line, to target: Line, _ count: Int) {
    for x in 0..<count { target[x] = row[x] &* weights[x] }
  }

  /// Multiplies a row by alpha and a scale.
  static func cover<S: Sample>(
    _ row: UnsafeMutablePointer<Float>, _ alpha: UnsafeMutablePointer<S>, _ scale: Float,
    _ count: Int
  ) {
    for x in 0..<count { row[x] *= Float(alpha[x]) * scale }
  }
}
