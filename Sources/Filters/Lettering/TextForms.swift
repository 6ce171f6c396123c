import Bytes
import Fonts
import Geometry
import SVG
import Timeline

/// The outlines of a scene's shapes, read once and kept with what was made of them.
final class TextForms: Sendable {
  /// What of a shape is covered.
  enum Part: Hashable {
    case fill
    /// A line along its edges, of this whole width.
    case stroke(width: Double, join: LineJoin)
    /// The shape, and what lies around it by no more than this, or such shares of it across and
    /// down.
    case grown(radius: Double, join: LineJoin, shares: Vector)
  }

  /// One of the scene's shapes, seen through a map.
  struct Key: Hashable {
    let shape: Int
    let part: Part
  }

  private struct StrokeKey: Hashable {
    let form: Int
    /// The shape's place but for where it is.
    let place: Affine
    let part: Part
    let tolerance: Double
  }

  /// A shape's stroke, or the whole of what has grown from it.
  enum Form {
    case outline(Outline, Rasterizer.Overlaps)
    /// The shape winds both ways, so that it and its stroke are distinguished.
    case twofold

    /// The memory that it takes.
    var byteCount: Int {
      switch self {
      case .outline(let outline, _): outline.byteCount
      case .twofold: 0
      }
    }
  }

  /// A glyph in its own colours, and the place of its first sample.
  struct Colored: Sendable {
    let texture: Texture
    let box: Box

    /// The memory that it takes.
    var byteCount: Int { 8 * box.width * box.height }

    /// How much it covers.
    var coverage: Coverage {
      var bytes: [UInt8] = []
      let alpha = texture.plane(3)
      bytes.reserveCapacity(box.width * box.height)
      for index in 0..<box.width * box.height {
        bytes.append(UInt8(truncatingIfNeeded: (UInt32(alpha[index]) + 128) / 257))
      }
      return Coverage(x: box.x, y: box.y, width: box.width, height: box.height, bytes: bytes)
    }
  }

  private struct Kept {
    var pictures: BoundedCache<Key, Colored?>
    var strokes: BoundedCache<StrokeKey, Form>
    /// What shapes cover where they lie, through one map.
    var covers: BoundedCache<Key, Coverage>
    var map: Affine?

    init(_ budget: CacheBudget) {
      pictures = BoundedCache(budget / 4)
      strokes = BoundedCache(budget / 4)
      covers = BoundedCache(budget / 2)
    }

    /// Forgets what was seen through another map.
    mutating func turn(to map: Affine) {
      guard self.map != map else { return }
      covers.removeAll()
      pictures.removeAll()
      self.map = map
    }
  }

  private let shapes: [TextScene.Shape]
  /// The forms that differ, in their own units, and the number of each shape's.
  private let glyphs: [GlyphInks.Known]
  private let forms: [Int]
  /// What each shape's outline takes in the text's space; nil for spaces.
  let bounds: [Bounds?]
  /// Whether each shape is a glyph with colours of its own.
  let isColored: [Bool]
  private let kept: Mutex<Kept>
  private let coding: ColorCoding
  private let budget: CacheBudget
  /// What other texts know of the same glyphs too.
  private let inks: GlyphInks?

  init(
    _ shapes: [TextScene.Shape], coding: ColorCoding, _ budget: CacheBudget, inks: GlyphInks? = nil
  ) {
    self.shapes = shapes
    self.coding = coding
    self.budget = budget
    kept = Mutex(Kept(budget))
    self.inks = inks
    var glyphs: [GlyphInks.Known] = []
    var known: [GlyphInks.Glyph: Int] = [:]
    var forms: [Int] = []
    for shape in shapes {
      switch shape.form {
      case .outline(let outline):
        forms.append(glyphs.count)
        glyphs.append(GlyphInks.Known(outline))
      case .glyph(let font, let glyph):
        let key = GlyphInks.Glyph(font: font.identity, glyph: glyph, growth: shape.growth)
        let form = known[key] ?? glyphs.count
        if form == glyphs.count {
          glyphs.append(
            inks?.known(key) { GlyphInks.Known(key, font) } ?? GlyphInks.Known(key, font))
          known[key] = form
        }
        forms.append(form)
      }
    }
    self.glyphs = glyphs
    self.forms = forms
    isColored = forms.map { glyphs[$0].coloredBox != nil }
    bounds = zip(shapes, forms).map { shape, form in
      glyphs[form].coloredBox.map { $0.mapped(by: shape.place) }
        ?? glyphs[form].outline.bounds(through: shape.place)
    }
  }

