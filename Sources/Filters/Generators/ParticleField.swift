import Bytes
import Geometry
import Images
import Timeline
import Y4M

/// Particles in a box, drawn one by one.
final class ParticleField: BoxDrawing {
  static let declaration = Declaration(
    name: "particles",
    summary: "Snow, rain, confetti, sparks, dust, bubbles, petals, or many of any picture.",
    discussion: """
      Particles fill the layer's box, which is the canvas unless `size` says otherwise, and come \
      and go beyond its edges or by fading. They fill the box from the first frame on; each one's \
      place depends on the time alone. They stay sharp under `scale` and `rotation`. `count` and \
      `color` can be animated; `opacity` fades all of them. To let it begin to snow, animate \
      `count`.

      A picture keeps its own colours, and its longer side is `particleSize` long. At 1080p, 300 \
      drawn particles take little time, but some hundred pictures that turn may take it below 25 \
      frames a second.
      """,
    example: #"""
      { "type": "particles", "kind": "snow", "count": { "from": 0, "to": 300, "duration": 3 },
        "wind": "4%", "duration": 10 }
      """#,
    parameters: ParticleParameters.all)

  private let style: ParticleStyle
  private let motion: ParticleMotion
  private let count: Animated<Double>
  private let emitter: Animated<Anchor>
  private let colors: [Color]?
  private let color: Animated<Color>
  private let coding: ColorCoding
  private let picture: (asset: ImageAsset, schedule: FrameSchedule)?
  private let sampling: Sampling
  private let sprites: PassingSprites
  private let shutter: Shutter?

  /// - Parameter shutter: while it is open, particles are seen on their way.
  init(
    _ arguments: Arguments, _ setting: LayerSetting, shutter: Shutter? = nil
  ) throws(RenderError) {
    typealias Keys = ParticleParameters
    let style = ParticleStyle(arguments[Keys.kind])
    let given = arguments[Keys.colors].map { $0.stops.map(\.color) }
    colors = arguments.isGiven(Keys.color) ? nil : given ?? style.colors
    self.style = style.with(colors: colors ?? [.white])
    let side = Double(min(setting.canvas.width, setting.canvas.height))
    motion = ParticleMotion(arguments, self.style, side: side)
    count = arguments.isGiven(Keys.count) ? arguments[Keys.count] : .constant(style.count)
    emitter = arguments[Keys.emitter]
    color = arguments[Keys.color]
    coding = setting.coding
    sampling = arguments[GeometryParameters.sampling]
    if let path = arguments[Keys.source] {
      let asset = try setting.assets.image(path, at: path.place, setting)
      for warning in asset.warnings { setting.faults.warn(warning, at: path.place) }
      picture = (
        asset,
        asset.schedule
      )
    } else {
      picture = nil
    }
    sprites = PassingSprites(setting.coding)
    self.shutter = shutter
  }

  var isStill: Bool { false }

  /// Whether each of them is a picture: these are not seen on their way, but where they are.
  var hasPicture: Bool { picture != nil }

  /// How far any part of a particle moves in a second at most, in pixels of the box.
  var fastest: Double { motion.fastest }

  func draw(
    with painter: PicturePainter, on frame: Frame, _ place: BoxPlace, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    try draw(with: painter, on: frame, place, at: time, seenAt: nil, workspace)
  }

  /// Draws as many particles as there are at a time, as they are while the shutter is open, or at
  /// one moment of that.
  ///
  /// - Parameter moment: nil where they are seen on their way.
  func draw(
    with painter: PicturePainter, on frame: Frame, _ place: BoxPlace, at time: Time,
    seenAt moment: Time?, _ workspace: Workspace
  ) throws(RenderError) {
    guard place.box.x > 0, place.box.y > 0 else { return }
    let map = place.unit.map.after(.scale(1 / place.box.x, 1 / place.box.y))
    let scene = Scene(
      frame: frame, map: map, opacity: place.opacity,
      region: place.region ?? region(place, map, frame), time: time, workspace: workspace)
    let count = BandWave.bounded(count.value(at: time), 0, 10_000)
    let plain = color.value(at: time)
    let shown = Int(count.rounded(.up))
    try sprites.draw(on: frame, workspace) { (pen) throws(RenderError) in
      // The farthest first.
      for depth in ParticleMotion.depthLevels {
        for number in 0..<shown where motion.depth(number) == depth {
          func particle(at time: Time) -> Particle {
            var particle = motion.particle(number, at: time.seconds, in: place.box) {
              self.origin(at: $0, place.box)
            }
            particle.opacity *= min(count - Double(number), 1)
            return particle
          }
          if let picture {
            try draw(
              particle(at: moment ?? time), picture.asset,
              picture.schedule.frame(at: time.value), scene)
          } else if let shutter, moment == nil {
            let own = particle(at: time)
            let trail = ParticleTrail(shutter, of: time, scale: scene.map.stretch, particle)
            if trail.count == 1 { draw(own, plain, pen, scene) }
            for part in trail.parts { draw(part, of: trail.count, own, plain, pen, scene) }
          } else {
            draw(particle(at: moment ?? time), plain, pen, scene)
          }
        }
      }
    }
  }

  /// What all particles of a moment have in common.
  private struct Scene {
    let frame: Frame
    /// From the box to the frame.
    let map: Affine
    let opacity: UInt16
    let region: PlacedRegion?
    let time: Time
    let workspace: Workspace
  }

  /// The box, where that is not all of the frame.
  private func region(_ place: BoxPlace, _ map: Affine, _ frame: Frame) -> PlacedRegion? {
    let format = frame.format
    if place.unit.covers(width: format.width, height: format.height) { return nil }
    let part = place.unit.domain.scaled(x: place.box.x, y: place.box.y)
    let box = Region(
      left: part.left, top: part.top, width: part.right - part.left, height: part.bottom - part.top)
    return PlacedRegion(box, map: map)
  }

  private func origin(at seconds: Double, _ box: Vector) -> Vector {
    let anchor: Anchor
    if let still = emitter.constantValue {
      anchor = still
    } else {
      anchor = emitter.value(at: Time(Rational(approximating: seconds)))
    }
    return Vector(
      BandWave.bounded(anchor.x * box.x, -1e6, 1e6), BandWave.bounded(anchor.y * box.y, -1e6, 1e6))
  }

  /// Draws a particle as its kind looks, through its exact map.
  private func draw(
    _ particle: Particle, _ plain: Color, _ pen: PassingSprites.Pen, _ scene: Scene
  ) {
    guard let seen = look(particle, scene) else { return }
    let cover = ParticleCover(style.shape, from: seen.map, to: (seen.box.x, seen.box.y))
    guard let cover else { return }
    draw(cover, seen.box, seen.opacity, particleColor(particle, plain), pen, scene)
  }

  /// Draws the mean of a particle at some moments of those at which it is looked at.
  ///
  /// - Parameter own: how it is at the frame's time, which gives its colour.
  private func draw(
    _ moments: [Particle], of count: Int, _ own: Particle, _ plain: Color,
    _ pen: PassingSprites.Pen, _ scene: Scene
  ) {
    let seen = moments.compactMap { look($0, scene) }
    let sum = seen.reduce(0) { $0 + $1.opacity }
    let box = seen.reduce(Box.empty) { $0.union($1.box) }
    guard sum > 0, box.width < 16_384, box.height < 16_384 else { return }
    let covers = seen.compactMap { moment in
      ParticleCover(style.shape, from: moment.map, to: (box.x, box.y)).map {
        ParticleCovers.Moment(
          cover: $0, box: moment.box.moved(x: -box.x, y: -box.y),
          weight: Float(moment.opacity / sum))
      }
    }
    draw(
      ParticleCovers(moments: covers), box, sum / Double(count), particleColor(own, plain), pen,
      scene)
  }

  private func draw(
    _ source: some ValueSource, _ box: Box, _ opacity: Double, _ color: Color,
    _ pen: PassingSprites.Pen, _ scene: Scene
  ) {
    let share = UInt16((BandWave.bounded(opacity, 0, 1) * Double(scene.opacity)).rounded())
    guard share > 0 else { return }
    let rows = ValueRows(
      width: box.width, height: box.height, source: source,
      colors: .pair(
        PremultipliedColor(y: 0, u: 0, v: 0, a: 0), PremultipliedColor(color, coding: coding)))
    pen.draw(rows, x: box.x, y: box.y, opacity: share, region: scene.region)
  }

  /// A particle in a frame.
  private struct SeenParticle {
    /// From the square that it fills.
    let map: Affine
    let opacity: Double
    /// What it may touch.
    let box: Box
  }

  /// How a particle is seen; nil where it is not.
  private func look(_ particle: Particle, _ scene: Scene) -> SeenParticle? {
    var half = particle.half
    var opacity = particle.opacity
    // What is finer than samples is as wide as these, and as much fainter.
    let least = 0.75 / max(scene.map.stretch, 1e-6)
    if !style.isFlat {
      opacity *= min(half.x / least, 1) * min(half.y / least, 1)
      half = Vector(max(half.x, least), max(half.y, least))
    }
    guard opacity > 0, half.x.magnitude > 1e-6, half.y.magnitude > 1e-6 else { return nil }
    let own = scene.map.after(.translation(particle.center.x, particle.center.y))
      .after(.rotation(degrees: particle.turn)).after(.scale(half.x, half.y))
    // The box of what it covers, and a sample around it.
    let reach = Vector(own.a.magnitude + own.c.magnitude + 1, own.b.magnitude + own.d.magnitude + 1)
    let (left, top) = ((own.tx - reach.x).rounded(.down), (own.ty - reach.y).rounded(.down))
    let (right, bottom) = ((own.tx + reach.x).rounded(.up), (own.ty + reach.y).rounded(.up))
    let format = scene.frame.format
    guard left < Double(format.width), top < Double(format.height), right > 0, bottom > 0,
      right - left < 16_384, bottom - top < 16_384
    else { return nil }
    return SeenParticle(
      map: own, opacity: opacity,
      box: Box(
        x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top)))
  }

  private func particleColor(_ particle: Particle, _ plain: Color) -> Color {
    var color = plain
    if let colors, let last = colors.indices.last {
      let place = min(max(particle.color, 0), Double(last))
      let (first, share) = (Int(place), place - place.rounded(.down))
      let (from, to) = (colors[first].components, colors[min(first + 1, last)].components)
      color = Color(components: from + (to - from) * share)
    }
    color.red *= particle.shade
    color.green *= particle.shade
    color.blue *= particle.shade
    return color
  }

  /// Draws a picture where a particle is.
  private func draw(
    _ particle: Particle, _ asset: ImageAsset, _ index: Int, _ scene: Scene
  ) throws(RenderError) {
    // As long at its longer side as the particle is at its own.
    let size = 2 * max(particle.half.x.magnitude, particle.half.y.magnitude)
    let over = particle.half.x / max(particle.half.x.magnitude, 1e-9)
    let (width, height) = (Double(asset.width), Double(asset.height))
    let scale = size / max(width, height, 1)
    let share = UInt16((BandWave.bounded(particle.opacity, 0, 1) * Double(scene.opacity)).rounded())
    guard share > 0, scale * max(width, height) > 0.01 else { return }
    let map = scene.map.after(.translation(particle.center.x, particle.center.y))
      .after(.rotation(degrees: particle.turn)).after(.scale(scale * over, scale))
      .after(.translation(-width / 2, -height / 2))
    guard map.isBounded(by: 1e9), (map.a * map.d - map.b * map.c).magnitude > 1e-9 else { return }
    try asset.draw(
      index, on: scene.frame,
      placement: Placement(
        domain: .init(left: 0, top: 0, right: width, bottom: height), map: map.snapped,
        sampling: sampling),
      opacity: share, isStill: false, region: scene.region, scene.workspace)
  }

  func release() {
    sprites.release()
    picture?.asset.release()
  }
}
