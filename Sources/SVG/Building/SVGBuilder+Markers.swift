import Bytes
import Fonts
import Geometry
import Shapes

// What stands on the corners of paths.
extension SVGBuilder {
  /// The most markers of one path.
  private static let most = 10_000

  mutating func markers(
    on data: PathData, _ paints: (fill: SVGPaint?, stroke: SVGPaint?), _ context: Context
  ) -> [SVGItem] {
    let style = context.style
    guard style.markerStart != nil || style.markerMid != nil || style.markerEnd != nil
    else { return [] }
    let corners = data.corners.prefix(Self.most)
    guard let last = corners.indices.last else { return [] }
    var items: [SVGItem] = []
    for (index, corner) in corners.enumerated() {
      var names: [(String?, isStart: Bool)] = []
      if index == 0 { names.append((style.markerStart, true)) }
      if index > 0, index < last { names.append((style.markerMid, false)) }
      if index == last { names.append((style.markerEnd, false)) }
      for (name, isStart) in names {
        guard let name, let node = tree[address: name], tree[node].name == "marker" else {
          continue
        }
        let made = using(node) { (builder) in
          builder.marker(node, corner, isStart: isStart, paints, context)
        }
        if case .some(.some(let group)) = made { items.append(.group(group)) }
      }
    }
    return items
  }

  private mutating func marker(
    _ node: Int, _ corner: PathCorner, isStart: Bool,
    _ paints: (fill: SVGPaint?, stroke: SVGPaint?), _ context: Context
  ) -> SVGGroup? {
    let attributes = tree[node].attributes
    var scale = 1.0
    if attributes["markerUnits"]?.trimmed != "userSpaceOnUse" {
      scale = units(context.style.strokeWidth, .other, context)
    }
    guard scale > 0 else { return nil }
    let width = length(node, "markerWidth", .across, context) ?? 3
    let height = length(node, "markerHeight", .down, context) ?? 3
    guard width > 0, height > 0 else { return nil }
    let reference = Vector(
      length(node, "refX", .across, context) ?? 0, length(node, "refY", .down, context) ?? 0)
    let turn = Self.turn(attributes["orient"]?.trimmed, corner, isStart: isStart)
    var map = Affine.translation(corner.place.x, corner.place.y)
      .after(.rotation(degrees: turn)).after(.scale(scale, scale))
    var inner = Context(viewport: context.viewport)
    var area = Bounds(minX: 0, minY: 0, maxX: width, maxY: height)
    if let view = ViewBox(attributes["viewBox"] ?? "") {
      let ratio = AspectRatio(attributes["preserveAspectRatio"])
      let inside = view.map(to: Vector(width, height), ratio)
      let place = inside(reference)
      map = map.after(.translation(-place.x, -place.y)).after(inside)
      inner.viewport = Vector(view.width, view.height)
      let back = inside.inverse ?? .identity
      let (from, to) = (back(Vector(0, 0)), back(Vector(width, height)))
      area = Bounds(minX: from.x, minY: from.y, maxX: to.x, maxY: to.y)
    } else {
      map = map.after(.translation(-reference.x, -reference.y))
    }
    inner.pixels = context.pixels
    inner.style = style(of: node)
    // No marker stands on a marker.
    (inner.style.markerStart, inner.style.markerMid, inner.style.markerEnd) = (nil, nil, nil)
    (inner.contextFill, inner.contextStroke) = (paints.fill, paints.stroke)
    let content = SVGGroup(items: items(in: node, inner.inside(map)))
    guard !content.items.isEmpty else { return nil }
    var group = SVGGroup(map: map, items: content.items, isMarker: true)
    let overflow = attributes["overflow"]?.trimmed ?? "hidden"
    if overflow == "hidden" || overflow == "scroll" { group.clips = [.rectangle(area)] }
    return finished(group, node, inner)
  }

  /// Which way a marker points, in degrees.
  private static func turn(_ orient: String?, _ corner: PathCorner, isStart: Bool) -> Double {
    switch orient {
    case "auto", "auto-start-reverse":
      let turn = bisector(corner)
      return orient != "auto" && isStart ? turn + 180 : turn
    case .some(let text): return SVGAngle.degrees(text) ?? 0
    case nil: return 0
    }
  }

  /// The middle between the ways into a corner and out of it.
  private static func bisector(_ corner: PathCorner) -> Double {
    func angle(_ way: Vector) -> Double { Maths.atan2(way.y, way.x) * 180 / .pi }
    switch (corner.into, corner.out) {
    case (nil, nil): return 0
    case (let one?, nil), (nil, let one?): return angle(one)
    case (let one?, let other?):
      let (from, to) = (angle(one), angle(other))
      var half = (from + to) / 2
      if (from - to).magnitude > 180 { half += 180 }
      return half
    }
  }
}
