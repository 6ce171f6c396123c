import Bytes
import Colors
import Fonts
import Geometry
import Plates
import Shapes

/// Where effects are made: how their units become pixels, and what they may see.
struct EffectPlace {
  let frame: Double
  /// Leads from the units of the effects to pixels.
  let map: Affine
  /// Leads from the layer's own units to pixels.
  let own: Affine
  /// The layer's own area, where it has one, and the pixels around it, or those of the picture.
  let area: LottieArea?
  let pixels: PixelBox?
  /// The widest blur, as the standard deviation in pixels.
  let widest: Double

  /// The standard deviations of a blur, in pixels, across and down.
  func deviations(_ across: Double, _ down: Double) -> (across: Double, down: Double) {
    func limited(_ value: Double) -> Double { min(value, widest) }
    return (
      limited(Maths.hypot(map.a * across, map.c * down)),
      limited(Maths.hypot(map.b * across, map.d * down))
    )
  }

  /// How wide a line around a layer is, in pixels.
  func outline(_ width: LottieTrack) -> Double {
    let width = min(max(width.number(at: frame), 0), LottieLimits.outline)
    return min(Maths.hypot(map.a, map.b) * width, LottieLimits.outline)
  }

  /// How soft After Effects draws what it calls so wide, as the share of it that is the deviation.
  static let deviation = 0.3
}

extension LottieEffect {
  /// Whether it draws where its layer need not be.
  var isBrush: Bool {
    if case .brush = self { true } else { false }
  }

  /// How far it reaches, in pixels.
  func reach(_ place: EffectPlace) -> Double {
    switch self {
    case .fill, .tones, .levels, .overlay, .brush, .ramp: return 0
    case .outline(_, let width): return place.outline(width) + 1
    case .blur(let amount, _, _):
      let width = max(amount.number(at: place.frame), 0) * EffectPlace.deviation
      let deviations = place.deviations(width, width)
      return 3 * max(deviations.across, deviations.down)
    case .shadow(let shadow):
      let width = max(shadow.softness.number(at: place.frame), 0) * EffectPlace.deviation
      let deviations = place.deviations(width, width)
      let step = shadow.step(place)
      return 3 * max(deviations.across, deviations.down) + max(step.x.magnitude, step.y.magnitude)
    }
  }
}

extension LottieShadow {
  /// How far it lies from its layer, in pixels.
  func step(_ place: EffectPlace) -> SIMD2<Double> {
    let angle = angle.number(at: place.frame)
    // A light from the right throws a shadow to the left.
    let turn = Affine.rotation(degrees: isAngleOfLight ? 180 - angle : angle - 90)
    let way = turn(Vector(distance.number(at: place.frame), 0))
    let (x, y) = (
      place.map.a * way.x + place.map.c * way.y, place.map.b * way.x + place.map.d * way.y
    )
    func limited(_ value: Double) -> Double { min(max(value, -20_000), 20_000) }
    return SIMD2(limited(x), limited(y))
  }
}

extension Plate {
  /// Makes effects one after another.
  mutating func apply(
    _ effects: [LottieEffect], _ place: EffectPlace, _ budget: inout LottieBudget
  ) {
    for effect in effects { apply(effect, place, silhouette: nil, &budget) }
  }

  /// Draws styles, all of them around what is there before.
  mutating func style(
    _ styles: [LottieEffect], _ place: EffectPlace, _ budget: inout LottieBudget
  ) {
    guard !styles.isEmpty, !budget.isSpent else { return }
    let silhouette = cover(byLuma: false, isInverted: false)
    for style in styles { apply(style, place, silhouette: silhouette, &budget) }
  }

