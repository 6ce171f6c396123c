import Bytes
import Colors

extension PictureColors {
  /// Turns samples of red, green, blue and alpha into those of sRGB, or of the target, in place;
  /// alpha stays.
  func convert(_ samples: inout [UInt8]) {
    if !isTarget { ColorConversion(self, steps: 255).convert(&samples) }
  }

  /// The same of 16 bits.
  func convert(_ samples: inout [UInt16]) {
    if !isTarget { ColorConversion(self, steps: 4096).convert(&samples) }
  }
}

/// The way from a picture's samples to those of sRGB.
///
/// What is brighter than white is brought down as BT.2390 has it, from 1000 cd/m² to a white of
/// 203, or kept where the target is PQ or HLG; what lies beyond the gamut is cut, or softened where
/// light is brought down.
private struct ColorConversion {
  /// Pixels that are converted at a time.
  private static let part = 512
  private static let white = 203.0
  private static let peak = 1000.0
  /// As the effect `tone-map` has it.
  private static let desaturation: Float = 0.5

  /// The light of samples of red, green and blue.
  private let tables: ([Float], [Float], [Float])
  private let dynamics: TransferCurve?
  private let isMultiplied: Bool
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  private let compression: GamutCompression?
  private let tone: ToneTable?
  /// How light is written.
  private let curve: TransferCurve

  /// - Parameter steps: into which the range of samples is divided for tables.
  init(_ colors: PictureColors, steps: Int) {
    dynamics = colors.dynamics
    isMultiplied = colors.isMultiplied
    // Black is 16 and white 235 of 8 bits, with zeros behind them where there are more (H.273).
    let unit = steps == 255 ? 255 : 65535.0 / 256
    let range = colors.isNarrow ? (16 / unit, 219 / unit) : (0, 1)
    func table(_ curve: SampleCurve) -> [Float] {
      (0...steps).map { step in
        let sample = (Double(step) / Double(steps) - range.0) / range.1
        return Float(curve.light(min(max(sample, 0), 1)))
      }
    }
    let red = table(colors.curves[0])
    tables = (
      red, colors.curves[1] == colors.curves[0] ? red : table(colors.curves[1]),
      colors.curves[2] == colors.curves[0] ? red : table(colors.curves[2])
    )
    let matrix = colors.way.rows
    // Light of PQ and HLG is counted in cd/m² between here and the end.
    var scale = colors.dynamics == .pq || colors.isScene ? 10_000.0 : 1
    if colors.isScene, colors.keepsLight { scale *= colors.target.white }
    rows = (
      SIMD3<Float>(matrix.0 * scale), SIMD3<Float>(matrix.1 * scale),
      SIMD3<Float>(matrix.2 * scale)
    )
    let isDark = colors.dynamics != nil && !colors.keepsLight
    compression =
      !isDark
      ? nil : colors.wideGamut.flatMap { GamutCompression(from: $0, to: .bt709) }
    curve =
      colors.keepsNumbers
      ? .linear : colors.dynamics != nil || colors.keepsLight ? colors.target.curve : .srgb
    tone = !isDark ? nil : ToneTable(.bt2390, from: Self.peak, to: Self.white)
  }

  private typealias Row = UnsafeMutablePointer<Float>

  /// The sRGB of light in steps of 1/65535, at black the steepest: within a 40th of a code.
  private static let codes: [UInt8] = (0...65535).map {
    UInt8(TransferCurve.srgb.encode(Double($0) / 65535) * 255 + 0.5)
  }

  func convert(_ samples: inout [UInt8]) {
    Self.codes.withUnsafeBufferPointer { codes in
      convert(&samples) { samples, table, row, count in
        for index in 0..<count { row[index] = table[Int(samples[4 &* index])] }
      } encode: { row, samples, count in
        if curve != .srgb { return write(row, to: samples, count) }
        for index in 0..<count {
          samples[4 &* index] = codes[Int(Int32(row[index] * 65535 + 0.5))]
        }
      }
    }
  }

