import Fonts
import Geometry
import Subtitles
import Text
import Timeline

/// What a layer's parameters say of subtitles that have no tags.
struct CueDefaults {
  let request: FontRequest
  let language: String?
  /// What letters become.
  let letterCase: CaseMapping?
  let lineHeight: LayoutOptions.LineHeight
  /// How far backgrounds reach.
  let extent: BackgroundExtent?
  let features: [FeatureSetting]
  let defaults: CueTrack.Defaults
  private let span: SpanStyle
  private let arguments: Arguments
  private let canvasHeight: Double

  /// What parameters that can be animated say at one time.
  struct Moment: Hashable {
    var look: GlyphStyle
    var background: GlyphStyle.Background?
    /// Pixels per em.
    var size: Double
    var letterSpacing: Double
  }

  /// How wide the outline is that nothing else is said of, in heights of the canvas: a 288th, as
  /// players have it.
  private static let outline = 1.0 / 288

  init(_ arguments: Arguments, canvas: (width: Int, height: Int)) {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    span = SpanStyle(arguments, base: arguments, canvasHeight: height)
    self.arguments = arguments
    canvasHeight = height
    var request = span.request
    request.weight = arguments[CueParameters.weight].value
    self.request = request
    language = span.language
    letterCase = arguments[TextParameters.letterCase].mapping
    extent = arguments[TextParameters.background].map { $0[TextParameters.per] }
    lineHeight =
      switch arguments[TextParameters.lineHeight] {
      case .normal: .natural(1)
      case .multiple(let factor): .em(factor)
      case .pixels(let pixels): .pixels(pixels)
      }
    features = span.features.map {
      FeatureSetting(Tag($0.tag), Int(min(max($0.value, 0), 65535)))
    }
    let size = arguments[CueParameters.size].value(at: .zero).resolved(against: height)
    var style = CueStyle()
    style.size = size
    style.weight = request.weight
    style.isItalic = request.isItalic
    style.isUnderlined = arguments[TextParameters.underline]
    style.isStruck = arguments[TextParameters.strikethrough]
    style.future = arguments[CueParameters.future].map { SubtitleColor($0) }
    let anchor = arguments[CueParameters.anchor]
    func third(_ share: Double) -> Int { share < 0.25 ? 0 : share > 0.75 ? 2 : 1 }
    defaults = CueTrack.Defaults(
      style: style, alignment: 1 + third(anchor.x) + 3 * (2 - third(anchor.y)),
      position: arguments[CueParameters.position].map {
        Vector($0.x.resolved(against: width), $0.y.resolved(against: height))
      },
      margin: arguments[CueParameters.margin].resolved(against: height),
      room: arguments[CueParameters.maxWidth].resolved(against: width), line: size * 1.2)
  }

  func moment(at time: Time) -> Moment {
    var look = span.style(at: time, highlight: nil)
    if !arguments.isGiven(CueParameters.stroke) {
      look.strokes = [GlyphStyle.Stroke(width: max(canvasHeight * Self.outline, 0.75))]
    }
    return Moment(
      look: look,
      background: arguments[TextParameters.background].map {
        GlyphStyle.Background($0, at: time)
      },
      size: arguments[CueParameters.size].value(at: time).resolved(against: canvasHeight),
      letterSpacing: span.letterSpacing(at: time))
  }

  /// Whether all moments are alike.
  var isStill: Bool {
    let background = arguments[TextParameters.background].map {
      $0[TextParameters.backgroundColor].isStill && $0[TextParameters.radius].constantValue != nil
    }
    return span.isPaintStill && span.isSizeStill && background ?? true
      && arguments[CueParameters.size].constantValue != nil
  }
}