  private mutating func apply(
    _ effect: LottieEffect, _ place: EffectPlace, silhouette: PlateCover?,
    _ budget: inout LottieBudget
  ) {
    budget.spend(effect.work, on: box)
    guard !budget.isSpent else { return }
    let frame = place.frame
    switch effect {
    case .fill(let hue, let opacity):
      let color = hue.color(at: frame).lanes
      let share = Float(min(max(opacity.number(at: frame, 1), 0), 1))
      change { SIMD4(color.x, color.y, color.z, $0.w * share) }
    case .tones(let hues, let amount, let isInverse):
      let share = min(max(amount.number(at: frame) / 100, 0), 1)
      tone(hues.map { $0.color(at: frame).lanes }, Float(isInverse ? 1 - share : share))
    case .levels(let levels): draw(levels.compactMap { LevelTable($0, at: frame) })
    case .blur(let amount, let axes, let repeatsEdges):
      let width = max(amount.number(at: frame), 0) * EffectPlace.deviation
      let axes = axes.number(at: frame)
      let (across, down) = place.deviations(axes == 3 ? 0 : width, axes == 2 ? 0 : width)
      if repeatsEdges.number(at: frame) >= 0.5 {
        blurWithin(place, across, down)
      } else {
        blur(across: across, down: down)
      }
    case .shadow(let shadow):
      cast(shadow, of: silhouette ?? cover(byLuma: false, isInverted: false), place)
    case .brush(let brush): draw(brush, place, &budget)
    case .outline(let hue, let width):
      surround(
        silhouette ?? cover(byLuma: false, isInverted: false), hue.color(at: frame),
        place.outline(width), &budget)
    case .ramp(let ramp): draw(ramp, place)
    case .overlay(let hue, let opacity, let blend):
      var over = Plate(box)
      over.fill(
        silhouette ?? cover(byLuma: false, isInverted: false), hue.color(at: frame),
        Plate.share(opacity.number(at: frame) / 100))
      keepingAlpha { $0.add(over, blend) }
    }
  }

  /// Blurs what lies in the area of its layer, whose edges stay.
  private mutating func blurWithin(_ place: EffectPlace, _ across: Double, _ down: Double) {
    guard let area = place.area, !place.own.isAxisAligned else {
      guard let pixels = place.pixels?.common(with: box) else { return }
      var part = cut(to: pixels)
      part.blur(across: across, down: down, goesOn: true)
      self = part.cut(to: box)
      return
    }
    var rasterizer = ShapeRasterizer()
    let cover = PlateCover(
      rasterizer.coverage(of: area.path, through: place.own, in: box), in: box)
    var soft = cover
    soft.blur(across: across, down: down)
    // What covers an edge in part does so already.
    for pixel in cover.shares.indices where cover.shares[pixel] == 0 {
      for at in pixel * 4..<pixel * 4 + 4 { samples[at] = 0 }
    }
    blur(across: across, down: down)
    for pixel in soft.shares.indices where cover.shares[pixel] > 0 {
      let share = UInt64(max(soft.shares[pixel], 1))
      for at in pixel * 4..<pixel * 4 + 4 {
        samples[at] = UInt16(min((UInt64(samples[at]) * 65_535 + share / 2) / share, 65_535))
      }
    }
    limit(to: cover)
  }

  /// Fills an empty plate as far as a cover goes.
  private mutating func fill(_ cover: PlateCover, _ color: LottieColor, _ opacity: UInt16) {
    let parts = [color.red, color.green, color.blue, 1].map(Self.share)
    for pixel in cover.shares.indices {
      let share = Self.product(cover.shares[pixel], opacity)
      for part in 0..<4 { samples[pixel * 4 + part] = Self.product(parts[part], share) }
    }
  }

  /// Draws on the plate without making anything more opaque than it is.
  private mutating func keepingAlpha(_ draw: (inout Plate) -> Void) {
    let before = cover(byLuma: false, isInverted: false)
    draw(&self)
    for pixel in before.shares.indices where samples[pixel * 4 + 3] != before.shares[pixel] {
      let (own, wanted) = (UInt32(samples[pixel * 4 + 3]), UInt32(before.shares[pixel]))
      for at in pixel * 4..<pixel * 4 + 4 where own > 0 {
        samples[at] = UInt16(truncatingIfNeeded: min((UInt32(samples[at]) * wanted) / own, wanted))
      }
    }
  }

