import Fonts
import Geometry
import Subtitles
import Text
import Timeline

/// Puts laid out text, or drawings, in the place that an event has, and makes a scene of it.
struct CueComposer {
  let setter: CueSetter
  let cue: CueLook
  private let layout: TextLayout
  /// By their runs.
  private let drawings: [Int: CueInlineDrawing]
  private let notes: [CueNote]
  private var shapes: [TextScene.Shape] = []
  private var backs: [TextScene.Shape] = []
  private var styles: [GlyphStyle] = []
  private var sung: [CueBlock.Sung] = []
  private var backings: [TextScene.Backing] = []
  private var backdrop: TextScene.Backing?
  /// Where characters may move, what each becomes, and the places of graphemes among them.
  private var atoms: [TextScene.Atom] = []
  private var places: [Int: Int] = [:]
  /// From the layout's pixels to the frame's.
  private var shift = Vector(0, 0)
  /// What turns are about.
  private var pivot = Vector(0, 0)

  private var canvas: CueCanvas { setter.canvas }

  init(
    setter: CueSetter, cue: CueLook, layout: TextLayout,
    drawings: [Int: CueInlineDrawing] = [:], notes: [CueNote] = []
  ) {
    self.setter = setter
    self.cue = cue
    self.layout = layout
    self.drawings = drawings
    self.notes = notes
  }

  // MARK: Places

  /// Where a block of this size goes; sets what turns are about.
  private mutating func place(
    _ size: Vector, _ place: CueEvent.Place
  ) -> Bounds {
    // 0, 1/2 and 1 from left to right and from top to bottom.
    let across = Double((cue.alignment + 2) % 3) / 2
    let down = 1 - Double((cue.alignment - 1) / 3) / 2
    var corner = Vector(0, 0)
    if let position = cue.position {
      corner = Vector(
        position.x * canvas.scaleX - across * size.x, position.y * canvas.scaleY - down * size.y)
    } else {
      let left = place.left * canvas.scaleX
      let right = canvas.width - place.right * canvas.scaleX
      let margin = place.vertical * canvas.scaleY
      corner.x = left + (right - left - size.x) * across
      if let line = place.line {
        corner.y = within(line.y * canvas.scaleY - line.share * size.y, size.y, line.moves)
      } else if down == 0.5 {
        corner.y = (canvas.height - size.y) / 2
      } else {
        corner.y = down == 0 ? margin : canvas.height - margin - size.y
      }
    }
    switch cue.edge {
    case .left(let x): corner.x = x * canvas.scaleX
    case .right(let x): corner.x = x * canvas.scaleX - size.x
    case .top(let y): corner.y = y * canvas.scaleY
    case .bottom(let y): corner.y = y * canvas.scaleY - size.y
    case nil: break
    }
    if let origin = cue.origin {
      pivot = Vector(origin.x * canvas.scaleX, origin.y * canvas.scaleY)
    } else {
      pivot = Vector(corner.x + across * size.x, corner.y + down * size.y)
    }
    return Bounds(
      minX: corner.x, minY: corner.y, maxX: corner.x + size.x, maxY: corner.y + size.y)
  }

  /// The top of a block that is moved into the picture; what is higher than that begins at the top.
  private func within(_ top: Double, _ height: Double, _ moves: CueEvent.Moves) -> Double {
    let lowest = max(canvas.height - height, 0)
    switch moves {
    case .never: return top
    case .nearest: return min(max(top, 0), lowest)
    case .steps(let step):
      let step = max(step.magnitude * canvas.scaleY, 1)
      // A line that stands at an edge but for rounding errors is within.
      let up = max(((top - lowest) / step - 1e-6).rounded(.up), 0)
      let down = max((-top / step - 1e-6).rounded(.up), 0)
      return min(max(top + (down - up) * step, 0), lowest)
    }
  }

  /// The turn of a style, about a point that its shadow moves, as in VSFilter and libass.
  private func turn(_ style: CueStyle) -> CueTurn {
    let origin = Vector(
      pivot.x - style.shadowX * canvas.border.x, pivot.y - style.shadowY * canvas.border.y)
    return CueTurn(style, about: origin, canvas)
  }

