import Geometry
import Images

/// Scales, turns and places pictures of glyphs.
///
/// Sizes change by a cubic filter (Catmull-Rom) that grows with what one pixel covers; what lies
/// outside a picture is transparent. A turned picture is made smaller first, then read at places
/// between its pixels.
struct BitmapResampler {
  /// The most samples that are held on the way.
  private static let mostSamples = 1 << 23

  private let width: Int
  private let height: Int
  private let samples: [SIMD4<Float>]

  init(_ picture: Picture) {
    width = picture.width
    height = picture.height
    let count = picture.width * picture.height
    samples =
      switch picture.samples {
      case .eight(let values): Self.premultiplied(values, count)
      case .sixteen(let values): Self.premultiplied(values, count)
      }
  }

  private init(width: Int, height: Int, samples: [SIMD4<Float>]) {
    self.width = width
    self.height = height
    self.samples = samples
  }

  private static func premultiplied<Value: FixedWidthInteger>(_ values: [Value], _ count: Int)
    -> [SIMD4<Float>]
  {
    let peak = Float(Value.max)
    return [SIMD4<Float>](unsafeUninitializedCapacity: count) { target, filled in
      values.withUnsafeBufferPointer { values in
        for index in 0..<count {
          let alpha = Float(values[4 &* index &+ 3]) / peak
          let factor = alpha / peak
          target[index] = SIMD4(
            Float(values[4 &* index]) * factor, Float(values[4 &* index &+ 1]) * factor,
            Float(values[4 &* index &+ 2]) * factor, alpha)
        }
      }
      filled = count
    }
  }

  /// The picture seen through a map from its pixels to those of a box.
  ///
  /// - Throws: ``FontError`` when that takes too much memory.
  func canvas(_ map: Affine, box: PixelBox) throws(FontError) -> PaintCanvas {
    if map.isAxisAligned, map.a > 0, map.d > 0 {
      return PaintCanvas(box, samples: try scaled(map, box: box))
    }
    let across = min(Vector(map.a, map.b).length, 1)
    let down = min(Vector(map.c, map.d).length, 1)
    guard across > 0, down > 0 else { return PaintCanvas(box) }
    let (width, height) = (
      (Double(width) * across).rounded(.up), (Double(height) * down).rounded(.up)
    )
    let area = PixelBox(x: 0, y: 0, width: Int(width), height: Int(height))
    let smaller = BitmapResampler(
      width: area.width, height: area.height,
      samples: across == 1 && down == 1
        ? samples : try scaled(Affine.scale(across, down), box: area))
    guard let inverse = map.after(Affine.scale(1 / across, 1 / down)).inverse else {
      return PaintCanvas(box)
    }
    return smaller.turned(inverse, box: box)
  }

  // MARK: - Scaling

  /// The weights of the pixels that make each of a row of pixels.
  private struct Taps {
    /// For each pixel, the first one it is made of.
    var first: [Int] = []
    /// For each pixel, as many weights as `count`.
    var weights: [Float] = []
    let count: Int

    /// `scale` and `shift` lead from the source's pixels to these, `range`.
    init(scale: Double, shift: Double, range: Range<Int>, source: Int) {
      let spread = max(1, 1 / scale)
      let span = min(4 * spread, Double(source) + 2).rounded(.up)
      count = Int(span) + 1
      for pixel in range {
        let center = (Double(pixel) + 0.5 - shift) / scale
        let bounded = min(max(center, -3 * spread), Double(source) + 3 * spread)
        let start = Int((bounded - 2 * spread).rounded(.down))
        let begin = min(max(start, 0), max(source - count, 0))
        var sum = 0.0
        for index in start...Int((bounded + 2 * spread).rounded(.up)) {
          sum += cubicWeight((Double(index) + 0.5 - bounded) / spread)
        }
        first.append(begin)
        for index in begin..<begin + count {
          let weight =
            index < source ? cubicWeight((Double(index) + 0.5 - bounded) / spread) / sum : 0
          weights.append(Float(weight))
        }
      }
    }
  }

