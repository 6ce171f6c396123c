import Timeline

/// What particles are.
enum ParticleKind: String, Choice {
  case snow
  case rain
  case confetti
  case sparks
  case dust
  case bubbles
  case petals
}

/// How particles of a kind look and move where nothing else is said; lengths are shares of the
/// canvas's shorter side, and times are seconds.
struct ParticleStyle: Sendable {
  let shape: ParticleShape
  let count: Double
  let size: Double
  /// How far they move in a second.
  let speed: Double
  /// Where to, clockwise from up; nil for each its own way.
  let angle: Double?
  /// How far they swing across their way, in their own sizes, and how often in a second.
  var sway = (reach: 0.0, rate: 0.0)
  /// Degrees that they turn in a second.
  var spin = 0.0
  /// How often they turn over in a second.
  var flips = 0.0
  /// How long they live; nil for those that leave the box.
  var life: Double?
  /// Half their width and half their length, of half their size.
  var sides = (width: 1.0, length: 1.0)
  private(set) var colors: [Color]

  init(_ kind: ParticleKind) {
    func colors(_ packed: UInt32...) -> [Color] { packed.map { Color(packed: $0) } }
    switch kind {
    case .snow:
      self.init(
        .flake, 200, size: 0.026, speed: 0.12, angle: 180, sway: (1.5, 0.25),
        colors: colors(0xFFFF_FFFF))
    case .rain:
      self.init(
        .streak, 300, size: 0.075, speed: 1.6, angle: 180, sides: (0.04, 1),
        colors: colors(0xD4E0_EEC0))
    case .confetti:
      self.init(
        .paper, 120, size: 0.028, speed: 0.25, angle: 180, sway: (1, 0.5), spin: 160, flips: 0.8,
        sides: (0.6, 1),
        colors: colors(
          0xF943_44FF, 0xF9C7_4FFF, 0x43AA_8BFF, 0x277D_A1FF, 0x9B5D_E5FF, 0xF15B_B5FF))
    case .sparks:
      self.init(
        .streak, 160, size: 0.015, speed: 1.1, angle: 0, life: 1.4, sides: (0.55, 1),
        colors: colors(0xFFFB_E0FF, 0xFFC2_4DFF, 0xFF6A_00FF))
    case .dust:
      self.init(
        .flake, 90, size: 0.014, speed: 0.02, angle: nil, sway: (1, 0.1), life: 7,
        colors: colors(0xFFF4_DCC0))
    case .bubbles:
      self.init(
        .bubble, 40, size: 0.07, speed: 0.12, angle: 0, sway: (0.4, 0.4),
        colors: colors(0xFFFF_FFE0))
    case .petals:
      self.init(
        .petal, 50, size: 0.045, speed: 0.11, angle: 180, sway: (1.5, 0.3), spin: 50, flips: 0.35,
        colors: colors(0xFFC8_DDFF, 0xFFAF_CCFF, 0xFFE5_ECFF))
    }
  }

  private init(
    _ shape: ParticleShape, _ count: Double, size: Double, speed: Double, angle: Double?,
    sway: (reach: Double, rate: Double) = (0, 0), spin: Double = 0, flips: Double = 0,
    life: Double? = nil, sides: (width: Double, length: Double) = (1, 1), colors: [Color]
  ) {
    self.shape = shape
    self.count = count
    self.size = size
    self.speed = speed
    self.angle = angle
    self.sway = sway
    self.spin = spin
    self.flips = flips
    self.life = life
    self.sides = sides
    self.colors = colors
  }
}

extension ParticleStyle {
  /// Whether it is seen from its side, where nothing is left of it.
  var isFlat: Bool { flips > 0 }

  /// The same in other colours.
  func with(colors: [Color]) -> ParticleStyle {
    var style = self
    style.colors = colors
    return style
  }
}

/// The parameters of particles.
enum ParticleParameters {
  static let kind = Setting<ParticleKind>("kind", default: .snow, "What the particles are.")
  static let source = Setting<Path?>(
    "source", default: nil, defaultText: "what `kind` looks like",
    "A picture that each particle shows: PNG, APNG, GIF, JPEG, WebP, Lottie, SVG or what ffmpeg "
      + "converts; `kind` says how they move.")
  static let count = Parameter<Double>(
    "count", default: 200, in: Limits(0...10_000), defaultText: "as `kind` has, 40 to 300",
    "How many particles there are; with a fraction, such as 40.5, the last one is drawn that "
      + "faint.")
  static let particleSize = Setting<Length>(
    "particleSize", default: Length(fraction: 0.026), unit: "px", defaultText: "as `kind` has",
    "The size of the nearest particles; a percentage is of the canvas's shorter side.")
  static let variation = Setting<Double>(
    "variation", default: 0.65, in: Limits(0...1),
    "How much smaller, slower and fainter the farthest particles are than the nearest.")
  static let speed = Setting<Length>(
    "speed", default: Length(fraction: 0.12), unit: "px", defaultText: "as `kind` has",
    "How far the nearest particles move in a second; a percentage is of the canvas's shorter side.")
  static let angle = Setting<Angle>(
    "angle", default: Angle(degrees: 180), unit: "degrees",
    defaultText: "down; up for bubbles and sparks; each its own way for dust",
    "Which way they move: 0 is up, 90 right.")
  static let wind = Setting<Length>(
    "wind", default: .zero, unit: "px",
    "How far the wind blows the nearest particles to the right in a second; rain leans with it.")
  static let spin = Setting<Double>(
    "spin", default: 0, in: Limits(-10_000...10_000), unit: "degrees", defaultText: "as `kind` has",
    "How far they turn in a second, one way or the other; 0 also stops turning over.")
  static let emitter = Parameter<Anchor>(
    "emitter", default: Anchor(x: 0.5, y: 1),
    "Where sparks come from, as shares of the box; animated, it leaves a trail.")
  static let color = Parameter<Color>(
    "color", default: .white, defaultText: "as `kind` has", "One colour for all of them.")
  static let colors = Setting<GradientStops?>(
    "colors", default: nil, defaultText: "as `kind` has",
    "The colours, of which each particle has one; sparks go from the first to the last while they "
      + "live.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other places.")

  static let all: [any ParameterDescription] = [
    kind, source, count, particleSize, variation, speed, angle, wind, spin, emitter, color, colors,
    seed,
  ]
}
