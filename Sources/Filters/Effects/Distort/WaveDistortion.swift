import Bytes
import Timeline
import Y4M

/// Waves in one direction, at one time.
struct WaveLine {
  /// In pixels; below 0 the other way.
  let amplitude: Double
  let wavelength: Double
  /// Where they go, clockwise.
  let degrees: Double
  /// In waves.
  let phase: Double
  let shape: WaveShape
}

/// The height of waves by phase, from -1 to 1.
enum WaveTable {
  /// After how many waves they come again.
  static func period(_ shape: WaveShape) -> Double { shape == .noise ? 256 : 1 }

  /// Entries a wave.
  static func density(_ shape: WaveShape) -> Int { shape == .noise ? 64 : 4096 }

  /// The height at a phase, in waves.
  static func height(_ shape: WaveShape, at phase: Double) -> Double {
    let whole = phase.rounded(.down)
    let part = phase - whole
    switch shape {
    case .sine: return Maths.sin(2 * .pi * part)
    case .triangle: return 1 - 4 * ((part + 0.25) - (part + 0.25).rounded(.down) - 0.5).magnitude
    case .square: return part < 0.5 ? 1 : -1
    case .noise:
      // A cubic spline, of whose points four make each piece.
      let index = Int(whole)
      let square = part * part
      let cube = square * part
      let weights = SIMD4(
        1 - 3 * part + 3 * square - cube, 4 - 6 * square + 3 * cube,
        1 + 3 * part + 3 * square - 3 * cube, cube)
      return (weights * SIMD4(point(index - 1), point(index), point(index + 1), point(index + 2)))
        .sum() / 6
    }
  }

  /// From -1 to 1, and seldom near 0.
  private static func point(_ index: Int) -> Double {
    let even = 2 * NoiseHash(seed: 0).unit(index & 255, 0, 0) - 1
    return even < 0 ? -(-even).squareRoot() : even.squareRoot()
  }
}

/// Waves in one direction, ready to be drawn.
///
/// Between nodes h apart, displacements are interpolated by curves of the third degree, which are
/// off by at most h^4 / 24 of the fourth derivative, as ``PreparedWinding`` says: for a sine of
/// amplitude A and frequency k that is A k^4. Pieces of triangles and squares are straight, so any
/// nodes will do but where a bend lies between them; there each place is computed.
///
/// Unchecked: its table is written as it is made, and then only read.
struct WaveDistortion: Distortion, @unchecked Sendable {
  let reach: Box
  let stretch: Double
  let fineness: Int
  /// A line of a sine costs less than nodes do.
  var least: Int { shape == .sine ? 48 : 6 }
  private let shape: WaveShape
  /// Waves a pixel, across and down, and those at the picture's corner.
  private let slope: SIMD2<Float>
  private let phase: Float
  private let move: SIMD2<Float>
  private let spacing: Float
  private let period: Float
  private let perPeriod: Float
  private let density: Float
  /// The height by phase, and what it grows by to the next entry.
  private let heights: UnsafeMutablePointer<SIMD2<Float>>
  private let last: Int32

