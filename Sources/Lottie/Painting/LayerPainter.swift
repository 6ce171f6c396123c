import Bytes
import Fonts
import Geometry
import Plates
import Shapes

/// Draws compositions with their layers, masks and mattes.
struct LayerPainter {
  private let compositions: [LottieComposition]
  private let pictures: [PlatePicture?]
  private let rate: Double
  private(set) var budget: LottieBudget
  private var depth = 0
  /// The pixels of the picture; nil before the first composition.
  private var whole: PixelBox?
  /// The widest blur: one as wide as the picture leaves nothing to see of what there was.
  private var widest: Double {
    whole.map { min(LottieLimits.blur, Double(max($0.width, $0.height))) } ?? 0
  }
  /// How far what is drawn of layers may reach for their effects.
  private var room: PixelBox? {
    whole.map { $0.grown(by: min(LottieLimits.margin, max($0.width, $0.height))) }
  }

  init(
    _ compositions: [LottieComposition], _ pictures: [PlatePicture?], rate: Double,
    _ budget: LottieBudget
  ) {
    (self.compositions, self.pictures, self.rate) = (compositions, pictures, rate)
    self.budget = budget
  }

  /// Draws a composition at one of its frames, through a map to pixels.
  mutating func draw(
    _ number: Int, at frame: Double, through map: Affine, on plate: inout Plate
  ) {
    guard depth < LottieLimits.nesting, compositions.indices.contains(number),
      map.isBounded(by: 1e9), !plate.box.isEmpty
    else { return }
    depth += 1
    defer { depth -= 1 }
    if whole == nil { whole = plate.box }
    let composition = compositions[number]
    for index in composition.layers.indices.reversed() {
      let layer = composition.layers[index]
      if layer.isMatte || layer.isHidden { continue }
      draw(index, of: composition, at: frame, through: map, on: &plate)
    }
  }

  private mutating func draw(
    _ index: Int, of composition: LottieComposition, at frame: Double, through map: Affine,
    on plate: inout Plate
  ) {
    let layer = composition.layers[index]
    budget.spend(LottieBudget.Cost.layer)
    guard layer.isSeen(at: frame), !budget.isSpent else { return }
    let opacity = layer.transform.opacity(at: frame)
    let own = map.after(place(of: layer, in: composition, at: frame))
    guard opacity > 0, own.isBounded(by: 1e9) else { return }
    let content = prepared(layer, at: frame)
    if case .nothing = content { return }
    let isDirect =
      layer.masks.isEmpty && layer.matte == nil && layer.blend == .normal
      && layer.effects.isEmpty && layer.styles.isEmpty
      && !content.needsRoom(opacity: opacity, through: own, in: plate.box)
    if isDirect {
      draw(content, layer, at: frame, through: own, opacity: opacity, on: &plate)
      return
    }
    let places = effectPlaces(content, at: frame, own: own, through: map)
    let box = drawn(layer, content, places, for: plate.box)
    guard !box.isEmpty else { return }
    budget.spend(layer.blend == .normal ? LottieBudget.Cost.pixel : LottieBudget.Cost.mix, on: box)
    guard !budget.isSpent else { return }
    var apart = Plate(box)
    draw(content, layer, at: frame, through: own, opacity: 1, on: &apart)
    if case .composition(_, let size, _) = content, !size.fills(apart.box, through: own) {
      budget.spend(LottieBudget.Cost.effect, on: apart.box)
      var rasterizer = ShapeRasterizer()
      apart.limit(
        to: PlateCover(
          rasterizer.coverage(of: size.path, through: own, in: apart.box), in: apart.box))
    }
    if !layer.masks.isEmpty { apart.limit(to: mask(layer.masks, frame, own, apart.box)) }
    apart.apply(layer.effects, places.effects, &budget)
    apart.style(layer.styles, places.styles, &budget)
    apart = apart.cut(to: plate.box.common(with: box))
    if let matte = layer.matte {
      apart.limit(to: cover(matte, index, of: composition, at: frame, through: map, apart.box))
    }
    plate.add(apart, opacity: Plate.share(opacity), layer.blend)
  }

  /// Effects of pixels are turned and scaled with their layer, those of shapes and of text are not,
  /// nor are styles.
  private func effectPlaces(
    _ content: Prepared, at frame: Double, own: Affine, through map: Affine
  ) -> (effects: EffectPlace, styles: EffectPlace) {
    let area: LottieArea? =
      switch content {
      case .solid(let area, _), .composition(_, let area, _): area
      case .picture(let picture): LottieArea(width: picture.area.x, height: picture.area.y)
      case .nothing, .shapes: nil
      }
    return (
      EffectPlace(
        frame: frame, map: area == nil ? map : own, own: own, area: area,
        pixels: area.map { $0.pixels(through: own) } ?? whole, widest: widest),
      EffectPlace(frame: frame, map: map, own: own, area: nil, pixels: nil, widest: widest)
    )
  }

