import Text
import Timeline

/// What text looks like: the parameters of a text layer that its spans have too, and that subtitles
/// have as their default style.
enum TextParameters {
  // MARK: Letters

  static let font = Setting<FontList>(
    "font", default: FontList(), defaultText: "the built-in font",
    "The font, or several; each character uses the first that has it. A name with a slash or an "
      + "extension such as .ttf is a file. Characters that none of them has are looked for in all "
      + "fonts.")
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.06), in: Limits(0...10_000), unit: "px",
    "The size of the letters; a percentage is of the canvas's height.")
  static let weight = Setting<FontWeight>(
    "weight", default: .regular, "How heavy the letters are.")
  static let style = Setting<FontStyle>(
    "style", default: .normal, "Whether the letters slant.")
  static let stretch = Setting<FontStretch>(
    "stretch", default: .normal, "How wide the letters are, for fonts with several widths.")
  static let variations = Setting<FontTags>(
    "variations", default: FontTags(), defaultText: "none",
    "Values on the axes of a variable font.")
  static let features = Setting<FontTags>(
    "features", default: FontTags(), defaultText: "the font's own",
    "OpenType features, on, off or with a number.")
  static let language = Setting<String?>(
    "language", default: nil,
    "The language as a BCP 47 tag, such as \"sr\", for fonts with forms of their own for it.")
  static let letterCase = Setting<TextCase>(
    "case", default: .none,
    "Whether letters are shown as capitals, as small letters, or with a capital at the start of each "
      + "word, by the rules of `language`.")
  static let letterSpacing = Parameter<Double>(
    "letterSpacing", default: 0, in: Limits(-1000...1000), unit: "px",
    "The space added after every character.")

  // MARK: Paint

  static let color = PaintParameter(
    "color", .all, defaultText: "white",
    "What fills the letters: a colour, or a gradient or a pattern in the box of the whole text.")
  static let stroke = ParameterGroups(
    "stroke", [strokeWidth, strokeColor, strokePosition, strokeJoin],
    "An outline of the letters. Of several, each is drawn around the one before.")
  static let shadow = ParameterGroups(
    "shadow", [shadowOffset, shadowBlur, shadowColor],
    "A shadow behind the letters. Of several, the first is on top.")
  static let glow = ParameterGroups(
    "glow", [glowBlur, glowColor, glowStrength],
    "Light around the letters. Glows are drawn beneath shadows.")
  static let underline = Setting<Bool>(
    "underline", default: false, "Whether a line runs under the letters.")
  static let strikethrough = Setting<Bool>(
    "strikethrough", default: false, "Whether a line runs through the letters.")

  static let strokeWidth = Parameter<Double>(
    "width", default: 4, in: Limits(0...500), unit: "px",
    "The width of the line; with `outside`, all of it is visible.")
  static let strokeColor = PaintParameter(
    "color", .all, defaultText: "black",
    "A colour, a gradient or a pattern.")
  static let strokePosition = Setting<StrokePosition>(
    "position", default: .outside,
    "`outside` is drawn around the letters, beneath all fills; `center` and `inside` over the fill."
  )
  static let strokeJoin = Setting<StrokeJoin>(
    "join", default: .round, "What its corners look like.")

  static let shadowOffset = Parameter<Point>(
    "offset", default: Point(x: Length(pixels: 3), y: Length(pixels: 3)), unit: "px",
    "How far it is moved right and down; percentages are of the letters' size.")
  static let shadowBlur = Parameter<Double>(
    "blur", default: 6, in: Limits(0...500), unit: "px",
    "The blur radius, as in CSS: twice the standard deviation of the gaussian.")
  static let shadowColor = PaintParameter(
    "color", .all, defaultText: "black at 75 %",
    "A colour, a gradient or a pattern.")

  static let glowBlur = Parameter<Double>(
    "blur", default: 20, in: Limits(0...500), unit: "px", "The blur radius, as in `shadow`.")
  static let glowColor = PaintParameter(
    "color", .all, defaultText: "white",
    "A colour, a gradient or a pattern.")
  static let glowStrength = Parameter<Double>(
    "strength", default: 1.5, in: Limits(0...20), "A factor on its opacity after the blur.")

  // MARK: Backgrounds

  static let backgroundColor = PaintParameter(
    "color", .all, defaultText: "black at 60 %",
    "A colour, or a gradient or a pattern in the box of the whole text.")
  static let padding = Setting<Sides>(
    "padding", default: Sides(12), unit: "px",
    "How far it extends beyond the text. It does not move the text.")
  static let radius = Parameter<Double>(
    "radius", default: 0, in: Limits(0...5000), unit: "px", "How round its corners are.")
  static let per = Setting<BackgroundExtent>(
    "per", default: .block, "One box around all lines, or one around each.")
  static let background = ParameterGroup(
    "background", [backgroundColor, padding, radius, per], "A box behind the text.")
  static let spanBackground = ParameterGroup(
    "background", [backgroundColor, padding, radius], "A box behind the span's words.")

  /// What a span of text may have of its own.
  static let span: [any ParameterDescription] = [
    font, size, weight, style, stretch, variations, features, language, letterCase,
    letterSpacing, color, stroke, shadow, glow, underline, strikethrough,
  ]

  // MARK: Lines

  static let align = Setting<TextAlign>(
    "align", default: .start, defaultText: "`start`: left, or right in right-to-left text",
    "How lines are aligned in the box's width.")
  static let verticalAlign = Setting<VerticalAlign>(
    "verticalAlign", default: .top, "How the lines are aligned in the box's height.")
  static let lineHeight = Setting<LineHeight>(
    "lineHeight", default: .normal, "The distance from one line to the next.")
  static let width = Setting<Length?>(
    "width", default: nil, in: Limits(0...100_000), unit: "px",
    defaultText: "that of the longest line",
    "The width of the box, at which lines are wrapped; a percentage is of the canvas.")
  static let height = Setting<Length?>(
    "height", default: nil, in: Limits(0...100_000), unit: "px",
    defaultText: "that of all lines",
    "The height of the box; a percentage is of the canvas.")
  static let wrap = Setting<TextWrap>(
    "wrap", default: .words,
    "Where lines that are too long are broken: between `words`; so that all lines are about as "
      + "long (`balance`); or only where the text has a newline (`none`).")
  static let maxLines = Setting<Int?>(
    "maxLines", default: nil, in: Limits(1...10_000),
    "The most lines that are shown; the last one ends in an ellipsis where there are more.")
  static let fit = Setting<TextFit>(
    "fit", default: .none,
    "`shrink` reduces the font size until the text fits into `width` and `height`.")
  static let direction = Setting<TextDirection>(
    "direction", default: .auto, "The direction of the text; `auto` follows its first letter.")

  /// How lines are laid out.
  static let lines: [any ParameterDescription] = [
    align, verticalAlign, lineHeight, width, height, wrap, maxLines, fit, direction,
  ]
}

/// How letters are written, whatever the text has: CSS's `text-transform`.
enum TextCase: String, Choice {
  case none, uppercase, lowercase, capitalize

  /// What is done to a text; nil where it stays as it is.
  var mapping: CaseMapping? {
    switch self {
    case .none: nil
    case .uppercase: .uppercase
    case .lowercase: .lowercase
    case .capitalize: .capitalize
    }
  }
}

enum FontStyle: String, Choice { case normal, italic, oblique }

enum StrokeJoin: String, Choice { case round, miter, bevel }

enum BackgroundExtent: String, Choice { case block, line }

enum TextAlign: String, Choice { case start, end, left, center, right, justify }

enum VerticalAlign: String, Choice { case top, middle, bottom }

enum TextWrap: String, Choice {
  case words
  case balance
  case none
}

enum TextFit: String, Choice { case none, shrink }

enum TextDirection: String, Choice { case auto, ltr, rtl }