  /// A glyph in its own colours; nil when nothing of it is seen.
  ///
  /// - Parameters:
  ///   - color: that of the text, for parts of glyphs that have it.
  ///   - isResting: as of ``coverage(_:through:isResting:clip:_:)``.
  func picture(
    _ index: Int, through map: Affine, color: Color, isResting: Bool, clip: Box
  ) -> Colored? {
    let key = Key(shape: index, part: .fill)
    if isResting, let found = kept.withLock({ $0.map == map ? $0.pictures.find(key) : nil }) {
      return found
    }
    guard case .glyph(let font, let glyph) = shapes[index].form else { return nil }
    var painter = ColorGlyphPainter()
    // A glyph whose description is broken is not seen.
    let (place, box) = (map.after(shapes[index].place), clip.pixels)
    let foreground = GlyphColor(
      red: Float(color.red), green: Float(color.green), blue: Float(color.blue),
      alpha: Float(color.alpha))
    let made =
      font.hasColorGlyphs
      ? try? painter.picture(
        of: glyph, in: font, through: place, foreground: foreground, clip: box)
      : SVGGlyphs.picture(of: glyph, in: font, through: place, foreground: foreground, clip: box)
    let colored = made.flatMap { made in
      made.picture.map { picture in
        Colored(
          texture: Texture(ImageRows(picture, coding: coding)),
          box: Box(made.box))
      }
    }
    if isResting {
      kept.withLock { kept in
        kept.turn(to: map)
        kept.pictures.insert(colored, for: key, bytes: colored?.byteCount ?? 0)
      }
    }
    return colored
  }

  /// What a part of a shape covers.
  ///
  /// - Parameters:
  ///   - map: from the text's space to samples.
  ///   - isResting: whether it lies where the scene has it, so that it is worth keeping.
  ///   - snaps: whether it may be moved by a 32nd of a sample at most, to be that of the same
  ///     glyph elsewhere.
  func coverage(
    _ key: Key, through map: Affine, isResting: Bool, snaps: Bool, clip: Box,
    _ rasterizer: inout Rasterizer
  ) -> Coverage {
    if isResting, let found = kept.withLock({ $0.map == map ? $0.covers.find(key) : nil }) {
      return found
    }
    let place = Vector(shapes[key.shape].place.tx, shapes[key.shape].place.ty)
    let made =
      (snaps ? snapped(key, through: map, at: map(place), &rasterizer) : nil)
      ?? cover(
        key, through: map.still, at: map(place), clip: clip.pixels, &rasterizer)
    if isResting { keep(made, key, map) }
    return made
  }

  /// The coverage of a glyph at the nearest place of the grid; nil where it has none, or too much.
  private func snapped(
    _ key: Key, through map: Affine, at place: Vector, _ rasterizer: inout Rasterizer
  ) -> Coverage? {
    guard let inks, let glyph = glyph(of: key.shape), let bounds = bounds[key.shape],
      max(place.x.magnitude, place.y.magnitude) < Double(1 << 20)
    else { return nil }
    let seen = bounds.mapped(by: map.still)
    let reach = 2 * key.part.reach * map.size
    guard max(seen.width, seen.height) + reach <= Double(GlyphInks.largest) else { return nil }
    let across = GlyphInks.place(place.x, steps: GlyphInks.steps.x)
    let down = GlyphInks.place(place.y, steps: GlyphInks.steps.y)
    let known = GlyphInks.CoverKey(
      glyph: glyph, part: key.part, place: shapes[key.shape].place.still, map: map.still,
      across: across.step, down: down.step)
    return inks.coverage(known) {
      let within = Vector(
        Double(across.step) / GlyphInks.steps.x, Double(down.step) / GlyphInks.steps.y)
      return cover(key, through: map.still, at: within, clip: nil, &rasterizer)
    }.moved(across.whole, down.whole)
  }

  private func glyph(of shape: Int) -> GlyphInks.Glyph? {
    guard case .glyph(let font, let glyph) = shapes[shape].form else { return nil }
    return GlyphInks.Glyph(font: font.identity, glyph: glyph, growth: shapes[shape].growth)
  }

