import Images
import TestSupport
import Y4M

@testable import Filters

/// A few colours on a frame of 16 bits, before and after layers.
enum ColorStrip {
  private static let format = PixelFormat.named("444p16", 8, 2)

  /// Eight colours in full range, in R'G'B' of 0 to 1, after layers.
  static func colors(
    _ layers: String, of colors: [SIMD3<Double>], files: [String: [UInt8]] = [:],
    pictures: [String: Picture] = [:]
  ) throws -> [SIMD3<Double>] {
    let frame = Frame(format)
    let matrix = Matrix.bt709
    let (kr, kb) = (matrix.red, matrix.blue)
    for (x, color) in colors.enumerated() {
      let y = kr * color.x + (1 - kr - kb) * color.y + kb * color.z
      let values = [y, (color.z - y) / (2 - 2 * kb), (color.x - y) / (2 - 2 * kr)]
      for (plane, value) in values.enumerated() {
        let sample = UInt16((min(max(plane == 0 ? value : value + 0.5, 0), 1) * 65535).rounded())
        for row in 0..<2 { frame.samples16(format.planes[plane])[row * 8 + x] = sample }
      }
    }
    let film = try Film(
      "[\(layers)]", format, range: .full, matrix: matrix, pictures: pictures, files: files)
    let made = try film.frame(frame)
    return colors.indices.map { x in
      let (y, u, v) = (
        Double(made.samples(0)[x]) / 65535, Double(made.samples(1)[x]) / 65535 - 0.5,
        Double(made.samples(2)[x]) / 65535 - 0.5
      )
      let (red, blue) = (y + v * (2 - 2 * kr), y + u * (2 - 2 * kb))
      return SIMD3(red, (y - kr * red - kb * blue) / (1 - kr - kb), blue)
    }
  }
}