  func convert(_ samples: inout [UInt16]) {
    convert(&samples) { samples, table, row, count in
      let last = table.count &- 1
      let scale = Float(last) / 65535
      for index in 0..<count {
        let place = Float(samples[4 &* index]) * scale
        let first = min(Int(Int32(place)), last &- 1)
        let (low, high) = (table[first], table[first &+ 1])
        row[index] = low + (high - low) * (place - Float(first))
      }
    } encode: { row, samples, count in
      write(row, to: samples, count)
    }
  }

  /// Encodes light of 0 to 1 to samples that stand four apart.
  private func write<Sample: FixedWidthInteger>(
    _ row: Row, to samples: UnsafeMutablePointer<Sample>, _ count: Int
  ) {
    curve.encode(row, count: count)
    let most = Float(Sample.max)
    for index in 0..<count {
      // Encoding ends within 10^-5 of 1.
      samples[4 &* index] = Sample(min(1, max(0, row[index])) * most + 0.5)
    }
  }

  /// Converts all pixels, a part at a time; a channel's samples stand four apart.
  @inline(__always)
  private func convert<Sample: FixedWidthInteger>(
    _ samples: inout [Sample],
    decode: (UnsafePointer<Sample>, UnsafeBufferPointer<Float>, Row, Int) -> Void,
    encode: (Row, UnsafeMutablePointer<Sample>, Int) -> Void
  ) {
    var light = [Float](repeating: 0, count: 3 * Self.part)
    let all = samples.count / 4
    light.withUnsafeMutableBufferPointer { light in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let light = light.baseAddress, let samples = samples.baseAddress else { return }
        let (red, green, blue) = (light, light + Self.part, light + 2 * Self.part)
        for start in stride(from: 0, to: all, by: Self.part) {
          let (count, first) = (min(Self.part, all - start), samples + 4 * start)
          tables.0.withUnsafeBufferPointer { decode(first, $0, red, count) }
          tables.1.withUnsafeBufferPointer { decode(first + 1, $0, green, count) }
          tables.2.withUnsafeBufferPointer { decode(first + 2, $0, blue, count) }
          if isMultiplied { divide(red, green, blue, by: first + 3, count) }
          change(red, green, blue, count)
          encode(red, first, count)
          encode(green, first + 1, count)
          encode(blue, first + 2, count)
        }
      }
    }
  }

  /// Divides light by alpha, whose samples stand four apart; what is not seen stays.
  private func divide<Sample: FixedWidthInteger>(
    _ red: Row, _ green: Row, _ blue: Row, by alpha: UnsafePointer<Sample>, _ count: Int
  ) {
    for index in 0..<count where alpha[4 &* index] > 0 {
      let gain = Float(Sample.max) / Float(alpha[4 &* index])
      red[index] *= gain
      green[index] *= gain
      blue[index] *= gain
    }
  }

  /// Leads light to that of what is written, within 0 to 1.
  private func change(_ red: Row, _ green: Row, _ blue: Row, _ count: Int) {
    if dynamics == .hlg {
      HybridDisplay().show(red: red, green: green, blue: blue, count: count)
    }
    let (forRed, forGreen, forBlue) = rows
    for index in 0..<count {
      let (r, g, b) = (red[index], green[index], blue[index])
      red[index] = forRed.x * r + forRed.y * g + forRed.z * b
      green[index] = forGreen.x * r + forGreen.y * g + forGreen.z * b
      blue[index] = forBlue.x * r + forBlue.y * g + forBlue.z * b
    }
    compression?.apply(red: red, green: green, blue: blue, count: count)
    tone?.apply(
      red: red, green: green, blue: blue, count: count, desaturation: Self.desaturation)
    var unit: Float = 1
    if tone != nil { unit = Float(1 / Self.white) }
    if curve == .pq { unit = 1 / 10_000 }
    if curve == .hlg {
      HybridDisplay().take(red: red, green: green, blue: blue, count: count)
    }
    for row in [red, green, blue] {
      // The constants stand first: they are what becomes of no number.
      for index in 0..<count { row[index] = min(1, max(0, row[index] * unit)) }
    }
  }
}
