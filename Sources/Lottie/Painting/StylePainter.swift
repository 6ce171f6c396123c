import Colors
import Fonts
import Geometry
import Plates
import Shapes

/// Draws what a shape layer has gathered.
struct StylePainter {
  private var rasterizer = ShapeRasterizer()
  let frame: Double
  var budget: LottieBudget

  init(at frame: Double, _ budget: LottieBudget) { (self.frame, self.budget) = (frame, budget) }

  /// Draws a list, the uppermost first, through a map to pixels.
  mutating func draw(
    _ drawings: [LottieDrawing], through map: Affine, opacity: Double, on plate: inout Plate
  ) {
    guard map.isBounded(by: 1e9), opacity > 0 else { return }
    for drawing in drawings.reversed() {
      switch drawing {
      case .style(let style, let uses):
        draw(style, uses, through: map, opacity: opacity, on: &plate)
      case .group(let inner, let own, let share):
        // What lies over each other is seen through together.
        if share < 1, inner.reduce(0, { $0 + $1.count }) > 1 {
          guard share > 0 else { continue }
          var drawn = DrawnPixels()
          drawn.add(inner, at: frame, through: map.after(own), &budget)
          let box = drawn.within(plate.box)
          budget.spend(LottieBudget.Cost.pixel, on: box)
          guard !box.isEmpty, !budget.isSpent else { continue }
          var apart = Plate(box)
          draw(inner, through: map.after(own), opacity: 1, on: &apart)
          plate.add(apart, opacity: Plate.share(share * opacity))
        } else {
          draw(inner, through: map.after(own), opacity: opacity * share, on: &plate)
        }
      }
    }
  }

  private mutating func draw(
    _ style: LottieStyle, _ uses: [OutlineUse], through map: Affine, opacity: Double,
    on plate: inout Plate
  ) {
    let opacity = opacity * min(max(style.opacity.number(at: frame, 100) / 100, 0), 1)
    guard opacity > 0, !uses.isEmpty, !budget.isSpent else { return }
    let ink: PlateInk
    switch style.ink {
    case .color(let track, let whole):
      ink = PlateInk(LottieColor(track.value(at: frame), whole: whole))
    case .gradient(let gradient):
      guard let made = GradientInk(gradient, at: frame, through: map) else { return }
      ink = .gradient(made)
    }
    let covered = coverage(style, uses, through: map, in: plate.box)
    guard !covered.isEmpty else { return }
    budget.spend(
      style.blend == .normal ? LottieBudget.Cost.pixel : LottieBudget.Cost.mix, on: covered.box)
    if style.blend == .normal {
      plate.fill(covered, ink, opacity: opacity)
    } else {
      var apart = Plate(plate.box.common(with: covered.box))
      apart.fill(covered, ink, opacity: opacity)
      plate.add(apart, style.blend)
    }
  }

  private mutating func coverage(
    _ style: LottieStyle, _ uses: [OutlineUse], through map: Affine, in box: PixelBox
  ) -> Coverage {
    if let line = style.line {
      guard let look = line.look(at: frame) else { return .empty }
      let path = ShapePath(uses.flatMap { $0.outline.path.mapped(by: $0.map).contours })
      return coverage(ofStroke: look, along: path, through: map, in: box)
    }
    let plain = uses.filter { $0.outline.merged == nil && $0.outline.growth == 0 }
    let box = plain.count < uses.count ? pixels(of: uses, through: map, in: box) : box
    let path = ShapePath(plain.flatMap { $0.outline.path.mapped(by: $0.map).contours })
    let covered = coverage(of: path, rule: style.rule, through: map, in: box)
    guard plain.count < uses.count else { return covered }
    var whole = PlateCover(covered, in: box)
    for use in uses where use.outline.merged != nil || use.outline.growth != 0 {
      let own = pixels(of: [use], through: map, in: box)
      whole.combine(
        within: combined(use.outline, style.rule, through: map.after(use.map), in: own),
        PlateCover.union)
    }
    return whole.coverage
  }

  /// The pixels of a box that areas may touch, with all by which they grow.
  private mutating func pixels(
    of uses: [OutlineUse], through map: Affine, in box: PixelBox
  ) -> PixelBox {
    var drawn = DrawnPixels()
    drawn.add(uses, line: nil, through: map, &budget)
    return drawn.within(box)
  }

  /// How much of each pixel lies within a path, which is counted.
  mutating func coverage(
    of path: ShapePath, rule: FillRule = .nonzero, through map: Affine, in box: PixelBox
  ) -> Coverage {
    let before = rasterizer.work
    defer { budget.spend((rasterizer.work - before) * LottieBudget.Cost.raster) }
    return rasterizer.coverage(of: path, rule: rule, through: map, in: box)
  }

