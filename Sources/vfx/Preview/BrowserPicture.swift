import Filters
import Timeline
import Y4M

/// Turns frames into the pixels that a browser's canvas takes: red, green, blue and alpha of 8
/// bits.
///
/// Colours are those of the stream's matrix and range, as light that a screen of sRGB would show;
/// chroma is that of the nearest sample, which no eye sees in motion.
struct BrowserPicture {
  /// Bits behind the point of the factors.
  private static let bits: Int32 = 13

  private let matrix: Matrix
  private let range: ColorRange
  /// Whether each side is halved: a pixel is the mean of four samples of luma.
  let isHalf: Bool

  init(_ colors: SourceColors, isHalf: Bool) {
    (matrix, range, self.isHalf) = (colors.matrix, colors.range, isHalf)
  }

  /// The size of the picture of a frame.
  func size(of format: PixelFormat) -> (width: Int, height: Int) {
    isHalf
      ? ((format.width + 1) / 2, (format.height + 1) / 2) : (format.width, format.height)
  }

  /// A header, and all pixels row by row.
  func bytes(of frame: SharedFrame, header: [UInt8]) -> [UInt8] {
    let (width, height) = size(of: frame.format)
    let count = header.count + 4 * width * height
    return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      _ = target.initialize(from: header)
      let pixels = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(target)[header.count...])
      if frame.format.sampleBytes == 1 {
        draw(frame, UInt8.self, width, height, pixels)
      } else {
        draw(frame, UInt16.self, width, height, pixels)
      }
      filled = count
    }
  }

  /// What the samples of chroma add to a row of pixels, and its luma.
  private struct Rows {
    var luma: [Int32]
    var red: [Int32]
    var green: [Int32]
    var blue: [Int32]

    init(_ width: Int) {
      luma = [Int32](repeating: 0, count: width)
      (red, green, blue) = (luma, luma, luma)
    }
  }

  private func draw<S: FixedWidthInteger & UnsignedInteger>(
    _ frame: SharedFrame, _ type: S.Type, _ width: Int, _ height: Int,
    _ pixels: UnsafeMutableRawBufferPointer
  ) {
    let format = frame.format
    let factors = Factors(matrix, range, depth: format.depth, bits: Self.bits)
    var rows = Rows(width)
    var chromaRow = -1
    for y in 0..<height {
      let line = isHalf ? 2 * y : y
      Self.luma(frame, type, line, isHalf: isHalf, &rows.luma, factors)
      if format.planes.count > 2 {
        let row = min(line >> format.planes[1].shiftY, format.planes[1].height - 1)
        if row != chromaRow {
          Self.chroma(frame, type, row, isHalf: isHalf, &rows, factors)
          chromaRow = row
        }
      }
      let place = 4 * width * y
      Self.write(rows, UnsafeMutableRawBufferPointer(rebasing: pixels[place..<place + 4 * width]))
    }
  }

  private static func row<S>(
    _ frame: SharedFrame, _ type: S.Type, plane: Int, _ row: Int
  ) -> UnsafeBufferPointer<S> {
    let layout = frame.format.planes[plane]
    let size = MemoryLayout<S>.size
    let start = layout.offset + row * layout.width * size
    return UnsafeRawBufferPointer(rebasing: frame.bytes[start..<start + layout.width * size])
      .assumingMemoryBound(to: S.self)
  }

  private static func luma<S: FixedWidthInteger & UnsignedInteger>(
    _ frame: SharedFrame, _ type: S.Type, _ line: Int, isHalf: Bool, _ luma: inout [Int32],
    _ factors: Factors
  ) {
    let upper = row(frame, type, plane: 0, line)
    let (black, scale) = (factors.black, factors.luma)
    luma.withUnsafeMutableBufferPointer { luma in
      guard isHalf else {
        for x in 0..<luma.count {
          luma[x] = (Int32(truncatingIfNeeded: upper[x]) &- black) &* scale
        }
        return
      }
      let lower = row(frame, type, plane: 0, min(line + 1, frame.format.height - 1))
      let pairs = upper.count / 2
      for x in 0..<pairs {
        let sum =
          Int32(truncatingIfNeeded: upper[2 &* x]) &+ Int32(truncatingIfNeeded: upper[2 &* x &+ 1])
          &+ Int32(truncatingIfNeeded: lower[2 &* x])
          &+ Int32(truncatingIfNeeded: lower[2 &* x &+ 1])
        luma[x] = ((sum &+ 2) &>> 2 &- black) &* scale
      }
      if pairs < luma.count {
        luma[pairs] = (Int32(truncatingIfNeeded: upper[upper.count - 1]) &- black) &* scale
      }
    }
  }

  private static func chroma<S: FixedWidthInteger & UnsignedInteger>(
    _ frame: SharedFrame, _ type: S.Type, _ line: Int, isHalf: Bool, _ rows: inout Rows,
    _ factors: Factors
  ) {
    let (u, v) = (row(frame, type, plane: 1, line), row(frame, type, plane: 2, line))
    let shift = frame.format.planes[1].shiftX
    let step = isHalf ? 1 : 0
    for x in 0..<rows.red.count {
      let place = min((x << step) >> shift, u.count - 1)
      let blue = Int32(truncatingIfNeeded: u[place]) &- factors.middle
      let red = Int32(truncatingIfNeeded: v[place]) &- factors.middle
      rows.red[x] = red &* factors.redOfV
      rows.green[x] = blue &* factors.greenOfU &+ red &* factors.greenOfV
      rows.blue[x] = blue &* factors.blueOfU
    }
  }

  private static func write(_ rows: Rows, _ pixels: UnsafeMutableRawBufferPointer) {
    let target = pixels.assumingMemoryBound(to: UInt8.self)
    let half = Int32(1) << (bits - 1)
    rows.luma.withUnsafeBufferPointer { luma in
      rows.red.withUnsafeBufferPointer { red in
        rows.green.withUnsafeBufferPointer { green in
          rows.blue.withUnsafeBufferPointer { blue in
            for x in 0..<luma.count {
              let light = luma[x] &+ half
              let r = min(max((light &+ red[x]) &>> bits, 0), 255)
              let g = min(max((light &+ green[x]) &>> bits, 0), 255)
              let b = min(max((light &+ blue[x]) &>> bits, 0), 255)
              target[4 &* x] = UInt8(truncatingIfNeeded: r)
              target[4 &* x &+ 1] = UInt8(truncatingIfNeeded: g)
              target[4 &* x &+ 2] = UInt8(truncatingIfNeeded: b)
              target[4 &* x &+ 3] = 255
            }
          }
        }
      }
    }
  }

  /// From code values to 8 bits, in fixed point.
  private struct Factors {
    let black: Int32
    let middle: Int32
    let luma: Int32
    let redOfV: Int32
    let greenOfU: Int32
    let greenOfV: Int32
    let blueOfU: Int32

    init(_ matrix: Matrix, _ range: ColorRange, depth: Int, bits: Int32) {
      let peak = Double(1 << depth - 1)
      let unit = Double(1 << (depth - 8))
      let one = Double(Int32(1) << bits) * 255
      black = range == .full ? 0 : Int32(16 * unit)
      middle = Int32(128 * unit)
      let lumaRange = range == .full ? peak : 219 * unit
      let chroma = one / (range == .full ? peak : 224 * unit)
      luma = Int32((one / lumaRange).rounded())
      let (red, blue) = (matrix.red, matrix.blue)
      let green = 1 - red - blue
      redOfV = Int32((2 * (1 - red) * chroma).rounded())
      blueOfU = Int32((2 * (1 - blue) * chroma).rounded())
      greenOfU = Int32((-2 * blue * (1 - blue) / green * chroma).rounded())
      greenOfV = Int32((-2 * red * (1 - red) / green * chroma).rounded())
    }
  }
}
