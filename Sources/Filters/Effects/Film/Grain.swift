import Bytes
import Timeline
import Y4M

/// How strong grain is at each brightness.
enum GrainResponse: String, Choice {
  /// 4Y (1 - Y): as of film, most in the middle and none in black and white.
  case midtones
  /// 1 - Y: as of a sensor in the dark.
  case shadows
  /// The same everywhere.
  case even

  /// The factors of 1, Y and Y^2.
  fileprivate var factors: SIMD3<Float> {
    switch self {
    case .midtones: SIMD3(0, 4, -4)
    case .shadows: SIMD3(1, -1, 0)
    case .even: SIMD3(1, 0, 0)
    }
  }
}

/// Lays the grain of film over the picture.
///
/// Gaussian noise with a standard deviation of `amount / 4` of the way from black to white is added
/// to luma, times what `response` says of the luma there. It is white noise, each sample the sum of
/// four even numbers, under a gaussian that is `size` wide at half its height.
struct Grain: Effect {
  private static let largestSize = 32.0

  static let amount = Parameter<Double>(
    "amount", default: 0.15, in: 0...1, "How strong the grain is; 0 changes nothing.")
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 1.5), in: 0...largestSize, unit: "px",
    "The width of a grain; a percentage is of the canvas's shorter side.")
  static let color = Parameter<Double>(
    "color", default: 0, in: 0...1,
    "How much grain there is in the colours: 0 is grey grain, at 1 Cb and Cr have as much as luma.")
  static let response = Setting<GrainResponse>(
    "response", default: .midtones,
    "Where there is most of it: in the `midtones`, in the `shadows`, or the same everywhere.")
  static let rate = Parameter<Double>(
    "rate", default: 24, in: 0...240,
    "How often a second the grain changes; 0 is never. An animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other grain.")

  static let declaration = Declaration(
    name: "grain",
    summary: "Lays the grain of film over the picture.",
    discussion: """
      Gaussian noise with a standard deviation of `amount / 4` of the way from black to white is \
      added to luma, times what `response` says of the luma Y there: `4Y (1 - Y)` of `midtones`, \
      `1 - Y` of `shadows`, 1 of `even`. A grain is `size` wide at half its strength. It looks the \
      same at every frame rate.

      Sizes are limited to 32 pixels. A `size` that moves costs a few milliseconds a frame.
      """,
    example: #"""
      { "type": "effect", "effect": "grain", "amount": 0.3, "size": 2, "color": 0.2 }
      """#,
    parameters: [amount, size, color, response, rate, seed])

  static let names = EffectNames(
    synonyms: ["noise", "film-grain"],
    elsewhere: [
      "Core Image CIRandomGenerator", "ffmpeg noise", "MLT grain", "frei0r filmgrain",
      "frei0r rgbnoise", "AV1 film grain",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let size: Animated<Length>
  private let color: Animated<Double>
  private let response: GrainResponse
  private let rate: Animated<Double>
  private let hash: NoiseHash
  private let store: GrainStore

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    size = arguments[Self.size]
    color = arguments[Self.color]
    response = arguments[Self.response]
    rate = arguments[Self.rate]
    hash = NoiseHash(seed: arguments[Self.seed])
    store = GrainStore(seed: arguments[Self.seed])
  }

  /// Luma around a sample of chroma.
  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    guard amount > 0 else { return }
    let side = min(job.width, job.height)
    let size = size.value(at: time, of: side, within: 0...Self.largestSize)
    let longest = max(job.width, job.height)
    let coding = RGBCoding(job.coding, depth: job.source.format.depth)
    job.run(
      GrainKernel(
        source: job.source, coding: coding, factors: response.factors, amount: amount / 4,
        color: color.value(at: time, within: 0...1), sigma: size / 2.354_820_045,
        side: longest > 256 ? 512 : longest > 64 ? 256 : 64, step: rate.step(at: time),
        includesAlpha: job.includesAlpha, hash: hash, store: store))
  }

  func release() { store.forget() }
}

/// The kernel: noise, times the response to luma, over every sample.
private struct GrainKernel: PlaneKernel {
  let source: Frame
  let coding: RGBCoding
  let factors: SIMD3<Float>
  let amount: Double
  let color: Double
  /// The standard deviation of a grain's gaussian, in pixels.
  let sigma: Double
  let side: Int
  let step: Int
  let includesAlpha: Bool
  let hash: NoiseHash
  let store: GrainStore

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    if color == 0, !planes.contains(where: { $0.source.role == .luma }) { return }
    let layout = planes[0].source.layout
    let lumaLayout = source.format.planes[0]
    let lumas = SiteRows<S>(
      source.samples(lumaLayout), lumaLayout, at: layout, peak: source.format.peak,
      scratch)
    let (sizeX, sizeY) = (Double(1 << layout.shiftX), Double(1 << layout.shiftY))
    let field = store.field(
      GrainStore.Key(
        side: side, sigmaX: Int((sigma / sizeX * 256).rounded()),
        sigmaY: Int((sigma / sizeY * 256).rounded())))
    let share = (meanShare(1 << layout.shiftX) * meanShare(1 << layout.shiftY)).squareRoot()
    let (columns, count) = (box.x..<box.maxX, box.width)
    let gains = scratch.take(Float.self, count)
    let covers = scratch.take(Float.self, count)
    let noise = scratch.take(Float.self, count)
    let alpha = planes.first { $0.source.role == .alpha }
    for y in box.y..<box.maxY {
      lumas.read(y, columns, to: gains)
      if let alpha {
        read(alpha.source.row(y) + box.x, count, to: covers)
        respond(gains, covers, count)
      } else {
        respond(gains, count)
      }
      for plane in planes where plane.source.role != .alpha {
        let isLuma = plane.source.role == .luma
        let span = isLuma ? coding.lumaSpan : Float(color) * coding.chromaSpan
        if span == 0 { continue }
        field.read(y, columns, from: places(plane.source.role), to: noise)
        let strength = span * Float(amount * share) / GrainField.unit
        let target = plane.target.row(y) + box.x
        let limits = limits(isLuma)
        if alpha != nil {
          add(noise, gains, covers, strength, limits, plane.source.row(y) + box.x, count, target)
        } else {
          add(noise, gains, strength, limits, plane.source.row(y) + box.x, count, target)
        }
      }
    }
  }

  /// Where the noise of a channel begins in its tiles at this step.
  private func places(_ role: PlaneRole) -> SIMD4<UInt32> {
    let bits = hash(step, role.rawValue, 2)
    let more = hash(step, role.rawValue, 3)
    return SIMD4(
      UInt32(truncatingIfNeeded: bits & 65535), UInt32(truncatingIfNeeded: bits >> 16 & 65535),
      UInt32(truncatingIfNeeded: more & 65535), UInt32(truncatingIfNeeded: more >> 16 & 65535))
  }

  /// The share of the variance of noise that is left in the mean of `count` neighbouring pixels
  /// of a row.
  private func meanShare(_ count: Int) -> Double {
    var sum = 0.0
    for one in 0..<count {
      for other in 0..<count {
        let distance = Double(one - other)
        let spread = max(4 * sigma * sigma, 1e-9)
        sum += Maths.exp(-distance * distance / spread)
      }
    }
    return sum / Double(count * count)
  }

  /// The smallest and the largest sample that grain may lead to.
  private func limits(_ isLuma: Bool) -> (low: Float, high: Float) {
    if isLuma { return (coding.black, coding.black + coding.lumaSpan) }
    let (half, peak) = (coding.chromaSpan / 2, Float(source.format.peak))
    return (max(coding.grey - half, 0), min(coding.grey + half, peak))
  }

  private func read<S: Sample>(
    _ alpha: UnsafePointer<S>, _ count: Int, to covers: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<count { covers[x] = Float(alpha[x]) * (1.0 / 65535) }
  }

  /// Puts the response to samples of luma in their place.
  private func respond(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    let (black, scale) = (coding.black, 1 / coding.lumaSpan)
    let (one, linear, square) = (factors.x, factors.y, factors.z)
    for x in 0..<count {
      let luma = min(max((line[x] - black) * scale, 0), 1)
      line[x] = one + luma * (linear + luma * square)
    }
  }

  /// The same where colours are multiplied by alpha, and so is the response.
  private func respond(
    _ line: UnsafeMutablePointer<Float>, _ covers: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (black, scale) = (coding.black, 1 / coding.lumaSpan)
    let (one, linear, square) = (factors.x, factors.y, factors.z)
    for x in 0..<count {
      let cover = covers[x]
      let luma = min(max((line[x] - cover * black) * scale / max(cover, 1e-6), 0), 1)
      line[x] = cover * (one + luma * (linear + luma * square))
    }
  }

  /// Adds noise to samples; those that lie beyond the limits do not go further.
  private func add<S: Sample>(
    _ noise: UnsafeMutablePointer<Float>, _ gains: UnsafeMutablePointer<Float>, _ strength: Float,
    _ limits: (low: Float, high: Float), _ source: UnsafePointer<S>, _ count: Int,
    _ target: UnsafeMutablePointer<S>
  ) {
    let (least, most) = limits
    for x in 0..<count {
      let sample = Float(source[x])
      let value = sample + noise[x] * gains[x] * strength
      let (low, high) = (min(sample, least), max(sample, most))
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      target[x] = S(truncatingIfNeeded: (min(max(value, low), high) + 0x1p23).bitPattern)
    }
  }

  private func add<S: Sample>(
    _ noise: UnsafeMutablePointer<Float>, _ gains: UnsafeMutablePointer<Float>,
    _ covers: UnsafeMutablePointer<Float>, _ strength: Float, _ limits: (low: Float, high: Float),
    _ source: UnsafePointer<S>, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    let (least, most) = limits
    for x in 0..<count {
      let sample = Float(source[x])
      let value = sample + noise[x] * gains[x] * strength
      let (low, high) = (min(sample, covers[x] * least), max(sample, covers[x] * most))
      target[x] = S(truncatingIfNeeded: (min(max(value, low), high) + 0x1p23).bitPattern)
    }
  }
}
