import Fonts
import Geometry
import Text
import Timeline

/// What a layer's parameters say of subtitles that have no tags.
struct CueDefaults {
  let request: FontRequest
  let language: String?
  let look: GlyphStyle
  let background: (style: GlyphStyle.Background, extent: BackgroundExtent)?
  let lineHeight: LayoutOptions.LineHeight
  let letterSpacing: Double
  let defaults: CueTrack.Defaults

  /// How wide the outline is that nothing else is said of, in heights of the canvas: a 288th, as
  /// players have it.
  private static let outline = 1.0 / 288

  init(_ arguments: Arguments, canvas: (width: Int, height: Int)) {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let span = SpanStyle(arguments, base: arguments, canvasHeight: height)
    var request = span.request
    request.weight = arguments[SubtitlesLayer.weight].value
    self.request = request
    language = span.language
    var look = span.style(at: .zero, highlight: nil)
    if !arguments.isGiven(SubtitlesLayer.stroke) {
      look.strokes = [GlyphStyle.Stroke(width: max(height * Self.outline, 0.75))]
    }
    self.look = look
    background = arguments[TextParameters.background].map {
      (GlyphStyle.Background($0, at: .zero), $0[TextParameters.per])
    }
    lineHeight =
      switch arguments[TextParameters.lineHeight] {
      case .normal: .natural(1)
      case .multiple(let factor): .em(factor)
      case .pixels(let pixels): .pixels(pixels)
      }
    letterSpacing = span.letterSpacing(at: .zero)
    let size = arguments[SubtitlesLayer.size].value(at: .zero).resolved(against: height)
    var style = CueStyle()
    style.size = size
    style.weight = request.weight
    style.isItalic = request.isItalic
    style.isUnderlined = look.isUnderlined
    style.isStruck = look.isStruckThrough
    let anchor = arguments[SubtitlesLayer.anchor]
    func third(_ share: Double) -> Int { share < 0.25 ? 0 : share > 0.75 ? 2 : 1 }
    defaults = CueTrack.Defaults(
      style: style, alignment: 1 + third(anchor.x) + 3 * (2 - third(anchor.y)),
      position: arguments[SubtitlesLayer.position].map {
        Vector($0.x.resolved(against: width), $0.y.resolved(against: height))
      },
      margin: arguments[SubtitlesLayer.margin].resolved(against: height),
      room: arguments[SubtitlesLayer.maxWidth].resolved(against: width), line: size * 1.2)
  }
}