  /// How much of each pixel the line along a path covers, which is counted.
  mutating func coverage(
    ofStroke style: StrokeStyle, along path: ShapePath, through map: Affine, in box: PixelBox
  ) -> Coverage {
    let before = rasterizer.work
    defer { budget.spend((rasterizer.work - before) * LottieBudget.Cost.raster) }
    if style.dashes != nil {
      budget.spend(
        path.contours.reduce(0) { $0 + $1.segments.count * LottieBudget.Cost.measure })
    }
    let (most, made) = (max(budget.left, 0) / LottieBudget.Cost.piece, rasterizer.pieces)
    let covered = rasterizer.coverage(
      ofStroke: style, along: path, of: path, through: map, in: box, most: most)
    let pieces = rasterizer.pieces - made
    if pieces > most { budget.spend(pieces * LottieBudget.Cost.vain) }
    return covered
  }

  /// An area that is a combination of others, or grows.
  private mutating func combined(
    _ outline: LottieOutline, _ rule: FillRule, through map: Affine, in box: PixelBox
  ) -> PlateCover {
    var cover: PlateCover
    if let (mode, parts) = outline.merged {
      cover = combined(parts, mode, rule, through: map, in: box)
      if outline.growth != 0 { cover = cover.cut(to: box) }
    } else {
      cover = PlateCover(coverage(of: outline.path, rule: rule, through: map, in: box), in: box)
    }
    grow(&cover, outline.path, by: outline.growth, .miter, through: map)
    return cover
  }

  /// What areas cover together, which may be in a part of a box alone.
  private mutating func combined(
    _ parts: [[LottieContour]], _ mode: LottieMerge, _ rule: FillRule, through map: Affine,
    in box: PixelBox
  ) -> PlateCover {
    let isCommon = mode == .intersect
    var whole = PlateCover(isCommon ? PixelBox(x: box.x, y: box.y, width: 0, height: 0) : box, 0)
    budget.spend(1, on: whole.box)
    for (index, part) in parts.enumerated() where !budget.isSpent {
      let path = ShapePath(part.compactMap(\.contour))
      let area = isCommon && index > 0 ? whole.box : box
      if area.isEmpty { break }
      let covered = coverage(of: path, rule: rule, through: map, in: area)
      var next = PlateCover(covered, in: area.common(with: covered.box))
      budget.spend(LottieBudget.Cost.effect, on: next.box)
      if isCommon {
        if index > 0 { next.combine(within: whole, mode.formula) }
        whole = next
      } else {
        whole.combine(within: next, index == 0 ? { _, own in own } : mode.formula)
      }
    }
    return whole
  }

  /// Makes an area wider, or narrower, by a line along its edge.
  mutating func grow(
    _ cover: inout PlateCover, _ path: ShapePath, by amount: Double, _ join: LineJoin,
    through map: Affine
  ) {
    guard amount != 0 else { return }
    let line = StrokeStyle(width: 2 * amount.magnitude, join: join)
    budget.spend(LottieBudget.Cost.effect, on: cover.box)
    let edge = PlateCover(
      coverage(ofStroke: line, along: path.closed, through: map, in: cover.box), in: cover.box)
    if amount > 0 {
      cover.combine(edge) { max($0, $1) }
    } else {
      cover.combine(edge) { Plate.product($0, .max &- $1) }
    }
  }
}

extension LottieMerge {
  /// How much two areas cover together of a pixel that they cover so much.
  fileprivate var formula: (UInt16, UInt16) -> UInt16 {
    switch self {
    case .merge, .add: PlateCover.union
    case .subtract: { Plate.product($0, .max &- $1) }
    case .intersect: { Plate.product($0, $1) }
    case .exclude:
      { one, other in
        Plate.product(one, .max &- other).plus(Plate.product(other, .max &- one))
      }
    }
  }
}

extension LottieLine {
  /// The line at a frame; nil where there is none to see.
  func look(at frame: Double) -> StrokeStyle? {
    let width = width.number(at: frame)
    guard width > 0, width < LottieLimits.number else { return nil }
    let lengths = dashes.map { $0.number(at: frame) }
    let isDashed = lengths.contains { $0 > 0 } && lengths.allSatisfy { $0 >= 0 }
    return StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: max(miterLimit.number(at: frame, 4), 1),
      dashes: isDashed ? DashPattern(lengths, offset: dashOffset.number(at: frame)) : nil)
  }
}
