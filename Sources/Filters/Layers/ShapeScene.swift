import Fonts
import Geometry
import Shapes

/// A shape at one moment, with what is seen of it.
struct ShapeScene: Sendable {
  /// A line along it.
  struct Line: Sendable {
    let style: StrokeStyle
    let fill: Fill
  }

  /// What is filled.
  let path: ShapePath
  /// What lines follow: the path, or what is left of it.
  let trimmed: ShapePath
  let rule: FillRule
  let fill: Fill
  /// The first lies on top.
  let lines: [Line]
  /// The box along which gradients run.
  let box: Bounds

  /// The samples that it may touch, seen through a map.
  func bounds(through map: Affine) -> Box {
    var box = Box.empty
    if !fill.isNone, let bounds = path.bounds(through: map) { box = bounds.samples }
    let reach = lines.filter { !$0.fill.isNone }.map(\.style.reach).max() ?? 0
    if reach > 0, let bounds = trimmed.outline.reach(reach, through: map) {
      box = box.union(bounds.samples)
    }
    return box.isEmpty ? box : box.grown(by: 1)
  }

  /// Paints what of it lies within `clip`; nil when there is nothing.
  func texture(through map: Affine, clip: Box, _ inks: FillInks) -> Texture {
    let texture = Texture(width: clip.width, height: clip.height)
    texture.clear()
    var rasterizer = ShapeRasterizer()
    let pixels = clip.pixels
    let gradientMap = map.after(.translation(box.minX, box.minY))
    func paint(_ fill: Fill, _ coverage: () -> Coverage) {
      let ink = inks.ink(fill, gradientMap, box: Vector(box.width, box.height))
      guard let ink else { return }
      let cover = coverage()
      guard !cover.isEmpty else { return }
      let mask = Mask(Box(cover.box))
      mask.add(cover, weight: 65535)
      texture.paint(ink, mask, origin: (clip.x, clip.y))
    }
    paint(fill) { rasterizer.coverage(of: path, rule: rule, through: map, in: pixels) }
    for line in lines.reversed() {
      paint(line.fill) {
        rasterizer.coverage(
          ofStroke: line.style, along: trimmed, of: path, rule: rule, through: map, in: pixels)
      }
    }
    return texture
  }
}

extension Outline {
  /// The box of what lies within a distance of the outline, before a map, seen through it.
  fileprivate func reach(_ distance: Double, through map: Affine) -> Bounds? {
    // What is only a point has no bounds of its own.
    let points = segments.map(\.end)
    guard var bounds = bounds() ?? points.first.map({ Bounds($0) }) else { return nil }
    bounds.minX -= distance
    bounds.minY -= distance
    bounds.maxX += distance
    bounds.maxY += distance
    return bounds.mapped(by: map)
  }
}
