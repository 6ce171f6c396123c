import Fonts
import Geometry
import Text
import Timeline

/// The parameters of a piece of text: its own where they are given, else those of the whole.
struct SpanStyle: Sendable {
  private let own: Arguments
  private let base: Arguments
  private let canvasHeight: Double

  /// - Parameters:
  ///   - own: of the span; those of the whole text for text without spans.
  ///   - base: of the whole text.
  init(_ own: Arguments, base: Arguments, canvasHeight: Double) {
    self.own = own
    self.base = base
    self.canvasHeight = canvasHeight
  }

  private func arguments(for parameter: some ParameterDescription) -> Arguments {
    own.isGiven(parameter) ? own : base
  }

  private subscript<Value>(_ parameter: Parameter<Value>) -> Animated<Value> {
    arguments(for: parameter)[parameter]
  }

  private subscript<Value>(_ setting: Setting<Value>) -> Value {
    arguments(for: setting)[setting]
  }

  private subscript(_ groups: ParameterGroups) -> [Arguments] { arguments(for: groups)[groups] }

  // MARK: Letters

  /// The fonts that are wanted.
  var request: FontRequest {
    FontRequest(
      names: self[TextParameters.font].names.map(\.text),
      weight: self[TextParameters.weight].value,
      isItalic: self[TextParameters.style] != .normal,
      width: self[TextParameters.stretch].percent,
      variations: self[TextParameters.variations].settings.map {
        FontVariation(Tag($0.tag), $0.value)
      })
  }

  /// Where the fonts stand in the timeline.
  var fontPlace: Range<Int>? { self[TextParameters.font].names.first?.place }

  var features: [FontTags.Setting] { self[TextParameters.features].settings }
  var language: String? { self[TextParameters.language] }

  /// What the letters of a text become.
  func piece(_ text: String) -> CaseMapping.Piece {
    CaseMapping.Piece(text, self[TextParameters.letterCase].mapping, language: language)
  }

  /// Pixels per em.
  func size(at time: Time) -> Double {
    let size = self[TextParameters.size].value(at: time).resolved(against: canvasHeight)
    return min(max(size.isNaN ? 0 : size, 0.01), 20_000)
  }

  func letterSpacing(at time: Time) -> Double {
    self[TextParameters.letterSpacing].value(at: time)
  }

  /// Whether the letters are always of one size.
  var isSizeStill: Bool {
    self[TextParameters.size].constantValue != nil
      && self[TextParameters.letterSpacing].constantValue != nil
  }

  // MARK: Paint

  /// What the letters look like at a time.
  ///
  /// - Parameter highlight: what karaoke sweeps over them.
  func style(at time: Time, highlight: Paint?) -> GlyphStyle {
    let size = size(at: time)
    var style = GlyphStyle(
      fill: arguments(for: TextParameters.color)[TextParameters.color].fill(.white, at: time),
      strokes: self[TextParameters.stroke].map { Self.stroke($0, at: time) },
      shadows: self[TextParameters.shadow].map { Self.shadow($0, size: size, at: time) }
        + self[TextParameters.glow].map { Self.glow($0, at: time) },
      isUnderlined: self[TextParameters.underline],
      isStruckThrough: self[TextParameters.strikethrough])
    style.highlight = highlight.map { Optional($0).fill(.white, at: time) }
    return style
  }

  private static func stroke(_ arguments: Arguments, at time: Time) -> GlyphStyle.Stroke {
    GlyphStyle.Stroke(
      width: max(arguments[TextParameters.strokeWidth].value(at: time), 0),
      fill: arguments[TextParameters.strokeColor].fill(.black, at: time),
      position: arguments[TextParameters.strokePosition],
      join: arguments[TextParameters.strokeJoin].join)
  }

  private static func shadow(
    _ arguments: Arguments, size: Double, at time: Time
  ) -> GlyphStyle.Shadow {
    let offset = arguments[TextParameters.shadowOffset].value(at: time)
    return GlyphStyle.Shadow(
      offset: Vector(offset.x.resolved(against: size), offset.y.resolved(against: size)),
      blur: max(arguments[TextParameters.shadowBlur].value(at: time), 0) / 2,
      fill: arguments[TextParameters.shadowColor].fill(Color(packed: 0xBF), at: time))
  }

  private static func glow(_ arguments: Arguments, at time: Time) -> GlyphStyle.Shadow {
    GlyphStyle.Shadow(
      blur: max(arguments[TextParameters.glowBlur].value(at: time), 0) / 2,
      fill: arguments[TextParameters.glowColor].fill(.white, at: time),
      strength: max(arguments[TextParameters.glowStrength].value(at: time), 0))
  }

  /// Whether the letters always look the same.
  var isPaintStill: Bool {
    let paints = [arguments(for: TextParameters.color)[TextParameters.color]]
    let strokes = self[TextParameters.stroke].allSatisfy {
      $0[TextParameters.strokeWidth].constantValue != nil && $0[TextParameters.strokeColor].isStill
    }
    let shadows = self[TextParameters.shadow].allSatisfy {
      $0[TextParameters.shadowOffset].constantValue != nil
        && $0[TextParameters.shadowBlur].constantValue != nil
        && $0[TextParameters.shadowColor].isStill
    }
    let glows = self[TextParameters.glow].allSatisfy {
      $0[TextParameters.glowBlur].constantValue != nil
        && $0[TextParameters.glowStrength].constantValue != nil
        && $0[TextParameters.glowColor].isStill
    }
    return paints.allSatisfy(\.isStill) && strokes && shadows && glows
  }

  /// The box behind the span's own words.
  func background(at time: Time) -> GlyphStyle.Background? {
    own[TextParameters.spanBackground].map { GlyphStyle.Background($0, at: time) }
  }
}

extension GlyphStyle.Background {
  init(_ arguments: Arguments, at time: Time) {
    self.init(
      fill: arguments[TextParameters.backgroundColor].fill(Color(packed: 0x99), at: time),
      padding: arguments[TextParameters.padding],
      radius: max(arguments[TextParameters.radius].value(at: time), 0))
  }
}

extension Optional<Paint> {
  /// What fills a shape at a time; `color` where nothing is given.
  func fill(_ color: Color, at time: Time) -> Fill {
    switch self {
    case nil: return .color(color)
    case .color(let color): return .color(color.value(at: time))
    case .gradient(let arguments):
      let shape = arguments[GradientParameters.shape]
      let center = arguments[GradientParameters.center].value(at: time)
      let isTurn = shape == .conic && !arguments.isGiven(GradientParameters.angle)
      return .gradient(
        Fill.Gradient(
          shape: shape, stops: arguments[GradientParameters.stops],
          angle: isTurn ? 0 : arguments[GradientParameters.angle].value(at: time).degrees,
          center: Vector(center.x, center.y), spread: arguments[GradientParameters.spread]))
    case .generator(let generator): return .pattern(Fill.Pattern(generator, at: time))
    }
  }

  /// Whether it never changes.
  var isStill: Bool {
    switch self {
    case nil: true
    case .color(let color): color.constantValue != nil
    case .gradient(let arguments):
      arguments[GradientParameters.center].constantValue != nil
        && arguments[GradientParameters.angle].constantValue != nil
    case .generator(let generator):
      PatternPictures.type(named: generator.name)?.isStill(generator.arguments) ?? true
    }
  }
}

extension StrokeJoin {
  var join: LineJoin {
    switch self {
    case .round: .round
    case .miter: .miter
    case .bevel: .bevel
    }
  }
}