  init(_ line: WaveLine, canvas: Box, tolerance: Double, _ scratch: Scratch) {
    reach = canvas
    shape = line.shape
    let angle = line.degrees.isFinite ? line.degrees * .pi / 180 : 0
    let direction = SIMD2(Maths.cos(angle), Maths.sin(angle))
    slope = SIMD2<Float>(direction / line.wavelength)
    phase = Float(line.phase)
    move = SIMD2<Float>(SIMD2(-direction.y, direction.x) * line.amplitude)
    let rate = 2 * .pi / line.wavelength
    let amplitude = line.amplitude.magnitude
    stretch = 1 + amplitude * (shape == .square ? 8 : rate)
    // The edges of a square are steps, and what lies between them is not to be seen.
    fineness = shape == .square ? 1 : DistortionSpread.mostCount
    let bend = amplitude * rate * rate * rate * rate
    let smooth = (24 * 0.6 / 2.64 * tolerance / bend).squareRoot().squareRoot()
    switch shape {
    case .sine: spacing = Float(min(smooth, 1024))
    // The spline's third derivative leaps by at most 16 from wave to wave, which curves through
    // nodes h apart follow to within 16 * 0.03 h^3 by Peano's kernel, and 1.64 times that in the
    // plane.
    case .noise:
      spacing = Float(min(line.wavelength * Maths.cbrt(0.76 * tolerance / amplitude), 1024))
    case .triangle, .square: spacing = 1024
    }
    period = Float(WaveTable.period(shape))
    perPeriod = 1 / period
    let count = Int(WaveTable.period(shape)) * WaveTable.density(shape)
    density = Float(WaveTable.density(shape))
    last = Int32(truncatingIfNeeded: count - 1)
    heights = scratch.take(SIMD2<Float>.self, count)
    func height(_ index: Int) -> Float {
      Float(WaveTable.height(line.shape, at: Double(index) / Double(WaveTable.density(line.shape))))
    }
    var next = height(0)
    for index in stride(from: count - 1, through: 0, by: -1) {
      let exact = height(index)
      heights[index] = SIMD2(exact, shape == .square ? 0 : next - exact)
      next = exact
    }
  }

  /// The wave's phase at a place, in waves.
  @inline(__always)
  private func phase(at place: SIMD2<Float>) -> Float {
    let turned = place * slope
    return turned.x + turned.y + phase
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let phase = phase(at: place)
    return move * (shape == .sine ? sine(phase) : height(phase))
  }

  /// The height of a sine: that of the cosine a quarter of a wave on, by how far the nearest crest
  /// is.
  @inline(__always)
  private func sine(_ phase: Float) -> Float {
    let late = phase - 0.25
    let crest = (late + 12_582_912) - 12_582_912
    // From a quarter of a wave before a zero to one after it.
    let x = (0.25 - (late - crest).magnitude) * (2 * .pi)
    let square = x * x
    // Taylor's series up to the eleventh power, off by at most 6e-8.
    var sum = square * (-1 / 39_916_800) + (1 / 362_880)
    sum = sum * square + (-1 / 5040)
    sum = sum * square + (1 / 120)
    sum = sum * square + (-1 / 6)
    return sum * square * x + x
  }

  /// The height of another shape, from the table.
  @inline(__always)
  private func height(_ phase: Float) -> Float {
    let turns = phase * perPeriod
    let part = turns - Float(turns.flooredToInt32)
    let rest = (part < 1 ? part : 0) * (period * density)
    let entry = min(max(rest.flooredToInt32, 0), last)
    let height = heights[Int(entry)]
    return height.x + height.y * (rest - Float(entry))
  }

  func displace(_ line: DistortionLine) {
    let (first, step) = (phase(at: line.start), line.pitch * slope.x)
    let heights = line.shares
    if shape == .sine {
      for i in 0..<line.count {
        heights[i] = sine(Float(Int32(truncatingIfNeeded: i)) * step + first)
      }
    } else {
      for i in 0..<line.count {
        heights[i] = height(Float(Int32(truncatingIfNeeded: i)) * step + first)
      }
    }
    let (moveX, moveY) = (move.x, move.y)
    for i in 0..<line.count { line.x[i] = heights[i] * moveX }
    for i in 0..<line.count { line.y[i] = heights[i] * moveY }
  }

  func bend(in part: Extent2D) -> Bend {
    guard shape == .triangle || shape == .square else { return .nodes(spacing) }
    // Bends lie half a wave apart, those of a triangle at its crests.
    let offset: Float = shape == .triangle ? 0.25 : 0
    let (low, high) = (part.low, part.high)
    let ends = [
      phase(at: low), phase(at: high), phase(at: SIMD2(low.x, high.y)),
      phase(at: SIMD2(high.x, low.y)),
    ]
    let least = 2 * ((ends.min() ?? 0) + offset) - 0.01
    let most = 2 * ((ends.max() ?? 0) + offset) + 0.01
    return .nodes(least.rounded(.down) == most.rounded(.down) ? spacing : 0)
  }
}
