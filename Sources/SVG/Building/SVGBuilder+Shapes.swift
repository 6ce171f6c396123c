import Fonts
import Geometry
import Shapes

// Basic shapes and paths.
extension SVGBuilder {
  /// What is drawn of a shape.
  mutating func shape(_ node: Int, _ context: Context) -> [SVGItem] {
    guard let figure = figure(node, context), !figure.path.isEmpty else { return [] }
    var items: [SVGItem] = []
    if context.style.isVisible {
      items = drawn(
        figure.path, figure.path.bounds(), isFilled: tree[node].name != "line",
        keepsWidth: tree[node].attributes["vector-effect"]?.trimmed == "non-scaling-stroke",
        corners: figure.data, context)
    }
    // What is not seen counts in boxes all the same: SVG 2, section 8.10.
    return items.isEmpty && !context.isClip ? [.room(figure.path)] : items
  }

  /// What is drawn of a path.
  ///
  /// - Parameters:
  ///   - box: what shares of paints are counted of.
  ///   - own: what it counts for in shares of groups, where that is not what it bounds.
  ///   - keepsWidth: whether lines are as wide as they are whatever the units are.
  ///   - corners: where markers stand; nil where none do.
  mutating func drawn(
    _ path: ShapePath, _ box: Bounds?, own: Bounds? = nil, isFilled: Bool = true,
    keepsWidth: Bool = false, corners: PathData? = nil, _ context: Context
  ) -> [SVGItem] {
    let style = context.style
    if context.isClip {
      return [
        .shape(
          SVGShape(
            path: path, paint: .color(.black), opacity: 1, rule: style.clipRule, line: nil,
            isSmooth: style.isSmooth, box: own))
      ]
    }
    var items: [SVGItem] = []
    let fill = paint(style.fill, box, context)
    let line = line(context)
    let stroke = line == nil ? nil : paint(style.stroke, box, context)
    for part in style.order {
      switch part {
      case .fill:
        guard let fill, isFilled, style.fillOpacity > 0 else { continue }
        items.append(
          .shape(
            SVGShape(
              path: path, paint: fill, opacity: style.fillOpacity, rule: style.fillRule, line: nil,
              isSmooth: style.isSmooth, box: own)))
      case .stroke:
        guard let stroke, style.strokeOpacity > 0 else { continue }
        if let dashes = line?.dashes {
          let along = keepsWidth ? path.mapped(by: context.pixels) : path
          if along.dashes(of: dashes) > Double(ShapePath.mostDashes) {
            note("dashes of lines that would have more than \(ShapePath.mostDashes)")
          }
        }
        let shape = SVGShape(
          path: path, paint: stroke, opacity: style.strokeOpacity, rule: .nonzero, line: line,
          isSmooth: style.isSmooth, box: own)
        items.append(keepsWidth ? shape.inPixels(context.pixels) : .shape(shape))
      case .markers:
        guard let corners else { continue }
        items += markers(on: corners, (fill, stroke), context)
      }
    }
    return items
  }

