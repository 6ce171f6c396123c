import Bytes
import Geometry
import Timeline
import Y4M

/// A ring of waves runs over the picture, and behind it is the one that comes.
struct Ripple: Transition {
  static let room = TransitionRoom.surroundings

  static let amplitude = Parameter<Length>(
    "amplitude", default: Length(fraction: 0.03), in: 0...4096, unit: "px",
    "How far a wave moves the picture; a percentage is of the picture's shorter side.")
  static let wavelength = Parameter<Length>(
    "wavelength", default: Length(fraction: 0.15), in: 0...65536, unit: "px",
    "From one crest to the next; a percentage is of the picture's shorter side.")
  static let waves = Parameter<Double>(
    "waves", default: 3, in: 1...20, "How many waves the ring has.")

  static let variants = [
    TransitionVariant(
      "ripple", "A ring of waves runs over the picture, and reveals the next one behind it.",
      discussion: """
        The ring starts at `center` and has left the picture by the end. Across the ring, which is \
        `waves` times `wavelength` wide, one picture fades into the other.
        """,
      example: #""center": ["30%", "60%"]"#,
      [TransitionParameters.center, amplitude, wavelength, waves])
  ]

  private let center: Animated<Point>
  private let amplitude: Animated<Length>
  private let wavelength: Animated<Length>
  private let waves: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    center = setting.arguments[TransitionParameters.center]
    amplitude = setting.arguments[Self.amplitude]
    wavelength = setting.arguments[Self.wavelength]
    waves = setting.arguments[Self.waves]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let ring = ring(job, progress: progress, at: time)
    job.withSpare(CoverKernel(cover: ring.cover)) { mixture in
      job.target.copy(from: mixture)
      guard ring.amplitude > 0 else { return }
      let distortion = RingDistortion(ring, job.workspace.scratch)
      mixture.run(
        DistortionKernel(
          distortions: [distortion], sampling: .bilinear, edges: .mirrored,
          picture: (job.target.format.width, job.target.format.height)),
        to: job.target, box: distortion.reach, includesAlpha: true, job.workspace)
    }
  }

  private func ring(_ job: TransitionJob, progress: Double, at time: Time) -> Ring {
    let (width, height) = (Double(job.width), Double(job.height))
    let side = min(width, height)
    func grid(_ value: Double) -> Double {
      (min(max(value, -65536), 131_072) * 256).rounded() / 256
    }
    let place = center.value(at: time)
    let (x, y) = (grid(place.x.resolved(against: width)), grid(place.y.resolved(against: height)))
    let wavelength = max(grid(wavelength.value(at: time).resolved(against: side)), 2)
    let breadth = wavelength * min(max(waves.value(at: time), 1), 20)
    let farthest = Vector(max(x, width - x), max(y, height - y)).length
    let amplitude = min(max(grid(amplitude.value(at: time).resolved(against: side)), 0), 4096)
    return Ring(
      x: x, y: y, front: grid(progress * (farthest + breadth)), breadth: breadth,
      wavelength: wavelength, amplitude: amplitude)
  }
}

/// Waves around a point, as they stand at one moment, in luma samples.
private struct Ring {
  let x: Double
  let y: Double
  /// How far the first wave has come.
  let front: Double
  /// How far behind it the last one is.
  let breadth: Double
  let wavelength: Double
  let amplitude: Double

  /// How much is seen of the picture that comes.
  var cover: RingCover {
    RingCover(
      // Places of a cover count from the middle of the first sample.
      x: Float(x - 0.5), y: Float(y - 0.5), front: Float(front), perBreadth: Float(1 / breadth))
  }

  /// Waves a pixel, of the highest part that a wave under its window has.
  var highestFrequency: Double { 1 / wavelength + 1 / breadth }

  /// How much further out a place at this distance is read.
  func displacement(at distance: Double) -> Double {
    let place = (front - distance) / breadth
    guard place > 0, place < 1 else { return 0 }
    let window = Maths.sin(place * .pi)
    // The point itself stays where it is.
    let rest = Maths.smoothstep(distance / wavelength)
    return amplitude * window * window * rest
      * Maths.sin((front - distance) / wavelength * 2 * .pi)
  }
}

