import Colors
import Fonts
import Geometry
import Plates
import Shapes

/// Draws what a shape layer has gathered.
struct StylePainter {
  var rasterizer = ShapeRasterizer()
  let frame: Double
  /// The most pieces of outlines that it draws.
  private let most: Int

  init(at frame: Double, most: Int) { (self.frame, self.most) = (frame, most) }

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
          var apart = Plate(plate.box)
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
    guard opacity > 0, !uses.isEmpty, rasterizer.pieces < most else { return }
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
      return rasterizer.coverage(ofStroke: look, along: path, of: path, through: map, in: box)
    }
    let plain = uses.filter { $0.outline.merged == nil && $0.outline.growth == 0 }
    let path = ShapePath(plain.flatMap { $0.outline.path.mapped(by: $0.map).contours })
    let covered = rasterizer.coverage(of: path, rule: style.rule, through: map, in: box)
    guard plain.count < uses.count else { return covered }
    var whole = PlateCover(covered, in: box)
    for use in uses where use.outline.merged != nil || use.outline.growth != 0 {
      whole.combine(
        combined(use.outline, style.rule, through: map.after(use.map), in: box), PlateCover.union)
    }
    return whole.coverage
  }

  /// An area that is a combination of others, or grows.
  private mutating func combined(
    _ outline: LottieOutline, _ rule: FillRule, through map: Affine, in box: PixelBox
  ) -> PlateCover {
    var cover: PlateCover
    if let (mode, parts) = outline.merged {
      cover = PlateCover(box, 0)
      for (index, part) in parts.enumerated() {
        let path = ShapePath(part.compactMap(\.contour))
        let next = PlateCover(
          rasterizer.coverage(of: path, rule: rule, through: map, in: box), in: box)
        if index == 0 {
          cover = next
        } else {
          cover.combine(next, mode.formula)
        }
      }
    } else {
      cover = PlateCover(
        rasterizer.coverage(of: outline.path, rule: rule, through: map, in: box), in: box)
    }
    grow(&cover, outline.path, by: outline.growth, .miter, through: map)
    return cover
  }

  /// Makes an area wider, or narrower, by a line along its edge.
  mutating func grow(
    _ cover: inout PlateCover, _ path: ShapePath, by amount: Double, _ join: LineJoin,
    through map: Affine
  ) {
    guard amount != 0 else { return }
    let line = StrokeStyle(width: 2 * amount.magnitude, join: join)
    let edge = PlateCover(
      rasterizer.coverage(
        ofStroke: line, along: path.closed, of: path, through: map, in: cover.box),
      in: cover.box)
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
  fileprivate func look(at frame: Double) -> StrokeStyle? {
    let width = width.number(at: frame)
    guard width > 0, width < LottieLimits.number else { return nil }
    let lengths = dashes.map { $0.number(at: frame) }
    let isDashed = lengths.contains { $0 > 0 } && lengths.allSatisfy { $0 >= 0 }
    return StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: max(miterLimit.number(at: frame, 4), 1),
      dashes: isDashed ? DashPattern(lengths, offset: dashOffset.number(at: frame)) : nil)
  }
}