  /// How a line is drawn; nil for none.
  private func line(_ context: Context) -> StrokeStyle? {
    let style = context.style
    let width = units(style.strokeWidth, .other, context)
    guard width > 0, width < SVGLimits.number else { return nil }
    let dashes = style.dashes.map { units($0, .other, context) }
    let offset = units(style.dashOffset, .other, context)
    let isDashed = !dashes.isEmpty && dashes.allSatisfy { $0 >= 0 } && dashes.reduce(0, +) > 0
    return StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: max(style.miterLimit, 1),
      dashes: isDashed ? DashPattern(dashes, offset: offset) : nil)
  }

  /// The path of a shape, and its data where it may have markers; nil for none.
  mutating func figure(_ node: Int, _ context: Context) -> (
    path: ShapePath, data: PathData?
  )? {
    let attributes = tree[node].attributes
    let builder = self
    func length(_ name: String, _ axis: Axis) -> Double? {
      builder.length(node, name, axis, context)
    }
    spend(((attributes["d"] ?? attributes["points"])?.utf8.count ?? 0) / 256)
    switch tree[node].name {
    case "path":
      guard let text = attributes["d"] else { return nil }
      let data = PathData(upToFaultIn: text)
      return (data.path, data)
    case "line":
      let data = PathData(
        through: [
          Vector(length("x1", .across) ?? 0, length("y1", .down) ?? 0),
          Vector(length("x2", .across) ?? 0, length("y2", .down) ?? 0),
        ], isClosed: false)
      return (data.path, data)
    case "polyline", "polygon":
      let numbers = attributes["points"]?.numberList ?? []
      let places = (0..<numbers.count / 2).map { Vector(numbers[$0 * 2], numbers[$0 * 2 + 1]) }
      guard places.count > 1, places.allSatisfy({ max($0.x.magnitude, $0.y.magnitude) < 1e9 })
      else { return nil }
      let data = PathData(through: places, isClosed: tree[node].name == "polygon")
      return (data.path, data)
    case "circle":
      guard let radius = length("r", .other), radius > 0 else { return nil }
      return (ellipse(node, radius, radius, context), nil)
    case "ellipse":
      let (x, y) = (length("rx", .across), length("ry", .down))
      guard let (x, y) = Self.radii(x, y), x > 0, y > 0 else { return nil }
      return (ellipse(node, x, y, context), nil)
    case "rect": return rectangle(node, context).map { ($0, nil) }
    default: return nil
    }
  }

  /// Radii of which one may be taken for the other; nil where neither is any.
  private static func radii(_ x: Double?, _ y: Double?) -> (Double, Double)? {
    let x = x.flatMap { $0 < 0 ? nil : $0 }
    let y = y.flatMap { $0 < 0 ? nil : $0 }
    guard let one = x ?? y, let other = y ?? x else { return nil }
    return (one, other)
  }

  private func ellipse(_ node: Int, _ x: Double, _ y: Double, _ context: Context) -> ShapePath {
    let middle = Vector(
      length(node, "cx", .across, context) ?? 0, length(node, "cy", .down, context) ?? 0)
    // From the right, clockwise, where dashes begin.
    let round = ShapePath.roundedRectangle(
      Bounds(minX: middle.x - x, minY: middle.y - y, maxX: middle.x + x, maxY: middle.y + y), x, y)
    guard let contour = round.contours.first else { return round }
    let curves = contour.segments.filter { if case .cubic = $0 { true } else { false } }
    return ShapePath([
      ShapePath.Contour(
        start: Vector(middle.x + x, middle.y), Array(curves.dropFirst() + curves.prefix(1)),
        isClosed: true)
    ])
  }

  private func rectangle(_ node: Int, _ context: Context) -> ShapePath? {
    guard let width = length(node, "width", .across, context), width > 0,
      let height = length(node, "height", .down, context), height > 0
    else { return nil }
    let (x, y) = (
      length(node, "x", .across, context) ?? 0, length(node, "y", .down, context) ?? 0
    )
    let radii =
      Self.radii(
        length(node, "rx", .across, context), length(node, "ry", .down, context)) ?? (0, 0)
    return .roundedRectangle(
      Bounds(minX: x, minY: y, maxX: x + width, maxY: y + height), min(radii.0, width / 2),
      min(radii.1, height / 2))
  }
}

extension SVGShape {
  /// The shape drawn in pixels, to which its units lead, so that its line is as wide in them.
  fileprivate func inPixels(_ map: Affine) -> SVGItem {
    guard map.isBounded(by: 1e9), let back = map.inverse else { return .shape(self) }
    let shape = SVGShape(
      path: path.mapped(by: map), paint: paint.mapped(by: map), opacity: opacity, rule: rule,
      line: line, isSmooth: isSmooth, box: box)
    return .group(SVGGroup(map: back, items: [.shape(shape)]))
  }
}

extension ShapePath {
  /// A rectangle with corners of an ellipse, as SVG has it: from the end of the top left corner on.
  fileprivate static func roundedRectangle(_ box: Bounds, _ x: Double, _ y: Double) -> ShapePath {
    let (left, top, right, bottom) = (box.minX, box.minY, box.maxX, box.maxY)
    guard x > 0, y > 0 else {
      return PathData(
        through: [
          Vector(left, top), Vector(right, top), Vector(right, bottom), Vector(left, bottom),
        ], isClosed: true
      ).path
    }
    // How far control points of a quarter of a circle are from its ends, in radii.
    let reach = 4.0 / 3 * (2.0.squareRoot() - 1)
    let (dx, dy) = (x * (1 - reach), y * (1 - reach))
    var segments: [Outline.Segment] = []
    func add(line: Vector, _ first: Vector, _ second: Vector, _ end: Vector) {
      segments.append(.line(line))
      segments.append(.cubic(first, second, end))
    }
    add(
      line: Vector(right - x, top), Vector(right - dx, top), Vector(right, top + dy),
      Vector(right, top + y))
    add(
      line: Vector(right, bottom - y), Vector(right, bottom - dy), Vector(right - dx, bottom),
      Vector(right - x, bottom))
    add(
      line: Vector(left + x, bottom), Vector(left + dx, bottom), Vector(left, bottom - dy),
      Vector(left, bottom - y))
    add(
      line: Vector(left, top + y), Vector(left, top + dy), Vector(left + dx, top),
      Vector(left + x, top))
    return ShapePath([Contour(start: Vector(left + x, top), segments, isClosed: true)])
  }
}
