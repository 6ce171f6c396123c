import Bytes
import Captions
import Timeline

/// What captions look like as a whole: values of the keys below, each of which may be given
/// instead.
enum CaptionStyle: String, Choice {
  case highlight, pop, karaoke
  case oneWord = "one-word"
  case reveal

  /// How words appear.
  var animators: [TextAnimator] {
    switch self {
    case .highlight: []
    case .karaoke: [.word(.karaoke)]
    case .pop: [.word(.scale, duration: Time(1, 2), ease: "spring(1, 120, 11, 0)", from: 0.4)]
    case .oneWord: [.word(.scale, duration: Time(3, 10), ease: "spring(1, 120, 14, 0)", from: 0.8)]
    case .reveal: [.word(.fade, duration: Time(3, 20), ease: "ease-out")]
    }
  }
}

/// The parameters of captions.
enum CaptionParameters {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The file with the words, recognised by its contents: JSON of Whisper, of services such as "
      + "AssemblyAI, AWS Transcribe, Azure, Deepgram, ElevenLabs, Google and Rev.ai, or of YouTube, "
      + "or WebVTT, ASS or SubRip.")
  static let offset = Setting<Time>(
    "offset", default: .zero, unit: "s",
    "What is added to the times of the file; a negative offset shows everything earlier.")
  static let style = Setting<CaptionStyle>(
    "style", default: .highlight,
    "`highlight` gives the word that is spoken another colour, `pop` lets each word come with a "
      + "spring, `karaoke` sweeps over the words, `one-word` shows them one by one, `reveal` lets "
      + "each appear when it is spoken.")
  static let slant = Setting<FontStyle>(
    "slant", default: .normal, "Whether the letters slant: the `style` of text layers.")

  // MARK: Cutting

  private static let rules = CuttingRules()

  static let maxWords = Setting<Int?>(
    "maxWords", default: nil, in: Limits(1...1000),
    defaultText: "what has room, for `one-word` 1", "The most words that are shown at a time.")
  static let maxLines = Setting<Int>(
    "maxLines", default: rules.maxLines, in: Limits(1...20), "The most lines.")
  static let maxChars = Setting<Int>(
    "maxChars", default: rules.maxChars, in: Limits(1...1000),
    "The most characters of a line; wide ones, as of Chinese, count twice. Lines that are still "
      + "wider than `width` are drawn smaller.")
  static let pause = Setting<Time>(
    "pause", default: Time(rules.pause), in: Limits(0...1000), unit: "s",
    "A silence of this length always ends a caption, as a sentence does.")
  static let minDuration = Setting<Time>(
    "minDuration", default: Time(rules.minDuration), in: Limits(0...1000), unit: "s",
    "How long a caption is shown at least, where the next one leaves room.")
  static let hold = Setting<Time>(
    "hold", default: Time(rules.hold), in: Limits(0...1000), unit: "s",
    "How long a caption may stay after the next word begins, if its own words or `minDuration` last "
      + "that long.")

  static let cutting: [any ParameterDescription] = [
    maxWords, maxLines, maxChars, pause, minDuration, hold,
  ]

  static func rules(_ arguments: Arguments) -> CuttingRules {
    var rules = CuttingRules()
    rules.maxWords =
      arguments[maxWords] ?? (arguments[style] == .oneWord ? 1 : nil)
    rules.maxLines = arguments[maxLines]
    rules.maxChars = arguments[maxChars]
    rules.pause = arguments[pause].value
    rules.minDuration = arguments[minDuration].value
    rules.hold = arguments[hold].value
    return rules
  }

  // MARK: The word that is spoken

  static let highlightColor = PaintParameter(
    "color", .all,
    defaultText: "yellow in the styles `highlight`, unless it has a box, and `karaoke`; else none",
    "What fills the word from its start to its end; in `karaoke`, what sweeps over the words.")
  static let boxColor = PaintParameter(
    "color", .all, defaultText: "violet", "A colour, a gradient or a pattern.")
  static let boxPadding = Setting<Sides?>(
    "padding", default: nil, unit: "px",
    defaultText: "an eighth of the letters' size, none above and below",
    "How far it extends beyond the word.")
  static let boxRadius = Setting<Double?>(
    "radius", default: nil, in: Limits(0...5000), unit: "px",
    defaultText: "a fifth of the letters' size", "How round its corners are.")
  static let box = ParameterGroup(
    "background", [boxColor, boxPadding, boxRadius], "A box behind the word.")
  static let glide = Setting<Time>(
    "glide", default: Time(3, 20) ?? .zero, in: Limits(0...10), unit: "s",
    "How long the box glides to the next word of its line; 0 lets it jump.")
  static let highlight = ParameterGroup(
    "highlight", [highlightColor, box, glide],
    "What the word looks like while it is spoken, in any style.")

  // MARK: Place and letters

  static let safeArea = Setting<SafeArea>(
    "safeArea", default: .title,
    "Where captions stand unless `position` says so: at the bottom of what a player leaves free.")
  static let position = Parameter<Point>(
    "position", default: SafeArea.title.foot, unit: "px", "Where the anchor stands on the canvas.")
  static let anchor = Parameter<Anchor>(
    "anchor", default: Anchor(x: 0.5, y: 1), "The point of the text that stands at `position`.")
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.05), in: Limits(0...10_000), unit: "px",
    "The size of the letters; a percentage is of the canvas's height. In `one-word`, the default is "
      + "8%.")
  static let weight = Setting<FontWeight>(
    "weight", default: FontWeight(800), "How heavy the letters are.")
  static let stroke = ParameterGroups(
    "stroke", TextParameters.stroke.members,
    defaultText: "a black line of a twelfth of the letters' size",
    "An outline of the letters. Of several, each is drawn around the one before.")
  static let align = Setting<TextAlign>(
    "align", default: .center, "How lines are aligned in the box's width.")
  static let direction = Setting<TextDirection>(
    "direction", default: .auto,
    "The direction of the text; `auto` is that of most letters of the file.")
  static let width = Setting<Length?>(
    "width", default: nil, in: Limits(0...100_000), unit: "px",
    defaultText: "that of the safe area",
    "The width of the box; a percentage is of the canvas. Wider lines are drawn smaller.")

  /// The arguments of a text layer that looks as a captions layer says.
  ///
  /// - Parameter isRightToLeft: whether the words run so.
  static func text(_ arguments: Arguments, isRightToLeft: Bool) -> Arguments {
    let area = arguments[safeArea]
    var text =
      arguments
      .setting(TextParameters.style, to: arguments[slant])
      .setting(TextParameters.weight, to: arguments[weight])
      .setting(TextParameters.align, to: arguments[align])
      .setting(TextParameters.width, to: arguments[width] ?? area.width)
      .setting(TextParameters.wrap, to: .none)
      .setting(TextParameters.fit, to: .shrink)
      .setting(TextParameters.maxLines, to: nil)
      // The track's words have it already.
      .setting(TextParameters.letterCase, to: TextCase.none)
      .setting(GeometryParameters.anchor, to: arguments[anchor])
    if arguments[direction] == .auto {
      text = text.setting(TextParameters.direction, to: isRightToLeft ? .rtl : .ltr)
    }
    if !arguments.isGiven(position) {
      text = text.setting(GeometryParameters.position, to: area.foot)
    }
    let isLarge = arguments[style] == .oneWord && !arguments.isGiven(size)
    return text.setting(
      TextParameters.size,
      to: isLarge ? .constant(Length(fraction: 0.08)) : arguments[size])
  }
}