  /// The shape with its event's turn; `form` is in pixels of the frame already, or in font units.
  private func turned(
    _ form: TextScene.Shape.Form, _ place: Affine, _ style: CueStyle, number: Int
  ) -> TextScene.Shape {
    let turn = turn(style)
    if turn.isNone { return TextScene.Shape(form, place: place, style: number, atom: 0) }
    if turn.isFlat {
      return TextScene.Shape(form, place: turn.flat.after(place), style: number, atom: 0)
    }
    let outline: Outline =
      switch form {
      case .glyph(let font, let glyph): (try? font.outline(of: glyph)) ?? Outline()
      case .outline(let outline): outline
      }
    return TextScene.Shape(
      .outline(outline.mapped { turn(place($0)) }), place: .identity, style: number, atom: 0)
  }

  // MARK: Text

  /// The block of an event with text.
  mutating func block(_ place: CueEvent.Place) -> CueBlock {
    guard let first = layout.lines.first else { return finished(Bounds(Vector(0, 0))) }
    let filled = layout.lines.filter { $0.width > 0 }
    let left = filled.map(\.left).min() ?? first.left
    let right = filled.map { $0.left + $0.width }.max() ?? left
    let bounds = self.place(Vector(right - left, layout.height), place)
    shift = Vector(bounds.minX - left, bounds.minY)
    makeStyles(bounds.center)
    let boxes = CueBoxes(setter: setter, layout: layout, shift: shift)
    addBoxes(boxes)
    addGlyphs(layout, at: shift)
    addDrawings(layout)
    addNotes(layout)
    addLines(layout)
    addBackings(layout)
    if !shapes.isEmpty { backdrop = boxes.backdrop(of: cue, bounds) }
    return finished(bounds)
  }

  private func finished(_ bounds: Bounds) -> CueBlock {
    let border = border()
    let warnings = layout.missing.map { "no font has \(FontReport.code($0.scalar))" }
    let scene = TextScene(
      shapes: backs + shapes, styles: styles.isEmpty ? [GlyphStyle()] : styles,
      atoms: atoms.isEmpty
        ? [TextScene.Atom(character: 0, word: 0, line: 0, box: bounds)] : atoms, backings: backings,
      size: Vector(bounds.width, bounds.height))
    return CueBlock(
      scene: scene, backdrop: backdrop,
      box: Bounds(
        minX: bounds.minX - border.side, minY: bounds.minY - border.top,
        maxX: bounds.maxX + border.side, maxY: bounds.maxY + border.bottom),
      border: border.top, sung: sung,
      outlined: Set(
        cue.runs.indices.filter { cue.runs[$0].syllable?.kind == .outline }),
      hasBoxes: !backs.isEmpty, turn: flatTurn, warnings: warnings)
  }

  /// How far outlines keep other text away: above and below, those of the first and of the last
  /// line alone, in whole pixels, as in libass.
  private func border() -> (side: Double, top: Double, bottom: Double) {
    if let look = setter.look {
      let width = look.strokes.reduce(0) { $0 + ($1.position == .outside ? $1.width : 0) }
      return (width, width, width)
    }
    let all = cue.runs.map(\.style)
    func height(_ line: TextLayout.Line?) -> Double {
      let own = line.map { layout.glyphs[$0.glyphs].map { cue.runs[$0.tag].style } } ?? []
      let border = (own.isEmpty ? all : own).map(\.borderY).max() ?? 0
      return (border * canvas.border.y + 0.5).rounded(.down)
    }
    let side = (all.map(\.borderX).max() ?? 0) * canvas.border.x
    return ((side + 0.5).rounded(.down), height(layout.lines.first), height(layout.lines.last))
  }

  /// The turn of the first run, where it stays in the plane.
  private var flatTurn: Affine {
    guard let style = cue.runs.first?.style else { return .identity }
    let turn = turn(style)
    return turn.isFlat && !turn.isNone ? turn.flat : .identity
  }

  /// Makes what runs look like; outlines are turned with what they surround, as in libass, by what
  /// that makes of them in the middle of the block.
  private mutating func makeStyles(_ middle: Vector) {
    styles = cue.runs.map {
      var style = setter.glyphStyle($0.style, isSung: $0.syllable != nil)
      let tilt = turn($0.style)
      if !tilt.isFlat { style.scaleStrokes(by: tilt.scale(at: middle)) }
      return style
    }
  }

