import Bytes
import Fonts
import Geometry
import Timeline

/// What a captions layer's parameters say of the word that is spoken, and of how words appear.
struct CaptionLook: Sendable {
  let animators: [TextAnimator]
  /// What fills the word that is spoken, or sweeps over the words; nil where nothing does.
  let highlight: Paint?
  private let box: Arguments?
  private let glide: Rational
  private let hasStroke: Bool

  init(_ arguments: Arguments) {
    let style = arguments[CaptionParameters.style]
    animators =
      arguments.isGiven(TextAnimator.animateWords)
      ? arguments[TextAnimator.animateWords].map { TextAnimator(word: $0) } : style.animators
    let own = arguments[CaptionParameters.highlight]
    box = own?[CaptionParameters.box]
    let usual = style == .highlight && box == nil || animators.contains { $0.kind == .karaoke }
    highlight =
      own?[CaptionParameters.highlightColor]
      ?? (usual ? .color(.constant(Color(packed: 0xFFD8_00FF))) : nil)
    glide = (own ?? Arguments())[CaptionParameters.glide].value
    hasStroke = arguments.isGiven(CaptionParameters.stroke)
  }

  /// Whether all colours stay as they are.
  var isStill: Bool {
    highlight.isStill && (box?[CaptionParameters.boxColor].isStill ?? true)
  }

  /// The style of letters with the outline that captions have, and their highlight.
  func style(_ style: GlyphStyle, letters: Double, at time: Time) -> GlyphStyle {
    var style = style
    if !hasStroke { style.strokes = [GlyphStyle.Stroke(width: letters / 12)] }
    style.highlight = highlight.map { Optional($0).fill(.white, at: time) }
    return style
  }

  /// The box behind the word that is spoken; nil where there is none.
  ///
  /// - Parameters:
  ///   - size: of the letters.
  ///   - time: of the layer; `spoken` is that of the file.
  func box(
    _ motion: CaptionMotion, size: Double, at time: Time, spoken: Rational
  ) -> TextScene.Backing? {
    guard let box, let (bounds, atoms) = motion.box(glide: glide, at: spoken) else { return nil }
    let padding =
      box[CaptionParameters.boxPadding] ?? Sides(top: 0, right: size / 8, bottom: 0, left: size / 8)
    let padded = Bounds(
      minX: bounds.minX - padding.left, minY: bounds.minY - padding.top,
      maxX: bounds.maxX + padding.right, maxY: bounds.maxY + padding.bottom)
    return TextScene.Backing(
      box: padded, radius: box[CaptionParameters.boxRadius] ?? size / 5,
      fill: box[CaptionParameters.boxColor].fill(Color(packed: 0x6D28_D9FF), at: time),
      atoms: atoms)
  }
}
