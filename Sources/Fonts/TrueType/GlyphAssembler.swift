/// Puts TrueType glyphs together of their points and parts.
///
/// What a variable font changes is applied to each description before it is used.
struct GlyphAssembler {
  let data: GlyphData
  let metrics: HorizontalMetrics
  private var componentsLeft = FontLimits.components
  private var pointsLeft = FontLimits.points

  init(data: GlyphData, metrics: HorizontalMetrics) {
    self.data = data
    self.metrics = metrics
  }

  /// The points of a glyph, moved so that its leftmost point lies where its side bearing says.
  mutating func points(of glyph: Int) throws(FontError) -> [GlyphPoint] {
    var (points, phantoms) = try load(glyph, depth: 0)
    let shift = phantoms.left.rounded()
    if shift != 0 {
      for index in points.indices { points[index].x -= shift }
    }
    return points
  }

  private mutating func load(
    _ glyph: Int, depth: Int
  ) throws(FontError) -> ([GlyphPoint], PhantomPoints) {
    guard let table = try data.description(of: glyph) else {
      return ([], PhantomPoints(left: 0, right: Double(metrics.advance(of: glyph))))
    }
    guard let contours = table.i16(0), let left = table.i16(2) else {
      throw FontError(.truncated, "a glyph ends early", table: "glyf", offset: table.start)
    }
    let bearing = metrics.leftBearing(of: glyph) ?? left
    var phantoms = PhantomPoints(left: Double(left - bearing))
    phantoms.right = phantoms.left + Double(metrics.advance(of: glyph))
    if contours >= 0 {
      let points = try SimpleGlyph.points(of: table, contours: contours)
      pointsLeft -= points.count
      guard pointsLeft >= 0 else { throw tooMuch("points", at: table) }
      return (points, phantoms)
    }
    let components = try GlyphComponent.all(of: table)
    return (try assemble(components, phantoms: &phantoms, depth: depth, at: table), phantoms)
  }

  private mutating func assemble(
    _ components: [GlyphComponent], phantoms: inout PhantomPoints, depth: Int, at table: FontTable
  ) throws(FontError) -> [GlyphPoint] {
    guard depth < FontLimits.componentDepth else { throw tooMuch("levels of parts", at: table) }
    var all: [GlyphPoint] = []
    for component in components {
      componentsLeft -= 1
      guard componentsLeft >= 0 else { throw tooMuch("parts", at: table) }
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
