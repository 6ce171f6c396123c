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
    let width: Double
    let join: LineJoin
    let tolerance: Double
  }

  private struct GlyphKey: Hashable {
    let font: Int
    let glyph: GlyphID
    let growth: Double
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
    var strokes: [StrokeKey: Outline] = [:]
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

  init(_ shapes: [TextScene.Shape], coding: ColorCoding, byteCap: Int) {
    self.shapes = shapes
    self.coding = coding
    self.byteCap = byteCap
    var boxes: [Int: Bounds] = [:]
    var colored: [Int: Bool] = [:]
    var outlines: [Outline] = []
    var known: [GlyphKey: Int] = [:]
    var forms: [Int] = []
    for shape in shapes {
      switch shape.form {
      case .outline(let outline):
        forms.append(outlines.count)
        outlines.append(outline)
      case .glyph(let font, let glyph):
        let key = GlyphKey(font: font.identity, glyph: glyph, growth: shape.growth)
        let form = known[key] ?? outlines.count
        if form == outlines.count {
          // A glyph whose description is broken is not seen.
          let outline = (try? font.outline(of: glyph)) ?? Outline()
          outlines.append(outline.grown(by: shape.growth * Double(font.unitsPerEm)))
          if font.hasColorGlyphs, let box = Self.box(of: glyph, in: font) {
            (boxes[form], colored[form]) = (box, true)
          }
          known[key] = form
        }
        forms.append(form)
      }
    }
    self.outlines = outlines
    self.forms = forms
    isColored = forms.map { colored[$0] ?? false }
    bounds = zip(shapes, forms).map { shape, form in
      boxes[form].map { $0.mapped(by: shape.place) } ?? outlines[form].bounds(through: shape.place)
    }
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
  func coverage(
    _ key: Key, through map: Affine, isResting: Bool, clip: Box, _ rasterizer: inout Rasterizer
  ) -> Coverage {
    if isResting, let found = kept.withLock({ $0.map == map ? $0.covers[key] : nil }) {
      return found
    }
    let shape = shapes[key.shape]
    let clip = PixelBox(x: clip.x, y: clip.y, width: clip.width, height: clip.height)
    let made: Coverage
    switch key.part {
    case .fill:
      made = rasterizer.coverage(
        of: outlines[forms[key.shape]], through: map.after(shape.place), clip: clip,
        overlaps: shape.growth > 0)
    case .stroke(let width, let join):
      let tolerance = 1 / (32 * max(map.size, 1e-6))
      let outline = stroke(key.shape, width, join, tolerance: tolerance)
      made = rasterizer.coverage(
        of: outline, through: map.after(.translation(shape.place.tx, shape.place.ty)), clip: clip,
        overlaps: true)
    }
    if isResting { keep(made, key, map) }
    return made
  }

  private func keep(_ made: Coverage, _ key: Key, _ map: Affine) {
    kept.withLock { kept in
      kept.turn(to: map)
      guard kept.bytes + made.bytes.count <= byteCap else { return }
      kept.covers[key] = made
      kept.bytes += made.bytes.count
    }
  }

  /// The outline of a line along a shape's edges, in the text's space but for where the shape is.
  private func stroke(
    _ index: Int, _ width: Double, _ join: LineJoin, tolerance: Double
  ) -> Outline {
    var place = shapes[index].place
    (place.tx, place.ty) = (0, 0)
    let key = StrokeKey(
      form: forms[index], place: place, width: width, join: join, tolerance: tolerance)
    if let found = kept.withLock({ $0.strokes[key] }) { return found }
    let made = outlines[forms[index]].mapped(by: place).stroked(
      width: width, join: join, tolerance: tolerance)
    kept.withLock { $0.strokes[key] = made }
    return made
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

extension Affine {
  /// By how much areas grow, as a factor of lengths.
  var size: Double { (a * d - b * c).magnitude.squareRoot() }
}
