import Fonts
import Geometry
import Synchronization

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

  private struct Kept {
    var strokes: [StrokeKey: Outline] = [:]
    /// What shapes cover where they lie, through one map.
    var covers: [Key: Coverage] = [:]
    var map: Affine?
    var bytes = 0
  }

  private let shapes: [TextScene.Shape]
  /// The outline of each shape, in its own units, and its number among those that differ.
  private let outlines: [Outline]
  private let forms: [Int]
  /// What each shape's outline takes in the text's space; nil for spaces.
  let bounds: [Bounds?]
  private let kept = Mutex(Kept())
  private let byteCap: Int

  init(_ shapes: [TextScene.Shape], byteCap: Int) {
    self.shapes = shapes
    self.byteCap = byteCap
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
          known[key] = form
        }
        forms.append(form)
      }
    }
    self.outlines = outlines
    self.forms = forms
    bounds = zip(shapes, forms).map { outlines[$1].bounds(through: $0.place) }
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
      if kept.map != map {
        kept.covers.removeAll(keepingCapacity: true)
        (kept.map, kept.bytes) = (map, 0)
      }
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
