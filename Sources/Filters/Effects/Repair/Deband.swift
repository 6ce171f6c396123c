import Bytes
import Timeline
import Y4M

/// Smooths the steps of what should be a gradient.
///
/// A sample of which the mean of four others differs by less than a threshold becomes that mean.
/// The four lie at one hashed distance, symmetrically around it, so that a gradient's mean is its
/// own value. That is what ffmpeg's `deband` and libplacebo do.
struct Deband: Effect {
  /// The largest radius, in pixels of the canvas.
  private static let largestRadius = 1000.0

  static let threshold = Parameter<Double>(
    "threshold", default: 0.02, in: 0...0.5,
    "How far the mean may be from the sample, where 1 is from black to white; too much takes "
      + "details for bands.")
  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 16), in: 0...largestRadius, unit: "px",
    "How far away samples may be; half of a band's width or more.")
  static let grain = Parameter<Double>(
    "grain", default: 0, in: 0...0.2,
    "How much noise is added to luma: its standard deviation, with 1 from black to white.")
  static let rate = Parameter<Double>(
    "rate", default: 24, in: 0...240, unit: "Hz",
    "How often in a second the noise changes; an animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other places and noise.")

  static let declaration = Declaration(
    name: "deband",
    summary: "Smooths the steps of skies, walls and other gradients.",
    discussion: """
      Each sample is compared with the mean of four others around it, at a hashed distance of up \
      to `radius`, and takes that mean where it differs by less than `threshold`. What lies \
      between two code values is dithered, so that a band's edge becomes a soft one in 8 bits too; \
      in a stream of 10 bits or more it becomes smooth. Bands wider than twice the radius keep a \
      plain middle. The places stay the same from frame to frame. Alpha stays as it is.
      """,
    example: #"""
      { "type": "effect", "effect": "deband", "radius": 24, "threshold": 0.015 }
      """#,
    parameters: [threshold, radius, grain, rate, seed])

  static let names = EffectNames(
    synonyms: ["gradfun", "smooth-gradients", "banding"],
    elsewhere: ["ffmpeg deband, gradfun", "libplacebo deband", "VapourSynth f3kdb"])

  static let identity: Arguments? = Arguments().setting(threshold, to: 0).setting(grain, to: 0)

  private let threshold: Animated<Double>
  private let radius: Animated<Length>
  private let grain: Animated<Double>
  private let rate: Animated<Double>
  private let seed: Int
  private let table: DebandTable

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    threshold = arguments[Self.threshold]
    radius = arguments[Self.radius]
    grain = arguments[Self.grain]
    rate = arguments[Self.rate]
    seed = arguments[Self.seed]
    table = seed == 1 ? .standard : DebandTable(seed: seed)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    // Chroma's distances are rounded, and its samples stand for several of luma.
    Int(radius(at: time, width: width, height: height).rounded(.up)) + 8
  }

  func apply(_ job: EffectJob, at time: Time) {
    let threshold = threshold.value(at: time, within: 0...0.5)
    let grain = grain.value(at: time, within: 0...0.2)
    guard threshold > 0 || grain > 0 else { return }
    let (peak, depth) = (job.source.format.peak, job.source.format.depth)
    let span = job.coding.range == .full ? Double(peak) : Double(219 << (depth - 8))
    // What is less than the threshold is less than the next whole number.
    job.run(
      DebandKernel(
        table: table, hash: NoiseHash(seed: seed),
        limit: Int32((4 * threshold * span).rounded(.up)),
        radius: radius(at: time, width: job.width, height: job.height),
        grain: Float(grain * span), step: rate.step(at: time)))
  }

  private func radius(at time: Time, width: Int, height: Int) -> Double {
    let radius = radius.value(at: time).resolved(against: Double(min(width, height)))
    return (min(max(radius, 0), Self.largestRadius) * 256).rounded() / 256
  }
}

/// Hashed places and noise, which rows read one after the other from a hashed place on.
private final class DebandTable: Sendable {
  /// A power of two.
  static let count = 4096
  /// That of the seed that most films have.
  static let standard = DebandTable(seed: 1)
  /// Right and down, as shares of the radius.
  let across: [Float]
  let down: [Float]
  /// 0 to 3: what is added to a sum of four before it is divided.
  let dither: [UInt8]
  /// Sums of four even numbers, of mean 0 and variance 1.
  let noise: [Float]

  init(seed: Int) {
    let hash = NoiseHash(seed: seed)
    var (across, down, noise): ([Float], [Float], [Float]) = ([], [], [])
    var dither: [UInt8] = []
    for i in 0..<Self.count {
      // Four points, so a quarter of the directions.
      let angle = hash.unit(i, 0, 1) * .pi / 2
      let distance = hash.unit(i, 0, 0)
      across.append(Float(distance * Maths.cos(angle)))
      down.append(Float(distance * Maths.sin(angle)))
      let bits = hash(i, 0, 2)
      dither.append(UInt8(bits >> 62))
      let sum = (0..<4).reduce(0.0) { $0 + Double(bits >> (12 * $1) & 4095) }
      noise.append(Float((sum / 4095 - 2) * 3.squareRoot()))
    }
    (self.across, self.down, self.dither, self.noise) = (across, down, dither, noise)
  }
}

/// The kernel.
private struct DebandKernel: PlaneKernel {
  let table: DebandTable
  let hash: NoiseHash
  /// Four times the difference from which on a sample stays.
  let limit: Int32
  let radius: Double
  /// The standard deviation of the noise, in code values.
  let grain: Float
  let step: Int

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let places = DebandPlaces(
      table, acrossBy: radius * layout.map.a, downBy: radius * layout.map.d, width: layout.width,
      scratch)
    let alpha = planes.first { $0.source.role == .alpha }?.source
    for plane in planes where plane.source.role != .alpha {
      let (source, role) = (plane.source, plane.source.role)
      for y in box.y..<box.maxY {
        let phase = Int(truncatingIfNeeded: hash(y, role.number, 3))
        if let alpha {
          smooth(source, alpha, y, box.x..<box.maxX, phase, places, to: plane.target.row(y))
        } else {
          smooth(source, y, box.x..<box.maxX, phase, places, to: plane.target.row(y))
        }
        guard grain > 0, role == .luma else { continue }
        let alpha = alpha.map { $0.row(y) }
        addGrain(
          plane.target.row(y), alpha, box.x..<box.maxX,
          Int(truncatingIfNeeded: hash(y, step, 4)), peak: source.peak)
      }
    }
  }

  /// Smooths a row: near the picture's edges with places that are nearer too, so that the four stay
  /// symmetrical.
  private func smooth<S: Sample>(
    _ source: PlaneSource<S>, _ y: Int, _ columns: Range<Int>, _ phase: Int,
    _ places: DebandPlaces, to target: UnsafeMutablePointer<S>
  ) {
    let (width, most) = (source.width, places.most)
    let isInside = min(y, source.height - 1 - y) >= most.y && width > 2 * most.x
    let inner = isInside ? (most.x..<width - most.x).clamped(to: columns) : columns
    let row = source.row(y)
    table.dither.withUnsafeBufferPointer { dither in
      if isInside { Self.mix(row, inner, phase, places.offsets, dither, limit, to: target) }
      for part in [
        columns.lowerBound..<(isInside ? inner.lowerBound : columns.upperBound),
        (isInside ? inner.upperBound : columns.upperBound)..<columns.upperBound,
      ] {
        for x in part {
          let index = (phase &+ x) & (DebandTable.count - 1)
          let right = min(places.across[index], x, width - 1 - x)
          let below = min(places.down[index], y, source.height - 1 - y) * width
          target[x] = Self.mean(
            row + x, below + right, below - right, Int32(dither[index]), limit)
        }
      }
    }
  }

  /// The same of premultiplied samples, as their colours ask for.
  ///
  /// The mean of four is that of what they add to the picture. It is of no use where they are much
  /// less opaque than the sample between: they are not on both sides of it, and what is rounded in
  /// them grows.
  private func smooth<S: Sample>(
    _ source: PlaneSource<S>, _ alpha: PlaneSource<S>, _ y: Int, _ columns: Range<Int>,
    _ phase: Int, _ places: DebandPlaces, to target: UnsafeMutablePointer<S>
  ) {
    let (width, row, opacity) = (source.width, source.row(y), alpha.row(y))
    let (peak, limit) = (Float(source.peak), Float(limit))
    table.dither.withUnsafeBufferPointer { dither in
      for x in columns {
        let index = (phase &+ x) & (DebandTable.count - 1)
        let right = min(places.across[index], x, width - 1 - x)
        let below = min(places.down[index], y, source.height - 1 - y) * width
        let sum = Self.sum(row + x, below + right, below - right)
        let opacities = Self.sum(opacity + x, below + right, below - right)
        let here = Float(Int32(truncatingIfNeeded: row[x]))
        let own = Float(Int32(truncatingIfNeeded: opacity[x]))
        let mean = sum * (own / max(opacities, 1))
        let isNear = (mean - here).magnitude * (4 * peak) < limit * own && opacities >= 3 * own
        // Of a sum of four, the whole number below what dither makes of it.
        let dithered = min(mean + Float(dither[index]) * 0.25 - 0.375, peak)
        target[x] = isNear ? S(truncatingIfNeeded: dithered.roundedToInt32) : row[x]
      }
    }
  }

  /// The sum of two pairs of samples that lie opposite to each other.
  @inline(__always)
  private static func sum<S: Sample>(_ sample: UnsafePointer<S>, _ one: Int, _ two: Int) -> Float {
    let before =
      Int32(truncatingIfNeeded: (sample - one).pointee)
      &+ Int32(truncatingIfNeeded: (sample - two).pointee)
    let after =
      Int32(truncatingIfNeeded: (sample + two).pointee)
      &+ Int32(truncatingIfNeeded: (sample + one).pointee)
    return Float(before &+ after)
  }

  private static func mix<S: Sample>(
    _ row: UnsafePointer<S>, _ columns: Range<Int>, _ phase: Int,
    _ offsets: UnsafeMutablePointer<SIMD2<Int32>>, _ dither: UnsafeBufferPointer<UInt8>,
    _ limit: Int32, to target: UnsafeMutablePointer<S>
  ) {
    for x in columns {
      let index = (phase &+ x) & (DebandTable.count &- 1)
      let offset = offsets[index]
      target[x] = mean(
        row + x, Int(offset.x), Int(offset.y), Int32(dither[index]), limit)
    }
  }

  /// The mean of two pairs of samples that lie opposite to each other, or the sample between them.
  @inline(__always)
  private static func mean<S: Sample>(
    _ sample: UnsafePointer<S>, _ one: Int, _ two: Int, _ dither: Int32, _ limit: Int32
  ) -> S {
    let before =
      Int32(truncatingIfNeeded: (sample - one).pointee)
      &+ Int32(truncatingIfNeeded: (sample - two).pointee)
    let after =
      Int32(truncatingIfNeeded: (sample + two).pointee)
      &+ Int32(truncatingIfNeeded: (sample + one).pointee)
    let sum = before &+ after
    let here = Int32(truncatingIfNeeded: sample.pointee)
    let off = 4 &* here &- sum
    return S(truncatingIfNeeded: off < limit && -limit < off ? (sum &+ dither) &>> 2 : here)
  }

  private func addGrain<S: Sample>(
    _ row: UnsafeMutablePointer<S>, _ alpha: UnsafePointer<S>?, _ columns: Range<Int>,
    _ phase: Int, peak: Int
  ) {
    let mask = DebandTable.count - 1
    let top = Float(peak)
    table.noise.withUnsafeBufferPointer { noise in
      for x in columns {
        var change = noise[(phase &+ x) & mask] * grain
        if let alpha { change *= Float(alpha[x]) / top }
        let value = min(max(Float(row[x]) + change, 0), top)
        row[x] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
      }
    }
  }
}

/// The table's places in samples of a plane.
private struct DebandPlaces {
  let across: UnsafeMutablePointer<Int>
  let down: UnsafeMutablePointer<Int>
  /// Where the lower right and the lower left sample lie in memory, from the one between.
  let offsets: UnsafeMutablePointer<SIMD2<Int32>>
  /// The largest distances.
  let most: (x: Int, y: Int)

  init(
    _ table: DebandTable, acrossBy width: Double, downBy height: Double, width stride: Int,
    _ scratch: Scratch
  ) {
    across = scratch.take(Int.self, DebandTable.count)
    down = scratch.take(Int.self, DebandTable.count)
    offsets = scratch.take(SIMD2<Int32>.self, DebandTable.count)
    var most = (x: 0, y: 0)
    for i in 0..<DebandTable.count {
      let x = Int((table.across[i] * Float(width)).rounded())
      let y = Int((table.down[i] * Float(height)).rounded())
      (across[i], down[i]) = (x, y)
      offsets[i] = SIMD2(
        Int32(truncatingIfNeeded: y * stride + x), Int32(truncatingIfNeeded: y * stride - x))
      most = (max(most.x, x), max(most.y, y))
    }
    self.most = most
  }
}

extension PlaneRole {
  /// A number that tells roles apart in hashes.
  fileprivate var number: Int {
    switch self {
    case .luma: 0
    case .blue: 1
    case .red: 2
    case .alpha: 3
    }
  }
}
