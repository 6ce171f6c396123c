import Bytes
import Fonts
import Geometry
import Text
import Timeline

/// What a text layer says over time, and how that is laid out.
struct TextContent: Sendable {
  /// A piece of the text with a style of its own.
  private struct Span: Sendable {
    let template: TextTemplate
    let style: SpanStyle
    let request: FontRequest
    let fonts: FontChain
    let fallback: LayoutSpan.Fallback

    /// The characters of the text as it is in the beginning, counted in scalars.
    var length: Int { template.length }
  }

  /// All that decides where letters stand at one moment.
  struct Moment: Hashable {
    fileprivate var texts: [String]
    fileprivate var sizes: [Double]
    fileprivate var spacings: [Double]
  }

  /// Text in its lines, and the lines in their block.
  struct Laid: Sendable {
    let layout: TextLayout
    /// How far the lines lie below the block's top.
    let offset: Double
    /// The sides of the block.
    let size: Vector
    /// The size of the first letters.
    let letters: Double
  }

  /// By how much a text may shrink to fit.
  private static let scales = 1.0 / 256...1
  /// The most characters of a text.
  private static let longest = 100_000

  private var spans: [Span]
  private let arguments: Arguments
  private let canvas: Vector
  private let rate: FrameRate
  private let start: Time
  private let end: Time?
  /// What karaoke sweeps over the letters.
  private let highlight: Paint?
  /// Whether letters always stand in the same places.
  let isStill: Bool
  /// Whether they always look the same.
  let isPaintStill: Bool
  /// Whether characters may move one by one.
  private let isByCharacter: Bool
  /// Whether each character has a movement of its own, so that no two of them may become one glyph
  /// where the script does not ask for it.
  private let partsLetters: Bool

  /// - Throws: what is wrong with the texts or the fonts.
  init(
    _ layer: Layer, _ setting: LayerSetting, animators: [TextAnimator]
  ) throws(RenderError) {
    arguments = layer.arguments
    canvas = Vector(Double(setting.canvas.width), Double(setting.canvas.height))
    rate = try setting.textRate(layer.place)
    start = layer.range.start
    end = layer.range.end ?? setting.end
    if case .karaoke? = animators.first(where: { $0.kind == .karaoke })?.kind {
      highlight = animators.first { $0.kind == .karaoke }?.paint
    } else {
      highlight = nil
    }
    isByCharacter = !animators.isEmpty
    partsLetters = animators.contains { $0.unit == .character }
    let pieces =
      arguments.isGiven(TextParameters.spans) ? arguments[TextParameters.spans] : [arguments]
    var spans: [Span] = []
    for piece in pieces {
      let shown = piece[TextParameters.text]
      let style = SpanStyle(piece, base: arguments, canvasHeight: canvas.y)
      let span = try Self.span(shown, style, arguments, setting, layer.place)
      if end == nil, let name = span.template.nameOfEnd {
        let fault = TemplateFault(
          message: "'\(name)' counts to the layer's end; give the layer 'end' or 'duration'",
          scalar: 0)
        throw RenderError(.template(fault), at: shown.place)
      }
      spans.append(span)
    }
    self.spans = spans
    guard spans.reduce(0, { $0 + $1.length }) <= Self.longest else {
      throw RenderError(.tooLarge(.text(most: Self.longest)), at: layer.place)
    }
    isStill = spans.allSatisfy { $0.template.isStill && $0.style.isSizeStill }
    isPaintStill =
      spans.allSatisfy { $0.style.isPaintStill } && highlight.isStill
      && (arguments[TextParameters.background].map(Self.isStill) ?? true)
  }

  /// A piece of text with its fonts.
  private static func span(
    _ shown: ShownText, _ style: SpanStyle, _ arguments: Arguments, _ setting: LayerSetting,
    _ place: Range<Int>
  ) throws(RenderError) -> Span {
    let (request, language) = (style.request, style.language)
    let place = style.fontPlace ?? place
    let stack: FontStack
    do throws(FontChoiceError) {
      stack = try setting.fonts.stack(request)
    } catch {
      throw RenderError(.font(error), at: place)
    }
    for warning in stack.warnings { setting.faults.warn(warning, at: place) }
    return Span(
      template: try template(shown, arguments, setting), style: style, request: request,
      fonts: stack.fonts
    ) { [fonts = setting.fonts] cluster, wantsEmoji in
      fonts.fallback(for: cluster, request: request, wantsEmoji: wantsEmoji, language: language)
    }
  }

  private static func template(
    _ shown: ShownText, _ arguments: Arguments, _ setting: LayerSetting
  ) throws(RenderError) -> TextTemplate {
    guard arguments[TextParameters.template] else {
      // Who says that the text is no template means it.
      if !arguments.isGiven(TextParameters.template),
        let name = TemplateNames.all(in: shown.text).first
      {
        setting.faults.warn(
          "the text shows '${\(name)}' literally; write \"template\": true to fill it in, or "
            + "\"template\": false if that is intended", at: shown.place)
      }
      return TextTemplate(verbatim: shown.text)
    }
    do throws(TemplateFault) {
      return try TextTemplate(parsing: shown.text, variables: setting.variables)
    } catch {
      throw RenderError(.template(error), at: shown.place)
    }
  }

