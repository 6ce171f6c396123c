import Fonts
import Geometry
import Subtitles
import Text

/// Sets the text of events and puts it in its place, as libass does.
struct CueSetter: Sendable {
  let canvas: CueCanvas
  let fonts: CueFonts
  /// What letters look like that no tag colours; nil for ASS, whose styles say it all.
  var look: GlyphStyle?
  /// Whether sizes are of the lines, as in ASS, or of an em.
  let sizesAreCells: Bool
  /// A box behind all lines or each, and how far it reaches.
  var background: (style: GlyphStyle.Background, extent: BackgroundExtent)?
  var lineHeight = LayoutOptions.LineHeight.natural(1)
  var letterSpacing = 0.0
  var features: [FeatureSetting] = []
  var language: String?
  /// What letters become; nil where they stay as they are.
  var letterCase: CaseMapping?
  /// Whether characters may move one by one.
  var movesLetters = false

  /// The features of a script: letter pairs are kerned only where it wants that, as in libass.
  static func features(of script: ASSScript) -> [FeatureSetting] {
    script.kerns ? [] : [FeatureSetting(Tag("kern"), 0)]
  }

  /// A size is held within these pixels of the frame.
  private static let sizes = 0.01...20_000.0
  /// Blurs, outlines and shadows are held within these.
  private static let mostBlur = 200.0
  private static let mostWidth = 1000.0
  private static let farthest = 10_000.0

  func block(_ cue: CueLook, _ place: CueEvent.Place) throws(RenderError) -> CueBlock {
    var spans: [LayoutSpan] = []
    var beginsLine = sizesAreCells
    var isEmpty = true
    var drawings: [Int: CueInlineDrawing] = [:]
    let texts = texts(cue)
    for (index, run) in cue.runs.enumerated() {
      guard case .text(let text) = run.content else {
        (beginsLine, isEmpty) = (false, false)
        guard let drawing = CueInlineDrawing(run, canvas) else { continue }
        drawings[index] = drawing
        spans.append(try span(of: drawing, run.style, tag: index, cue))
        continue
      }
      guard sizesAreCells else {
        spans.append(try span(texts[index], run.style, tag: index, cue))
        continue
      }
      for piece in text.cutAtEmptyLines(isEmpty: &isEmpty) {
        // Lines without anything are half as high, as in libass.
        var span = try span(
          piece.text, run.style, tag: index, cue, share: piece.isEmptyLine ? 0.5 : 1)
        span.text = span.text.withoutIndents(beginsLine: &beginsLine)
        span.keepsLastSpacing = run.style.spacing != 0
        spans.append(span)
      }
    }
    if sizesAreCells {
      spans.makeRoomForOverhangs(cue.runs)
      spans.trimEnds()
    }
    if let last = cue.runs.last, !last.style.findsDirection { spans.part(cue.runs) }
    let notes = CueNote.take(from: &spans, cue)
    let layout = TextLayout(spans, options: options(cue, place))
    var composer = CueComposer(
      setter: self, cue: cue, layout: layout, drawings: drawings, notes: notes)
    return composer.block(place)
  }

  /// The room that a drawing takes of its line.
  private func span(
    of drawing: CueInlineDrawing, _ style: CueStyle, tag: Int, _ cue: CueLook
  ) throws(RenderError) -> LayoutSpan {
    var span = try span("\u{FFFC}", style, tag: tag, cue)
    span.letterSpacing = 0
    span.objectWidth = drawing.width
    span.extents = LineExtents(
      ascent: max(drawing.ascent, 0), descent: max(drawing.descent, 0))
    return span
  }

  private func span(
    _ text: String, _ style: CueStyle, tag: Int, _ cue: CueLook, share: Double = 1
  ) throws(RenderError) -> LayoutSpan {
    let stack = try fonts.stack(for: style)
    let separator = cue.wrap == 2 ? "\n" : " "
    let shown =
      text.unicodeScalars.contains("\u{2028}")
      ? String(text.flatMap { $0 == "\u{2028}" ? separator : String($0) }) : text
    var size = style.size * canvas.scaleY * style.scaleY * share
    var span = LayoutSpan(
      shown, fonts: stack.fonts, size: 1, tag: tag, fallback: stack.fallback)
    if sizesAreCells, let font = stack.fonts.first {
      let cell = FontCell(font)
      size /= cell.height
      span.hasEqualCells = true
      span.spacesCursive = true
      span.extents = LineExtents(ascent: cell.ascent * size, descent: cell.descent * size)
    }
    span.size = min(max(size.isNaN ? 0 : size, Self.sizes.lowerBound), Self.sizes.upperBound)
    span.scaleX = style.scaleY > 0 ? min(max(style.scaleX / style.scaleY, 0.01), 100) : 1
    span.scaleX *= canvas.stretch
    span.letterSpacing = letterSpacing + style.spacing * style.scaleX * canvas.scaleX
    span.features = features
    span.language = language
    return span
  }