  /// - Parameters:
  ///   - map: from the text's space to samples, but for where it is.
  ///   - place: where the shape is.
  private func cover(
    _ key: Key, through map: Affine, at place: Vector, clip: PixelBox?,
    _ rasterizer: inout Rasterizer
  ) -> Coverage {
    let shape = shapes[key.shape]
    let moved = Affine.translation(place.x, place.y).after(map)
    guard key.part != .fill else {
      let known = glyphs[forms[key.shape]]
      return rasterizer.coverage(
        of: known.outline, through: moved.after(shape.place.still), clip: clip,
        overlaps: known.overlaps)
    }
    switch (form(key, size: map.size, &rasterizer), key.part) {
    case (.outline(let outline, let overlaps), _):
      return rasterizer.coverage(of: outline, through: moved, clip: clip, overlaps: overlaps)
    case (.twofold, .grown(let radius, let join, _)):
      let line = Key(shape: key.shape, part: .stroke(width: 2 * radius, join: join))
      let fill = Key(shape: key.shape, part: .fill)
      return cover(line, through: map, at: place, clip: clip, &rasterizer)
        .adding(cover(fill, through: map, at: place, clip: clip, &rasterizer))
    case (.twofold, _): return .empty
    }
  }

  private func keep(_ made: Coverage, _ key: Key, _ map: Affine) {
    kept.withLock { kept in
      kept.turn(to: map)
      kept.covers.insert(made, for: key, bytes: made.bytes.count)
    }
  }

  /// The outline of what lies beside a shape's edges, in the text's space but for where the shape
  /// is.
  private func form(_ key: Key, size: Double, _ rasterizer: inout Rasterizer) -> Form {
    let place = shapes[key.shape].place.still
    let tolerance = 1 / (32 * max(size, 1e-6))
    if let inks, let glyph = glyph(of: key.shape) {
      let known = GlyphInks.FormKey(
        glyph: glyph, place: place, part: key.part, tolerance: tolerance)
      return inks.form(known) { makeForm(key, place, size, tolerance, &rasterizer) }
    }
    let known = StrokeKey(
      form: forms[key.shape], place: place, part: key.part, tolerance: tolerance)
    if let found = kept.withLock({ $0.strokes.find(known) }) { return found }
    let made = makeForm(key, place, size, tolerance, &rasterizer)
    _ = kept.withLock { $0.strokes.insert(made, for: known, bytes: made.byteCount) }
    return made
  }

  private func makeForm(
    _ key: Key, _ place: Affine, _ size: Double, _ tolerance: Double,
    _ rasterizer: inout Rasterizer
  ) -> Form {
    let known = glyphs[forms[key.shape]]
    let outline = known.outline.mapped(by: place)
    switch key.part {
    case .fill: return .outline(outline, .found)
    case .stroke(let width, let join):
      return .outline(outline.stroked(width: width, join: join, tolerance: tolerance), .all)
    case .grown(let radius, let join, let shares):
      // In samples, in which parts that wind the other way are seen or not. What a bold adds winds
      // as the letter does.
      let plain = known.plain.mapped(by: Affine.scale(size, size).after(place))
      guard let winding = rasterizer.winding(of: plain) else { return .twofold }
      // Where there is less of it in one direction, it grows evenly in a space that is wider there.
      let isEven = shares == Vector(1, 1)
      let wide = isEven ? outline : outline.mapped(by: .scale(1 / shares.x, 1 / shares.y))
      let grown = wide.dilated(by: radius, winding: winding, join: join, tolerance: tolerance)
      return .outline(
        isEven ? grown : grown.mapped(by: .scale(shares.x, shares.y)),
        winding.overlaps ? .all : .added)
    }
  }

  /// Forgets what was made.
  func release() { kept.withLock { $0 = Kept(budget) } }
}

extension TextForms.Part {
  /// How far it reaches beyond the shape.
  var reach: Double {
    switch self {
    case .fill: 0
    case .stroke(let width, let join): (join == .miter ? 4 : 1) * width / 2
    case .grown(let radius, let join, _): (join == .miter ? 4 : 1) * radius
    }
  }
}

extension Affine {
  /// The map with the origin where it is.
  var still: Affine { Affine(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// By how much areas grow, as a factor of lengths.
  var size: Double { (a * d - b * c).magnitude.squareRoot() }
}
