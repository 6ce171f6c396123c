import Fonts
import Geometry
import Subtitles
import Text
import Timeline

/// An event's text in its place, ready to be painted, in pixels of the frame.
struct CueBlock: Sendable {
  /// A part of a line that is sung as one.
  struct Sung: Sendable {
    var syllable: CueRun.Syllable?
    var left: Double
    var right: Double
  }

  let scene: TextScene
  /// What other text keeps away from.
  let box: Bounds
  /// By the scene's atoms.
  let sung: [Sung]
  let warnings: [String]

  /// Which atom is being filled from left to right, and where its highlight ends.
  func sweep(at time: Double) -> (atom: Int, end: Double)? {
    for (atom, part) in sung.enumerated() {
      guard let syllable = part.syllable, syllable.kind == .sweep, time > syllable.start,
        time < syllable.end
      else { continue }
      let share = (time - syllable.start) / (syllable.end - syllable.start)
      return (atom, part.left + (part.right - part.left) * share)
    }
    return nil
  }

  /// The letters of an atom with nothing but their highlight.
  func highlight(of atom: Int) -> TextScene {
    var scene = scene
    scene.shapes = scene.shapes.filter { $0.atom == atom }
    scene.backings = []
    scene.styles = scene.styles.map { GlyphStyle(fill: $0.highlight ?? .none, blur: $0.blur) }
    return scene
  }

  /// Which atoms are highlighted, those that are being filled not yet; empty when nothing is sung.
  func states(at time: Double) -> [AtomState] {
    guard sung.contains(where: { $0.syllable != nil }) else { return [] }
    return sung.map { part in
      var state = AtomState()
      guard let syllable = part.syllable else {
        state.sweep = -1e7
        return state
      }
      let moment = syllable.kind == .sweep ? syllable.end : syllable.start
      state.sweep = time < moment ? -1e7 : 1e7
      return state
    }
  }
}

/// Sets the text of events and puts it in its place, as libass does.
struct CueSetter: Sendable {
  let canvas: CueCanvas
  let fonts: CueFonts
  /// What letters look like that no tag colours; nil for ASS, whose styles say it all.
  let look: GlyphStyle?
  /// Whether sizes are of the lines, as in ASS, or of an em.
  let sizesAreCells: Bool
  /// A box behind all lines or each, and how far it reaches.
  var background: (style: GlyphStyle.Background, extent: BackgroundExtent)?
  var lineHeight = LayoutOptions.LineHeight.natural(1)
  var letterSpacing = 0.0

  /// A size is held within these pixels of the frame.
  private static let sizes = 0.01...20_000.0
  /// Blurs, outlines and shadows are held within these.
  private static let mostBlur = 200.0
  private static let mostWidth = 1000.0
  private static let farthest = 10_000.0

  func block(_ cue: CueLook, _ place: CueEvent.Place) throws(RenderError) -> CueBlock {
    var spans: [LayoutSpan] = []
    for (index, run) in cue.runs.enumerated() {
      guard case .text(let text) = run.content else { continue }
      spans.append(try span(text, run.style, tag: index, cue))
    }
    if spans.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }),
      cue.runs.contains(where: { if case .drawing = $0.content { true } else { false } })
    {
      var composer = CueComposer(setter: self, cue: cue, layout: nil)
      return composer.drawings(place)
    }
    let layout = TextLayout(spans, options: options(cue, place))
    var composer = CueComposer(setter: self, cue: cue, layout: layout)
    return composer.block(place)
  }

  private func span(
    _ text: String, _ style: CueStyle, tag: Int, _ cue: CueLook
  ) throws(RenderError) -> LayoutSpan {
    let stack = try fonts.stack(for: style)
    let separator = cue.wrap == 2 ? "\n" : " "
    let shown =
      text.unicodeScalars.contains("\u{2028}")
      ? String(text.flatMap { $0 == "\u{2028}" ? separator : String($0) }) : text
    var size = style.size * canvas.scaleY * style.scaleY
    var span = LayoutSpan(
      shown, fonts: stack.fonts, size: 1, tag: tag, fallback: stack.fallback)
    if sizesAreCells, let font = stack.fonts.first {
      let cell = CueCell(font)
      size /= max(cell.height, 0.01)
      span.extents = LineExtents(ascent: cell.ascent * size, descent: cell.descent * size)
    }
    span.size = min(max(size.isNaN ? 0 : size, Self.sizes.lowerBound), Self.sizes.upperBound)
    span.scaleX = style.scaleY > 0 ? min(max(style.scaleX / style.scaleY, 0.01), 100) : 1
    span.letterSpacing = letterSpacing + style.spacing * style.scaleX * canvas.scaleY
    span.baselineShift = style.raise * span.size
    return span
  }

  private func options(_ cue: CueLook, _ place: CueEvent.Place) -> LayoutOptions {
    let room = canvas.width - (place.left + place.right) * canvas.scaleX
    var options = LayoutOptions(width: max(room, 1))
    options.wrapping =
      switch cue.wrap {
      case 1: .greedy
      case 2: .none
      case 3: .balancedBottom
      default: .balanced
      }
    options.alignment =
      switch cue.alignment % 3 {
      case 1: .left
      case 2: .center
      default: .right
      }
    options.lineHeight = lineHeight
    return options
  }

  /// What letters of a style look like.
  func glyphStyle(_ style: CueStyle, isSung: Bool) -> GlyphStyle {
    var result = look ?? GlyphStyle()
    if look == nil {
      let blur = blur(style)
      let width = (style.borderX + style.borderY) / 2 * canvas.border
      let hasBorder = width > 0 && !style.hasBox
      if hasBorder {
        result.strokes = [
          GlyphStyle.Stroke(
            width: min(width, Self.mostWidth), fill: .color(style.outline.color), blur: blur)
        ]
      }
      func bound(_ value: Double) -> Double { min(max(value, -Self.farthest), Self.farthest) }
      let offset = Vector(
        bound(style.shadowX * canvas.border), bound(style.shadowY * canvas.border))
      if offset.x != 0 || offset.y != 0, !style.hasBox {
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
    result.isUnderlined = style.isUnderlined
    result.isStruckThrough = style.isStruck
    return result
  }

  /// The sigma of a style's blurs, in pixels of the frame.
  ///
  /// `\blur` is a radius whose edge has 1/256 of the middle, as in VSFilter; `\be` is so many times
  /// the mean of three pixels, weighted 1, 2, 1.
  private func blur(_ style: CueStyle) -> Double {
    let radius = style.blur * 0.849_321_800_288 * canvas.border
    return min((radius * radius + style.edgeBlur / 2).squareRoot(), Self.mostBlur)
  }
}

extension SubtitleColor {
  var color: Color {
    Color(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
      alpha: Double(opacity) / 255)
  }
}