  private func scaled(_ map: Affine, box: PixelBox) throws(FontError) -> [SIMD4<Float>] {
    // A picture smaller than this is nothing that can be seen.
    guard map.a > 1e-4, map.d > 1e-4, map.a < 1e6, map.d < 1e6 else {
      return [SIMD4<Float>](repeating: .zero, count: box.width &* box.height)
    }
    let columns = Taps(
      scale: map.a, shift: map.tx, range: box.x..<box.x + box.width, source: width)
    let rows = Taps(
      scale: map.d, shift: map.ty, range: box.y..<box.y + box.height, source: height)
    let low = rows.first.min() ?? 0
    let high = min((rows.first.max() ?? 0) + rows.count, height)
    guard low < high, (high - low) * box.width <= Self.mostSamples else {
      throw FontError(.unsupported, "a picture of a glyph is too large")
    }
    let narrow = narrowed(columns, rows: low..<high, width: box.width)
    return lowered(narrow, rows, first: low, box)
  }

  private func narrowed(_ taps: Taps, rows: Range<Int>, width target: Int) -> [SIMD4<Float>] {
    let count = rows.count &* target
    return [SIMD4<Float>](unsafeUninitializedCapacity: count) { result, filled in
      samples.withUnsafeBufferPointer { samples in
        taps.weights.withUnsafeBufferPointer { weights in
          for x in 0..<target {
            let first = taps.first[x]
            let reach = min(taps.count, width &- first)
            for row in rows {
              var sum = SIMD4<Float>.zero
              let from = row &* width &+ first
              for tap in 0..<reach {
                sum += samples[from &+ tap] * weights[x &* taps.count &+ tap]
              }
              result[(row &- rows.lowerBound) &* target &+ x] = sum
            }
          }
        }
      }
      filled = count
    }
  }

  private func lowered(_ narrow: [SIMD4<Float>], _ taps: Taps, first low: Int, _ box: PixelBox)
    -> [SIMD4<Float>]
  {
    let count = box.width &* box.height
    return [SIMD4<Float>](unsafeUninitializedCapacity: count) { result, filled in
      narrow.withUnsafeBufferPointer { narrow in
        for y in 0..<box.height {
          let target = y &* box.width
          for x in 0..<box.width { result[target &+ x] = .zero }
          let first = taps.first[y]
          for tap in 0..<min(taps.count, height &- first) {
            let weight = taps.weights[y &* taps.count &+ tap]
            if weight == 0 { continue }
            let line = (first &+ tap &- low) &* box.width
            for x in 0..<box.width { result[target &+ x] += narrow[line &+ x] * weight }
          }
          for x in 0..<box.width { result[target &+ x] = limited(result[target &+ x]) }
        }
      }
      filled = count
    }
  }

  // MARK: - Turning

  private func turned(_ inverse: Affine, box: PixelBox) -> PaintCanvas {
    var result = [SIMD4<Float>](repeating: .zero, count: box.width * box.height)
    let (right, bottom) = (Double(width) + 2, Double(height) + 2)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let place = inverse(Vector(Double(box.x + x) + 0.5, Double(box.y + y) + 0.5))
        guard place.x > -2, place.y > -2, place.x < right, place.y < bottom else { continue }
        result[y * box.width + x] = limited(sample(place.x - 0.5, place.y - 0.5))
      }
    }
    return PaintCanvas(box, samples: result)
  }

  /// The colour at a place where whole numbers are the middles of pixels.
  private func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    var sum = SIMD4<Float>.zero
    for line in row - 1...row + 2 where line >= 0 && line < height {
      let down = Float(cubicWeight(Double(line) - y))
      for place in column - 1...column + 2 where place >= 0 && place < width {
        sum += samples[line * width + place] * (down * Float(cubicWeight(Double(place) - x)))
      }
    }
    return sum
  }

  /// Takes back what the filter's negative weights overshoot.
  private func limited(_ sample: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = min(max(sample[3], 0), 1)
    return SIMD4(
      min(max(sample[0], 0), alpha), min(max(sample[1], 0), alpha), min(max(sample[2], 0), alpha),
      alpha)
  }
}

/// The weight of a sample at a distance, by Catmull and Rom.
private func cubicWeight(_ distance: Double) -> Double {
  let x = distance.magnitude
  if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
  if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
  return 0
}
