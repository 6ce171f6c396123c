import Bytes
import Fonts
import Geometry
import Plates
import Shapes

/// Draws items on plates.
struct SVGPainter {
  private var rasterizer = ShapeRasterizer()
  /// How many pixels may still be filled on plates of their own.
  private var pixels = SVGLimits.pixels
  /// How many items may still be drawn.
  private var draws = SVGLimits.draws
  private var nesting = 0
  /// Whether something was left out, as it would have been too much.
  var isStopped: Bool { pixels < 0 || draws < 0 || rasterizer.pieces >= SVGLimits.pieces }

  /// Draws a group, with all that is done with it as a whole, through a map to pixels.
  mutating func draw(_ group: SVGGroup, through map: Affine, on plate: inout Plate) {
    let map = map.after(group.map)
    guard map.isBounded(by: 1e9), !plate.box.isEmpty, group.opacity > 0 else { return }
    guard group.isApart else {
      draw(group.items, through: map, on: &plate)
      return
    }
    if group.filters.isEmpty, group.clips.isEmpty, group.masks.isEmpty, group.blend == .normal,
      group.count == 1, let item = group.items.first, case .shape(let shape) = item
    {
      draw(shape, opacity: group.opacity, through: map, on: &plate)
      return
    }
    guard var apart = self.plate(for: group, through: map, in: plate.box) else { return }
    if group.filters.isEmpty || map.isUpright {
      draw(group.items, through: map, on: &apart)
      filter(&apart, group.filters, through: map)
    } else {
      drawUpright(group, through: map, on: &apart)
    }
    for clip in group.clips { limit(&apart, to: clip, through: map) }
    for mask in group.masks { limit(&apart, to: mask, through: map) }
    plate.add(apart, opacity: Plate.share(group.opacity), group.blend)
  }

  private mutating func filter(_ plate: inout Plate, _ filters: [SVGFilter], through map: Affine) {
    for filter in filters {
      var painter = FilterPainter(filter, through: map, in: plate.box)
      painter.filter(&plate, &self)
    }
  }

  /// Draws a group with filters that is turned, mirrored or sheared: filters are done along its own
  /// sides, and what they give is turned.
  private mutating func drawUpright(
    _ group: SVGGroup, through map: Affine, on plate: inout Plate
  ) {
    let upright = Affine.scale(Vector(map.a, map.b).length, Vector(map.c, map.d).length)
    guard let back = upright.inverse, let seen = map.after(back).inverse else { return }
    let turned = map.after(back)
    let box = plate.box
    let corners = ShapePath.rectangle(
      Bounds(
        minX: Double(box.x - 1), minY: Double(box.y - 1), maxX: Double(box.x + box.width + 1),
        maxY: Double(box.y + box.height + 1)))
    guard let bounds = corners.bounds(through: seen) else { return }
    let most = Double(2 * SVGLimits.side)
    guard bounds.width <= 2 * most, bounds.height <= 2 * most,
      max(bounds.minX.magnitude, bounds.minY.magnitude) < 1e8
    else { return }
    let view = PixelBox(
      x: Int(bounds.minX.rounded(.down)), y: Int(bounds.minY.rounded(.down)),
      width: Int(bounds.width.rounded(.up)) + 1, height: Int(bounds.height.rounded(.up)) + 1)
    let room = FilterPainter.room(group.filters, through: upright, in: view)
    guard !room.isEmpty, spend(room, times: 2) else { return }
    var flat = Plate(room)
    draw(group.items, through: upright, on: &flat)
    filter(&flat, group.filters, through: upright)
    PlatePicture(flat).draw(
      through: turned.after(.translation(Double(room.x), Double(room.y))), opacity: 1, on: &plate)
  }

  /// A plate as large as what is seen of a group; nil where it is nothing, or too much.
  private mutating func plate(
    for group: SVGGroup, through map: Affine, in box: PixelBox
  ) -> Plate? {
    var part = box
    if group.filters.isEmpty {
      guard let extent = group.items.extent(through: map) else { return nil }
      part = box.common(with: PixelBox(around: extent, in: box))
    } else {
      // What lies outside may be moved in by the filter, unless that is done elsewhere.
      part = map.isUpright ? FilterPainter.room(group.filters, through: map, in: box) : box
    }
    guard !part.isEmpty, spend(part) else { return nil }
    return Plate(part)
  }

  /// Counts the pixels of a plate, as often as they are worked on; false where there are no more.
  mutating func spend(_ box: PixelBox, times count: Int = 1) -> Bool {
    pixels -= box.width * box.height * count
    return pixels >= 0
  }

  mutating func draw(_ items: [SVGItem], through map: Affine, on plate: inout Plate) {
    for item in items {
      draws -= 1
      guard draws >= 0, rasterizer.pieces < SVGLimits.pieces else { return }
      switch item {
      case .group(let group): draw(group, through: map, on: &plate)
      case .shape(let shape): draw(shape, opacity: 1, through: map, on: &plate)
      case .picture(let image): draw(image, through: map, on: &plate)
      case .room: break
      }
    }
  }

  private func draw(_ image: SVGImage, through map: Affine, on plate: inout Plate) {
    let map = map.after(image.map)
    guard map.isBounded(by: 1e9) else { return }
    image.picture.draw(
      through: map, opacity: 1, hasSquarePixels: image.hasSquarePixels, on: &plate)
  }

  // MARK: Shapes

