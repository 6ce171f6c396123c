import Geometry

/// Walks the graph of a colour glyph and paints what it says.
///
/// A font may send it round in circles or ask for more than anyone can draw: depth, nodes, segments
/// of outlines and pixels are counted, and beyond their limits it gives up with an error.
struct PaintWalk {
  private static let mostDepth = 64
  private static let mostNodes = 20_000
  private static let mostSegments = 1 << 21
  /// How many pixels may be painted over each other, beside so many times all of them.
  private static let mostPixels = 1 << 23
  private static let mostCovers = 128
  /// How many pixels canvases may have at one time.
  static let mostLivePixels = 1 << 23

  let font: Font
  let colors: ColorTable
  let palette: ColorPalette
  private var rasterizer: Rasterizer
  /// The colour glyphs on the way here, none of which may come again.
  private var path: [GlyphID] = []
  private var depth = 0
  private var nodes = 0
  private var segments = 0
  private var pixels = 0
  private var allowance = 0
  private var livePixels = 0

  init(font: Font, colors: ColorTable, palette: ColorPalette, rasterizer: Rasterizer) {
    self.font = font
    self.colors = colors
    self.palette = palette
    self.rasterizer = rasterizer
  }

  private func tooMuch(_ what: String) -> FontError {
    FontError(.unsupported, "a colour glyph has too many \(what)", table: "COLR")
  }

  /// Counts a node on the way down; ``leave()`` counts it back.
  private mutating func enter() throws(FontError) {
    depth += 1
    nodes += 1
    if depth > Self.mostDepth { throw tooMuch("paints within paints") }
    if nodes > Self.mostNodes { throw tooMuch("paints") }
  }

  private mutating func leave() { depth -= 1 }

  private mutating func count(_ box: PixelBox) throws(FontError) {
    pixels += box.width &* box.height
    if pixels > allowance { throw tooMuch("pixels") }
  }

  private mutating func canvas(_ box: PixelBox) throws(FontError) -> PaintCanvas {
    livePixels += box.width &* box.height
    if livePixels > Self.mostLivePixels { throw tooMuch("pixels") }
    return PaintCanvas(box)
  }

  private mutating func outline(of glyph: GlyphID) throws(FontError) -> Outline {
    nodes += 1
    let outline = try font.outline(of: glyph)
    segments += outline.segments.count
    if segments > Self.mostSegments { throw tooMuch("shapes") }
    return outline
  }

  // MARK: - Painting

  /// Paints a colour glyph of either version.
  mutating func draw(_ glyph: GlyphID, _ map: Affine, in box: PixelBox) throws(FontError)
    -> PaintCanvas
  {
    var canvas = try canvas(box)
    allowance = Self.mostPixels + Self.mostCovers &* box.width &* box.height
    if colors.root(of: glyph) != nil {
      try drawColorGlyph(glyph, map, nil, &canvas)
    } else {
      for number in colors.layerRange(of: glyph) ?? 0..<0 {
        guard let layer = colors.plainLayer(number) else { break }
        try enter()
        let outline = try outline(of: layer.glyph)
        let mask = rasterizer.coverage(of: outline, through: map, clip: box)
        try count(mask.box)
        canvas.fill(mask, with: palette.color(layer.entry).premultiplied)
        leave()
      }
    }
    return canvas
  }

  private mutating func drawColorGlyph(
    _ glyph: GlyphID, _ map: Affine, _ mask: Coverage?, _ canvas: inout PaintCanvas
  ) throws(FontError) {
    guard let root = colors.root(of: glyph), !path.contains(glyph) else { return }
    path.append(glyph)
    defer { path.removeLast() }
    guard let clip = colors.clipBox(of: glyph) else {
      return try draw(root, map, mask, &canvas)
    }
    let shape = rasterizer.coverage(
      of: clip.outline, through: map, clip: mask?.box ?? canvas.box)
    try draw(root, map, shape.masked(by: mask), &canvas)
  }

