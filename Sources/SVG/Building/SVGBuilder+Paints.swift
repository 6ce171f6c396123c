import Fonts
import Geometry
import Plates

// Colours, gradients and patterns.
extension SVGBuilder {
  /// What an area is painted with; nil for nothing.
  ///
  /// - Parameter box: what shares are counted of; nil for what has no size.
  mutating func paint(_ value: PaintValue, _ box: Bounds?, _ context: Context) -> SVGPaint? {
    switch value {
    case .none: return nil
    case .color(let color): return .color(color)
    case .current: return .color(context.style.color)
    case .contextFill: return context.contextFill
    case .contextStroke: return context.contextStroke
    case .server(let address, let fallback):
      if let node = tree[address: address] {
        switch tree[node].name {
        case "linearGradient", "radialGradient":
          switch gradient(node, box, context) {
          case .some(let paint): return paint
          case nil: break
          }
        case "pattern": if let pattern = pattern(node, box, context) { return .pattern(pattern) }
        default: break
        }
      }
      return fallback.flatMap { paint($0, box, context) }
    }
  }

  /// An element and those that it takes the rest from, of some kinds.
  func chain(_ node: Int, _ kinds: Set<String>) -> [Int] {
    var chain = [node]
    while chain.count < 64, let address = tree[chain[chain.count - 1]].attributes["href"],
      let next = tree[address: address], kinds.contains(tree[next].name), !chain.contains(next)
    {
      chain.append(next)
    }
    return chain
  }

  /// An attribute of the first element that has it.
  func attribute(_ name: String, _ chain: [Int], of kind: String? = nil) -> String? {
    for node in chain where kind == nil || tree[node].name == kind {
      if let value = tree[node].attributes[name] { return value }
    }
    return nil
  }

  // MARK: Gradients

  private mutating func gradient(_ node: Int, _ box: Bounds?, _ context: Context) -> SVGPaint? {
    let chain = chain(node, ["linearGradient", "radialGradient"])
    let stops = stops(chain)
    guard let last = stops.last else { return nil }
    spend(stops.count / 32)
    if stops.count == 1 { return .color(last.color) }
    let usesBox = attribute("gradientUnits", chain)?.trimmed != "userSpaceOnUse"
    if usesBox { guard let box, box.width > 0, box.height > 0 else { return nil } }
    let kind = tree[node].name
    func number(_ name: String, _ axis: Axis, _ usual: SVGLength) -> Double {
      let length = attribute(name, chain, of: kind).flatMap { SVGLength($0) } ?? usual
      return usesBox ? share(length, context) : units(length, axis, context)
    }
    var origin = context
    if usesBox { origin.viewport = Vector(1, 1) }
    let own = gradientMap(chain, origin)
    let around = usesBox ? (box?.unitMap ?? .identity).after(own) : own
    let spreads: [String: GradientInk.Spread] = ["reflect": .reflect, "repeat": .repeat]
    let spread = attribute("spreadMethod", chain).flatMap { spreads[$0.trimmed] } ?? .pad
    func made(_ map: Affine, _ course: GradientInk.Course) -> SVGPaint {
      .gradient(SVGGradient(stops: stops, course: course, spread: spread, map: around.after(map)))
    }
    if kind == "linearGradient" {
      let start = Vector(
        number("x1", .across, SVGLength(0)), number("y1", .down, SVGLength(0)))
      let end = Vector(
        number("x2", .across, SVGLength(100, .percent)), number("y2", .down, SVGLength(0)))
      let way = Vector(end.x - start.x, end.y - start.y)
      guard way.length > 0 else { return .color(last.color) }
      return made(
        Affine(a: way.x, b: way.y, c: -way.y, d: way.x, tx: start.x, ty: start.y), .linear)
    }
    let half = SVGLength(50, .percent)
    let middle = Vector(number("cx", .across, half), number("cy", .down, half))
    let radius = number("r", .other, half)
    guard radius > 0 else { return radius == 0 ? .color(last.color) : nil }
    let x = attribute("fx", chain, of: kind) == nil ? middle.x : number("fx", .across, half)
    let y = attribute("fy", chain, of: kind) == nil ? middle.y : number("fy", .down, half)
    let inner = number("fr", .other, SVGLength(0)) / radius
    let focus = Vector((x - middle.x) / radius, (y - middle.y) / radius)
    let map = Affine.translation(middle.x, middle.y).after(.scale(radius, radius))
    return made(map, .radial(focus: focus, radius: max(inner, 0)))
  }

