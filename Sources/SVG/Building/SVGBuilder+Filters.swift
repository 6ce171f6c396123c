import Colors
import Fonts
import Geometry
import Shapes

// Filters, with their regions and lengths in units of what they are done to.
extension SVGBuilder {
  /// Sets the filters of a group; false where the element is not drawn for them.
  mutating func filter(_ group: inout SVGGroup, _ node: Int, _ context: Context) -> Bool {
    guard let value = tree.value("filter", of: node)?.trimmed, value != "none", !value.isEmpty
    else { return true }
    let box = group.bounds()
    var filters: [SVGFilter] = []
    var rest = value
    while !rest.isEmpty {
      guard filters.count < SVGLimits.steps else { return true }
      if let (address, behind) = PaintValue.address(rest) {
        rest = behind.trimmed
        // An element with a filter that is missing is not drawn: SVG 1.1, section 15.4.
        guard let target = tree[address: address], tree[target].name == "filter" else {
          return false
        }
        switch filter(target, box, context) {
        case .some(let filter): filters.append(filter)
        case nil: return false
        }
      } else {
        guard let (name, arguments, behind) = FilterFunction.next(in: rest),
          let steps = FilterFunction.steps(
            name, arguments, color: context.style.color, em: context.style.fontSize)
        else { return true }
        rest = behind
        guard var region = group.items.extent(through: .identity) else { return true }
        for step in filters.flatMap(\.steps) + steps { region = step.grown(region) }
        filters.append(SVGFilter(region: region, steps: steps))
      }
    }
    group.filters = filters
    return true
  }

  private mutating func filter(_ node: Int, _ box: Bounds?, _ context: Context) -> SVGFilter? {
    // What a filter lacks, it takes from the one that it refers to: SVG 1.1, section 15.3.
    let chain = chain(node, ["filter"])
    let usesBox = attribute("filterUnits", chain)?.trimmed != "userSpaceOnUse"
    if usesBox { guard let box, box.width > 0, box.height > 0 else { return nil } }
    var sides = ["x": "-10%", "y": "-10%", "width": "120%", "height": "120%"]
    for name in sides.keys {
      if let side = attribute(name, chain), SVGLength(side) != nil { sides[name] = side }
    }
    let around = region(node, box: usesBox ? box : nil, context, sides)
    guard let around, around.width > 0, around.height > 0 else { return nil }
    var unit = Vector(1, 1)
    let countsBox = attribute("primitiveUnits", chain)?.trimmed == "objectBoundingBox"
    if countsBox {
      guard let box, box.width > 0, box.height > 0 else { return nil }
      unit = Vector(box.width, box.height)
    }
    let source =
      chain.first { tree[$0].children.contains { tree[$0].name.hasPrefix("fe") } } ?? node
    return using(node) { (builder) -> SVGFilter? in
      var steps: [SVGFilterStep] = []
      var names: [String: Int] = [:]
      for name in builder.paints(of: source) {
        names[name] = steps.count
        steps.append(builder.paint(name, around, box, context))
      }
      let paints = steps.count
      for child in builder.tree[source].children {
        guard builder.tree[child].name.hasPrefix("fe"), steps.count < SVGLimits.steps
        else { continue }
        let before: SVGFilterStep.Input =
          steps.count > paints ? .step(steps.count - 1) : .source
        var reader = FilterStepReader(
          node: child, region: around, box: countsBox ? box : nil, unit: unit, context: context)
        let inputs = reader.inputs(builder.tree, before, names)
        let area = reader.area(builder)
        let kind = reader.kind(&builder, area ?? around)
        let isLight = builder.style(of: child).filtersLight
        steps.append(SVGFilterStep(kind: kind, inputs: inputs, region: area, isLight: isLight))
        if let name = builder.tree[child].attributes["result"] { names[name] = steps.count - 1 }
      }
      return SVGFilter(region: around, steps: steps)
    } ?? nil
  }

  /// Which paints of the element that is filtered the steps of a filter take.
  private func paints(of filter: Int) -> [String] {
    let takers = tree[filter].children.flatMap { [$0] + tree[$0].children }
    let inputs = takers.flatMap { node in
      ["in", "in2"].compactMap { tree[node].attributes[$0]?.trimmed }
    }
    return ["FillPaint", "StrokePaint"].filter { inputs.contains($0) }
  }

