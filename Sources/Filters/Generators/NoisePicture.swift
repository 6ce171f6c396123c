import Bytes
import Geometry
import Timeline

/// Noise: grains, clouds or cells.
struct NoisePicture: PatternPicture {
  /// What it looks like.
  enum Kind: String, Choice {
    /// Grains, each of its own.
    case white
    /// Soft spots.
    case value
    /// Soft waves, more even than spots (Perlin's noise).
    case gradient
    /// Waves with ever finer ones on them, as clouds have.
    case fbm
    /// Cells around points, dark there and bright between them.
    case voronoi
  }

  static let kind = Setting<Kind>(
    "kind", default: .fbm,
    "`white` is grains, `value` soft spots, `gradient` soft waves, `fbm` clouds, `voronoi` cells.")
  static let cell = Parameter<Length>(
    "cell", default: Length(fraction: 0.2), unit: "px",
    defaultText: "1 px for white noise, else 20 %",
    "How large grains, waves or cells are; a percentage is of the canvas's shorter side.")
  static let octaves = Setting<Int>(
    "octaves", default: 5, in: Limits(1...10),
    "How many sizes of waves `fbm` has, each half as large as the one before.")
  static let roughness = Parameter<Double>(
    "roughness", default: 0.5, in: 0...1, "How strong each octave is relative to the one before.")
  static let rate = Setting<Double>(
    "rate", default: 0.5, in: Limits(0...1000), defaultText: "24 for white noise, else 0.5",
    "How many times a second the noise becomes a different one; 0 stands still.")
  static let evolution = Parameter<Double>(
    "evolution", default: 0, in: Limits(-1_000_000...1_000_000),
    "How far the noise has changed, in addition to what `rate` does: a step of 1 is as much as a "
      + "`rate` of 1 changes in a second.")
  static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px",
    "How far it is moved; animated, it drifts. Percentages are of the canvas's shorter side.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other noise.")
  static let stops = Setting<GradientStops?>(
    "stops", default: nil, defaultText: "from `background` to `color`",
    "The colours of the values from 0 to 1.")
  static let color = Parameter<Color>("color", default: .white, "The colour of the value 1.")
  static let background = Parameter<Color>(
    "background", default: .black,
    "The colour of the value 0; with a transparent one, the noise fades in and out.")

  static let declaration = Declaration(
    name: "noise",
    summary: "Grains, clouds or cells, as large as the canvas unless `size` says otherwise.",
    discussion: """
      The noise has values from 0 to 1, which become colours between `background` and `color`, or \
      those of `stops`. Their mean is 0.5, for `voronoi` about 0.45. Noise grows and turns about \
      the middle of its box. Octaves of less than 2 pixels fade out, as they could only shimmer. \
      At 1080p, colours take about twice as long as greys.
      """,
    example: #"""
      { "type": "noise", "kind": "fbm", "cell": "40%", "color": "white",
        "background": "rgb(255 255 255 / 0%)", "opacity": 0.6, "rate": 0.2,
        "offset": { "from": [0, 0], "to": [300, 0], "duration": 10 } }
      """#,
    parameters: [
      kind, cell, octaves, roughness, rate, evolution, offset, seed, stops, color, background,
    ])

  /// The most corners that an octave has at one moment: an octave in 4K of waves of 2 pixels.
  private static let mostCorners = 2_200_000.0

  private let kind: Kind
  private let cell: Animated<Length>
  private let octaves: Int
  private let roughness: Animated<Double>
  private let rate: Double
  private let evolution: Animated<Double>
  private let offset: Animated<Point>
  private let seed: Int
  private let fixedColors: ValueColors?
  private let colors: PatternColors
  private let side: Double
  private let lattices = NoiseLattices()

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    kind = arguments[Self.kind]
    let isGrain = kind == .white
    cell =
      isGrain && !arguments.isGiven(Self.cell)
      ? .constant(Length(pixels: 1)) : arguments[Self.cell]
    octaves = min(max(arguments[Self.octaves], 1), 10)
    roughness = arguments[Self.roughness]
    rate = Self.rate(arguments)
    evolution = arguments[Self.evolution]
    offset = arguments[Self.offset]
    seed = arguments[Self.seed]
    fixedColors = arguments[Self.stops].map { ValueColors($0, coding: coding) }
    colors = PatternColors(arguments, coding, background: Self.background)
    self.side = side
  }

  private static func rate(_ arguments: Arguments) -> Double {
    arguments[kind] == .white && !arguments.isGiven(rate) ? 24 : arguments[rate]
  }

  static func isStill(_ arguments: Arguments) -> Bool {
    rate(arguments) == 0 && arguments.isConstant
  }

  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool {
    if let stops = arguments[stops] { return stops.stops.allSatisfy { $0.color.alpha >= 1 } }
    return PatternColors.areOpaque(arguments, background: background, at: time)
  }

  var isStill: Bool {
    rate == 0 && cell.constantValue != nil && roughness.constantValue != nil
      && evolution.constantValue != nil && offset.constantValue != nil
      && (fixedColors != nil || colors.isStill)
  }

  func rows(_ raster: BoxRaster, at time: Time) -> ValueRows<NoiseRows> {
    ValueRows(
      width: raster.width, height: raster.height, source: source(raster, at: time),
      colors: fixedColors ?? colors.values(at: time))
  }

  private func source(_ raster: BoxRaster, at time: Time) -> NoiseRows {
    let moment = BandWave.bounded(
      time.seconds * rate + evolution.value(at: time), -1e12, 1e12)
    let field = Field(
      raster: raster, cell: BandWave.bounded(cell.pixels(at: time, side), 1e-3, 1e6),
      offset: offset.value(at: time), side: side,
      seed: UInt32(truncatingIfNeeded: NoiseHash(seed: seed)(0, 0)))
    switch kind {
    case .white:
      let (across, down) = field.axes(scale: 1, least: 1, shift: nil)
      // A frame's time lies on a step, and not a rounding below it.
      let step = Int((moment + 1e-6).rounded(.down))
      return NoiseRows(form: .white(across: across, down: down, step: step, seed: field.seed))
    case .voronoi:
      let lattice = lattice(.point)
      field.add(to: lattice, scale: 1, least: field.least(Self.mostCorners), weight: 1)
      lattice.fill(at: moment)
      return NoiseRows(form: .cells(lattice))
    case .value:
      return smooth(field, .value, octaves: 1, gain: 1, at: time, moment)
    // With these, nearly all numbers lie between 0 and 1.
    case .gradient:
      return smooth(field, .gradient, octaves: 1, gain: 0.8, at: time, moment)
    case .fbm:
      return smooth(field, .gradient, octaves: octaves, gain: 0.8, at: time, moment)
    }
  }

  private func smooth(
    _ field: Field, _ corners: NoiseLattice.Kind, octaves: Int, gain: Double, at time: Time,
    _ moment: Double
  ) -> NoiseRows {
    let lattice = lattice(corners)
    let roughness = BandWave.bounded(roughness.value(at: time), 0, 1)
    let least = field.least(Self.mostCorners)
    var (scale, weight, power) = (1.0, 1.0, 0.0)
    for octave in 0..<octaves {
      // The first is always there, as fine as samples can show.
      let share = octave == 0 ? 1 : Maths.smoothstep(field.smallest * scale / least - 1)
      guard share > 0, weight > 0 else { break }
      field.add(to: lattice, scale: scale, least: least, weight: weight * share)
      power += weight * weight
      scale /= 2
      weight *= roughness
    }
    lattice.fill(at: moment)
    return NoiseRows(
      form: .smooth(lattice), gain: Float(gain / max(power, 1e-9).squareRoot()))
  }

  private func lattice(_ kind: NoiseLattice.Kind) -> NoiseLattice {
    let lattice = lattices.take()
    lattice.clear(kind)
    return lattice
  }

  func finish(_ rows: ValueRows<NoiseRows>) {
    switch rows.source.form {
    case .white: break
    case .smooth(let lattice), .cells(let lattice): lattices.giveBack(lattice)
    }
  }

  func release() { lattices.release() }
}

/// Where the cells of noise lie among samples.
private struct Field {
  let raster: BoxRaster
  /// The side of the largest cells, in pixels of the box.
  let cell: Double
  let offset: Point
  let side: Double
  let seed: UInt32

  /// The samples that corners are needed for, at least those of the box.
  private var samples: Double {
    let asked = raster.asked
    return max(
      Double(raster.width) * Double(raster.height), Double(asked.width) * Double(asked.height))
  }

  /// The shorter side of the largest cells, in samples.
  var smallest: Double { cell / max(raster.pitch.x, raster.pitch.y, 1e-9) }

  /// The least side of cells in samples, for so many corners at most.
  func least(_ most: Double) -> Double {
    max(2, (samples / most).squareRoot())
  }

  /// - Parameters:
  ///   - scale: of the largest cells.
  ///   - least: the least side of a cell, in samples.
  ///   - shift: how far cells lie from the middle of the box, in cells; nil for a corner there.
  func axes(scale: Double, least: Double, shift: UInt32?) -> (NoiseAxis, NoiseAxis) {
    func axis(
      _ samples: Int, _ asked: Range<Int>, _ pitch: Double, _ move: Length, _ bits: UInt32
    ) -> NoiseAxis {
      let cell = max(cell * scale / max(pitch, 1e-9), least)
      let moved = BandWave.bounded(move.resolved(against: side), -1e9, 1e9) / max(pitch, 1e-9)
      let start = (0.5 - Double(samples) / 2 - moved) / cell + Double(bits & 0xFFFF) / 65536
      return NoiseAxis(
        cell: cell, start: BandWave.bounded(start, -1e12, 1e12), samples: asked)
    }
    let bits = shift ?? 0
    let asked = raster.asked
    return (
      axis(raster.width, asked.x..<asked.maxX, raster.pitch.x, offset.x, bits),
      axis(raster.height, asked.y..<asked.maxY, raster.pitch.y, offset.y, bits >> 16)
    )
  }

  func add(to lattice: NoiseLattice, scale: Double, least: Double, weight: Double) {
    let own = QuickHash.mix(seed &+ UInt32(truncatingIfNeeded: lattice.octaves.count))
    let (across, down) = axes(scale: scale, least: least, shift: QuickHash.mix(own))
    lattice.add(.init(across: across, down: down, weight: Float(weight), seed: own))
  }
}
