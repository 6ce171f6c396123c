import Bytes
import Geometry
import Timeline

/// One particle at one moment.
struct Particle: Sendable {
  /// Its middle, in pixels of the box.
  var center: Vector
  /// Half its width and length, in pixels of the box; the width's sign turns it over.
  var half: Vector
  /// Clockwise, in degrees.
  var turn: Double
  /// 0 to 1.
  var opacity: Double
  /// The place in the list of colours, and how far to the next one.
  var color: Double
  /// How bright its colour is, 0 to 1.
  var shade = 1.0
  /// How often it has come again; with another number it is somewhere else.
  var rounds = SIMD2(0, 0)
}

/// Where particles are at any time: a function of their number, the seed and the time alone.
///
/// Those that fall and rise go round through a margin around the box that is as large as they are,
/// so they come and go unseen; when they come again, it is in another place. Those with a life fade
/// in and out.
struct ParticleMotion: Sendable {
  let style: ParticleStyle
  /// In pixels.
  let size: Double
  let speed: Double
  let wind: Double
  /// The way, in degrees clockwise from up; nil for each its own.
  let angle: Double?
  let spin: Double
  let isTurningOver: Bool
  let variation: Double
  let hash: NoiseHash

  /// How many sizes there are.
  private static let depths = 8.0

  /// How near particles may be, the farthest first.
  static let depthLevels = (0..<8).map { (Double($0) + 0.5) / depths }

  init(_ arguments: Arguments, _ style: ParticleStyle, side: Double) {
    typealias Keys = ParticleParameters
    func length(_ setting: Setting<Length>, _ share: Double, _ least: Double) -> Double {
      guard arguments.isGiven(setting) else { return share * side }
      return BandWave.bounded(arguments[setting].resolved(against: side), least, 1e6)
    }
    self.style = style
    size = length(Keys.particleSize, style.size, 0)
    speed = length(Keys.speed, style.speed, -1e6)
    wind = length(Keys.wind, 0, -1e6)
    angle = arguments.isGiven(Keys.angle) ? arguments[Keys.angle].degrees : style.angle
    spin = arguments.isGiven(Keys.spin) ? arguments[Keys.spin] : style.spin
    isTurningOver = spin != 0
    variation = BandWave.bounded(arguments[Keys.variation], 0, 1)
    hash = NoiseHash(seed: arguments[Keys.seed])
  }

  /// How near a particle is, 0 to 1.
  func depth(_ number: Int) -> Double {
    ((hash.unit(number, 0, 0) * Self.depths).rounded(.down) + 0.5) / Self.depths
  }

  /// A particle at a time in seconds, in a box of a size.
  ///
  /// - Parameter emitter: where sparks come from at a time, in pixels of the box.
  func particle(
    _ number: Int, at seconds: Double, in box: Vector, emitter: (Double) -> Vector
  ) -> Particle {
    let far = variation * (1 - depth(number))
    func random(_ channel: Int) -> Double { hash.unit(number, 0, channel) }
    var particle = Particle(
      center: Vector(0, 0), half: Vector(0, 0), turn: 0, opacity: 1 - 0.5 * far,
      color: (random(1) * Double(style.colors.count)).rounded(.down))
    let own = size * (1 - far) / 2
    particle.half = Vector(own * style.sides.width, own * style.sides.length)
    let pace = (1 - 0.7 * far) * (0.85 + 0.3 * random(2))
    if case .streak = style.shape, let life = style.life {
      fly(&particle, number, at: seconds, life, pace, emitter)
      return particle
    }
    drift(&particle, number, at: seconds, in: box, pace)
    if let life = style.life {
      // It glows up and fades.
      let age = Self.round(seconds / (life * (0.7 + 0.6 * random(8))) + random(9)).rest
      particle.opacity *= Maths.smoothstep(min(age, 1 - age) * 3)
    }
    if isTurningOver {
      let way = random(10) < 0.5 ? -1.0 : 1.0
      particle.turn = 360 * random(11) + way * spin * (0.6 + 0.8 * random(12)) * seconds
      let over = Maths.cos(
        2 * .pi * (style.flips * (0.7 + 0.6 * random(13)) * seconds + random(14)))
      particle.half.x *= over
      particle.shade = over < 0 ? 0.78 : 0.9 + 0.1 * over
    }
    return particle
  }