  /// A step that covers the region of a filter with a paint of the element.
  private mutating func paint(
    _ name: String, _ region: Bounds, _ box: Bounds?, _ context: Context
  ) -> SVGFilterStep {
    let style = context.style
    let isFill = name == "FillPaint"
    var group = SVGGroup()
    if let paint = paint(isFill ? style.fill : style.stroke, box, context) {
      group.items.append(
        .shape(
          SVGShape(
            path: .rectangle(region), paint: paint,
            opacity: isFill ? style.fillOpacity : style.strokeOpacity, rule: .nonzero, line: nil,
            isSmooth: true)))
    }
    return SVGFilterStep(kind: .image(group), inputs: [], region: nil, isLight: false)
  }
}

/// Reads a step of a filter.
struct FilterStepReader {
  let node: Int
  /// Where the filter is done.
  let region: Bounds
  /// What shares are counted of; nil for lengths.
  let box: Bounds?
  /// How long 1 is across and down.
  let unit: Vector
  let context: SVGBuilder.Context

  /// What the step takes: what it names, or what is given before it.
  func inputs(
    _ tree: SVGTree, _ before: SVGFilterStep.Input, _ names: [String: Int]
  ) -> [SVGFilterStep.Input] {
    func input(_ name: String?) -> SVGFilterStep.Input {
      switch name?.trimmed {
      case nil, "": before
      case "SourceGraphic": .source
      case "SourceAlpha": .sourceAlpha
      case "BackgroundImage", "BackgroundAlpha": .nothing
      case .some(let name): names[name].map { .step($0) } ?? before
      }
    }
    let attributes = tree[node].attributes
    if tree[node].name == "feMerge" {
      return tree[node].children.filter { tree[$0].name == "feMergeNode" }
        .map { input(tree[$0].attributes["in"]) }
    }
    return [input(attributes["in"]), input(attributes["in2"])]
  }

  /// Where the step is seen; nil where it says nothing of that.
  func area(_ builder: SVGBuilder) -> Bounds? {
    func number(_ name: String, _ axis: SVGBuilder.Axis) -> Double? {
      guard let length = builder.tree[node].attributes[name].flatMap({ SVGLength($0) })
      else { return nil }
      guard box != nil else { return builder.units(length, axis, context) }
      return builder.share(length, context) * (axis == .across ? unit.x : unit.y)
    }
    let (x, y) = (number("x", .across), number("y", .down))
    let (width, height) = (number("width", .across), number("height", .down))
    guard x != nil || y != nil || width != nil || height != nil else { return nil }
    let left = x.map { $0 + (box?.minX ?? 0) } ?? region.minX
    let top = y.map { $0 + (box?.minY ?? 0) } ?? region.minY
    return Bounds(
      minX: left, minY: top, maxX: left + max(width ?? region.width, 0),
      maxY: top + max(height ?? region.height, 0))
  }

  mutating func kind(_ builder: inout SVGBuilder, _ area: Bounds) -> SVGFilterKind {
    let tree = builder.tree
    let attributes = tree[node].attributes
    func number(_ name: String, _ usual: Double) -> Double {
      attributes[name]?.wholeNumber ?? usual
    }
    switch tree[node].name {
    case "feGaussianBlur": return .blur(pair("stdDeviation", attributes) ?? Vector(0, 0))
    case "feOffset":
      return .offset(Vector(number("dx", 0) * unit.x, number("dy", 0) * unit.y))
    case "feFlood": return .flood(flood(builder))
    case "feMerge": return .merge
    case "feBlend":
      let name = attributes["mode"]?.trimmed ?? "normal"
      return .blend(BlendMode(rawValue: name) ?? .normal)
    case "feComposite": return .composite(composite(attributes))
    case "feColorMatrix": return .matrix(SVGColorMatrix.numbers(attributes))
    case "feComponentTransfer": return .transfer(transfers(tree))
    case "feDropShadow":
      return .dropShadow(
        blur: pair("stdDeviation", attributes, usual: 2) ?? Vector(0, 0),
        offset: Vector(number("dx", 2) * unit.x, number("dy", 2) * unit.y), flood(builder))
    case "feMorphology":
      let radius = pair("radius", attributes, usual: 0) ?? Vector(0, 0)
      return .morphology(isDilating: attributes["operator"]?.trimmed == "dilate", radius)
    case "feTile": return .tile
    case "feImage": return image(&builder, area)
    case "feTurbulence": return turbulence(attributes)
    case "feDisplacementMap":
      func channel(_ name: String) -> Int {
        ["R": 0, "G": 1, "B": 2, "A": 3][attributes[name]?.trimmed ?? "A"] ?? 3
      }
      let scale = number("scale", 0)
      return .displacement(
        scale: Vector(scale * unit.x, scale * unit.y), x: channel("xChannelSelector"),
        y: channel("yChannelSelector"))
    case "feConvolveMatrix":
      return SVGConvolution(attributes).map { .convolution($0) } ?? .nothing
    case "feDiffuseLighting", "feSpecularLighting": return lighting(builder)
    default: return .nothing
    }
  }