  private func options(_ cue: CueLook, _ place: CueEvent.Place) -> LayoutOptions {
    let room = canvas.width - (place.left + place.right) * canvas.scaleX
    var options = LayoutOptions(width: max(room, 1))
    options.wrapping =
      switch cue.wrap {
      case 1: .greedy
      case 2: .none
      // 3 is as 0, as in libass.
      default: .balanced
      }
    options.alignment =
      switch cue.alignment % 3 {
      case 1: .left
      case 2: .center
      default: .right
      }
    // The style that the text ends with says it for all of it.
    options.direction = cue.runs.last?.style.findsDirection ?? true ? .auto : .leftToRight
    options.lineHeight = lineHeight
    options.separators = sizesAreCells ? .spaces : .unicode
    return options
  }

  /// What letters of a style look like.
  func glyphStyle(_ style: CueStyle, isSung: Bool) -> GlyphStyle {
    var result = look ?? GlyphStyle()
    if look == nil {
      let blur = blur(style)
      let (borderX, borderY) = (style.borderX * canvas.border.x, style.borderY * canvas.border.y)
      let width = max(borderX, borderY)
      let hasBorder = width > 0 && !style.hasBox
      if hasBorder {
        var stroke = GlyphStyle.Stroke(
          width: min(width, Self.mostWidth), fill: .color(style.outline.color), blur: blur)
        // The longer side is all of it.
        stroke.shares = Vector(max(borderX / width, 0.01), max(borderY / width, 0.01))
        result.strokes = [stroke]
      }
      func bound(_ value: Double) -> Double { min(max(value, -Self.farthest), Self.farthest) }
      let offset = Vector(
        bound(style.shadowX * canvas.border.x), bound(style.shadowY * canvas.border.y))
      if offset.x != 0 || offset.y != 0, !style.hasBox, !style.hasBackdrop {
        result.shadows = [
          GlyphStyle.Shadow(offset: offset, blur: blur, fill: .color(style.shadow.color))
        ]
      }
      result.blur = hasBorder ? 0 : blur
    }
    if look == nil || style.ownsColor {
      result.fill = .color((isSung ? style.secondary : style.primary).color)
      if isSung { result.highlight = .color(style.primary.color) }
    }
    if isSung, look != nil, let future = style.future {
      result.highlight = style.ownsColor ? .color(style.primary.color) : result.fill
      result.fill = .color(future.color)
    }
    if let shadows = style.shadows {
      result.shadows = shadows.map { self.shadow($0, style.size, behind: result.fill) }
    }
    result.isUnderlined = style.isUnderlined
    result.isStruckThrough = style.isStruck
    if style.opacity < 1 { result.fade(to: style.opacity) }
    return result
  }

  /// A shadow of CSS behind letters of a size.
  private func shadow(
    _ shadow: MarkupStyle.Shadow, _ size: Double, behind fill: Fill
  ) -> GlyphStyle.Shadow {
    func resolved(_ measure: MarkupStyle.Measure) -> Double {
      min(max(measure.resolved(against: size), -Self.farthest), Self.farthest)
    }
    return GlyphStyle.Shadow(
      offset: Vector(resolved(shadow.x), resolved(shadow.y)),
      blur: min(resolved(shadow.blur) / 2, Self.mostBlur),
      fill: shadow.color.map { .color($0.color) } ?? fill)
  }

  /// The sigma of a style's blurs, in pixels of the frame.
  ///
  /// `\blur` is a radius whose edge has 1/256 of the middle, as in VSFilter; `\be` is so many times
  /// the mean of three pixels, weighted 1, 2, 1.
  func blur(_ style: CueStyle) -> Double {
    let radius = style.blur * 0.849_321_800_288 * canvas.layout
    return min((radius * radius + style.edgeBlur / 2).squareRoot(), Self.mostBlur)
  }
}