  /// Paints a node within a mask; without one, on all of the canvas.
  private mutating func draw(
    _ offset: Int, _ map: Affine, _ mask: Coverage?, _ canvas: inout PaintCanvas
  ) throws(FontError) {
    if let mask, mask.isEmpty { return }
    try enter()
    defer { leave() }
    switch try PaintReader.paint(at: offset, in: colors) {
    case .layers(let first, let count):
      for number in 0..<count {
        guard let layer = colors.layer(first &+ number) else { break }
        try draw(layer, map, mask, &canvas)
      }
    case .solid(let entry):
      try count(mask?.box ?? canvas.box)
      canvas.fill(mask, with: palette.color(entry).premultiplied)
    case .gradient(let gradient):
      guard let inverse = map.inverse,
        let evaluator = GradientEvaluator(gradient, palette: palette)
      else { return }
      try count(mask?.box ?? canvas.box)
      canvas.fill(mask, with: evaluator, inverse: inverse)
    case .glyph(let glyph, let child):
      let shape = rasterizer.coverage(
        of: try outline(of: glyph), through: map, clip: mask?.box ?? canvas.box)
      try count(shape.box)
      try draw(child, map, shape.masked(by: mask), &canvas)
    case .colorGlyph(let glyph): try drawColorGlyph(glyph, map, mask, &canvas)
    case .transform(let inner, let child): try draw(child, map.after(inner), mask, &canvas)
    case .composite(let mode, let source, let backdrop):
      try composite(mode, source, backdrop, map, mask, &canvas)
    }
  }

  private mutating func composite(
    _ mode: PaintComposite, _ source: Int, _ backdrop: Int, _ map: Affine, _ mask: Coverage?,
    _ canvas: inout PaintCanvas
  ) throws(FontError) {
    let box = mask?.box ?? canvas.box
    var back = try self.canvas(box)
    var front = try self.canvas(box)
    try draw(backdrop, map, nil, &back)
    try draw(source, map, nil, &front)
    try count(box)
    back.blend(front, mode)
    canvas.draw(back, mask)
    livePixels -= 2 &* box.width &* box.height
  }

  // MARK: - Extent

  /// What a colour glyph may touch, in pixels; nil when that is nothing or has no bounds.
  mutating func bounds(of glyph: GlyphID, _ map: Affine) throws(FontError) -> Bounds? {
    defer {
      nodes = 0
      segments = 0
    }
    if colors.root(of: glyph) != nil { return try colorGlyphExtent(glyph, map).bounds }
    var extent = Extent.nothing
    for number in colors.layerRange(of: glyph) ?? 0..<0 {
      guard let layer = colors.plainLayer(number) else { break }
      try enter()
      extent.add(Extent(try outline(of: layer.glyph).bounds(through: map)))
      leave()
    }
    return extent.bounds
  }

  private mutating func colorGlyphExtent(_ glyph: GlyphID, _ map: Affine) throws(FontError)
    -> Extent
  {
    guard let root = colors.root(of: glyph), !path.contains(glyph) else { return .nothing }
    if let clip = colors.clipBox(of: glyph) {
      return Extent(clip.outline.bounds(through: map))
    }
    path.append(glyph)
    defer { path.removeLast() }
    return try extent(root, map)
  }

  private mutating func extent(_ offset: Int, _ map: Affine) throws(FontError) -> Extent {
    try enter()
    defer { leave() }
    switch try PaintReader.paint(at: offset, in: colors) {
    case .layers(let first, let count):
      var extent = Extent.nothing
      for number in 0..<count {
        guard let layer = colors.layer(first &+ number) else { break }
        extent.add(try self.extent(layer, map))
      }
      return extent
    case .solid, .gradient: return .endless
    case .glyph(let glyph, _): return Extent(try outline(of: glyph).bounds(through: map))
    case .colorGlyph(let glyph): return try colorGlyphExtent(glyph, map)
    case .transform(let inner, let child): return try extent(child, map.after(inner))
    case .composite(_, let source, let backdrop):
      var extent = try extent(source, map)
      extent.add(try self.extent(backdrop, map))
      return extent
    }
  }
}

/// What of the plane may be painted.
private enum Extent {
  case nothing
  case box(Bounds)
  case endless

  init(_ bounds: Bounds?) { self = bounds.map { .box($0) } ?? .nothing }

  var bounds: Bounds? { if case .box(let bounds) = self { bounds } else { nil } }

  mutating func add(_ other: Extent) {
    switch (self, other) {
    case (.endless, _), (_, .nothing): break
    case (_, .endless), (.nothing, _): self = other
    case (.box(let one), .box(let two)): self = .box(one.union(two))
    }
  }
}

extension Bounds {
  fileprivate var outline: Outline {
    Outline([
      .move(Vector(minX, minY)), .line(Vector(maxX, minY)), .line(Vector(maxX, maxY)),
      .line(Vector(minX, maxY)),
    ])
  }
}
