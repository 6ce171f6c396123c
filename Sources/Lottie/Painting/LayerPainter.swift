import Bytes
import Fonts
import Geometry
import Shapes

/// Draws compositions with their layers, masks and mattes.
struct LayerPainter {
  private let compositions: [LottieComposition]
  private let pictures: [LottiePicture?]
  private let rate: Double
  private var budget = LottieLimits.drawings
  private var depth = 0

  init(_ compositions: [LottieComposition], _ pictures: [LottiePicture?], rate: Double) {
    (self.compositions, self.pictures, self.rate) = (compositions, pictures, rate)
  }

  /// Draws a composition at one of its frames, through a map to pixels.
  mutating func draw(
    _ number: Int, at frame: Double, through map: Affine, on plate: inout LottiePlate
  ) {
    guard depth < LottieLimits.nesting, compositions.indices.contains(number),
      map.isBounded(by: 1e9), !plate.box.isEmpty
    else { return }
    depth += 1
    defer { depth -= 1 }
    let composition = compositions[number]
    for index in composition.layers.indices.reversed() {
      let layer = composition.layers[index]
      if layer.isMatte || layer.isHidden { continue }
      draw(index, of: composition, at: frame, through: map, on: &plate)
    }
  }

  private mutating func draw(
    _ index: Int, of composition: LottieComposition, at frame: Double, through map: Affine,
    on plate: inout LottiePlate
  ) {
    let layer = composition.layers[index]
    budget -= 1
    guard layer.isSeen(at: frame), budget > 0 else { return }
    let opacity = layer.transform.opacity(at: frame)
    let own = map.after(place(of: layer, in: composition, at: frame))
    guard opacity > 0, own.isBounded(by: 1e9) else { return }
    let content = prepared(layer, at: frame)
    let isDirect =
      layer.masks.isEmpty && layer.matte == nil && layer.blend == .normal
      && !content.needsRoom(opacity: opacity, through: own, in: plate.box)
    if isDirect {
      draw(content, layer, at: frame, through: own, opacity: opacity, on: &plate)
      return
    }
    var apart = LottiePlate(plate.box)
    draw(content, layer, at: frame, through: own, opacity: 1, on: &apart)
    if case .composition(_, let size, _) = content, !size.fills(plate.box, through: own) {
      var rasterizer = ShapeRasterizer()
      apart.limit(
        to: LottieCover(
          rasterizer.coverage(of: size.path, through: own, in: plate.box), in: plate.box))
    }
    if !layer.masks.isEmpty { apart.limit(to: mask(layer.masks, frame, own, plate.box)) }
    if let matte = layer.matte {
      apart.limit(to: cover(matte, index, of: composition, at: frame, through: map, plate.box))
    }
    plate.add(apart, opacity: LottiePlate.share(opacity), layer.blend)
  }

  /// Where a layer stands in its composition, with all on which it hangs.
  private func place(
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
    return map
  }

  /// What is to be drawn of a layer.
  private enum Prepared {
    case nothing
    case solid(LottieArea, LottieColor)
    case picture(LottiePicture)
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
      return .shapes(gathered(text?.items ?? [], at: frame))
    }
  }

  private mutating func gathered(_ items: [LottieItem], at frame: Double) -> [LottieDrawing] {
    var gathering = ShapeGathering(at: frame, budget: budget)
    let drawings = gathering.gather(items).drawings
    budget = gathering.budget
    return drawings
  }

  private mutating func draw(
    _ content: Prepared, _ layer: LottieLayer, at frame: Double, through map: Affine,
    opacity: Double, on plate: inout LottiePlate
  ) {
    switch content {
    case .nothing: break
    case .solid(let area, let color):
      var rasterizer = ShapeRasterizer()
      plate.fill(
        rasterizer.coverage(of: area.path, through: map, in: plate.box), .plain(color),
        opacity: opacity)
    case .picture(let picture): picture.draw(through: map, opacity: opacity, on: &plate)
    case .composition(let number, _, let inner):
      draw(number, at: inner, through: map, on: &plate)
    case .shapes(let drawings):
      var painter = StylePainter(at: frame)
      painter.draw(drawings, through: map, opacity: opacity, on: &plate)
    }
  }

  // MARK: What limits layers

  private func mask(
    _ masks: [LottieMask], _ frame: Double, _ map: Affine, _ box: PixelBox
  ) -> LottieCover {
    var painter = StylePainter(at: frame)
    var whole = LottieCover(box, masks[0].mode.startsEmpty ? 0 : .max)
    for mask in masks {
      let contour = LottieContour(mask.path.value(at: frame))
      let path = ShapePath([contour].filter(\.isBounded).compactMap(\.contour))
      var cover = LottieCover(painter.rasterizer.coverage(of: path, through: map, in: box), in: box)
      painter.grow(&cover, path, by: mask.expansion.number(at: frame), .round, through: map)
      if mask.isInverted { cover.change { .max &- $0 } }
      let opacity = LottiePlate.share(mask.opacity.number(at: frame, 100) / 100)
      if opacity < .max { cover.change { LottiePlate.product($0, opacity) } }
      whole.combine(cover, mask.mode.formula)
    }
    return whole
  }

  private mutating func cover(
    _ matte: LottieMatte, _ index: Int, of composition: LottieComposition, at frame: Double,
    through map: Affine, _ box: PixelBox
  ) -> LottieCover {
    var plate = LottiePlate(box)
    let number = matte.layer.flatMap { composition.places[$0] } ?? (index > 0 ? index - 1 : nil)
    if let number, number != index, depth < LottieLimits.nesting {
      depth += 1
      draw(number, of: composition, at: frame, through: map, on: &plate)
      depth -= 1
    }
    return plate.cover(byLuma: matte.byLuma, isInverted: matte.isInverted)
  }
}

extension LottieMask.Mode {
  /// What is let through after a mask, by what was before it and what it covers.
  fileprivate var formula: (UInt16, UInt16) -> UInt16 {
    switch self {
    case .add: LottieCover.union
    case .subtract: { LottiePlate.product($0, .max &- $1) }
    case .intersect: { LottiePlate.product($0, $1) }
    case .lighten: { max($0, $1) }
    case .darken: { min($0, $1) }
    case .difference:
      { one, other in
        LottiePlate.product(one, .max &- other).plus(LottiePlate.product(other, .max &- one))
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
