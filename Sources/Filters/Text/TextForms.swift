import Fonts
import Geometry
import Synchronization
import Timeline

/// The outlines of a scene's shapes, read once and kept with what was made of them.
final class TextForms: Sendable {
  /// What of a shape is covered.
  enum Part: Hashable {
    case fill
    /// A line along its edges, of this whole width.
    case stroke(width: Double, join: LineJoin)
    /// The shape, and what lies around it by no more than this.
    case grown(radius: Double, join: LineJoin)
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
    /// The shape winds both ways, so that it and its stroke are told apart.
    case twofold
  }

  /// A glyph in its own colours, and the place of its first sample.
  struct Colored: Sendable {
    let texture: Texture
    let box: Box

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
    var pictures: [Key: Colored?] = [:]
    var strokes: [StrokeKey: Form] = [:]
    /// What shapes cover where they lie, through one map.
    var covers: [Key: Coverage] = [:]
    var map: Affine?
    var bytes = 0

    /// Forgets what was seen through another map.
    mutating func turn(to map: Affine) {
      guard self.map != map else { return }
      covers.removeAll(keepingCapacity: true)
      pictures.removeAll(keepingCapacity: true)
      (self.map, bytes) = (map, 0)
    }
  }

  private let shapes: [TextScene.Shape]
  /// The outline of each shape, in its own units, and its number among those that differ.
  private let outlines: [Outline]
  private let forms: [Int]
  /// What each shape's outline takes in the text's space; nil for spaces.
  let bounds: [Bounds?]
  /// Whether each shape is a glyph with colours of its own.
  let isColored: [Bool]
  private let kept = Mutex(Kept())
  private let coding: ColorCoding
  private let byteCap: Int
  /// What other texts know of the same glyphs too.
  private let inks: GlyphInks?

  init(_ shapes: [TextScene.Shape], coding: ColorCoding, byteCap: Int, inks: GlyphInks? = nil) {
    self.shapes = shapes
    self.coding = coding
    self.byteCap = byteCap
    self.inks = inks
    var boxes: [Int: Bounds] = [:]
    var outlines: [Outline] = []
    var known: [GlyphInks.Glyph: Int] = [:]
    var forms: [Int] = []
    for shape in shapes {
      switch shape.form {
      case .outline(let outline):
        forms.append(outlines.count)
        outlines.append(outline)
      case .glyph(let font, let glyph):
        let key = GlyphInks.Glyph(font: font.identity, glyph: glyph, growth: shape.growth)
        let form = known[key] ?? outlines.count
        if form == outlines.count {
          let made = inks?.known(key) { Self.glyph(key, font) } ?? Self.glyph(key, font)
          outlines.append(made.outline)
          boxes[form] = made.coloredBox
          known[key] = form
        }
        forms.append(form)
      }
    }
    self.outlines = outlines
    self.forms = forms
    isColored = forms.map { boxes[$0] != nil }
    bounds = zip(shapes, forms).map { shape, form in
      boxes[form].map { $0.mapped(by: shape.place) } ?? outlines[form].bounds(through: shape.place)
    }
  }

  private static func glyph(_ key: GlyphInks.Glyph, _ font: Font) -> GlyphInks.Known {
    // A glyph whose description is broken is not seen.
    let outline = (try? font.outline(of: key.glyph)) ?? Outline()
    return GlyphInks.Known(
      outline: outline.grown(by: key.growth * Double(font.unitsPerEm)),
      coloredBox: font.hasColorGlyphs ? box(of: key.glyph, in: font) : nil)
  }

  /// The box of a glyph in its own colours, in font units; nil when it has none.
  private static func box(of glyph: GlyphID, in font: Font) -> Bounds? {
    guard font.colorGlyph(of: glyph) != nil else { return nil }
    // Seen at a small size, which is enough to know where it is.
    let scale = 64 / Double(max(font.unitsPerEm, 1))
    var painter = ColorGlyphPainter()
    let made = try? painter.picture(of: glyph, in: font, through: .scale(scale, -scale))
    guard let box = made?.box, !box.isEmpty else { return nil }
    let seen = Bounds(
      minX: Double(box.x) - 2, minY: Double(box.y) - 2, maxX: Double(box.x + box.width) + 2,
      maxY: Double(box.y + box.height) + 2)
    return seen.mapped(by: .scale(1 / scale, -1 / scale))
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
    if isResting, let found = kept.withLock({ $0.map == map ? $0.pictures[key] : nil }) {
      return found
    }
    guard case .glyph(let font, let glyph) = shapes[index].form else { return nil }
    var painter = ColorGlyphPainter()
    // A glyph whose description is broken is not seen.
    let made = try? painter.picture(
      of: glyph, in: font, through: map.after(shapes[index].place),
      foreground: GlyphColor(
        red: Float(color.red), green: Float(color.green), blue: Float(color.blue),
        alpha: Float(color.alpha)),
      clip: PixelBox(x: clip.x, y: clip.y, width: clip.width, height: clip.height))
    let colored = made.flatMap { made in
      made.picture.map { picture in
        Colored(
          texture: Texture(ImageRows(picture, coding: coding)),
          box: Box(x: made.box.x, y: made.box.y, width: made.box.width, height: made.box.height))
      }
    }
    if isResting {
      kept.withLock { kept in
        kept.turn(to: map)
        let bytes = colored.map { 8 * $0.box.width * $0.box.height } ?? 0
        guard kept.bytes + bytes <= byteCap else { return }
        kept.pictures[key] = .some(colored)
        kept.bytes += bytes
      }
    }
    return colored
  }