  /// The pixels that are drawn of a layer, so that its effects see what they need; beyond the area
  /// of a composition there is nothing without effects.
  private func drawn(
    _ layer: LottieLayer, _ content: Prepared,
    _ places: (effects: EffectPlace, styles: EffectPlace), for box: PixelBox
  ) -> PixelBox {
    if layer.effects.isEmpty, layer.styles.isEmpty {
      guard case .composition(_, let area, _) = content else { return box }
      return area.pixels(through: places.effects.own).map { box.common(with: $0.grown(by: 1)) }
        ?? box
    }
    let reach =
      layer.effects.reduce(0) { $0 + $1.reach(places.effects) }
      + (layer.styles.map { $0.reach(places.styles) }.max() ?? 0)
    guard reach > 0, let room else { return box }
    return box.grown(by: Int(min(reach.rounded(.up) + 1, Double(LottieLimits.margin))))
      .common(with: room)
  }

  /// Where a layer stands in its composition, with all on which it hangs.
  private mutating func place(
    of layer: LottieLayer, in composition: LottieComposition, at frame: Double
  ) -> Affine {
    var map = layer.transform.map(at: frame)
    var next = composition[layer.parent]
    var steps = 0
    while let parent = next, steps < 256, parent.number != layer.number {
      map = parent.transform.map(at: frame).after(map)
      next = composition[parent.parent]
      steps += 1
    }
    budget.spend(steps * LottieBudget.Cost.parent)
    return map
  }

  /// What is to be drawn of a layer.
  private enum Prepared {
    case nothing
    case solid(LottieArea, LottieColor)
    case picture(PlatePicture)
    case composition(Int, LottieArea, frame: Double)
    case shapes([LottieDrawing])

    /// Whether it can't be drawn on what is there already.
    func needsRoom(opacity: Double, through map: Affine, in box: PixelBox) -> Bool {
      switch self {
      case .nothing, .solid, .picture: false
      case .composition(_, let size, _): opacity < 1 || !size.fills(box, through: map)
      case .shapes(let drawings):
        opacity < 1 && drawings.reduce(0) { $0 + $1.count } > 1
          || drawings.contains { $0.blends }
      }
    }
  }

  private mutating func prepared(_ layer: LottieLayer, at frame: Double) -> Prepared {
    switch layer.content {
    case .nothing: return .nothing
    case .solid(let width, let height, let color):
      return .solid(LottieArea(width: width, height: height), color)
    case .picture(let number):
      return pictures.indices.contains(number)
        ? pictures[number].map { .picture($0) } ?? .nothing : .nothing
    case .composition(let number, let width, let height, let remap):
      let inner =
        remap.map { $0.number(at: frame) * rate } ?? (frame - layer.start) / layer.stretch
      return .composition(number, LottieArea(width: width, height: height), frame: inner)
    case .shapes(let items): return .shapes(gathered(items, at: frame))
    case .texts(let texts):
      let text = texts.last { $0.start <= frame } ?? texts.first
      if let lettering = text?.lettering {
        var gathering = ShapeGathering(at: frame, budget)
        let drawings = lettering.drawings(at: frame, &gathering)
        budget = gathering.budget
        return .shapes(drawings)
      }
      return .shapes(gathered(text?.items ?? [], at: frame))
    }
  }

  private mutating func gathered(_ items: [LottieItem], at frame: Double) -> [LottieDrawing] {
    var gathering = ShapeGathering(at: frame, budget)
    let drawings = gathering.gather(items).drawings
    budget = gathering.budget
    return drawings
  }

  private mutating func draw(
    _ content: Prepared, _ layer: LottieLayer, at frame: Double, through map: Affine,
    opacity: Double, on plate: inout Plate
  ) {
    switch content {
    case .nothing: break
    case .solid(let area, let color):
      budget.spend(LottieBudget.Cost.pixel, on: plate.box)
      var rasterizer = ShapeRasterizer()
      plate.fill(
        rasterizer.coverage(of: area.path, through: map, in: plate.box), PlateInk(color),
        opacity: opacity)
    case .picture(let picture):
      budget.spend(LottieBudget.Cost.effect, on: plate.box)
      picture.draw(through: map, opacity: opacity, on: &plate)
    case .composition(let number, _, let inner):
      draw(number, at: inner, through: map, on: &plate)
    case .shapes(let drawings):
      var painter = StylePainter(at: frame, budget)
      painter.draw(drawings, through: map, opacity: opacity, on: &plate)
      budget = painter.budget
    }
  }

  // MARK: What limits layers

