/// Puts TrueType glyphs together of their points and parts.
///
/// What a variable font changes is applied to each description before it is used.
struct GlyphAssembler {
  let data: GlyphData
  let metrics: HorizontalMetrics
  /// What changes at a place of the design space, or nil at its default.
  var variations: GlyphVariations?
  private var componentsLeft = FontLimits.components
  private var pointsLeft = FontLimits.points
  private var stepsLeft = FontLimits.variationSteps

  init(data: GlyphData, metrics: HorizontalMetrics, variations: GlyphVariations?) {
    self.data = data
    self.metrics = metrics
    self.variations = variations
  }

  /// The points of a glyph, moved so that its leftmost point lies where its side bearing says.
  mutating func points(of glyph: Int) throws(FontError) -> [GlyphPoint] {
    var (points, phantoms) = try load(glyph, depth: 0)
    let shift = phantoms.left
    if shift != 0 {
      for index in points.indices { points[index].x -= shift }
    }
    return points
  }

  /// The points of a glyph as its description has them, for a part of another glyph.
  mutating func partPoints(of glyph: Int) throws(FontError) -> [GlyphPoint] {
    try load(glyph, depth: 0).0
  }

  /// Where the advance of a glyph begins and ends, its parts and changes considered.
  mutating func phantoms(of glyph: Int) throws(FontError) -> PhantomPoints {
    try load(glyph, depth: 0).1
  }

  private mutating func load(
    _ glyph: Int, depth: Int
  ) throws(FontError) -> ([GlyphPoint], PhantomPoints) {
    guard let table = try data.description(of: glyph) else {
      var phantoms = PhantomPoints(left: 0, right: Double(metrics.advance(of: glyph)))
      var points: [GlyphPoint] = []
      vary(&points, &phantoms, of: glyph)
      return ([], phantoms)
    }
    guard let contours = table.i16(0), let left = table.i16(2) else {
      throw FontError(.truncated, "a glyph ends early", table: "glyf", offset: table.start)
    }
    let bearing = metrics.leftBearing(of: glyph) ?? left
    var phantoms = PhantomPoints(left: Double(left - bearing))
    phantoms.right = phantoms.left + Double(metrics.advance(of: glyph))
    if contours >= 0 {
      var points = try SimpleGlyph.points(of: table, contours: contours)
      pointsLeft -= points.count
      guard pointsLeft >= 0 else { throw tooMuch("points", at: table) }
      vary(&points, &phantoms, of: glyph)
      return (points, phantoms)
    }
    guard depth < FontLimits.componentDepth else { throw tooMuch("levels of parts", at: table) }
    var components = try GlyphComponent.all(of: table)
    componentsLeft -= components.count
    guard componentsLeft >= 0 else { throw tooMuch("parts", at: table) }
    if variations != nil {
      // The place of a part counts as a point.
      var points = components.map { GlyphPoint(x: $0.x, y: $0.y) }
      vary(&points, &phantoms, of: glyph)
      for index in components.indices {
        (components[index].x, components[index].y) = (points[index].x, points[index].y)
      }
    }
    return (try assemble(components, phantoms: &phantoms, depth: depth), phantoms)
  }

  /// Moves points and phantom points to where they are at the place of the design space.
  private mutating func vary(
    _ points: inout [GlyphPoint], _ phantoms: inout PhantomPoints, of glyph: Int
  ) {
    guard let variations else { return }
    let ends = points.indices.filter { points[$0].endsContour }
    points.append(GlyphPoint(x: phantoms.left, y: 0))
    points.append(GlyphPoint(x: phantoms.right, y: 0))
    // Those above and below, which tell the advance of vertical lines.
    points.append(GlyphPoint(x: 0, y: 0))
    points.append(GlyphPoint(x: 0, y: 0))
    variations.apply(to: &points, of: glyph, contourEnds: ends, steps: &stepsLeft)
    let last = points.suffix(4)
    (phantoms.left, phantoms.right) = (last[last.startIndex].x, last[last.startIndex + 1].x)
    points.removeLast(4)
  }

  private mutating func assemble(
    _ components: [GlyphComponent], phantoms: inout PhantomPoints, depth: Int
  ) throws(FontError) -> [GlyphPoint] {
    var all: [GlyphPoint] = []
    for component in components {
      let (part, metrics) = try load(component.glyph, depth: depth + 1)
      if component.givesMetrics { phantoms = metrics }
      let points = component.scaled(part)
      var shift = component.shift
      if case .points(let anchor, let point) = component.place {
        // A point that does not exist leaves the part where it is, as in HarfBuzz.
        shift = (0, 0)
        if all.indices.contains(anchor), points.indices.contains(point) {
          shift = (all[anchor].x - points[point].x, all[anchor].y - points[point].y)
        }
      }
      let first = all.count
      all += points
      guard shift != (0, 0) else { continue }
      for index in first..<all.count {
        all[index].x += shift.x
        all[index].y += shift.y
      }
    }
    return all
  }

  private func tooMuch(_ what: String, at table: FontTable) -> FontError {
    FontError(.malformed, "a glyph has too many \(what)", table: "glyf", offset: table.start)
  }
}
