import Bytes
import Fonts
import Geometry
import Images
import Plates
import Shapes

// Elements with views of their own: nested pictures, symbols, pictures of pixels.
extension SVGBuilder {
  /// What is drawn of an `svg` within another, or of a symbol.
  mutating func nested(_ node: Int, _ context: Context) -> [SVGItem] {
    let isSymbol = tree[node].name == "symbol"
    func place(_ name: String, _ axis: Axis) -> Double {
      isSymbol ? 0 : length(node, name, axis, context) ?? 0
    }
    func side(_ name: String, _ given: String?, _ axis: Axis) -> Double {
      let given = given.flatMap { SVGLength($0) }
      let own = tree[node].attributes[name].flatMap { SVGLength($0) }
      return units((given ?? own ?? SVGLength(100, .percent)), axis, context)
    }
    let (x, y) = (place("x", .across), place("y", .down))
    let width = side("width", context.size?.width, .across)
    let height = side("height", context.size?.height, .down)
    guard width > 0, height > 0 else { return [] }
    var inner = context
    inner.size = nil
    var map = Affine.translation(x, y)
    inner.viewport = Vector(width, height)
    if let view = ViewBox(tree[node].attributes["viewBox"] ?? "") {
      map = map.after(
        view.map(
          to: Vector(width, height), AspectRatio(tree[node].attributes["preserveAspectRatio"])))
      inner.viewport = Vector(view.width, view.height)
    }
    var group = SVGGroup(map: map, items: items(in: node, inner.inside(map)))
    guard !group.items.isEmpty else { return [] }
    let overflow = tree[node].attributes["overflow"]?.trimmed ?? "hidden"
    if overflow == "hidden" || overflow == "scroll" {
      var around = SVGGroup(items: [.group(group)])
      around.clips = [.rectangle(Bounds(minX: x, minY: y, maxX: x + width, maxY: y + height))]
      group = around
    }
    return [.group(group)]
  }

  /// What is drawn by a `use`.
  mutating func use(_ node: Int, _ context: Context) -> [SVGItem] {
    guard let address = tree[node].attributes["href"], let target = tree[address: address],
      tree.ancestor(of: node, where: { _ in true }) != nil, !isAround(target, node)
    else { return [] }
    let map = Affine.translation(
      length(node, "x", .across, context) ?? 0, length(node, "y", .down, context) ?? 0)
    let made = using(target) { (builder) -> SVGItem? in
      var inner = context
      inner.size = nil
      if !context.isClip { builder.setPaints(of: context, target, &inner) }
      inner = inner.inside(map)
      let name = builder.tree[target].name
      let attributes = builder.tree[node].attributes
      if name == "symbol" || name == "svg" {
        inner.size = (attributes["width"], attributes["height"])
      }
      guard name == "symbol" else {
        return builder.item(target, inner).map { .group(SVGGroup(map: map, items: [.group($0)])) }
      }
      guard !context.isClip, let own = builder.map(of: target, "transform", context) else {
        return nil
      }
      inner.style = inner.style.applying(builder.tree[target].attributes)
      let content = SVGGroup(map: own, items: builder.nested(target, inner.inside(own)))
      return builder.finished(content, target, inner)
        .map { .group(SVGGroup(map: map, items: [.group($0)])) }
    }
    return (made ?? nil).map { [$0] } ?? []
  }

  /// Sets what `context-fill` and `context-stroke` are within what a `use` shows.
  private mutating func setPaints(of context: Context, _ target: Int, _ inner: inout Context) {
    guard tree.usesContext else { return }
    var box: Bounds?
    if context.style.fill.isServer || context.style.stroke.isServer {
      // Its size is that of what it shows.
      var plain = context
      (plain.contextFill, plain.contextStroke) = (nil, nil)
      box = item(target, plain).flatMap { $0.bounds(through: $0.map) }
    }
    inner.contextFill = paint(context.style.fill, box, context)
    inner.contextStroke = paint(context.style.stroke, box, context)
  }

  /// Whether one element lies in another, which therefore can't be shown in it.
  private func isAround(_ target: Int, _ node: Int) -> Bool {
    var next: Int? = node
    while let number = next {
      if number == target { return true }
      next = tree[number].parent
    }
    return false
  }

