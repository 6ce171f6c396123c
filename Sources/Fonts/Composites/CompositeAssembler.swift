import Geometry

/// Puts a glyph of ``VariableComposites`` together of its parts, and these of theirs.
struct CompositeAssembler {
  private let composites: VariableComposites
  private let directory: FontDirectory
  /// Where the font stands in the design space.
  private let place: [Double]
  private var letters: Letters
  private var outline = Outline()
  private var partsLeft = FontLimits.components
  private var stepsLeft = FontLimits.variationSteps

  /// What draws glyphs that have no parts.
  private enum Letters {
    case trueType(GlyphAssembler)
    case compact(CharstringRunner)
    case none
  }

  init(
    _ composites: VariableComposites, _ shapes: GlyphShapes, metrics: HorizontalMetrics,
    directory: FontDirectory, at place: [Double]
  ) {
    self.composites = composites
    self.directory = directory
    self.place = place
    letters =
      switch shapes {
      case .trueType(let data, _):
        .trueType(GlyphAssembler(data: data, metrics: metrics, variations: nil))
      case .compact(let font, _): .compact(CharstringRunner(font: font, store: nil))
      case .none: .none
      }
  }

  /// The shape of a glyph in font units.
  mutating func outline(of glyph: Int) throws(FontError) -> Outline {
    try add(glyph, at: place, through: .identity, depth: 0, within: nil)
    return outline
  }

  private mutating func add(
    _ glyph: Int, at place: [Double], through map: Affine, depth: Int, within parent: Int?
  ) throws(FontError) {
    // A part that is the glyph itself is its plain shape.
    guard glyph != parent, let record = composites.record(of: glyph) else {
      return try addLetter(glyph, at: place, through: map)
    }
    guard depth < FontLimits.componentDepth else { throw tooMuch("levels of parts", record) }
    var next = 0
    while next < record.count {
      partsLeft -= 1
      guard partsLeft >= 0 else { throw tooMuch("parts", record) }
      guard let part = VariableComponent(record, at: &next, of: composites) else {
        throw FontError(
          .malformed, "a part of a glyph is broken", table: "VARC", offset: record.start + next)
      }
      guard composites.isShown(part, at: place, steps: &stepsLeft) else { continue }
      let store = composites.store
      let there = part.place(in: place, of: self.place, store: store, steps: &stepsLeft)
      let own = part.map(at: place, store: store, steps: &stepsLeft)
      guard stepsLeft > 0 else { throw tooMuch("changes", record) }
      try add(part.glyph, at: there, through: map.after(own), depth: depth + 1, within: glyph)
    }
  }

  private mutating func addLetter(
    _ glyph: Int, at place: [Double], through map: Affine
  ) throws(FontError) {
    var shape = Outline()
    switch letters {
    case .trueType(var assembler):
      assembler.variations = variations(at: place)
      shape = Outline(try assembler.partPoints(of: glyph))
      letters = .trueType(assembler)
    case .compact(var runner):
      let store = runner.font.store(at: place)
      stepsLeft -= (store?.regionCount ?? 0) * (place.count + 1)
      shape = try runner.outline(of: glyph, at: store)
      letters = .compact(runner)
    case .none: break
    }
    outline.segments += shape.mapped(by: map).segments
    guard outline.segments.count < FontLimits.points else {
      throw FontError(.malformed, "a glyph has too many points", table: "VARC")
    }
  }

  /// What changes of TrueType glyphs; fonts without axes of their own have those of `gvar`.
  private func variations(at place: [Double]) -> GlyphVariations? {
    guard let table = directory.table("gvar"), let count = table.u16(4), count <= FontLimits.axes
    else { return nil }
    let padded = place.prefix(count) + repeatElement(0, count: max(count - place.count, 0))
    return GlyphVariations(table, coordinates: Array(padded))
  }

  private func tooMuch(_ what: String, _ table: FontTable) -> FontError {
    FontError(.malformed, "a glyph has too many \(what)", table: "VARC", offset: table.start)
  }
}