  /// How far any part of a particle moves in a second at most, in pixels of the box.
  var fastest: Double {
    if case .streak = style.shape, let life = style.life {
      return speed.magnitude * (1.15 * 1.5 + 0.9 * 1.4 * life) + wind.magnitude * 1.15
    }
    let swing = style.sway.reach * size * 2 * .pi * style.sway.rate * 1.3
    let turns = isTurningOver ? spin.magnitude * 1.4 / 360 + style.flips * 1.3 : 0
    return (speed.magnitude + wind.magnitude) * 1.15 + swing + turns * 2 * .pi * size / 2
  }

  /// A number without its whole part, and that.
  private static func round(_ value: Double) -> (rest: Double, turns: Int) {
    let whole = value.rounded(.down)
    return (value - whole, Int(min(max(whole, -1e15), 1e15)))
  }

  /// Places from 0 to 1 on both sides that fill a square evenly, however many there are (M.
  /// Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
  private static func even(_ number: Int) -> (Double, Double) {
    let place = Double(number)
    return (round(place * 0.754_877_666_246_693).rest, round(place * 0.569_840_290_998_053).rest)
  }

  /// What falls, rises and drifts.
  private func drift(
    _ particle: inout Particle, _ number: Int, at seconds: Double, in box: Vector, _ pace: Double
  ) {
    func random(_ channel: Int) -> Double { hash.unit(number, 0, channel) }
    let way = (angle ?? 360 * random(3)) * .pi / 180
    let ahead = Vector(Maths.sin(way), -Maths.cos(way))
    let velocity = Vector((ahead.x * speed + wind) * pace, ahead.y * speed * pace)
    let swing = style.sway.reach * size
    let margin = size * 0.75 + swing + 2
    let span = Vector(box.x + 2 * margin, box.y + 2 * margin)
    // When it goes round along its way, it comes back elsewhere across that.
    let isUpright = velocity.y.magnitude >= velocity.x.magnitude
    let along = isUpright ? (velocity.y, span.y) : (velocity.x, span.x)
    let across = isUpright ? (velocity.x, span.x) : (velocity.y, span.y)
    let (one, two) = Self.even(number)
    let first = Self.round(one + hash.unit(0, 0, 4) + along.0 * seconds / along.1)
    let second = Self.round(
      two + hash.unit(0, first.turns, 5) + across.0 * seconds / across.1)
    particle.rounds = SIMD2(first.turns, second.turns)
    let place = isUpright ? Vector(second.rest, first.rest) : Vector(first.rest, second.rest)
    let phase = 2 * .pi * (style.sway.rate * (0.7 + 0.6 * random(6)) * seconds + random(7))
    let aside = swing * Maths.sin(phase)
    particle.center = Vector(
      place.x * span.x - margin - ahead.y * aside, place.y * span.y - margin + ahead.x * aside)
    if case .streak = style.shape {
      particle.turn = Maths.atan2(-velocity.x, velocity.y) * 180 / .pi
    }
  }

  /// What is thrown and falls: sparks.
  private func fly(
    _ particle: inout Particle, _ number: Int, at seconds: Double, _ life: Double, _ pace: Double,
    _ emitter: (Double) -> Vector
  ) {
    let length = life * (0.6 + 0.8 * hash.unit(number, 0, 3))
    let (rest, turns) = Self.round(seconds / length + hash.unit(number, 0, 4))
    func random(_ channel: Int) -> Double { hash.unit(number, turns, channel) }
    particle.rounds = SIMD2(turns, 0)
    let age = rest * length
    let way = ((angle ?? 0) + 70 * (random(5) - 0.5)) * .pi / 180
    let start = speed * pace * (0.5 + random(6))
    let fall = speed * 0.9
    let velocity = Vector(
      Maths.sin(way) * start + wind * pace, -Maths.cos(way) * start + fall * age)
    let origin = emitter(seconds - age)
    particle.center = Vector(
      origin.x + velocity.x * age, origin.y + (velocity.y - fall * age / 2) * age)
    // As long as the way that it takes in a moment.
    particle.half.y += velocity.length * 0.014
    particle.turn = Maths.atan2(-velocity.x, velocity.y) * 180 / .pi
    particle.color = rest * Double(style.colors.count - 1)
    particle.opacity *= Maths.smoothstep(rest * 12) * (1 - rest * rest * rest)
  }
}
