import Fonts
import Geometry
import Timeline

/// What letters look like at one moment, in pixels of the text's own space.
struct GlyphStyle: Hashable, Sendable {
  /// Inside the letters.
  var fill: Fill
  /// How far the fill's edges are blurred: a gaussian's sigma.
  var blur: Double
  /// Lines along their edges, the nearest first; of those outside, each lies around the one before.
  var strokes: [Stroke]
  /// What lies behind the letters, the uppermost first.
  var shadows: [Shadow]
  var isUnderlined: Bool
  var isStruckThrough: Bool
  /// Behind the span's own words.
  var background: Background?
  /// The fill that sweeps over the letters; see ``AtomState/sweep``.
  var highlight: Fill?

  init(
    fill: Fill = .color(.white), blur: Double = 0, strokes: [Stroke] = [], shadows: [Shadow] = [],
    isUnderlined: Bool = false, isStruckThrough: Bool = false, background: Background? = nil,
    highlight: Fill? = nil
  ) {
    self.fill = fill
    self.blur = blur
    self.strokes = strokes
    self.shadows = shadows
    self.isUnderlined = isUnderlined
    self.isStruckThrough = isStruckThrough
    self.background = background
    self.highlight = highlight
  }

  /// How far anything is seen around the letters.
  var reach: Double {
    let outline = strokes.reduce(0) { $0 + $1.reach }
    let behind = shadows.reduce(0) {
      max($0, max($1.offset.x.magnitude, $1.offset.y.magnitude) + 3.5 * $1.blur)
    }
    return max(outline + behind, 3.5 * blur)
  }

  /// Leaves so much of everything to be seen.
  mutating func fade(to share: Double) {
    guard share < 1 else { return }
    fill = fill.faded(to: share)
    highlight = highlight?.faded(to: share)
    for index in strokes.indices { strokes[index].fill = strokes[index].fill.faded(to: share) }
    for index in shadows.indices { shadows[index].fill = shadows[index].fill.faded(to: share) }
  }

  /// A line along the edges of letters.
  struct Stroke: Hashable, Sendable {
    /// How wide it is seen beside the fill; in the centre, half as much lies within.
    var width: Double
    var fill: Fill
    var position: StrokePosition
    var join: LineJoin
    /// How far its edges are blurred: a gaussian's sigma.
    var blur: Double
    /// The shares of ``width`` that a stroke outside has across and down; more than 0, up to 1.
    var shares = Vector(1, 1)

    init(
      width: Double, fill: Fill = .color(.black), position: StrokePosition = .outside,
      join: LineJoin = .round, blur: Double = 0
    ) {
      self.width = width
      self.fill = fill
      self.position = position
      self.join = join
      self.blur = blur
    }

    fileprivate var reach: Double { (join == .miter ? 4 : 1) * width + 3.5 * blur }
  }

  /// The shape of the letters and their strokes, behind them: a shadow, or a glow.
  struct Shadow: Hashable, Sendable {
    var offset: Vector
    /// A gaussian's sigma.
    var blur: Double
    var fill: Fill
    /// How much more it covers than the blur leaves; 1 is as it is.
    var strength: Double

    init(
      offset: Vector = Vector(0, 0), blur: Double = 0, fill: Fill = .color(.black),
      strength: Double = 1
    ) {
      self.offset = offset
      self.blur = blur
      self.fill = fill
      self.strength = strength
    }
  }

  /// A box behind words.
  struct Background: Hashable, Sendable {
    var fill: Fill
    var padding: Sides
    var radius: Double

    init(fill: Fill, padding: Sides = Sides(0), radius: Double = 0) {
      self.fill = fill
      self.padding = padding
      self.radius = radius
    }
  }
}

/// Where a stroke lies.
enum StrokePosition: String, Choice {
  /// Around the letters, beneath their fill.
  case outside
  /// Half within the letters, over their fill.
  case center
  /// Within the letters, over their fill.
  case inside
}

/// What fills a shape at one moment.
enum Fill: Hashable, Sendable {
  case color(Color)
  case gradient(Gradient)
  case pattern(Pattern)

  /// A gradient along the box of the whole text.
  struct Gradient: Hashable, Sendable {
    var shape: GradientShape
    var stops: GradientStops
    /// In degrees, as in CSS.
    var angle: Double
    /// Shares of the box.
    var center: Vector
    var spread: GradientSpread
  }

  /// A computed picture in that box, at a time of the layer.
  struct Pattern: Hashable, Sendable {
    let generator: PaintGenerator
    let time: Time
    let isOpaque: Bool

    /// The picture at a time; of one that never changes, all are equal.
    init(_ generator: PaintGenerator, at time: Time) {
      self.generator = generator
      let type = PatternPictures.type(named: generator.name)
      self.time = type?.isStill(generator.arguments) ?? true ? .zero : time
      isOpaque = type?.isOpaque(generator.arguments, at: self.time) ?? false
    }
  }

  /// Nothing.
  static let none = Fill.color(.transparent)

  /// What is left of it where a share is seen; of a pattern all or nothing is.
  func faded(to share: Double) -> Fill {
    guard share < 1 else { return self }
    guard share > 0 else { return .none }
    switch self {
    case .color(let color): return .color(color.faded(to: share))
    case .gradient(var gradient):
      gradient.stops = GradientStops(
        gradient.stops.stops.map {
          GradientStops.Stop(position: $0.position, color: $0.color.faded(to: share))
        })
      return .gradient(gradient)
    case .pattern: return self
    }
  }

  /// Whether nothing of it is seen.
  var isNone: Bool {
    switch self {
    case .color(let color): color.alpha <= 0
    case .gradient, .pattern: false
    }
  }

  /// Whether it differs from place to place.
  var isGradient: Bool {
    switch self {
    case .color: false
    case .gradient, .pattern: true
    }
  }

  /// Whether nothing is seen through it.
  var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .gradient(let gradient): gradient.stops.stops.allSatisfy { $0.color.alpha >= 1 }
    case .pattern(let pattern): pattern.isOpaque
    }
  }
}

extension Color {
  /// The colour of which a share is seen.
  fileprivate func faded(to share: Double) -> Color {
    var color = self
    color.alpha *= share
    return color
  }
}