  private mutating func mask(
    _ masks: [LottieMask], _ frame: Double, _ map: Affine, _ box: PixelBox
  ) -> PlateCover {
    var painter = StylePainter(at: frame, budget)
    defer { budget = painter.budget }
    var whole = PlateCover(box, masks[0].mode.startsEmpty ? 0 : .max)
    for mask in masks {
      let soft = mask.softness(
        EffectPlace(frame: frame, map: map, own: map, area: nil, pixels: nil, widest: widest))
      let margin = Int((3 * max(soft.across, soft.down)).rounded(.up))
      let wide = margin > 0 ? box.grown(by: margin).common(with: room ?? box) : box
      let contour = LottieContour(mask.path.value(at: frame))
      painter.budget.spend(
        LottieBudget.Cost.item + contour.points.count * LottieBudget.Cost.point)
      painter.budget.spend(
        LottieBudget.Cost.effect + (margin > 0 ? LottieBudget.Cost.blur : 0), on: wide)
      guard !painter.budget.isSpent else { break }
      let path = ShapePath([contour].filter(\.isBounded).compactMap(\.contour))
      var cover = PlateCover(painter.coverage(of: path, through: map, in: wide), in: wide)
      painter.grow(&cover, path, by: mask.expansion.number(at: frame), .round, through: map)
      if margin > 0 {
        cover.blur(across: soft.across, down: soft.down)
        cover = cover.cut(to: box)
      }
      if mask.isInverted { cover.change { .max &- $0 } }
      let opacity = Plate.share(mask.opacity.number(at: frame, 100) / 100)
      if opacity < .max { cover.change { Plate.product($0, opacity) } }
      whole.combine(cover, mask.mode.formula)
    }
    return whole
  }

  private mutating func cover(
    _ matte: LottieMatte, _ index: Int, of composition: LottieComposition, at frame: Double,
    through map: Affine, _ box: PixelBox
  ) -> PlateCover {
    budget.spend(LottieBudget.Cost.effect, on: box)
    var plate = Plate(box)
    let number = matte.layer.flatMap { composition.places[$0] } ?? (index > 0 ? index - 1 : nil)
    if let number, number != index, depth < LottieLimits.nesting {
      depth += 1
      draw(number, of: composition, at: frame, through: map, on: &plate)
      depth -= 1
    }
    return plate.cover(byLuma: matte.byLuma, isInverted: matte.isInverted)
  }
}

extension LottieMask {
  /// How soft its edge is, as standard deviations in pixels.
  fileprivate func softness(_ place: EffectPlace) -> (across: Double, down: Double) {
    guard let width = feather?.value(at: place.frame), let first = width.first else {
      return (0, 0)
    }
    return place.deviations(
      max(first, 0) * EffectPlace.deviation,
      max(width.count > 1 ? width[1] : first, 0) * EffectPlace.deviation)
  }
}

extension LottieMask.Mode {
  /// What is let through after a mask, by what was before it and what it covers.
  fileprivate var formula: (UInt16, UInt16) -> UInt16 {
    switch self {
    case .add: PlateCover.union
    case .subtract: { Plate.product($0, .max &- $1) }
    case .intersect: { Plate.product($0, $1) }
    case .lighten: { max($0, $1) }
    case .darken: { min($0, $1) }
    case .difference:
      { one, other in
        Plate.product(one, .max &- other).plus(Plate.product(other, .max &- one))
      }
    }
  }
}

/// A rectangle from the origin on.
struct LottieArea {
  let width: Double
  let height: Double

  /// The rectangle as a path.
  var path: ShapePath { .rectangle(Bounds(minX: 0, minY: 0, maxX: width, maxY: height)) }

  /// The pixels around it, to the nearest whole ones; nil where that is no box of pixels.
  func pixels(through map: Affine) -> PixelBox? {
    let corners = [Vector(0, 0), Vector(width, 0), Vector(0, height), Vector(width, height)]
      .map { map($0) }
    func ends(_ places: [Double]) -> (Int, Int)? {
      guard let low = places.min(), let high = places.max(), low > -1e7, high < 1e7 else {
        return nil
      }
      return (Int(low.rounded()), Int(high.rounded()))
    }
    guard let (left, right) = ends(corners.map(\.x)), let (top, bottom) = ends(corners.map(\.y))
    else { return nil }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether all of a box lies in it.
  func fills(_ box: PixelBox, through map: Affine) -> Bool {
    guard let back = map.inverse else { return false }
    let (left, top) = (Double(box.x), Double(box.y))
    let (right, bottom) = (left + Double(box.width), top + Double(box.height))
    return [(left, top), (right, top), (left, bottom), (right, bottom)].allSatisfy { x, y in
      let place = back(Vector(x, y))
      // A rectangle that ends where the picture does.
      let slack = 1e-6 * max(width, height)
      return place.x >= -slack && place.y >= -slack && place.x <= width + slack
        && place.y <= height + slack
    }
  }
}
