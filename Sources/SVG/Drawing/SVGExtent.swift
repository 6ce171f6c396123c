import Fonts
import Geometry
import Shapes

extension [SVGItem] {
  /// A rectangle around all that is seen, through a map; nil for nothing.
  func extent(through map: Affine) -> Bounds? {
    reduce(nil) { sum, item in
      let own: Bounds? =
        switch item {
        case .shape(let shape): shape.extent(through: map)
        case .picture(let image):
          ShapePath.rectangle(Bounds(minX: 0, minY: 0, maxX: image.size.x, maxY: image.size.y))
            .bounds(through: map.after(image.map))
        case .group(let group): group.extent(through: map.after(group.map))
        case .room: nil
        }
      guard let own else { return sum }
      return sum?.union(own) ?? own
    }
  }
}

extension SVGGroup {
  fileprivate func extent(through map: Affine) -> Bounds? {
    var extent = items.extent(through: map)
    for filter in filters {
      let region = ShapePath.rectangle(filter.region).bounds(through: map)
      extent = region.map { extent?.union($0) ?? $0 } ?? extent
    }
    for mask in masks {
      guard let own = extent,
        let region = ShapePath.rectangle(mask.region).bounds(through: map)
      else { return nil }
      let common = Bounds(
        minX: Swift.max(own.minX, region.minX), minY: Swift.max(own.minY, region.minY),
        maxX: Swift.min(own.maxX, region.maxX), maxY: Swift.min(own.maxY, region.maxY))
      if common.width < 0 || common.height < 0 { return nil }
      extent = common
    }
    return extent
  }
}

extension SVGShape {
  fileprivate func extent(through map: Affine) -> Bounds? {
    guard var box = path.bounds(through: map) ?? dot(through: map) else { return nil }
    if let line {
      // Miters that are longer than all but the sharpest corners have.
      let reach =
        line.reach
        * (map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d)
        .squareRoot()
      guard reach < 1e9 else { return nil }
      box = Bounds(
        minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach,
        maxY: box.maxY + reach)
    }
    return box
  }

  /// The place of a path that is a point.
  private func dot(through map: Affine) -> Bounds? {
    path.contours.first.flatMap {
      let place = map($0.start)
      return place.x.isFinite && place.y.isFinite ? Bounds(place) : nil
    }
  }
}

extension PixelBox {
  /// The pixels that a rectangle touches, as far as they lie in a box.
  init(around bounds: Bounds, in box: PixelBox) {
    func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
      Int(Swift.min(Swift.max(value, Double(low)), Double(high)))
    }
    let left = clamped((bounds.minX - 1).rounded(.down), box.x, box.x + box.width)
    let top = clamped((bounds.minY - 1).rounded(.down), box.y, box.y + box.height)
    let right = clamped((bounds.maxX + 1).rounded(.up), box.x, box.x + box.width)
    let bottom = clamped((bounds.maxY + 1).rounded(.up), box.y, box.y + box.height)
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