  private func gradientMap(_ chain: [Int], _ context: Context) -> Affine {
    for node in chain {
      let attributes = tree[node].attributes
      guard attributes["gradientTransform"] != nil || attributes["transform"] != nil else {
        continue
      }
      return map(of: node, "gradientTransform", context) ?? .identity
    }
    return .identity
  }

  /// The stops of the first gradient that has some, in the order of their places.
  private func stops(_ chain: [Int]) -> [SVGStop] {
    for node in chain {
      var stops: [SVGStop] = []
      for child in tree[node].children
      where tree[child].name == "stop" && stops.count < SVGLimits.stops {
        let offset = tree[child].attributes["offset"]?.share ?? 0
        var color = color("stop-color", of: child)
        if let share = tree.value("stop-opacity", of: child)?.share {
          color.alpha *= min(max(share, 0), 1)
        }
        let place = max(min(max(offset, 0), 1), stops.last?.offset ?? 0)
        stops.append(SVGStop(offset: place, color: color))
      }
      if !stops.isEmpty { return stops }
    }
    return []
  }

  /// A colour that is not inherited; black where there is none.
  func color(_ name: String, of node: Int, _ usual: SVGColor = .black) -> SVGColor {
    guard let text = tree.value(name, of: node)?.trimmed else { return usual }
    if text.lowercased() == "currentcolor" { return style(of: node).color }
    return SVGColor(text) ?? usual
  }

  // MARK: Patterns

  private mutating func pattern(_ node: Int, _ box: Bounds?, _ context: Context) -> SVGPattern? {
    let chain = chain(node, ["pattern"])
    let usesBox = attribute("patternUnits", chain)?.trimmed != "userSpaceOnUse"
    let view = attribute("viewBox", chain).flatMap { ViewBox($0) }
    let contentBox =
      attribute("patternContentUnits", chain)?.trimmed == "objectBoundingBox" && view == nil
    if usesBox || contentBox {
      guard let box, box.width > 0, box.height > 0 else { return nil }
    }
    func number(_ name: String, _ axis: Axis) -> Double {
      guard let length = attribute(name, chain).flatMap({ SVGLength($0) }) else { return 0 }
      guard usesBox, let box else { return units(length, axis, context) }
      return share(length, context) * (axis == .across ? box.width : box.height)
    }
    let (width, height) = (number("width", .across), number("height", .down))
    guard width > 0, height > 0 else { return nil }
    let x = number("x", .across) + (usesBox ? box?.minX ?? 0 : 0)
    let y = number("y", .down) + (usesBox ? box?.minY ?? 0 : 0)
    let source = chain.first { !tree[$0].children.isEmpty } ?? node
    let own = chain.first {
      tree[$0].attributes["patternTransform"] != nil || tree[$0].attributes["transform"] != nil
    }
    let map = own.flatMap { self.map(of: $0, "patternTransform", context) } ?? .identity
    // What is drawn counts from the corner of the tile.
    var inside = Affine.translation(x, y)
    if let view {
      let ratio = AspectRatio(attribute("preserveAspectRatio", chain))
      inside = inside.after(view.map(to: Vector(width, height), ratio))
    } else if contentBox, let box {
      inside = inside.after(.scale(box.width, box.height))
    }
    let tile = Bounds(minX: x, minY: y, maxX: x + width, maxY: y + height)
    return using(source) { (builder) -> SVGPattern? in
      var inner = Context(
        viewport: view.map { Vector($0.width, $0.height) } ?? context.viewport)
      inner.style = builder.style(of: source)
      inner.pixels = context.pixels.after(map)
      let group = SVGGroup(map: inside, items: builder.items(in: source, inner.inside(inside)))
      guard !group.items.isEmpty else { return nil }
      return SVGPattern(tile: tile, group: group, map: map)
    } ?? nil
  }
}
