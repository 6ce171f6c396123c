import Images
import Timeline
import Y4M

/// Turns frames into RGB pictures, for stills.
package struct PictureConversion: Sendable {
  private let matrix: Matrix
  private let range: ColorRange

  /// For frames with this matrix and range.
  package init(matrix: Matrix, range: ColorRange) {
    self.matrix = matrix
    self.range = range
  }

  /// The frame as a picture: 8 bits a sample for 8-bit streams, 16 for deeper ones.
  ///
  /// Chroma is interpolated to its luma samples from its true places; alpha stays.
  package func picture(of frame: SharedFrame) -> Picture {
    let format = frame.format
    let count = format.width * format.height
    let planes = format.planes.indices.map { Self.fullSize(frame, plane: $0) }
    let decoder = Decoder(matrix: matrix, range: range, depth: format.depth)
    let alpha = format.roles.firstIndex(of: .alpha)
    func samples<S: FixedWidthInteger & UnsignedInteger>(isDeep: Bool) -> [S] {
      var result = [S](repeating: .max, count: 4 * count)
      result.withUnsafeMutableBufferPointer { result in
        for index in 0..<count {
          let y = planes[0].base[index]
          let u = planes.count > 2 ? planes[1].base[index] : 32768
          let v = planes.count > 2 ? planes[2].base[index] : 32768
          let color = decoder(y, u, v)
          for part in 0..<3 {
            result[4 * index + part] = S(truncatingIfNeeded: Self.reduced(color[part], isDeep))
          }
          if let alpha {
            let value = decoder.fullRange(planes[alpha].base[index])
            result[4 * index + 3] = S(truncatingIfNeeded: Self.reduced(value, isDeep))
          }
        }
      }
      return result
    }
    return Picture(
      width: format.width, height: format.height,
      samples: format.depth == 8 ? .eight(samples(isDeep: false)) : .sixteen(samples(isDeep: true)))
  }

  /// A value of 16 bits as it is, or rounded to 8.
  private static func reduced(_ value: Int, _ isDeep: Bool) -> Int {
    isDeep ? value : (value * 255 + 32767) / 65535
  }

  /// A plane resampled to the size of luma, in picture units.
  private static func fullSize(_ frame: SharedFrame, plane: Int) -> Samples16 {
    let (from, to) = (frame.format.planes[plane], frame.format.planes[0])
    let result = Samples16(count: to.width * to.height)
    let map = from.map
    func axis(_ scale: Double, _ shift: Double, _ count: Int, _ made: Int) -> Axis {
      Axis(
        domain: shift..<shift + Double(made) * scale, scale: 1 / scale, offset: -shift / scale,
        limit: 0..<made, available: 0..<count, sampling: .bilinear)
    }
    let resize = Resize(
      source: PlaneRows(frame, plane: plane), channels: .single,
      across: axis(map.a, map.tx, from.width, to.width),
      down: axis(map.d, map.ty, from.height, to.height))
    resize.run { row, samples in
      (result.base + row * to.width).update(from: samples[0], count: to.width)
    }
    return result
  }
}

/// From picture units back to RGB of 16 bits: the inverse of ``ColorCoding``.
private struct Decoder {
  let black: Double
  let lumaScale: Double
  let chromaScale: Double
  let peakScale: Double
  let redOfV: Double
  let blueOfU: Double
  let greenOfU: Double
  let greenOfV: Double

  init(matrix: Matrix, range: ColorRange, depth: Int) {
    let peak = Double(1 << depth - 1) * Double(1 << (16 - depth))
    peakScale = 65535 / peak
    black = range == .full ? 0 : 16 * 256
    lumaScale = 65535 / (range == .full ? peak : 219 * 256)
    chromaScale = 65535 / (range == .full ? peak : 224 * 256)
    let (red, blue) = (matrix.red, matrix.blue)
    let green = 1 - red - blue
    redOfV = 2 * (1 - red)
    blueOfU = 2 * (1 - blue)
    greenOfU = -2 * blue * (1 - blue) / green
    greenOfV = -2 * red * (1 - red) / green
  }

  func callAsFunction(_ y: UInt16, _ u: UInt16, _ v: UInt16) -> SIMD4<Int> {
    let luma = (Double(y) - black) * lumaScale
    let (cb, cr) = ((Double(u) - 32768) * chromaScale, (Double(v) - 32768) * chromaScale)
    func bounded(_ value: Double) -> Int { Int(min(max(value, 0), 65535) + 0.5) }
    return SIMD4(
      bounded(luma + redOfV * cr), bounded(luma + greenOfU * cb + greenOfV * cr),
      bounded(luma + blueOfU * cb), 65535)
  }

  /// A full-range value, such as alpha.
  func fullRange(_ value: UInt16) -> Int { Int(min(Double(value) * peakScale, 65535) + 0.5) }
}