  /// Draws a line around what is covered, outside of it: no pixel becomes less opaque, and none
  /// that is covered changes its colour.
  private mutating func surround(
    _ silhouette: PlateCover, _ color: LottieColor, _ width: Double,
    _ budget: inout LottieBudget
  ) {
    guard width > 0 else { return }
    let side = 2 * Int(width) + 3
    budget.spend(silhouette.edgePixels * side * side * 2)
    guard !budget.isSpent, let most = silhouette.shares.max(), most > 0 else { return }
    let cover = silhouette.grown(by: width)
    let parts = [color.red, color.green, color.blue, 1].map(Self.share)
    for pixel in cover.shares.indices {
      let own = UInt16(UInt32(silhouette.shares[pixel]) * 65_535 / UInt32(most))
      let share = cover.shares[pixel] - min(own, cover.shares[pixel])
      if share == 0 { continue }
      for part in 0..<4 {
        samples[pixel * 4 + part] = samples[pixel * 4 + part].plus(Self.product(parts[part], share))
      }
    }
  }

  private mutating func draw(_ ramp: LottieRamp, _ place: EffectPlace) {
    let (start, end) = (ramp.start.vector(at: place.frame), ramp.end.vector(at: place.frame))
    let colors = [ramp.first, ramp.last].map { $0.color(at: place.frame) }
    let isRadial = ramp.kind.number(at: place.frame, 1) >= 2
    guard
      let ink = GradientInk(
        colors, from: start, to: end, isRadial: isRadial, through: place.map)
    else { return }
    let rest = ramp.rest.number(at: place.frame)
    let silhouette = cover(byLuma: false, isInverted: false)
    var made = Plate(box)
    made.fill(PlateCover(box, .max).coverage, .gradient(ink), opacity: 1)
    made.limit(to: silhouette)
    let kept = Self.share(rest > 1 ? rest / 100 : rest)
    for at in samples.indices {
      samples[at] = Self.product(samples[at], kept)
        .plus(Self.product(made.samples[at], .max - kept))
    }
  }

  private mutating func cast(
    _ shadow: LottieShadow, of silhouette: PlateCover, _ place: EffectPlace
  ) {
    var cover = silhouette
    if shadow.isInside { cover.change { .max &- $0 } }
    let width = max(shadow.softness.number(at: place.frame), 0) * EffectPlace.deviation
    let (across, down) = place.deviations(width, width)
    cover.blur(across: across, down: down)
    let spread = min(max(shadow.spread.number(at: place.frame) / 100, 0), 1)
    if spread > 0 {
      let factor = Float(min(1 / max(1 - spread, 1e-6), 65_535))
      cover.change { UInt16(min(Float($0) * factor, 65_535)) }
    }
    let step = shadow.step(place)
    if step != .zero { cover = cover.moved(by: step, outside: shadow.isInside ? .max : 0) }
    let opacity = Self.share(shadow.opacity.number(at: place.frame) / shadow.wholeOpacity)
    var plate = Plate(box)
    plate.fill(cover, shadow.color.color(at: place.frame), opacity)
    if shadow.isInside {
      plate.limit(to: silhouette)
      keepingAlpha { $0.add(plate, shadow.blend) }
    } else {
      if shadow.isAlone.number(at: place.frame) < 0.5 { plate.add(self) }
      self = plate
    }
  }

  private mutating func draw(
    _ brush: LottieBrush, _ place: EffectPlace, _ budget: inout LottieBudget
  ) {
    let size = brush.size.number(at: place.frame)
    var cover = PlateCover(box, 0)
    if size > 0, size < LottieLimits.number {
      let style = StrokeStyle(width: 2 * size, cap: .round, join: .round)
      let path = brush.path(at: place.frame, &budget)
      var painter = StylePainter(at: place.frame, budget)
      cover = PlateCover(
        painter.coverage(ofStroke: style, along: path, through: place.own, in: box), in: box)
      budget = painter.budget
    }
    let opacity = Self.share(brush.opacity.number(at: place.frame, 1))
    switch brush.kind.number(at: place.frame, 1) {
    case 3...:
      cover.change { Self.product($0, opacity) }
      limit(to: cover)
    case let kind:
      var line = Plate(box)
      line.fill(cover, brush.color.color(at: place.frame), opacity)
      if kind < 2 { add(line) } else { self = line }
    }
  }