/// A round front that runs outwards from a place.
private struct RingCover: Cover {
  let x: Float
  let y: Float
  let front: Float
  let perBreadth: Float

  var isSmooth: Bool { true }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let dy = row.y - y
    let square = dy * dy
    let start = row.x - x
    for index in 0..<row.count {
      let dx = Float(Int32(truncatingIfNeeded: index)) * row.step + start
      let distance = (dx * dx + square).squareRoot()
      shares[index] = Share.of(Maths.smoothstep((front - distance) * perBreadth))
    }
    return .varied(row.count)
  }
}

/// The waves as a distortion: places are read further out or further in.
///
/// Between nodes h apart, curves of the third degree are off by h^4 / 24 of the fourth derivative,
/// as ``PreparedWinding`` says; for a wave of amplitude A and frequency k that is at most A k^4.
/// Near the centre, where directions turn, every place is computed.
///
/// Unchecked: its table is written as it is made, and then only read.
private struct RingDistortion: Distortion, @unchecked Sendable {
  /// How far, in pixels, a place may be read from where it should be; waves tell nothing finer.
  private static let tolerance = 0.5

  let reach: Box
  let stretch: Double
  private let center: SIMD2<Float>
  private let inner: Float
  private let outer: Float
  /// Within this distance the ring's directions turn fast.
  private let core: Float
  private let spacing: Float
  /// The displacement by distance from ``inner`` on, as a share of the distance, and what it grows
  /// by to the next entry.
  private let table: UnsafeMutablePointer<SIMD2<Float>>
  private let last: Int32
  private let perPixel: Float

  init(_ ring: Ring, _ scratch: Scratch) {
    center = SIMD2(Float(ring.x), Float(ring.y))
    let near = max(ring.front - ring.breadth, 0)
    let far = max(ring.front, 1)
    (inner, outer) = (Float(near), Float(far))
    core = Float(ring.wavelength)
    let rate = 2 * .pi * ring.highestFrequency
    stretch = 1 + ring.amplitude * rate
    let bend = 2 * ring.amplitude * rate * rate * rate * rate
    let most = (24 * 0.6 / 2.64 * Self.tolerance / bend).squareRoot().squareRoot()
    spacing = Float(min(most, 1024))

    // Half a pixel, or what short waves need.
    let step = max(min(0.5, ring.wavelength / 32), (far - near) / 65_536)
    let count = Int(((far - near) / step).rounded(.up)) + 1
    table = scratch.take(SIMD2<Float>.self, count + 1)
    last = Int32(truncatingIfNeeded: count - 1)
    perPixel = Float(1 / step)
    var next: Float = 0
    for index in stride(from: count, through: 0, by: -1) {
      let distance = near + Double(index) * step
      let exact = distance > 0 ? Float(ring.displacement(at: distance) / distance) : 0
      table[index] = SIMD2(exact, next - exact)
      next = exact
    }
    let side = Int((2 * far).rounded(.up)) + 2
    reach = Box(
      x: Int((ring.x - far).rounded(.down)), y: Int((ring.y - far).rounded(.down)), width: side,
      height: side)
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let d = place - center
    let distance = (d.x * d.x + d.y * d.y).squareRoot()
    guard distance > inner, distance < outer else { return .zero }
    let index = (distance - inner) * perPixel
    let entry = min(index.flooredToInt32, last)
    let pair = table[Int(entry)]
    return d * (pair.x + pair.y * (index - Float(entry)))
  }

  func bend(in part: Extent2D) -> Bend {
    // The places of the part that are nearest to the centre and furthest from it.
    let (low, high) = (part.low - center, part.high - center)
    let closest = pointwiseMax(pointwiseMax(low, -high), .zero)
    let furthest = pointwiseMax(-low, high)
    let near = (closest * closest).sum().squareRoot()
    let far = (furthest * furthest).sum().squareRoot()
    guard near < outer, far > inner else { return .none }
    return .nodes(near < core ? 0 : spacing)
  }
}
