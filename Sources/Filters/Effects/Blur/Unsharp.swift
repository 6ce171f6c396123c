import Y4M

/// The kernel of what sharpens by a blur: samples move away from their surroundings.
///
/// A sample y of which the gaussian is g becomes `y + amount * (y - g)`, but never goes beyond
/// black and white, unless it lay there. In premultiplied frames y and g are those of the colour
/// alone.
struct Unsharp: PlaneKernel {
  let axes: GaussianAxes
  let amount: Double
  /// The least difference that counts; from black to white is 1.
  let threshold: Double
  /// Whether the amount fades towards black and white, by `4 y (1 - y)`.
  let isOfMidtones: Bool
  /// Whether colour is sharpened as well as luma.
  let includesChroma: Bool
  let coding: ColorCoding
  let isPremultiplied: Bool

  var leastRows: Int { axes.leastRows }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let alpha = isPremultiplied ? planes.first { $0.source.role == .alpha } : nil
    let alphaBlur = alpha.map { axes.blur($0.source, box, scratch) }
    for plane in planes where plane.source.role != .alpha {
      let isLuma = plane.source.role == .luma
      if !isLuma && !includesChroma { continue }
      scratch.scope {
        let blurred = axes.blur(plane.source, box, scratch)
        let line = UnsharpLine(
          self, isLuma: isLuma, peak: plane.source.peak, count: box.width, scratch)
        for y in box.y..<box.maxY {
          let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
          if let alpha, let alphaBlur {
            line.spread(alpha.source.row(y) + box.x, blurred.row(y), alphaBlur.row(y))
          } else {
            line.spread(blurred.row(y))
          }
          line.sharpen(source, to: target)
        }
      }
    }
  }
}

/// A row of samples that are sharpened.
private struct UnsharpLine {
  let count: Int
  /// The surroundings of each sample, and how opaque it is, 0 to 1.
  let surroundings: UnsafeMutablePointer<Float>
  let cover: UnsafeMutablePointer<Float>
  let amount: Float
  let threshold: Float
  /// The least and the greatest sample that is made, and how many weigh it.
  let low: Float
  let high: Float
  let peak: Float
  let isOfMidtones: Bool

  init(_ unsharp: Unsharp, isLuma: Bool, peak: Int, count: Int, _ scratch: Scratch) {
    let coding = RGBCoding(unsharp.coding, depth: (peak + 1).trailingZeroBitCount)
    self.count = count
    self.peak = Float(peak)
    surroundings = scratch.take(Float.self, count)
    cover = scratch.take(Float.self, count)
    cover.update(repeating: 1, count: count)
    amount = Float(unsharp.amount)
    threshold = Float(unsharp.threshold) * (isLuma ? coding.lumaSpan : coding.chromaSpan)
    low = isLuma ? coding.black : coding.grey - coding.chromaSpan / 2
    high = isLuma ? coding.black + coding.lumaSpan : coding.grey + coding.chromaSpan / 2
    isOfMidtones = unsharp.isOfMidtones && isLuma
  }

  /// Takes the surroundings as they are.
  func spread(_ blurred: UnsafeMutablePointer<UInt16>) {
    let scale = (peak + 1) / 65536
    for x in 0..<count { surroundings[x] = Float(blurred[x]) * scale }
  }

  /// Takes the colour that surroundings have, as opaque as the sample is.
  func spread<S: Sample>(
    _ alpha: UnsafePointer<S>, _ blurred: UnsafeMutablePointer<UInt16>,
    _ alphaBlur: UnsafeMutablePointer<UInt16>
  ) {
    for x in 0..<count {
      let opacity = Float(alpha[x])
      cover[x] = opacity / peak
      surroundings[x] = Float(blurred[x]) * opacity / max(Float(alphaBlur[x]), 1)
    }
  }

  func sharpen<S: Sample>(_ source: UnsafePointer<S>, to target: UnsafeMutablePointer<S>) {
    let (amount, threshold, low, high, peak) = (amount, threshold, low, high, peak)
    let (surroundings, cover) = (surroundings, cover)
    if isOfMidtones {
      let scale = 1 / (high - low)
      for x in 0..<count {
        let sample = Float(source[x])
        let tone = min(max((sample - low) * scale, 0), 1)
        let value = sample + 4 * tone * (1 - tone) * amount * (sample - surroundings[x])
        let held = min(max(value, min(low * cover[x], sample)), max(high * cover[x], sample))
        target[x] = S(truncatingIfNeeded: (min(max(held, 0), peak) + 8_388_608).bitPattern)
      }
      return
    }
    for x in 0..<count {
      let sample = Float(source[x])
      let difference = sample - surroundings[x]
      let value = sample + (difference.magnitude < threshold ? 0 : amount * difference)
      let held = min(max(value, min(low * cover[x], sample)), max(high * cover[x], sample))
      target[x] = S(truncatingIfNeeded: (min(max(held, 0), peak) + 8_388_608).bitPattern)
    }
  }
}