  /// Changes colours and alpha of all pixels where there is something, from 0 to 1.
  private mutating func change(_ changed: (SIMD4<Float>) -> SIMD4<Float>) {
    for at in stride(from: 0, to: samples.count, by: 4) where samples[at + 3] != 0 {
      let alpha = Float(samples[at + 3])
      let color = SIMD4<Float>(
        Float(samples[at]), Float(samples[at + 1]), Float(samples[at + 2]), 0)
      var made = (color / alpha)
      made.w = alpha / 65_535
      made = changed(made).clamped(lowerBound: .zero, upperBound: .one)
      let share = made.w * 65_535
      for part in 0..<3 { samples[at + part] = UInt16(made[part] * share + 0.5) }
      samples[at + 3] = UInt16(share + 0.5)
    }
  }

  /// Colours by brightness, of evenly spaced ones from dark to bright.
  private mutating func tone(_ colors: [SIMD4<Float>], _ share: Float) {
    guard colors.count > 1, share > 0 else { return }
    change { pixel in
      let luma = min(0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z, 1)
      let place = luma * Float(colors.count - 1)
      let index = min(Int(place), colors.count - 2)
      let color = colors[index] + (colors[index + 1] - colors[index]) * (place - Float(index))
      var made = pixel + (color - pixel) * share
      made.w = pixel.w
      return made
    }
  }

  private mutating func draw(_ tables: [LevelTable]) {
    guard !tables.isEmpty else { return }
    change { pixel in
      var made = pixel
      for table in tables {
        for part in table.parts { made[part] = table.value(of: made[part]) }
      }
      return made
    }
  }
}

extension LottieBrush {
  /// What is drawn of its paths at a frame.
  fileprivate func path(at frame: Double, _ budget: inout LottieBudget) -> ShapePath {
    var contours: [ShapePath.Contour] = []
    for path in paths {
      let contour = LottieContour(path.value(at: frame))
      budget.spend(LottieBudget.Cost.use + contour.points.count * LottieBudget.Cost.measure)
      guard !budget.isSpent else { break }
      if contour.isBounded, let made = contour.contour { contours.append(made) }
    }
    func share(_ track: LottieTrack, _ fallback: Double) -> Double {
      min(max(track.number(at: frame, fallback) / 100, 0), 1)
    }
    let (start, end) = (share(self.start, 0), share(self.end, 100))
    if isSequential { return ShapePath(contours).trimmed(from: start, to: end) }
    return ShapePath(
      contours.flatMap { ShapePath([$0]).trimmed(from: start, to: end).contours })
  }
}

extension LottieEffect {
  /// How much work it is at each pixel.
  fileprivate var work: Int {
    switch self {
    case .fill, .tones, .levels, .brush, .overlay, .outline: LottieBudget.Cost.effect
    case .ramp: LottieBudget.Cost.mix
    case .blur, .shadow: LottieBudget.Cost.blur
    }
  }
}

/// What levels make of numbers from 0 to 1.
private struct LevelTable {
  private static let steps = 1024

  let parts: Range<Int>
  private let values: [Float]

  /// The levels at a frame; nil where they change nothing.
  init?(_ levels: LottieLevels, at frame: Double) {
    func number(_ track: LottieTrack) -> Double { min(max(track.number(at: frame), 0), 1) }
    let (black, white) = (number(levels.black), number(levels.white))
    let (low, high) = (number(levels.outBlack), number(levels.outWhite))
    let gamma = min(max(levels.gamma.number(at: frame, 1), 0.01), 100)
    guard (black, white, gamma) != (0, 1, 1) || (low, high) != (0, 1) else { return nil }
    parts = levels.parts
    values = (0...Self.steps).map { step in
      let place = Double(step) / Double(Self.steps)
      let width = white - black
      let share = width == 0 ? (place < white ? 0 : 1) : (place - black) / width
      return Float(low + (high - low) * Maths.pow(min(max(share, 0), 1), 1 / gamma))
    }
  }

  func value(of number: Float) -> Float {
    let place = min(max(number, 0), 1) * Float(Self.steps)
    let index = min(Int(place), Self.steps - 1)
    return values[index] + (values[index + 1] - values[index]) * (place - Float(index))
  }
}

extension LottieColor {
  fileprivate var lanes: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }
}
