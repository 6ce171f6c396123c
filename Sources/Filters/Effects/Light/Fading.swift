import Timeline
import Y4M

/// A colour that samples are led towards, row by row: 1 keeps a sample, 0 makes it the colour.
///
/// Y'CbCr is mixed as it stands, which mixes R'G'B' just so. Of a premultiplied frame as much of
/// the colour is taken as the frame has alpha.
struct Fading: BitwiseCopyable {
  private let luma: Float
  private let blue: Float
  private let red: Float
  private let peak: Float

  /// - Parameters:
  ///   - color: its alpha does not count.
  ///   - depth: the bits of the frame's samples.
  init(_ color: Color, _ coding: ColorCoding, depth: Int) {
    var opaque = color
    opaque.alpha = 1
    let units = PremultipliedColor(opaque, coding: coding)
    let unit = Float(1 << (16 - depth))
    luma = Float(units.y) / unit
    blue = Float(units.u) / unit
    red = Float(units.v) / unit
    peak = Float(1 << depth - 1)
  }

  /// The sample midway between black and white, and grey: what inverting turns samples about.
  init(middleOf coding: ColorCoding, depth: Int) {
    self.init(.white, coding, depth: depth)
    let black = Fading(.black, coding, depth: depth)
    self = Fading(
      luma: (luma + black.luma) / 2, blue: black.blue, red: black.red, peak: peak)
  }

  private init(luma: Float, blue: Float, red: Float, peak: Float) {
    (self.luma, self.blue, self.red, self.peak) = (luma, blue, red, peak)
  }

  private func sample(_ role: PlaneRole) -> Float {
    switch role {
    case .luma, .alpha: luma
    case .blue: blue
    case .red: red
    }
  }

  /// Mixes `columns` of row `y` of the planes of a group; alpha stays.
  ///
  /// - Parameter keep: how much of each sample stays, from the first of the columns on.
  func mix<S: Sample>(
    _ planes: PlaneGroup<S>, _ y: Int, _ columns: Range<Int>, keep: UnsafeMutablePointer<Float>
  ) {
    let alpha = planes.first { $0.source.role == .alpha }
    for plane in planes where plane.source.role != .alpha {
      let source = plane.source.row(y) + columns.lowerBound
      let target = plane.target.row(y) + columns.lowerBound
      let color = sample(plane.source.role)
      if let alpha {
        mix(
          source, target, columns.count, color / peak, keep,
          alpha.source.row(y) + columns.lowerBound)
      } else {
        mix(source, target, columns.count, color, keep)
      }
    }
  }

  private func mix<S: Sample>(
    _ source: UnsafePointer<S>, _ target: UnsafeMutablePointer<S>, _ count: Int, _ color: Float,
    _ keep: UnsafeMutablePointer<Float>
  ) {
    let peak = peak
    for x in 0..<count {
      let value = color + (Float(source[x]) - color) * keep[x]
      // Adding 2^23 leaves the nearest whole number in the low bits.
      target[x] = S(truncatingIfNeeded: (min(max(value, 0), peak) + 8_388_608).bitPattern)
    }
  }

  private func mix<S: Sample>(
    _ source: UnsafePointer<S>, _ target: UnsafeMutablePointer<S>, _ count: Int, _ color: Float,
    _ keep: UnsafeMutablePointer<Float>, _ alpha: UnsafePointer<S>
  ) {
    let peak = peak
    for x in 0..<count {
      let color = color * Float(alpha[x])
      let value = color + (Float(source[x]) - color) * keep[x]
      target[x] = S(truncatingIfNeeded: (min(max(value, 0), peak) + 8_388_608).bitPattern)
    }
  }
}
