import Y4M

/// A row of R'G'B' colours: 0 is the stream's black and 1 its white, and what a stream holds beyond
/// these lies beyond 0 and 1.
///
/// Valid for one call; what changes colours changes them in place.
struct RGBRow: BitwiseCopyable {
  let red: UnsafeMutablePointer<Float>
  let green: UnsafeMutablePointer<Float>
  let blue: UnsafeMutablePointer<Float>
  let count: Int

  init(count: Int, _ scratch: Scratch) {
    red = scratch.take(Float.self, count)
    green = scratch.take(Float.self, count)
    blue = scratch.take(Float.self, count)
    self.count = count
  }

  init(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, count: Int
  ) {
    (self.red, self.green, self.blue) = (red, green, blue)
    self.count = count
  }

  /// Eight colours.
  @inline(__always)
  func lanes(_ x: Int) -> RGBCoding.LaneColors { (red.lanes(x), green.lanes(x), blue.lanes(x)) }

  /// Writes the colours as 0 to 65,535, one channel after the other.
  ///
  /// - Parameters:
  ///   - place: where the row begins in a channel.
  ///   - size: how many samples a channel has.
  func write(to samples: Samples16, at place: Int, _ size: Int) {
    for (channel, line) in [red, green, blue].enumerated() {
      let target = samples.base + (channel &* size &+ place)
      for x in 0..<count {
        target[x] = UInt16(
          truncatingIfNeeded: (min(max(line[x], 0), 1) * 65535 + 8_388_608).bitPattern)
      }
    }
  }

  /// Takes the colours of a row of the same length.
  func copy(from other: RGBRow) {
    red.update(from: other.red, count: count)
    green.update(from: other.green, count: count)
    blue.update(from: other.blue, count: count)
  }

  /// Whether ``clamp(around:)`` would cut nothing.
  func isWithin(_ before: RGBRow) -> Bool {
    for (row, before) in [(red, before.red), (green, before.green), (blue, before.blue)] {
      for x in 0..<count where !(row[x] >= min(before[x], 0) && row[x] <= max(before[x], 1)) {
        return false
      }
    }
    return true
  }

  /// Cuts what a change has led beyond black and white, but for colours that lay there before.
  func clamp(around before: RGBRow) {
    clamp(red, before.red)
    clamp(green, before.green)
    clamp(blue, before.blue)
  }

  private func clamp(_ row: UnsafeMutablePointer<Float>, _ before: UnsafeMutablePointer<Float>) {
    for x in 0..<count {
      let (low, high) = (min(before[x], 0), max(before[x], 1))
      // What is not a number becomes `low`: the constants stand first.
      row[x] = min(high, max(low, row[x]))
    }
  }
}

/// A row of samples of each channel: Y, Cb and Cr at the same places, as numbers.
typealias SampleLines = (
  y: UnsafeMutablePointer<Float>, u: UnsafeMutablePointer<Float>, v: UnsafeMutablePointer<Float>
)

/// The way from samples to R'G'B' and back, as factors for loops.
///
/// Y'CbCr of ITU-R BT.601, BT.709 and BT.2020 with the weights of ``Matrix``; samples are those of
/// a plane, as numbers.
struct RGBCoding {
  private let red: Float
  private let green: Float
  private let blue: Float
  /// R'G'B' a step of chroma around grey.
  let redOfV: Float
  let greenOfU: Float
  let greenOfV: Float
  let blueOfU: Float
  /// Chroma of a step of blue and of red above luma.
  private let uOfBlue: Float
  private let vOfRed: Float
  /// The sample of black, and those from black to white.
  let black: Float
  let lumaSpan: Float
  /// The sample of grey, and those from one end of chroma to the other.
  let grey: Float
  let chromaSpan: Float

  /// - Parameter depth: of the frame's samples, which may be more than the stream's: a group's.
  init(_ coding: ColorCoding, depth: Int) {
    let (red, blue) = (coding.matrix.red, coding.matrix.blue)
    let green = 1 - red - blue
    let unit = Double(1 << (16 - depth))
    let isFull = coding.range == .full
    // ITU-R BT.709-6 3.4: limited range has 219 luma and 224 chroma steps of 8 bits.
    let luma = (isFull ? Double(coding.peak) : 219 * 256) / unit
    let chroma = (isFull ? Double(coding.peak) : 224 * 256) / unit
    (self.red, self.green, self.blue) = (Float(red), Float(green), Float(blue))
    redOfV = Float(2 * (1 - red))
    blueOfU = Float(2 * (1 - blue))
    greenOfU = Float(-2 * blue * (1 - blue) / green)
    greenOfV = Float(-2 * red * (1 - red) / green)
    uOfBlue = Float(1 / (2 * (1 - blue)))
    vOfRed = Float(1 / (2 * (1 - red)))
    black = Float((isFull ? 0 : 16 * 256) / unit)
    grey = Float(32768 / unit)
    lumaSpan = Float(luma)
    chromaSpan = Float(chroma)
  }