  /// One or two numbers in units; nil where one is negative, or there are more.
  private func pair(
    _ name: String, _ attributes: [String: String], usual: Double = 0
  ) -> Vector? {
    guard let text = attributes[name] else { return Vector(usual * unit.x, usual * unit.y) }
    let numbers = text.numberList
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 && $0 < 1e6 })
    else { return nil }
    return Vector(numbers[0] * unit.x, (numbers.count > 1 ? numbers[1] : numbers[0]) * unit.y)
  }

  private func flood(_ builder: SVGBuilder) -> SVGColor {
    var color = builder.color("flood-color", of: node)
    if let share = builder.tree.value("flood-opacity", of: node)?.share {
      color.alpha *= min(max(share, 0), 1)
    }
    return color
  }

  private func composite(_ attributes: [String: String]) -> SVGComposite {
    func number(_ name: String) -> Double { attributes[name]?.wholeNumber ?? 0 }
    switch attributes["operator"]?.trimmed {
    case "in": return .in
    case "out": return .out
    case "atop": return .atop
    case "xor": return .xor
    case "lighter": return .lighter
    case "arithmetic": return .arithmetic(number("k1"), number("k2"), number("k3"), number("k4"))
    default: return .over
    }
  }

  private func transfers(_ tree: SVGTree) -> [SVGTransfer] {
    ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].map { name in
      guard let child = tree[node].children.last(where: { tree[$0].name == name })
      else { return .identity }
      let attributes = tree[child].attributes
      func number(_ name: String, _ usual: Double) -> Double {
        attributes[name]?.wholeNumber ?? usual
      }
      let values = attributes["tableValues"]?.numberList ?? []
      switch attributes["type"]?.trimmed {
      case "table" where !values.isEmpty: return .table(values)
      case "discrete" where !values.isEmpty: return .discrete(values)
      case "linear":
        return .linear(slope: number("slope", 1), intercept: number("intercept", 0))
      case "gamma":
        return .gamma(
          amplitude: number("amplitude", 1), exponent: number("exponent", 1),
          offset: number("offset", 0))
      default: return .identity
      }
    }
  }

  private func turbulence(_ attributes: [String: String]) -> SVGFilterKind {
    let numbers = attributes["baseFrequency"]?.numberList ?? [0]
    let (x, y) = (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : numbers.first ?? 0)
    guard x >= 0, y >= 0, numbers.count < 3 else { return .nothing }
    let seed = attributes["seed"]?.wholeNumber ?? 0
    let octaves = attributes["numOctaves"]?.wholeNumber ?? 1
    return .turbulence(
      SVGTurbulence(
        frequency: Vector(x / unit.x, y / unit.y), octaves: Int(min(max(octaves, 0), 16)),
        seed: Int(min(max(seed, -1e9), 1e9).rounded(.towardZero)),
        isFractal: attributes["type"]?.trimmed == "fractalNoise",
        stitches: attributes["stitchTiles"]?.trimmed == "stitch"))
  }

  /// A picture, or an element of the file.
  private func image(_ builder: inout SVGBuilder, _ area: Bounds) -> SVGFilterKind {
    let attributes = builder.tree[node].attributes
    guard let address = attributes["href"] else { return .nothing }
    if address.trimmed.hasPrefix("#") {
      guard let target = builder.tree[address: address] else { return .nothing }
      var inner = context
      inner.style = builder.style(of: builder.tree[target].parent ?? target)
      let made = builder.using(target) { $0.item(target, inner) }
      guard case .some(.some(let group)) = made else { return .nothing }
      // As a `use` shows it in the corner of the region.
      return .image(
        SVGGroup(map: .translation(area.minX, area.minY), items: [.group(group)]))
    }
    guard let picture = builder.picture(of: node, builder.style(of: node)) else { return .nothing }
    let item = builder.placed(
      picture, in: area, AspectRatio(attributes["preserveAspectRatio"]),
      builder.style(of: node))
    return .image(SVGGroup(items: [item]))
  }

  private func lighting(_ builder: SVGBuilder) -> SVGFilterKind {
    let tree = builder.tree
    let kinds: Set = ["feDistantLight", "fePointLight", "feSpotLight"]
    guard let child = tree[node].children.first(where: { kinds.contains(tree[$0].name) })
    else { return .nothing }
    let own = tree[node].attributes
    let attributes = tree[child].attributes
    func number(_ name: String, _ usual: Double = 0) -> Double {
      attributes[name]?.wholeNumber ?? usual
    }
    func place(_ x: String, _ y: String) -> Vector {
      guard let box else { return Vector(number(x), number(y)) }
      return Vector(box.minX + number(x) * unit.x, box.minY + number(y) * unit.y)
    }
    let deep = box == nil ? 1 : ((unit.x * unit.x + unit.y * unit.y) / 2).squareRoot()
    let source: SVGLighting.Source
    switch tree[child].name {
    case "feDistantLight":
      source = .distant(azimuth: number("azimuth"), elevation: number("elevation"))
    case "fePointLight": source = .point(place("x", "y"), z: number("z") * deep)
    default:
      let exponent = number("specularExponent", 1)
      source = .spot(
        place("x", "y"), z: number("z") * deep, toward: place("pointsAtX", "pointsAtY"),
        towardZ: number("pointsAtZ") * deep, exponent: exponent > 0 ? exponent : 1,
        cone: attributes["limitingConeAngle"]?.wholeNumber)
    }
    let isSpecular = tree[node].name == "feSpecularLighting"
    let exponent = own["specularExponent"]?.wholeNumber ?? 1
    if isSpecular, exponent < 1 || exponent > 128 { return .nothing }
    return .lighting(
      SVGLighting(
        source: source,
        color: builder.color(
          "lighting-color", of: node, SVGColor(red: 1, green: 1, blue: 1)),
        surfaceScale: own["surfaceScale"]?.wholeNumber ?? 1,
        constant: own[isSpecular ? "specularConstant" : "diffuseConstant"]?.wholeNumber ?? 1,
        exponent: isSpecular ? exponent : nil))
  }
}

