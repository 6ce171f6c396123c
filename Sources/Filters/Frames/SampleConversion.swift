import Y4M

/// Turns samples of one coding into those of another, both in picture units.
///
/// Depths need no conversion of their own in limited range, where picture units are the same for
/// all of them; in full range the peaks are made to meet.
struct SampleConversion: Hashable, Sendable {
  /// What Y, Cb and Cr of the target take of those of the source.
  private let rows: [SIMD3<Float>]
  private let offsets: SIMD3<Float>
  private let peak: Float
  /// Whether every channel depends on itself alone.
  let isByChannel: Bool
  /// Whether nothing changes.
  let isIdentity: Bool

  /// - Parameter hasColor: whether the source has chroma; without, its matrix says nothing. A target
  ///   without has the luma of its own matrix.
  init(from source: ColorCoding, to target: ColorCoding, hasColor: Bool) {
    isByChannel = !hasColor || source.matrix == target.matrix
    isIdentity =
      isByChannel && source.range == target.range
      && (source.range == .limited || source.peak == target.peak)
    peak = Float(target.peak)
    let matrix =
      isByChannel
      ? [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
      : Self.product(Self.toColors(target.matrix), Self.fromColors(source.matrix))
    let (from, to) = (source.spans, target.spans)
    var rows: [SIMD3<Float>] = []
    var offsets = SIMD3<Float>()
    for channel in 0..<3 {
      // Without the channels' own zeroes: limited luma begins at black, chroma is around grey.
      let row = matrix[channel] * (to.span[channel] / from.span)
      let offset = to.zero[channel] - (row * from.zero).sum()
      rows.append(SIMD3(Float(row.x), Float(row.y), Float(row.z)))
      offsets[channel] = Float(offset)
    }
    self.rows = rows
    self.offsets = offsets
  }

  /// The conversion of one plane; nil where it changes nothing. Alpha is not converted.
  func gain(_ role: PlaneRole) -> SampleGain? {
    guard !isIdentity, role != .alpha else { return nil }
    let channel = role.rawValue
    return SampleGain(factor: rows[channel][channel], offset: offsets[channel], peak: peak)
  }

  /// Converts samples of all three channels in place.
  func apply(
    _ y: UnsafeMutablePointer<UInt16>, _ u: UnsafeMutablePointer<UInt16>,
    _ v: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if isIdentity { return }
    let (forY, forU, forV) = (rows[0], rows[1], rows[2])
    let (offset, peak) = (offsets, peak)
    for x in 0..<count {
      let (luma, blue, red) = (Float(y[x]), Float(u[x]), Float(v[x]))
      let first = luma * forY.x + blue * forY.y + red * forY.z + offset.x
      let second = luma * forU.x + blue * forU.y + red * forU.z + offset.y
      let third = luma * forV.x + blue * forV.y + red * forV.z + offset.z
      y[x] = rounded(first, peak)
      u[x] = rounded(second, peak)
      v[x] = rounded(third, peak)
    }
  }

  /// From R'G'B' to Y'CbCr of spans of one.
  private static func toColors(_ matrix: Matrix) -> [SIMD3<Double>] {
    let (red, blue) = (matrix.red, matrix.blue)
    let luma = SIMD3(red, 1 - red - blue, blue)
    return [
      luma, (SIMD3(0, 0, 1) - luma) / (2 * (1 - blue)), (SIMD3(1, 0, 0) - luma) / (2 * (1 - red)),
    ]
  }

  /// From Y'CbCr of spans of one to R'G'B'.
  private static func fromColors(_ matrix: Matrix) -> [SIMD3<Double>] {
    let (red, blue) = (matrix.red, matrix.blue)
    let green = 1 - red - blue
    return [
      SIMD3(1, 0, 2 * (1 - red)),
      SIMD3(1, -2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green),
      SIMD3(1, 2 * (1 - blue), 0),
    ]
  }

  private static func product(
    _ left: [SIMD3<Double>], _ right: [SIMD3<Double>]
  ) -> [SIMD3<Double>] {
    left.map { $0.x * right[0] + $0.y * right[1] + $0.z * right[2] }
  }
}

/// The conversion of one channel that depends on itself alone.
struct SampleGain: Hashable, Sendable {
  let factor: Float
  let offset: Float
  let peak: Float

  /// Converts samples in place.
  func apply(_ samples: UnsafeMutablePointer<UInt16>, count: Int) {
    let (factor, offset, peak) = (factor, offset, peak)
    for x in 0..<count { samples[x] = rounded(Float(samples[x]) * factor + offset, peak) }
  }
}

/// The nearest sample from 0 to `peak`: adding 2^23 leaves it in the low bits.
@inline(__always)
private func rounded(_ value: Float, _ peak: Float) -> UInt16 {
  UInt16(truncatingIfNeeded: (min(max(value, 0), peak) + 8_388_608).bitPattern)
}

extension ColorCoding {
  /// What no light and no colour are in picture units, and how far each channel reaches.
  fileprivate var spans: (zero: SIMD3<Double>, span: SIMD3<Double>) {
    let isFull = range == .full
    let whole = Double(peak)
    return (
      SIMD3(isFull ? 0 : 16 * 256, 32768, 32768),
      isFull ? SIMD3(whole, whole, whole) : SIMD3(219 * 256, 224 * 256, 224 * 256)
    )
  }
}