  private mutating func draw(
    _ shape: SVGShape, opacity: Double, through map: Affine, on plate: inout Plate
  ) {
    guard [SVGItem.shape(shape)].extent(through: map) != nil,
      let ink = ink(shape.paint, through: map)
    else { return }
    var covered = coverage(shape, through: map, in: plate.box)
    guard !covered.isEmpty else { return }
    if !shape.isSmooth { covered = covered.withHardEdges }
    plate.fill(covered, ink, opacity: opacity * shape.opacity)
  }

  private mutating func coverage(
    _ shape: SVGShape, through map: Affine, in box: PixelBox
  ) -> Coverage {
    guard let line = shape.line else {
      return rasterizer.coverage(of: shape.path, rule: shape.rule, through: map, in: box)
    }
    return rasterizer.coverage(
      ofStroke: line, along: shape.path, of: shape.path, through: map, in: box)
  }

  private mutating func ink(_ paint: SVGPaint, through map: Affine) -> PlateInk? {
    switch paint {
    case .color(let color): return .plain(color.parts)
    case .gradient(let gradient):
      guard let back = map.after(gradient.map).inverse(beyond: 1e-30) else { return nil }
      return .gradient(
        GradientInk(
          table: gradient.table, map: back, course: gradient.course, spread: gradient.spread))
    case .pattern(let pattern): return tiles(pattern, through: map.after(pattern.map))
    }
  }

  /// The tiles of a pattern, drawn as large as they are seen.
  private mutating func tiles(_ pattern: SVGPattern, through map: Affine) -> PlateInk? {
    guard nesting < SVGLimits.nesting, map.isBounded(by: 1e9) else { return nil }
    guard pattern.tile.width.isFinite, pattern.tile.height.isFinite else { return nil }
    let scale = Vector(Vector(map.a, map.b).length, Vector(map.c, map.d).length)
    func side(_ length: Double) -> Int {
      Int(min(max(length.rounded(.up), 1), SVGLimits.tile))
    }
    let (width, height) = (
      side(pattern.tile.width * scale.x - 1e-3), side(pattern.tile.height * scale.y - 1e-3)
    )
    let box = PixelBox(x: 0, y: 0, width: width, height: height)
    guard spend(box) else { return nil }
    nesting += 1
    defer { nesting -= 1 }
    // From units of the pattern to pixels of the tile.
    let inside = Affine.scale(
      Double(width) / pattern.tile.width, Double(height) / pattern.tile.height
    ).after(.translation(-pattern.tile.minX, -pattern.tile.minY))
    guard let back = map.inverse(beyond: 1e-30) else { return nil }
    var tile = Plate(box)
    draw(pattern.group, through: inside, on: &tile)
    return .tiles(TileInk(tile, map: inside.after(back)))
  }

  // MARK: Clip paths and masks

  private mutating func limit(_ plate: inout Plate, to clip: SVGClip, through map: Affine) {
    guard nesting < SVGLimits.nesting, spend(plate.box) else { return }
    nesting += 1
    defer { nesting -= 1 }
    var area = Plate(plate.box)
    draw(clip.group, through: map, on: &area)
    plate.limit(to: area.cover(byLuma: false, isInverted: false))
  }

  private mutating func limit(_ plate: inout Plate, to mask: SVGMask, through map: Affine) {
    guard nesting < SVGLimits.nesting, spend(plate.box) else { return }
    nesting += 1
    defer { nesting -= 1 }
    var picture = Plate(plate.box)
    draw(mask.group, through: map, on: &picture)
    if mask.isLight { picture.change { LightCodes.light($0) } }
    var cover = picture.cover(byLuma: mask.byLuma, isInverted: false)
    let region = PlateCover(
      rasterizer.coverage(of: .rectangle(mask.region), through: map, in: plate.box), in: plate.box)
    cover.combine(region) { Plate.product($0, $1) }
    plate.limit(to: cover)
  }
}

extension Coverage {
  /// Pixels that are covered whole or not at all.
  fileprivate var withHardEdges: Coverage {
    Coverage(x: x, y: y, width: width, height: height, bytes: bytes.map { $0 >= 128 ? 255 : 0 })
  }
}

extension SVGGradient {
  /// The colours of each step, multiplied by alpha.
  fileprivate var table: [UInt16] {
    var table: [UInt16] = []
    table.reserveCapacity((GradientInk.steps + 1) * 4)
    var next = 0
    for step in 0...GradientInk.steps {
      let place = Double(step) / Double(GradientInk.steps)
      while next < stops.count, stops[next].offset <= place { next += 1 }
      // Before the start, the first stop counts, whatever others are there.
      let color: SIMD4<Double>
      if next == 0 || step == 0 {
        color = stops[0].color.parts
      } else if next == stops.count {
        color = stops[next - 1].color.parts
      } else {
        let (one, other) = (stops[next - 1], stops[next])
        let share = (place - one.offset) / max(other.offset - one.offset, 1e-12)
        color = one.color.parts + (other.color.parts - one.color.parts) * share
      }
      for part in 0..<4 { table.append(Plate.share(part < 3 ? color[part] * color.w : color.w)) }
    }
    return table
  }
}

extension Affine {
  /// Whether it only moves and stretches.
  fileprivate var isUpright: Bool {
    let least = 1e-9 * max(a.magnitude, d.magnitude)
    return b.magnitude <= least && c.magnitude <= least && a > 0 && d > 0
  }

  /// The map back, also of maps that make things very small.
  func inverse(beyond least: Double) -> Affine? {
    let determinant = a * d - b * c
    guard determinant.magnitude > least, determinant.isFinite else { return nil }
    return Affine(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
