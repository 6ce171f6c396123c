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
      draw(content, at: frame, through: own, opacity: opacity, on: &plate)
      return
    }
    let places = effectPlaces(content, at: frame, own: own, through: map)
    let box = drawn(layer, content, places, at: frame, for: plate.box)
    guard !box.isEmpty else { return }
    budget.spend(layer.blend == .normal ? LottieBudget.Cost.pixel : LottieBudget.Cost.mix, on: box)
    guard !budget.isSpent else { return }
    var apart = Plate(box)
    draw(content, at: frame, through: own, opacity: 1, on: &apart)
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
      case .picture(let picture): LottieArea(picture)
      case .nothing, .shapes: nil
      }
    return (
      EffectPlace(
        frame: frame, map: area == nil ? map : own, own: own, area: area,
        pixels: area.map { $0.pixels(through: own) } ?? whole, widest: widest),
      EffectPlace(frame: frame, map: map, own: own, area: nil, pixels: nil, widest: widest)
    )
  }

  /// The pixels that are drawn of a layer, so that its effects see what they need: those that it
  /// may touch.
  private mutating func drawn(
    _ layer: LottieLayer, _ content: Prepared,
    _ places: (effects: EffectPlace, styles: EffectPlace), at frame: Double, for box: PixelBox
  ) -> PixelBox {
    var (reach, wide) = (0, box)
    let isPlain = layer.effects.isEmpty && layer.styles.isEmpty
    if !isPlain {
      let far =
        layer.effects.reduce(0) { $0 + $1.reach(places.effects) }
        + (layer.styles.map { $0.reach(places.styles) }.max() ?? 0)
      reach = far > 0 ? Int(min(far.rounded(.up) + 1, 1e6)) : 0
      if reach > 0, let room {
        wide = box.grown(by: min(reach, LottieLimits.margin)).common(with: room)
      }
      // A brush draws beside what there is.
      if layer.effects.contains(where: \.isBrush) { return wide }
    }
    let own = places.effects.own
    var touched = pixels(of: content, at: frame, through: own, in: wide.grown(by: reach))
    // Effects see the edges of all that there is.
    if isPlain, layer.masks.first?.mode.startsEmpty == true {
      touched = pixels(of: layer.masks, frame, own, in: touched)
    }
    return touched.grown(by: reach).common(with: wide)
  }

  /// The pixels of a box that a layer may touch without its effects.
  private mutating func pixels(
    of content: Prepared, at frame: Double, through own: Affine, in box: PixelBox
  ) -> PixelBox {
    switch content {
    case .nothing: return box
    case .solid(let area, _), .composition(_, let area, _):
      return area.touched(through: own, in: box)
    case .picture(let picture): return LottieArea(picture).touched(through: own, in: box)
    case .shapes(let drawings):
      var drawn = DrawnPixels()
      drawn.add(drawings, at: frame, through: own, &budget)
      return drawn.within(box)
    }
  }

  /// The pixels of a box that masks let through, of which the first begins with nothing.
  private mutating func pixels(
    of masks: [LottieMask], _ frame: Double, _ map: Affine, in box: PixelBox
  ) -> PixelBox {
    var (drawn, reach) = (DrawnPixels(), 0)
    for mask in masks where mask.mode.startsEmpty {
      if mask.isInverted || budget.isSpent { return box }
      let contour = LottieContour(mask.path.value(at: frame))
      budget.spend(LottieBudget.Cost.item + contour.points.count * LottieBudget.Cost.point)
      drawn.add(contour, through: map, margin: max(mask.expansion.number(at: frame), 0))
      reach = max(reach, mask.margin(softness(of: mask, frame, map)) + 2)
    }
    return drawn.within(box.grown(by: reach)).grown(by: reach).common(with: box)
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
    _ content: Prepared, at frame: Double, through map: Affine, opacity: Double,
    on plate: inout Plate
  ) {
    switch content {
    case .nothing: break
    case .solid(let area, let color):
      budget.spend(LottieBudget.Cost.pixel, on: area.touched(through: map, in: plate.box))
      var rasterizer = ShapeRasterizer()
      plate.fill(
        rasterizer.coverage(of: area.path, through: map, in: plate.box), PlateInk(color),
        opacity: opacity)
    case .picture(let picture):
      budget.spend(
        LottieBudget.Cost.sample, on: LottieArea(picture).touched(through: map, in: plate.box))
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
      let soft = softness(of: mask, frame, map)
      let margin = mask.margin(soft)
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

  private func softness(
    of mask: LottieMask, _ frame: Double, _ map: Affine
  ) -> (across: Double, down: Double) {
    mask.softness(
      EffectPlace(frame: frame, map: map, own: map, area: nil, pixels: nil, widest: widest))
  }

  private mutating func cover(
    _ matte: LottieMatte, _ index: Int, of composition: LottieComposition, at frame: Double,
    through map: Affine, _ box: PixelBox
  ) -> PlateCover {
    budget.spend(LottieBudget.Cost.pixel + LottieBudget.Cost.effect, on: box)
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

  /// How far its soft edge reaches, in pixels.
  fileprivate func margin(_ softness: (across: Double, down: Double)) -> Int {
    Int((3 * max(softness.across, softness.down)).rounded(.up))
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
