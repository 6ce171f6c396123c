import Timeline
import Y4M

/// How colours become samples of a stream: matrix, range and depth, and what they are as light.
///
/// Drawing happens in *picture units*: a code value of the stream times `2^(16 - depth)`, so that
/// every depth shares one 16-bit arithmetic and keeps its own precision.
package struct ColorCoding: Hashable, Sendable {
  /// Which colours are meant by Y, Cb and Cr.
  package let matrix: Matrix
  /// Which code values are black and white.
  package let range: ColorRange
  /// Significant bits of a sample, 8 to 16.
  package let depth: Int
  /// What R'G'B' of the stream is as light.
  package let light: StreamLight
  /// How much light samples stand for, where light is mixed; nil where code values are.
  var mixing: LightCurve?

  /// What brings colours of sRGB into the stream; nil where they are as they are.
  let graphics: GraphicsConversion?
  /// The largest picture unit: the stream's peak code value.
  let peak: Int
  /// Weights of red, green and blue for Y, Cb and Cr, in 2^-24 picture units a 16-bit RGB step.
  private let weights: [Int]
  /// What Y, Cb and Cr are of black, in 2^-24 picture units.
  private let offsets: [Int]

  /// The coding of samples of `depth` bits, 8 to 16.
  package init(matrix: Matrix, range: ColorRange, depth: Int, light: StreamLight = .standard) {
    self.init(
      matrix: matrix, range: range, depth: depth, light: light, GraphicsConversion(light))
  }

  private init(
    matrix: Matrix, range: ColorRange, depth: Int, light: StreamLight,
    _ graphics: GraphicsConversion?
  ) {
    self.matrix = matrix
    self.range = range
    self.depth = depth
    self.light = light
    self.graphics = graphics
    let unit = Double(1 << (16 - depth))
    let codePeak = Double(1 << depth - 1)
    peak = Int(codePeak * unit)
    // ITU-R BT.709-6 3.4: limited range has 219 luma and 224 chroma steps of 8 bits.
    let isFull = range == .full
    let lumaSpan = isFull ? codePeak * unit : 219 * 256
    let chromaSpan = isFull ? codePeak * unit : 224 * 256
    let (red, blue) = (matrix.red, matrix.blue)
    let green = 1 - red - blue
    let luma = [red, green, blue]
    let forBlue = [-red, -green, 1 - blue].map { $0 / (2 * (1 - blue)) }
    let forRed = [1 - red, -green, -blue].map { $0 / (2 * (1 - red)) }
    let fraction = Double(1 << 24)
    func fixed(_ row: [Double], _ span: Double) -> [Int] {
      row.map { Int(($0 * span / 65535 * fraction).rounded()) }
    }
    weights = fixed(luma, lumaSpan) + fixed(forBlue, chromaSpan) + fixed(forRed, chromaSpan)
    offsets = [isFull ? 0 : 16 * 256, 32768, 32768].map { $0 << 24 }
  }

  /// Codings are equal that make the same samples of a colour.
  package static func == (left: ColorCoding, right: ColorCoding) -> Bool {
    left.matrix == right.matrix && left.range == right.range && left.depth == right.depth
      && left.light == right.light && left.mixing == right.mixing
  }

  /// Takes in what ``==(_:_:)`` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(matrix)
    hasher.combine(range)
    hasher.combine(depth)
    hasher.combine(light)
    hasher.combine(mixing)
  }

  /// The same colours in samples of another depth.
  func with(depth: Int) -> ColorCoding {
    var coding = ColorCoding(matrix: matrix, range: range, depth: depth, light: light, graphics)
    coding.mixing = mixing
    return coding
  }

  /// The samples of a stream of another light.
  func with(light: StreamLight) -> ColorCoding {
    var coding = ColorCoding(matrix: matrix, range: range, depth: depth, light: light)
    coding.mixing = mixing.map { _ in LightCurve(light.transfer.curve) }
    return coding
  }

  /// R'G'B' of the stream for a colour of sRGB, all of 16 bits.
  func inStream(_ r: Int, _ g: Int, _ b: Int) -> (red: Int, green: Int, blue: Int) {
    graphics.map { $0(r, g, b) } ?? (r, g, b)
  }

  /// The picture units of black luma and of grey chroma.
  var black: (luma: UInt16, chroma: UInt16) {
    (UInt16(truncatingIfNeeded: offsets[0] >> 24), 32768)
  }

  /// One channel's fixed-point formula, hoisted out of loops.
  struct Channel {
    let red: Int
    let green: Int
    let blue: Int
    let offset: Int
    let peak: Int

    /// The channel of R'G'B' of the stream, of 16 bits, in 2^-16 picture units, clamped to what a
    /// sample holds.
    @inline(__always)
    func callAsFunction(_ r: Int, _ g: Int, _ b: Int) -> Int {
      let value = (red &* r &+ green &* g &+ blue &* b &+ offset) &>> 8
      return min(max(value, 0), peak)
    }
  }

  /// The formula of Y (0), Cb (1) or Cr (2).
  func channel(_ index: Int) -> Channel {
    Channel(
      red: weights[3 * index], green: weights[3 * index + 1], blue: weights[3 * index + 2],
      offset: offsets[index] + 1 << 7, peak: peak << 16)
  }

  /// Converts RGBA of the stream, of 8 bits, to one channel in picture units, rounded, whatever its
  /// alpha.
  ///
  /// Weights are taken apart into upper and lower halves, so that numbers of 32 bits are exact.
  func convert(
    _ pixels: UnsafePointer<UInt8>, channel: Int, to row: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    func halves(_ number: Int) -> (high: Int32, low: Int32) {
      (Int32(truncatingIfNeeded: number >> 16), Int32(truncatingIfNeeded: number & 65535))
    }
    let (red, green) = (halves(weights[3 * channel] * 257), halves(weights[3 * channel + 1] * 257))
    let blue = halves(weights[3 * channel + 2] * 257)
    let offset = halves(offsets[channel] + 1 << 7 + 1 << 23)
    let peak = Int32(truncatingIfNeeded: peak)
    for x in 0..<count {
      let r = Int32(pixels[4 &* x])
      let g = Int32(pixels[4 &* x &+ 1])
      let b = Int32(pixels[4 &* x &+ 2])
      let low = red.low &* r &+ green.low &* g &+ blue.low &* b &+ offset.low
      let high = red.high &* r &+ green.high &* g &+ blue.high &* b &+ offset.high
      row[x] = UInt16(truncatingIfNeeded: min(max((high &+ low &>> 16) &>> 8, 0), peak))
    }
  }

  /// The opaque colour `r`, `g`, `b` of sRGB (16 bits each) in picture units, rounded.
  func units(_ r: Int, _ g: Int, _ b: Int) -> (y: UInt16, u: UInt16, v: UInt16) {
    let (r, g, b) = inStream(r, g, b)
    func unit(_ index: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: min((channel(index)(r, g, b) + 1 << 15) >> 16, peak))
    }
    return (unit(0), unit(1), unit(2))
  }
}
