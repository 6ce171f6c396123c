import Bytes
import Fonts
import Geometry
import Shapes
import Text

// Letters in their places, as shapes.
extension SVGBuilder {
  /// How much letters lean that a font has upright only.
  private static let slant = Maths.tan(FontSynthesis.slantDegrees * .pi / 180)

  /// What is drawn of the letters of a text, run by run.
  mutating func items(_ text: SVGText, _ clusters: [TextPlacing.Placed]) -> [SVGItem] {
    let runs = Dictionary(grouping: clusters, by: \.run)
    // Shares are counted of the cells of all letters, and not of what is seen of them.
    var cells: [Int: Bounds] = [:]
    for (run, clusters) in runs { cells[run] = Self.cells(clusters) }
    guard let first = cells.values.first else { return [] }
    let box = cells.values.reduce(first) { $0.union($1) }
    var items: [SVGItem] = []
    for (number, run) in text.runs.enumerated() {
      guard let clusters = runs[number], run.context.style.isVisible, !isSpent else { continue }
      func lines(_ kind: SVGText.Decoration.Kind, _ builder: inout SVGBuilder) -> [SVGItem] {
        // The innermost element that asks for a line says how it looks.
        guard let line = run.lines.last(where: { $0.kind == kind }),
          let path = Self.path(of: kind, along: clusters, run)
        else { return [] }
        return builder.drawn(path, box, own: box, line.context.plain)
      }
      if !run.context.isClip { items += lines(.underline, &self) + lines(.overline, &self) }
      let made = glyphs(of: clusters, run)
      for path in made.paths { items += drawn(path, box, own: cells[number], run.context.plain) }
      if !made.images.isEmpty {
        var group = SVGGroup(items: made.images.map { .picture($0) })
        group.opacity = run.context.style.fillOpacity
        items.append(.group(group))
      }
      if !run.context.isClip { items += lines(.through, &self) }
    }
    return items
  }

  /// The rectangle around the cells of clusters.
  private static func cells(_ clusters: [TextPlacing.Placed]) -> Bounds? {
    clusters.reduce(nil) { sum, cluster in
      guard let glyph = cluster.glyphs.first else { return sum }
      let unit = glyph.size / Double(max(glyph.font.unitsPerEm, 1))
      let metrics = glyph.font.metrics
      let (top, bottom) = (-metrics.ascent * unit, -metrics.descent * unit)
      let cell = ShapePath.rectangle(
        Bounds(minX: 0, minY: top, maxX: max(cluster.width, 0), maxY: bottom)
      ).bounds(through: cluster.map)
      guard let cell else { return sum }
      return sum?.union(cell) ?? cell
    }
  }

  // MARK: Outlines

  /// The outlines of a run's letters, those of each font by themselves, as some turn one way round
  /// and some the other; and letters with colours of their own, which only fills show.
  private mutating func glyphs(
    of clusters: [TextPlacing.Placed], _ run: SVGText.Run
  ) -> (paths: [ShapePath], images: [SVGImage]) {
    let fill = paint(run.context.style.fill, nil, run.context)
    let isFilled = run.context.style.fill != .none && !run.context.isClip
    var color = SVGColor.black
    if case .color(let plain) = fill { color = plain }
    var images: [SVGImage] = []
    var order: [Int] = []
    var paths: [Int: ShapePath] = [:]
    for cluster in clusters {
      for glyph in cluster.glyphs where !isSpent {
        let font = glyph.font
        let synthesis = FontSynthesis(of: font, for: run.fonts.request)
        let unit = glyph.size / Double(max(font.unitsPerEm, 1))
        let own = Affine(
          a: unit * cluster.stretch, b: 0,
          c: synthesis.slants ? unit * Self.slant * cluster.stretch : 0, d: -unit,
          tx: glyph.x * cluster.stretch, ty: glyph.y)
        let isColored =
          font.hasColorGlyphs
          ? font.colorGlyph(of: glyph.glyph) != nil : SVGGlyphs.has(glyph.glyph, in: font)
        if isColored {
          spend(1)
          let image = colors.image(
            of: glyph.glyph, in: font, through: cluster.map.after(own), color, &pixels)
          if isFilled, let image { images.append(image) }
          continue
        }
        guard let outline = outline(of: glyph, synthesis), !outline.isEmpty else { continue }
        spend(1 + outline.segments.count / 16)
        let contours = outline.mapped(by: cluster.map.after(own)).contours
        if paths[font.identity] == nil { order.append(font.identity) }
        paths[font.identity, default: ShapePath()].contours += contours
      }
    }
    return (order.compactMap { paths[$0] }, images)
  }