extension SVGFilterStep {
  /// A region with the room that the step needs around it.
  fileprivate func grown(_ region: Bounds) -> Bounds {
    let (reach, way): (Vector, Vector) =
      switch kind {
      case .blur(let deviation): (deviation, Vector(0, 0))
      case .dropShadow(let deviation, let way, _): (deviation, way)
      default: (Vector(0, 0), Vector(0, 0))
      }
    return Bounds(
      minX: region.minX - 3 * reach.x + min(way.x, 0),
      minY: region.minY - 3 * reach.y + min(way.y, 0),
      maxX: region.maxX + 3 * reach.x + max(way.x, 0),
      maxY: region.maxY + 3 * reach.y + max(way.y, 0))
  }
}

extension SVGConvolution {
  /// Reads a matrix; nil where its numbers do not fit.
  init?(_ attributes: [String: String]) {
    let order = attributes["order"]?.numberList ?? [3]
    guard (1...2).contains(order.count),
      order.allSatisfy({ $0 >= 1 && $0 <= 64 && $0 == $0.rounded() })
    else { return nil }
    let columns = Int(order[0])
    let rows = Int(order.count > 1 ? order[1] : order[0])
    guard columns * rows <= SVGLimits.taps else { return nil }
    let matrix = attributes["kernelMatrix"]?.numberList ?? []
    guard matrix.count == columns * rows else { return nil }
    func whole(_ name: String, _ usual: Int, _ most: Int) -> Int? {
      guard let text = attributes[name] else { return usual }
      guard let number = text.wholeNumber, number >= 0, number < Double(most) else { return nil }
      return Int(number)
    }
    guard let x = whole("targetX", columns / 2, columns), let y = whole("targetY", rows / 2, rows)
    else { return nil }
    let sum = matrix.reduce(0, +)
    // Numbers such as 0.1 leave a little where they are meant to have a sum of zero.
    let isZero = sum.magnitude <= 1e-9 * matrix.reduce(0) { $0 + $1.magnitude }
    let given = attributes["divisor"]?.wholeNumber ?? 0
    let divisor = given != 0 ? given : isZero ? 1 : sum
    let edges: [String: Edge] = ["wrap": .wrap, "none": .none]
    self.init(
      columns: columns, rows: rows, matrix: matrix, divisor: divisor,
      bias: attributes["bias"]?.wholeNumber ?? 0, target: (x, y),
      edge: edges[attributes["edgeMode"]?.trimmed ?? ""] ?? .duplicate,
      keepsAlpha: attributes["preserveAlpha"]?.trimmed == "true")
  }
}