  /// What a part of a shape covers.
  ///
  /// - Parameters:
  ///   - map: from the text's space to samples.
  ///   - isResting: whether it lies where the scene has it, so that it is worth keeping.
  ///   - snaps: whether it may be moved by an eighth of a sample at most, to be that of the same
  ///     glyph elsewhere.
  func coverage(
    _ key: Key, through map: Affine, isResting: Bool, snaps: Bool, clip: Box,
    _ rasterizer: inout Rasterizer
  ) -> Coverage {
    if isResting, let found = kept.withLock({ $0.map == map ? $0.covers[key] : nil }) {
      return found
    }
    let place = Vector(shapes[key.shape].place.tx, shapes[key.shape].place.ty)
    let made =
      (snaps ? snapped(key, through: map, at: map(place), &rasterizer) : nil)
      ?? cover(
        key, through: map.still, at: map(place),
        clip: PixelBox(x: clip.x, y: clip.y, width: clip.width, height: clip.height), &rasterizer)
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
      return rasterizer.coverage(
        of: outlines[forms[key.shape]], through: moved.after(shape.place.still), clip: clip,
        overlaps: shape.growth > 0 ? .all : .found)
    }
    switch (form(key, size: map.size, &rasterizer), key.part) {
    case (.outline(let outline, let overlaps), _):
      return rasterizer.coverage(of: outline, through: moved, clip: clip, overlaps: overlaps)
    case (.twofold, .grown(let radius, let join)):
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
      guard kept.bytes + made.bytes.count <= byteCap else { return }
      kept.covers[key] = made
      kept.bytes += made.bytes.count
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
    if let found = kept.withLock({ $0.strokes[known] }) { return found }
    let made = makeForm(key, place, size, tolerance, &rasterizer)
    kept.withLock { $0.strokes[known] = made }
    return made
  }

  private func makeForm(
    _ key: Key, _ place: Affine, _ size: Double, _ tolerance: Double,
    _ rasterizer: inout Rasterizer
  ) -> Form {
    let outline = outlines[forms[key.shape]].mapped(by: place)
    switch key.part {
    case .fill: return .outline(outline, .found)
    case .stroke(let width, let join):
      return .outline(outline.stroked(width: width, join: join, tolerance: tolerance), .all)
    case .grown(let radius, let join):
      // In samples, in which parts that wind the other way are seen or not.
      guard let winding = rasterizer.winding(of: outline.mapped(by: .scale(size, size))) else {
        return .twofold
      }
      return .outline(
        outline.dilated(by: radius, winding: winding, join: join, tolerance: tolerance),
        winding.overlaps ? .all : .added)
    }
  }

  /// Forgets what was made.
  func release() { kept.withLock { $0 = Kept() } }
}

extension Outline {
  /// The outline with a line of so much to each side along its edges.
  fileprivate func grown(by radius: Double) -> Outline {
    guard radius > 0, !isEmpty else { return self }
    let line = stroked(width: 2 * radius, join: .miter, tolerance: radius / 16)
    // A line winds counterclockwise, and must not undo what winds the other way.
    return Outline(segments + (area < 0 ? line.reversed : line).segments)
  }

  /// What contours enclose, as if curves were straight, counterclockwise positive.
  private var area: Double {
    var (sum, first, last) = (0.0, Vector(0, 0), Vector(0, 0))
    for segment in segments {
      if case .move(let point) = segment {
        sum += last.x * first.y - last.y * first.x
        (first, last) = (point, point)
        continue
      }
      let end = segment.end
      sum += last.x * end.y - last.y * end.x
      last = end
    }
    return (sum + last.x * first.y - last.y * first.x) / 2
  }

  /// Straight contours, the other way round.
  private var reversed: Outline {
    var contours: [[Vector]] = []
    for segment in segments {
      if case .move = segment { contours.append([]) }
      if !contours.isEmpty { contours[contours.count - 1].append(segment.end) }
    }
    return Outline(
      contours.flatMap { points in
        points.reversed().enumerated().map { $0 == 0 ? .move($1) : .line($1) }
      })
  }
}

extension TextForms.Part {
  /// How far it reaches beyond the shape.
  var reach: Double {
    switch self {
    case .fill: 0
    case .stroke(let width, let join): (join == .miter ? 4 : 1) * width / 2
    case .grown(let radius, let join): (join == .miter ? 4 : 1) * radius
    }
  }
}

extension Affine {
  /// The map with the origin where it is.
  var still: Affine { Affine(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// By how much areas grow, as a factor of lengths.
  var size: Double { (a * d - b * c).magnitude.squareRoot() }
}