  /// What is drawn of a glyph, in units of its font; nil for one that is broken.
  private func outline(of glyph: PlacedGlyph, _ synthesis: FontSynthesis) -> Outline? {
    guard let outline = try? glyph.font.outline(of: glyph.glyph) else { return nil }
    guard synthesis.growth > 0, !outline.isEmpty else { return outline }
    let em = Double(max(glyph.font.unitsPerEm, 1))
    let radius = synthesis.growth * em
    var rasterizer = Rasterizer()
    guard let winding = rasterizer.winding(of: outline.mapped(by: .scale(64 / em, 64 / em))),
      !winding.overlaps
    else { return outline }
    return outline.dilated(by: radius, winding: winding, join: .miter, tolerance: radius / 16)
  }

  // MARK: Lines

  /// A line along clusters; nil where none is to be seen.
  private static func path(
    of kind: SVGText.Decoration.Kind, along clusters: [TextPlacing.Placed], _ run: SVGText.Run
  ) -> ShapePath? {
    guard let (metrics, unit) = run.fonts.measures(em: run.context.style.fontSize) else {
      return nil
    }
    let (middle, thickness): (Double, Double) =
      switch kind {
      case .underline: (metrics.underlinePosition, metrics.underlineThickness)
      case .overline: (metrics.ascent, metrics.underlineThickness)
      case .through: (metrics.strikeoutPosition, metrics.underlineThickness)
      }
    let half = thickness * unit / 2
    let y = -middle * unit
    var contours: [ShapePath.Contour] = []
    var index = 0
    while index < clusters.count {
      let first = clusters[index]
      var end = first.length
      // Neighbours that only lie further on have one line.
      while index + 1 < clusters.count, clusters[index + 1].goesOn(behind: clusters[index]) {
        index += 1
        end = clusters[index].distance(from: first) + clusters[index].length
      }
      index += 1
      guard end > 0 else { continue }
      let box = Bounds(minX: 0, minY: y - half, maxX: end, maxY: y + half)
      contours += ShapePath.rectangle(box).mapped(by: first.line).contours
    }
    return contours.isEmpty ? nil : ShapePath(contours)
  }
}

extension TextPlacing.Placed {
  /// Whether it stands behind another on the same straight line.
  fileprivate func goesOn(behind other: TextPlacing.Placed) -> Bool {
    guard piece == other.piece, number == other.number + 1, line.b == other.line.b else {
      return false
    }
    if line.a == 1, other.line.a == 1 { return line.c == 0 && line.ty == other.line.ty }
    return line.b == 1 && line.a == 0 && line.tx == other.line.tx
  }

  /// How far it stands behind another on the same line.
  fileprivate func distance(from other: TextPlacing.Placed) -> Double {
    line.a == 1 ? line.tx - other.line.tx : line.ty - other.line.ty
  }
}

extension SVGBuilder.Context {
  /// The same for letters, which rules of filling don't change.
  fileprivate var plain: SVGBuilder.Context {
    var context = self
    (context.style.fillRule, context.style.clipRule) = (.nonzero, .nonzero)
    return context
  }
}

extension Outline {
  /// The closed contours.
  fileprivate var contours: [ShapePath.Contour] {
    var contours: [ShapePath.Contour] = []
    for segment in segments {
      if case .move(let place) = segment {
        contours.append(ShapePath.Contour(start: place, [], isClosed: true))
      } else if !contours.isEmpty {
        contours[contours.count - 1].segments.append(segment)
      }
    }
    return contours
  }
}