  /// Notes where a glyph of a sung run stands.
  private mutating func note(
    _ run: Int, line: Int, box: Bounds, _ outline: @autoclosure () -> Outline?
  ) {
    guard let syllable = cue.runs[run].syllable else { return }
    let ink = syllable.kind == .sweep ? outline()?.left : nil
    if let last = sung.last, last.syllable == syllable, last.line == line {
      sung[sung.count - 1].box = last.box.union(box)
      sung[sung.count - 1].ink = [last.ink, ink].compactMap(\.self).min()
    } else {
      sung.append(CueBlock.Sung(syllable: syllable, line: line, box: box, ink: ink))
    }
  }

  /// The atom of a glyph: that of its character, where characters may move.
  private mutating func atom(of glyph: PlacedGlyph, _ box: Bounds, isNote: Bool) -> Int {
    guard setter.movesLetters else { return 0 }
    // What is said of words goes with the first of them.
    if isNote, !atoms.isEmpty { return 0 }
    if let place = places[glyph.grapheme] {
      atoms[place].box = atoms[place].box.union(box)
      return place
    }
    places[glyph.grapheme] = atoms.count
    atoms.append(
      TextScene.Atom(
        character: glyph.grapheme, word: glyph.word, line: glyph.line, box: box,
        isRightToLeft: glyph.isRightToLeft))
    return atoms.count - 1
  }

  private mutating func addGlyphs(
    _ layout: TextLayout, at offset: Vector, isNote: Bool = false
  ) {
    var slope = CueSlope(cue.runs, stretch: canvas.stretch)
    let ascents = Dictionary(
      layout.segments.map { ($0.tag, $0.ascent) }, uniquingKeysWith: { max($0, $1) })
    for glyph in layout.glyphs {
      guard cue.runs.indices.contains(glyph.tag) else { continue }
      let style = cue.runs[glyph.tag].style
      let line = layout.lines[glyph.line]
      var pen = Vector(glyph.x + offset.x, glyph.y + offset.y)
      for note in notes { pen.x += note.nudge(of: glyph.tag) }
      pen.y += slope.rise(of: glyph.tag, at: pen.x, line: glyph.line)
      guard style.isSeen else { continue }
      let box = Bounds(
        minX: pen.x, minY: line.top + offset.y, maxX: pen.x + max(glyph.advance, 0),
        maxY: line.bottom + offset.y)
      let synthesis = synthesis(of: glyph.font, style)
      var place = glyph.map(synthesis)
      if style.shearX != 0 || style.shearY != 0 {
        // The shear is about the top of the letters' own font.
        let ascent = ascents[glyph.tag] ?? line.baseline - line.top
        let x = style.shearX * style.scaleX / style.scaleY * canvas.stretch
        place = Affine(a: 1, b: style.slope / canvas.stretch, c: x, d: 1, tx: x * ascent, ty: 0)
          .after(place)
      }
      place = Affine.translation(pen.x, pen.y).after(place)
      guard place.isBounded(by: 1e9) else { continue }
      note(
        glyph.tag, line: glyph.line, box: box,
        (try? glyph.font.outline(of: glyph.glyph))?.mapped(by: place))
      var shape = turned(
        .glyph(glyph.font, glyph.glyph), place, style, number: glyph.tag)
      shape.atom = atom(of: glyph, box, isNote: isNote)
      if case .glyph = shape.form { shape.growth = synthesis.growth }
      shapes.append(shape)
    }
  }

  /// Puts what is said of words over the middle of these.
  private mutating func addNotes(_ layout: TextLayout) {
    for note in notes {
      guard let place = note.place(over: layout) else { continue }
      addGlyphs(
        note.layout, at: Vector(place.x + shift.x, place.y + shift.y), isNote: true)
    }
  }

  /// What a font lacks of a style, to be made up for.
  private func synthesis(of font: Font, _ style: CueStyle) -> FontSynthesis {
    FontSynthesis(
      of: font, for: FontRequest(weight: style.weight, isItalic: style.isItalic),
      setter.sizesAreCells ? .script : .web)
  }

