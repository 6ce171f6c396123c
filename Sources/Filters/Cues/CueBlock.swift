import Fonts
import Geometry
import Subtitles
import Text
import Timeline

/// An event's text in its place, ready to be painted, in pixels of the frame.
struct CueBlock: Sendable {
  /// A part of a line that is sung as one.
  struct Sung: Sendable {
    var syllable: CueRun.Syllable
    var line: Int
    /// What it takes of its line, before the event's turn.
    var box: Bounds
    /// Where a sweep begins: at the left of what is drawn, as in libass; nil where nothing is.
    var ink: Double?
  }

  let scene: TextScene
  /// The box behind the whole text (BorderStyle 4), which libass neither clips nor fades.
  let backdrop: TextScene.Backing?
  /// What other text keeps away from.
  let box: Bounds
  /// How much of that is the outline's, on each side.
  let border: Double
  /// In the order of the text.
  let sung: [Sung]
  /// The styles whose outlines come when they are sung (`\ko`).
  let outlined: Set<Int>
  /// The event's turn in the plane.
  let turn: Affine
  let warnings: [String]

  /// The scene with everything but the fills of what is sung; beneath them, outlines go on.
  var base: TextScene {
    var scene = scene
    for index in scene.styles.indices where scene.styles[index].highlight != nil {
      scene.styles[index].highlight = nil
      if outlined.contains(index) {
        scene.styles[index].hideStrokes()
        scene.styles[index].fill = .none
      } else {
        scene.styles[index].fill = scene.styles[index].strokes.first?.fill ?? .none
      }
    }
    return scene
  }

  /// The fills of what is sung alone, as they are before or after; with its outlines where they
  /// come then.
  func fills(highlighted: Bool) -> TextScene {
    var scene = scene
    scene.backings = []
    scene.shapes = scene.shapes.filter { scene.styles[$0.style].highlight != nil }
    for (index, style) in scene.styles.enumerated() {
      var fills = GlyphStyle(
        fill: (highlighted ? style.highlight : nil) ?? style.fill, blur: style.blur)
      if highlighted, outlined.contains(index) { fills.strokes = style.strokes }
      scene.styles[index] = fills
    }
    return scene
  }

  /// The box behind the whole text alone; nil where there is none.
  var backdropScene: TextScene? {
    guard let backdrop else { return nil }
    var scene = scene
    scene.shapes = []
    scene.backings = [backdrop]
    return scene
  }

  /// The scene as it is before or after all of it is sung.
  func whole(highlighted: Bool) -> TextScene {
    var scene = scene
    for index in scene.styles.indices {
      guard let highlight = scene.styles[index].highlight else { continue }
      if highlighted {
        scene.styles[index].fill = highlight
      } else if outlined.contains(index) {
        scene.styles[index].hideStrokes()
      }
      scene.styles[index].highlight = nil
    }
    return scene
  }

  /// A piece of a line of what is sung.
  struct Part {
    var box: Bounds
    var isHighlighted: Bool
    /// Whether it is narrower or wider in the next frame.
    var isSweeping: Bool
  }

  /// What is highlighted at a time and what is not yet; neighbours are joined.
  func parts(at time: Double) -> [Part] {
    var parts: [Part] = []
    for (index, part) in sung.enumerated() {
      var box = part.box
      // Letters lean and hang over the ends of lines.
      let overhang = box.height / 2
      if index == 0 || sung[index - 1].line != part.line { box.minX -= overhang }
      if index == sung.count - 1 || sung[index + 1].line != part.line { box.maxX += overhang }
      if part.line == sung[0].line { box.minY -= overhang }
      if part.line == sung[sung.count - 1].line { box.maxY += overhang }
      // Whole pixels, so that the two meet without a seam.
      box.minX.round()
      box.maxX.round()
      box.minY.round()
      box.maxY.round()
      let syllable = part.syllable
      if time < syllable.start {
        Self.add(box, isHighlighted: false, to: &parts)
      } else if syllable.kind != .sweep || time >= syllable.end {
        Self.add(box, isHighlighted: true, to: &parts)
      } else {
        let share = (time - syllable.start) / (syllable.end - syllable.start)
        let end = ((part.ink ?? part.box.minX) + part.box.width * share).rounded()
        var (left, right) = (box, box)
        left.maxX = min(max(end, box.minX), box.maxX)
        right.minX = left.maxX
        Self.add(left, isHighlighted: true, isSweeping: true, to: &parts)
        Self.add(right, isHighlighted: false, isSweeping: true, to: &parts)
      }
    }
    return parts
  }

  private static func add(
    _ box: Bounds, isHighlighted: Bool, isSweeping: Bool = false, to parts: inout [Part]
  ) {
    guard box.width > 0 else { return }
    if let last = parts.last, last.isHighlighted == isHighlighted, !last.isSweeping, !isSweeping,
      last.box.minY == box.minY, last.box.maxY == box.maxY, last.box.maxX == box.minX
    {
      parts[parts.count - 1].box.maxX = box.maxX
    } else {
      parts.append(Part(box: box, isHighlighted: isHighlighted, isSweeping: isSweeping))
    }
  }
}

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
      case 3: .balancedBottom
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
    result.isUnderlined = style.isUnderlined
    result.isStruckThrough = style.isStruck
    return result
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
