import Colors
import Fonts
import Geometry
import Shapes

// What is done with groups: opacity, blending, clip paths, masks, filters.
extension SVGBuilder {
  /// A group with what its element says of it as a whole; nil where nothing of it is seen.
  mutating func finished(_ group: SVGGroup, _ node: Int, _ context: Context) -> SVGGroup? {
    var group = group
    if let share = tree.value("opacity", of: node)?.share {
      group.opacity = min(max(share, 0), 1)
    }
    if let name = tree.value("mix-blend-mode", of: node)?.trimmed {
      let modes: Set<BlendMode> = [
        .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
        .softLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity,
      ]
      if let mode = BlendMode(rawValue: name), modes.contains(mode) { group.blend = mode }
    }
    group.isIsolated = tree.value("isolation", of: node)?.trimmed == "isolate"
    guard filter(&group, node, context), let limited = limited(group, node, context) else {
      return nil
    }
    group = limited
    guard let value = tree.value("mask", of: node), let (address, _) = PaintValue.address(value),
      let target = tree[address: address], tree[target].name == "mask"
    else { return group.items.isEmpty && group.filters.isEmpty ? nil : group }
    guard let mask = mask(target, of: group, context) else { return nil }
    group.masks = [mask]
    return group
  }

  /// A group limited by its clip path; nil where nothing of it is left.
  mutating func limited(_ group: SVGGroup, _ node: Int, _ context: Context) -> SVGGroup? {
    guard let value = tree.value("clip-path", of: node),
      let (address, _) = PaintValue.address(value), let target = tree[address: address],
      tree[target].name == "clipPath"
    else { return group }
    // One that limits itself limits nothing.
    if used.contains(target) { return group }
    var group = group
    guard let clip = clip(target, of: group, context) else { return nil }
    group.clips = [clip]
    return group
  }

  /// The area of a `clipPath`; nil where it is nothing.
  private mutating func clip(_ node: Int, of group: SVGGroup, _ context: Context) -> SVGClip? {
    let attributes = tree[node].attributes
    guard var map = map(of: node, "transform", context) else { return nil }
    if attributes["clipPathUnits"]?.trimmed == "objectBoundingBox" {
      guard let box = group.bounds(), box.width > 0, box.height > 0 else { return nil }
      // Its `transform` is one of the units around, as in browsers.
      map = map.after(box.unitMap)
    }
    return using(node) { (builder) -> SVGClip? in
      var inner = Context(viewport: context.viewport)
      inner.style = builder.style(of: node)
      inner.isClip = true
      var made = SVGGroup(map: map, items: builder.items(in: node, inner))
      guard let value = builder.tree.value("clip-path", of: node),
        let (address, _) = PaintValue.address(value), let target = builder.tree[address: address],
        builder.tree[target].name == "clipPath"
      else { return SVGClip(group: made) }
      // A clip path of the clip path counts in the units of what both limit.
      guard let other = builder.clip(target, of: group, context) else { return nil }
      var around = SVGGroup(items: [.group(made)])
      around.clips = [other]
      made = around
      return SVGClip(group: made)
    } ?? nil
  }

  /// The picture of a `mask`; nil where it hides everything.
  private mutating func mask(_ node: Int, of group: SVGGroup, _ context: Context) -> SVGMask? {
    let attributes = tree[node].attributes
    let usesBox = attributes["maskUnits"]?.trimmed != "userSpaceOnUse"
    let contentBox = attributes["maskContentUnits"]?.trimmed == "objectBoundingBox"
    let box = group.bounds()
    if usesBox || contentBox {
      guard let box, box.width > 0, box.height > 0 else { return nil }
    }
    let style = style(of: node)
    var own = context
    own.style = style
    let region = region(
      node, box: usesBox ? box : nil, own,
      ["x": "-10%", "y": "-10%", "width": "120%", "height": "120%"])
    guard let region, region.width > 0, region.height > 0 else { return nil }
    let map = contentBox ? box?.unitMap ?? .identity : .identity
    return using(node) { (builder) -> SVGMask? in
      var inner = Context(viewport: context.viewport)
      inner.style = style
      var made = SVGGroup(map: map, items: builder.items(in: node, inner))
      if let value = builder.tree.value("mask", of: node),
        let (address, _) = PaintValue.address(value), let target = builder.tree[address: address],
        builder.tree[target].name == "mask"
      {
        guard let other = builder.mask(target, of: group, context) else { return nil }
        var around = SVGGroup(items: [.group(made)])
        around.masks = [other]
        made = around
      }
      let light = builder.tree.value("color-interpolation", of: node)?.trimmed == "linearRGB"
      return SVGMask(
        group: made, region: region, byLuma: attributes["mask-type"]?.trimmed != "alpha",
        isLight: light)
    } ?? nil
  }

  /// A rectangle by `x`, `y`, `width` and `height`, which are shares of a box or lengths.
  func region(
    _ node: Int, box: Bounds?, _ context: Context, _ defaults: [String: String]
  ) -> Bounds? {
    func number(_ name: String, _ axis: Axis) -> Double? {
      guard let text = tree[node].attributes[name] ?? defaults[name],
        let length = SVGLength(text) ?? defaults[name].flatMap({ SVGLength($0) })
      else { return nil }
      guard let box else { return units(length, axis, context) }
      return share(length, context) * (axis == .across ? box.width : box.height)
    }
    guard let x = number("x", .across), let y = number("y", .down),
      let width = number("width", .across), let height = number("height", .down)
    else { return nil }
    let (left, top) = (x + (box?.minX ?? 0), y + (box?.minY ?? 0))
    return Bounds(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }

  /// The style of an element by what is around it in the file.
  func style(of node: Int) -> SVGStyle {
    var line: [Int] = []
    var next: Int? = node
    while let number = next, line.count < 1024 {
      line.append(number)
      next = tree[number].parent
    }
    return line.reversed().reduce(SVGStyle()) { $0.applying(tree[$1].attributes) }
  }
}

extension Bounds {
  /// The map from the unit square to this rectangle.
  var unitMap: Affine {
    Affine(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY)
  }
}