  private mutating func addLines(_ layout: TextLayout) {
    for segment in layout.segments where cue.runs.indices.contains(segment.tag) {
      let style = cue.runs[segment.tag].style
      guard style.isSeen else { continue }
      let pieces = pieces(of: segment, layout)
      func add(_ middle: Double, _ thickness: Double) {
        for piece in pieces where piece.right > piece.left {
          let box = Bounds(
            minX: piece.left + shift.x, minY: middle - thickness / 2 + shift.y,
            maxX: piece.right + shift.x, maxY: middle + thickness / 2 + shift.y)
          var shape = turned(.outline(.box(box)), .identity, style, number: segment.tag)
          shape.atom = piece.atom
          shapes.append(shape)
        }
      }
      // Where fonts tell of a line's top, libass has its middle.
      let rise = setter.sizesAreCells ? 0.5 : 0
      if style.isUnderlined {
        let thickness = segment.underlineThickness
        add(segment.underline - rise * thickness, thickness)
      }
      if style.isStruck {
        let thickness = segment.strikeoutThickness
        add(segment.strikeout - rise * thickness, thickness)
      }
    }
  }

  /// A line under or through letters: in one piece, or where characters may move one for each, as in
  /// a script between whose letters there is room that libass leaves free.
  private func pieces(
    of segment: TextLayout.Segment, _ layout: TextLayout
  ) -> [(left: Double, right: Double, atom: Int)] {
    let (left, right) = (segment.left, segment.left + segment.width)
    let isSpaced = setter.sizesAreCells && cue.runs[segment.tag].style.spacing != 0
    guard setter.movesLetters || isSpaced else { return [(left, right, 0)] }
    return layout.glyphs[layout.lines[segment.line].glyphs].filter {
      $0.tag == segment.tag && $0.x >= left - 1e-6 && $0.x <= right + 1e-6
    }.map { ($0.x, $0.x + $0.advance, places[$0.grapheme] ?? 0) }
  }

  // MARK: Boxes

  /// The boxes that stand in for outlines (BorderStyle 3), and those of WebVTT's backgrounds.
  private mutating func addBoxes(_ boxes: CueBoxes) {
    var numbers: [Int: Int] = [:]
    for segment in layout.segments where cue.runs.indices.contains(segment.tag) {
      let style = cue.runs[segment.tag].style
      guard style.hasBox ? style.hasEdges : style.background != nil else { continue }
      guard segment.width > 0, style.isSeen else { continue }
      let box = style.hasBox ? boxes.box(of: segment, style) : boxes.background(of: segment)
      let number = numbers[segment.tag] ?? styles.count
      let comes = cue.runs[segment.tag].syllable?.kind == .outline && boxes.throwsShadow(style)
      if number == styles.count {
        numbers[segment.tag] = number
        styles += comes ? boxes.sungStyles(style) : [boxes.style(style)]
      }
      let shape = turned(.outline(.box(box)), .identity, style, number: number)
      if comes { backs.append(boxes.shadow(of: shape, style)) }
      backs.append(shape)
    }
  }

  /// The layer's own background.
  private mutating func addBackings(_ layout: TextLayout) {
    guard let (style, extent) = setter.background else { return }
    var boxes = layout.lines.filter { $0.width > 0 }.map {
      Bounds(
        minX: $0.left + shift.x - style.padding.left, minY: $0.top + shift.y - style.padding.top,
        maxX: $0.left + $0.width + shift.x + style.padding.right,
        maxY: $0.bottom + shift.y + style.padding.bottom)
    }
    if extent == .block, let first = boxes.first {
      boxes = [boxes.dropFirst().reduce(first) { $0.union($1) }]
    }
    let fill = style.fill.faded(to: cue.runs.map(\.style.opacity).max() ?? 1)
    backings = boxes.map {
      TextScene.Backing(
        box: $0, radius: style.radius, fill: fill, atoms: 0..<max(atoms.count, 1))
    }
  }

  // MARK: Drawings

  /// Puts drawings in their places in the lines, each on its baseline or so far below as `\pbo` has
  /// it.
  private mutating func addDrawings(_ layout: TextLayout) {
    for segment in layout.segments {
      guard let drawing = drawings[segment.tag] else { continue }
      let style = cue.runs[segment.tag].style
      guard style.isSeen else { continue }
      let line = layout.lines[segment.line]
      let corner = Vector(
        segment.left + shift.x, segment.baseline + shift.y - drawing.ascent)
      let place = Affine.translation(corner.x, corner.y)
      guard place.isBounded(by: 1e9) else { continue }
      note(
        segment.tag, line: segment.line,
        box: Bounds(
          minX: corner.x, minY: line.top + shift.y, maxX: corner.x + drawing.width,
          maxY: line.bottom + shift.y), drawing.outline.mapped(by: place))
      shapes.append(turned(.outline(drawing.outline), place, style, number: segment.tag))
    }
  }
}