  /// Turns samples into colours.
  ///
  /// - Parameter chroma: at the places of luma; of a grey stream nil.
  func decode(
    _ y: UnsafeMutablePointer<Float>,
    _ chroma: (u: UnsafeMutablePointer<Float>, v: UnsafeMutablePointer<Float>)?, to colors: RGBRow
  ) {
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let (lumaScale, chromaScale) = (1 / lumaSpan, 1 / chromaSpan)
    let (black, grey) = (black, grey)
    guard let (u, v) = chroma else {
      for x in 0..<colors.count {
        let luma = (y[x] - black) * lumaScale
        red[x] = luma
        green[x] = luma
        blue[x] = luma
      }
      return
    }
    let (redOfV, greenOfU, greenOfV, blueOfU) = (redOfV, greenOfU, greenOfV, blueOfU)
    for x in 0..<colors.count {
      let luma = (y[x] - black) * lumaScale
      let (cb, cr) = ((u[x] - grey) * chromaScale, (v[x] - grey) * chromaScale)
      red[x] = luma + redOfV * cr
      green[x] = luma + greenOfU * cb + greenOfV * cr
      blue[x] = luma + blueOfU * cb
    }
  }

  /// Turns samples of luma into parts of the range from black to white.
  func normalize(
    _ samples: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (black, scale) = (black, 1 / lumaSpan)
    for x in 0..<count { target[x] = (samples[x] - black) * scale }
  }

  /// How many samples of a channel lie between two rows of colours; exactly 0 where they are the
  /// same.
  func difference(
    from before: RGBRow, to after: RGBRow, _ role: PlaneRole,
    _ difference: UnsafeMutablePointer<Float>
  ) {
    weigh(before, after, weights(role), difference)
  }

  typealias Lanes = SIMD8<Float>
  /// Numbers of the three channels of several colours.
  typealias LaneColors = (red: Lanes, green: Lanes, blue: Lanes)

  /// Turns samples of several places into colours.
  @inline(__always)
  func decode(_ y: Lanes, _ u: Lanes, _ v: Lanes) -> LaneColors {
    let luma = (y - black) * (1 / lumaSpan)
    let (cb, cr) = ((u - grey) * (1 / chromaSpan), (v - grey) * (1 / chromaSpan))
    return (luma + redOfV * cr, luma + greenOfU * cb + greenOfV * cr, luma + blueOfU * cb)
  }

  /// How many samples of each channel changes of colours are.
  @inline(__always)
  func samples(of change: LaneColors) -> (y: Lanes, u: Lanes, v: Lanes) {
    let (luma, blue, red) = (lumaWeights, blueWeights, redWeights)
    let y = change.red * luma.red + change.green * luma.green + change.blue * luma.blue
    let u = change.red * blue.red + change.green * blue.green + change.blue * blue.blue
    let v = change.red * red.red + change.green * red.green + change.blue * red.blue
    return (y, u, v)
  }

  /// How many samples of Y, Cb and Cr a change of a colour is.
  func samples(of change: SIMD4<Float>) -> SIMD4<Float> {
    let (luma, blue, red) = (lumaWeights, blueWeights, redWeights)
    return SIMD4(
      change.x * luma.red + change.y * luma.green + change.z * luma.blue,
      change.x * blue.red + change.y * blue.green + change.z * blue.blue,
      change.x * red.red + change.y * red.green + change.z * red.blue, 0)
  }

  private func weights(_ role: PlaneRole) -> Weights {
    switch role {
    case .luma, .alpha: lumaWeights
    case .blue: blueWeights
    case .red: redWeights
    }
  }

  /// How many samples of luma a change of colours is.
  func luma(of change: RGBRow, _ samples: UnsafeMutablePointer<Float>) {
    weigh(change, lumaWeights, samples)
  }

  /// How many samples of Cb a change of colours is.
  func blue(of change: RGBRow, _ samples: UnsafeMutablePointer<Float>) {
    weigh(change, blueWeights, samples)
  }

  /// How many samples of Cr a change of colours is.
  func red(of change: RGBRow, _ samples: UnsafeMutablePointer<Float>) {
    weigh(change, redWeights, samples)
  }

  typealias Weights = (red: Float, green: Float, blue: Float)

  var lumaWeights: Weights { (red * lumaSpan, green * lumaSpan, blue * lumaSpan) }

  /// (B - Y) / (2 - 2 kb), where the weights of Y add up to 1.
  var blueWeights: Weights {
    let (red, green) = (-uOfBlue * self.red * chromaSpan, -uOfBlue * self.green * chromaSpan)
    return (red, green, -(red + green))
  }

  var redWeights: Weights {
    let (green, blue) = (-vOfRed * self.green * chromaSpan, -vOfRed * self.blue * chromaSpan)
    return (-(green + blue), green, blue)
  }

  private func weigh(
    _ before: RGBRow, _ after: RGBRow, _ weights: Weights,
    _ difference: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<before.count {
      let red = (after.red[x] - before.red[x]) * weights.red
      let green = (after.green[x] - before.green[x]) * weights.green
      difference[x] = red + green + (after.blue[x] - before.blue[x]) * weights.blue
    }
  }

  private func weigh(
    _ change: RGBRow, _ weights: Weights, _ samples: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<change.count {
      let sum = change.red[x] * weights.red + change.green[x] * weights.green
      samples[x] = sum + change.blue[x] * weights.blue
    }
  }
}
