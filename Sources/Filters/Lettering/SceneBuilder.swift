import Bytes
import Fonts
import Geometry
import Text
import Timeline

/// Turns laid out text into a scene.
struct SceneBuilder {
  let layout: TextLayout
  /// By the tags of spans.
  let styles: [GlyphStyle]
  /// By the tags of spans: the fonts that were wanted, to make up for what those found lack.
  let requests: [FontRequest]
  /// How far the lines lie below the block's top.
  let offset: Double
  /// The sides of the block.
  let size: Vector
  /// A box around all lines, or around each.
  var background: (style: GlyphStyle.Background, extent: BackgroundExtent)?
  /// Whether characters may move, so that lines under them must too.
  let isByCharacter: Bool

  /// How much letters lean that a font has upright only.
  private static let slant = Maths.tan(FontSynthesis.slantDegrees * .pi / 180)

  func scene() -> TextScene {
    var atoms: [TextScene.Atom] = []
    var places: [Int: Int] = [:]
    var shapes: [TextScene.Shape] = []
    for glyph in layout.glyphs {
      let box = box(of: glyph)
      let place = places[glyph.grapheme] ?? atoms.count
      if place == atoms.count {
        places[glyph.grapheme] = place
        atoms.append(
          TextScene.Atom(
            character: glyph.grapheme, word: glyph.word, line: glyph.line, box: box,
            isRightToLeft: glyph.isRightToLeft))
      } else {
        atoms[place].box = atoms[place].box.union(box)
      }
      let synthesis = synthesis(of: glyph)
      var shape = TextScene.Shape(
        .glyph(glyph.font, glyph.glyph), place: affine(of: glyph, synthesis),
        style: style(glyph.tag), atom: place)
      shape.growth = synthesis?.growth ?? 0
      shapes.append(shape)
    }
    shapes += lines(places)
    return TextScene(
      shapes: shapes, styles: styles.isEmpty ? [GlyphStyle()] : styles, atoms: atoms,
      backings: backings(atoms, places), size: size)
  }

  /// What the glyph's font lacks of what was wanted.
  private func synthesis(of glyph: PlacedGlyph) -> FontSynthesis? {
    guard requests.indices.contains(glyph.tag) else { return nil }
    let request = requests[glyph.tag]
    guard request.isItalic || request.weight >= 600 else { return nil }
    return FontSynthesis(of: glyph.font, for: request)
  }

  private func style(_ tag: Int) -> Int { min(max(tag, 0), max(styles.count - 1, 0)) }

  /// The box that a glyph takes in its line.
  private func box(of glyph: PlacedGlyph) -> Bounds {
    let line = layout.lines[glyph.line]
    return Bounds(
      minX: glyph.x, minY: line.top + offset, maxX: glyph.x + max(glyph.advance, 0),
      maxY: line.bottom + offset)
  }

  private func affine(of glyph: PlacedGlyph, _ synthesis: FontSynthesis?) -> Affine {
    let scale = glyph.size / Double(max(glyph.font.unitsPerEm, 1))
    let leans = synthesis?.slants ?? false
    return Affine(
      a: scale * glyph.scaleX, b: 0, c: leans ? scale * Self.slant : 0, d: -scale, tx: glyph.x,
      ty: glyph.y + offset)
  }

  // MARK: Lines under and through text

  private func lines(_ places: [Int: Int]) -> [TextScene.Shape] {
    var shapes: [TextScene.Shape] = []
    for segment in layout.segments {
      let style = styles.indices.contains(segment.tag) ? styles[segment.tag] : GlyphStyle()
      guard style.isUnderlined || style.isStruckThrough else { continue }
      let glyphs = layout.glyphs[layout.lines[segment.line].glyphs].filter {
        $0.tag == segment.tag && $0.x >= segment.left - 1e-6
          && $0.x <= segment.left + segment.width + 1e-6
      }
      guard let first = glyphs.first else { continue }
      var pieces = [(first.grapheme, segment.left, segment.left + segment.width)]
      if isByCharacter { pieces = glyphs.map { ($0.grapheme, $0.x, $0.x + $0.advance) } }
      for (grapheme, left, right) in pieces where right > left {
        func add(_ middle: Double, _ thickness: Double) {
          let box = Bounds(
            minX: left, minY: middle - thickness / 2 + offset, maxX: right,
            maxY: middle + thickness / 2 + offset)
          shapes.append(
            TextScene.Shape(
              .outline(.box(box)), place: .identity, style: self.style(segment.tag),
              atom: places[grapheme] ?? 0))
        }
        if style.isUnderlined { add(segment.underline, segment.underlineThickness) }
        if style.isStruckThrough { add(segment.strikeout, segment.strikeoutThickness) }
      }
    }
    return shapes
  }

  // MARK: Backgrounds

  private func backings(_ atoms: [TextScene.Atom], _ places: [Int: Int]) -> [TextScene.Backing] {
    var backings: [TextScene.Backing] = []
    func add(_ box: Bounds, _ style: GlyphStyle.Background, _ atoms: Range<Int>) {
      let padding = style.padding
      let padded = Bounds(
        minX: box.minX - padding.left, minY: box.minY - padding.top,
        maxX: box.maxX + padding.right, maxY: box.maxY + padding.bottom)
      backings.append(
        TextScene.Backing(box: padded, radius: style.radius, fill: style.fill, atoms: atoms))
    }
    let filled = layout.lines.filter { $0.width > 0 }
    if let (style, extent) = background, !filled.isEmpty {
      let boxes = filled.map(box(of:))
      switch extent {
      case .block:
        add(boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }, style, 0..<atoms.count)
      case .line:
        for (line, box) in zip(filled, boxes) { add(box, style, range(of: line, places)) }
      }
    }
    for segment in layout.segments where styles.indices.contains(segment.tag) {
      guard let style = styles[segment.tag].background, segment.width > 0 else { continue }
      let box = Bounds(
        minX: segment.left, minY: segment.baseline - segment.ascent + offset,
        maxX: segment.left + segment.width, maxY: segment.baseline + segment.descent + offset)
      add(box, style, range(of: layout.lines[segment.line], places))
    }
    return backings
  }

  private func box(of line: TextLayout.Line) -> Bounds {
    Bounds(
      minX: line.left, minY: line.top + offset, maxX: line.left + line.width,
      maxY: line.bottom + offset)
  }

  /// The atoms of a line.
  private func range(of line: TextLayout.Line, _ places: [Int: Int]) -> Range<Int> {
    let atoms = layout.glyphs[line.glyphs].compactMap { places[$0.grapheme] }
    guard let first = atoms.min(), let last = atoms.max() else { return 0..<0 }
    return first..<last + 1
  }
}