  /// What is drawn of an `image`.
  mutating func image(_ node: Int, _ context: Context) -> [SVGItem] {
    guard context.style.isVisible, let picture = picture(of: node) else { return [] }
    let own = picture.size
    let (x, y) = (
      length(node, "x", .across, context) ?? 0, length(node, "y", .down, context) ?? 0
    )
    var width = length(node, "width", .across, context)
    var height = length(node, "height", .down, context)
    if width == nil { width = height.map { $0 * own.x / own.y } ?? own.x }
    if height == nil { height = (width ?? own.x) * own.y / own.x }
    guard let width, let height, width > 0, height > 0 else { return [] }
    return [
      placed(
        picture, in: Bounds(minX: x, minY: y, maxX: x + width, maxY: y + height),
        AspectRatio(tree[node].attributes["preserveAspectRatio"]), context.style)
    ]
  }

  /// A picture that fits into a rectangle.
  func placed(
    _ picture: (plate: PlatePicture, size: Vector), in box: Bounds, _ ratio: AspectRatio,
    _ style: SVGStyle
  ) -> SVGItem {
    let own = picture.size
    let map = Affine.translation(box.minX, box.minY).after(
      ViewBox(x: 0, y: 0, width: own.x, height: own.y)
        .map(to: Vector(box.width, box.height), ratio))
    let image = SVGItem.picture(
      SVGImage(
        picture: picture.plate, size: own, map: map,
        hasSquarePixels: style.hasSquarePixels))
    var group = SVGGroup(items: [image])
    if ratio.isSliced { group.clips = [.rectangle(box)] }
    return .group(group)
  }

  /// The picture that an element refers to: within the file, or beside it.
  mutating func picture(of node: Int) -> (plate: PlatePicture, size: Vector)? {
    if let known = shown[node] { return known }
    guard let address = tree[node].attributes["href"] else { return nil }
    let made: (PlatePicture, Vector)? = picture(address.trimmed)
    shown[node] = .some(made)
    return made
  }

  private mutating func picture(_ address: String) -> (plate: PlatePicture, size: Vector)? {
    if let known = pictures[address] { return known }
    let made = decoded(address)
    pictures[address] = .some(made)
    if made == nil { note("pictures that can't be read") }
    return made
  }

  private mutating func decoded(_ address: String) -> (PlatePicture, Vector)? {
    let bytes = Base64.data(ofURI: address) ?? (address.hasPrefix("data:") ? nil : files(address))
    guard let bytes,
      let file = try? ImageFile(
        parsing: bytes, limits: ImageLimits(side: 16_384, pixels: 1 << 25)),
      file.width * file.height <= pixels,
      let picture = try? PictureSequence(file, keeping: 0).picture(0)
    else { return nil }
    pixels -= picture.width * picture.height
    let size = Vector(Double(picture.width), Double(picture.height))
    return (PlatePicture(picture, size), size)
  }
}

extension SVGClip {
  /// A rectangle.
  static func rectangle(_ box: Bounds) -> SVGClip {
    let shape = SVGShape(
      path: .rectangle(box), paint: .color(.black), opacity: 1, rule: .nonzero, line: nil,
      isSmooth: true)
    return SVGClip(group: SVGGroup(items: [.shape(shape)]))
  }
}

/// The part of the plane that a view shows.
struct ViewBox: Hashable, Sendable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Reads a `viewBox`; nil for what is none.
  init?(_ text: String) {
    let numbers = text.numberList
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0,
      numbers.allSatisfy({ $0.magnitude <= SVGLimits.number })
    else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The map to a rectangle of some size from the origin on.
  func map(to size: Vector, _ ratio: AspectRatio) -> Affine {
    var (across, down) = (size.x / width, size.y / height)
    if let share = ratio.place {
      let scale = ratio.isSliced ? max(across, down) : min(across, down)
      (across, down) = (scale, scale)
      return Affine.translation(
        (size.x - width * scale) * share.x, (size.y - height * scale) * share.y
      ).after(.scale(across, down)).after(.translation(-x, -y))
    }
    return Affine.scale(across, down).after(.translation(-x, -y))
  }
}

/// How a view fits into a rectangle of other proportions.
struct AspectRatio: Hashable, Sendable {
  /// Where it lies, as shares of the room that is left; nil where it is stretched.
  let place: Vector?
  /// Whether it fills all of the rectangle.
  let isSliced: Bool

  /// Reads a `preserveAspectRatio`.
  init(_ text: String?) {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).filter { $0 != "defer" }
    let shares = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]
    let align = words.first.map(String.init) ?? "xMidYMid"
    isSliced = words.dropFirst().first == "slice"
    if align == "none" {
      place = nil
      return
    }
    let letters = Array(align)
    if letters.count == 8, letters[0] == "x", letters[4] == "Y",
      let x = shares[String(letters[1...3])], let y = shares[String(letters[5...7])]
    {
      place = Vector(x, y)
    } else {
      place = Vector(0.5, 0.5)
    }
  }
}