  private static func isStill(_ background: Arguments) -> Bool {
    background[TextParameters.radius].constantValue != nil
      && background[TextParameters.backgroundColor].isStill
  }

  /// The same with another text in place of its first span's, taken as it stands.
  func saying(_ text: String) -> TextContent {
    guard let first = spans.first else { return self }
    var copy = self
    copy.spans = [
      Span(
        template: TextTemplate(verbatim: text), style: first.style, request: first.request,
        fonts: first.fonts, fallback: first.fallback)
    ]
    return copy
  }

  // MARK: Layout

  /// Whether it says nothing at any time.
  var isWordless: Bool {
    spans.allSatisfy { $0.template.isStill }
      && moment(at: .zero).texts.allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  /// What decides the layout at a time of the layer.
  func moment(at time: Time) -> Moment {
    let moment = TextTemplate.Moment(time: start + time, rate: rate, end: end)
    return Moment(
      texts: CaseMapping.texts(spans.map { $0.style.piece($0.template.text(at: moment)) }),
      sizes: spans.map { $0.style.size(at: time) },
      spacings: spans.map { $0.style.letterSpacing(at: time) })
  }

  func laid(_ moment: Moment) -> Laid {
    let width = arguments[TextParameters.width]?.resolved(against: canvas.x)
    let height = arguments[TextParameters.height]?.resolved(against: canvas.y)
    var scale = 1.0
    let layout: TextLayout
    if arguments[TextParameters.fit] == .shrink, width != nil || height != nil {
      let text = ShapedText(pieces(moment), direction: options(width).direction)
      (layout, scale) = text.fitted(
        width: width, height: height, scales: Self.scales, options(width))
    } else {
      layout = TextLayout(pieces(moment), options: options(width))
    }
    let size = Vector(max(width ?? layout.width, 0), max(height ?? layout.height, 0))
    let rest = size.y - layout.height
    let offset =
      switch arguments[TextParameters.verticalAlign] {
      case .top: 0.0
      case .middle: rest / 2
      case .bottom: rest
      }
    return Laid(
      layout: layout, offset: offset, size: size, letters: (moment.sizes.first ?? 1) * scale)
  }

  private func pieces(_ moment: Moment) -> [LayoutSpan] {
    var pieces: [LayoutSpan] = []
    for (index, span) in spans.enumerated() {
      var piece = LayoutSpan(
        moment.texts[index], fonts: span.fonts, size: moment.sizes[index],
        tag: index, fallback: span.fallback)
      piece.letterSpacing = moment.spacings[index]
      // Before the span's own, which may ask for them again.
      piece.features = partsLetters ? [.init("liga", 0), .init("clig", 0)] : []
      piece.features += span.style.features.map {
        .init(Tag($0.tag), Int(min(max($0.value, 0), 65535)))
      }
      piece.language = span.style.language
      pieces.append(piece)
    }
    return pieces
  }

  private func options(_ width: Double?) -> LayoutOptions {
    var options = LayoutOptions(width: width)
    options.wrapping =
      switch arguments[TextParameters.wrap] {
      case .words: .greedy
      case .balance: .even
      case .none: .none
      }
    options.alignment =
      switch arguments[TextParameters.align] {
      case .start: .start
      case .end: .end
      case .left: .left
      case .center: .center
      case .right: .right
      case .justify: .justify
      }
    options.direction =
      switch arguments[TextParameters.direction] {
      case .auto: .auto
      case .ltr: .leftToRight
      case .rtl: .rightToLeft
      }
    options.lineHeight =
      switch arguments[TextParameters.lineHeight] {
      case .normal: .natural(1)
      case .multiple(let factor): .em(factor)
      case .pixels(let pixels): .pixels(pixels)
      }
    options.maximumLines = arguments[TextParameters.maxLines]
    if options.maximumLines != nil { options.ellipsis = "…" }
    return options
  }

  // MARK: Paint

  /// What each span looks like at a time.
  func styles(at time: Time) -> [GlyphStyle] {
    spans.map { span in
      var style = span.style.style(at: time, highlight: highlight)
      if arguments.isGiven(TextParameters.spans) {
        style.background = span.style.background(at: time)
      }
      return style
    }
  }

  /// The box behind the whole text at a time.
  func background(at time: Time) -> GlyphStyle.Background? {
    arguments[TextParameters.background].map { GlyphStyle.Background($0, at: time) }
  }

  func scene(
    _ laid: Laid, _ styles: [GlyphStyle], _ background: GlyphStyle.Background?
  ) -> TextScene {
    let extent = arguments[TextParameters.background]?[TextParameters.per] ?? .block
    return SceneBuilder(
      layout: laid.layout, styles: styles, requests: spans.map(\.request),
      offset: laid.offset, size: laid.size, background: background.map { ($0, extent) },
      isByCharacter: isByCharacter
    ).scene()
  }

  /// What cannot be drawn as it should be, for messages.
  func warnings(_ layout: TextLayout) -> [String] {
    FontReport.lines(missing: layout.missing, borrowed: layout.borrowed)
      + FontReport.broken(layout)
  }
}
