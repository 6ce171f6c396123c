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
      (plain.contextFill, plain.contextStroke) = (.color(.black), .color(.black))
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
    guard context.style.isVisible, let picture = picture(of: node, context.style)
    else { return [] }
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
    _ picture: SVGSource, in box: Bounds, _ ratio: AspectRatio, _ style: SVGStyle
  ) -> SVGItem {
    let own = picture.size
    let map = Affine.translation(box.minX, box.minY).after(
      ViewBox(x: 0, y: 0, width: own.x, height: own.y)
        .map(to: Vector(box.width, box.height), ratio))
    var group = SVGGroup()
    switch picture.content {
    case .pixels(let plate):
      group.items = [
        .picture(
          SVGImage(
            picture: plate, size: own, map: map, hasSquarePixels: style.hasSquarePixels))
      ]
    case .drawing(let drawing, _):
      // Nothing is seen of it beyond its own edges.
      var whole = SVGGroup(map: map.after(.scale(own.x, own.y)), items: [.group(drawing)])
      whole.clips = [.rectangle(Bounds(minX: 0, minY: 0, maxX: 1, maxY: 1))]
      group.items = [.group(whole)]
    }
    if ratio.isSliced { group.clips = [.rectangle(box)] }
    return .group(group)
  }

  /// The picture that an element refers to: within the file, or beside it.
  mutating func picture(of node: Int, _ style: SVGStyle) -> SVGSource? {
    if let known = shown[node] { return again(known) }
    guard let address = tree[node].attributes["href"] else { return nil }
    let made = picture(address.trimmed, turns: style.turnsPictures)
    shown[node] = .some(made)
    return made
  }

  /// What was read before; a drawing takes its time again.
  private mutating func again(_ known: SVGSource?) -> SVGSource? {
    if case .drawing(_, let cost) = known?.content { spend(cost) }
    return isSpent ? nil : known
  }

  private mutating func picture(_ address: String, turns: Bool) -> SVGSource? {
    let key = (turns ? "" : "-") + address
    if let known = pictures[key] { return again(known) }
    let made = decoded(address, turns: turns)
    pictures[key] = .some(made)
    if made == nil { note("pictures that can't be read") }
    return made
  }

  private mutating func decoded(_ address: String, turns: Bool) -> SVGSource? {
    guard
      let bytes = Base64.data(ofURI: address)
        ?? (address.hasPrefix("data:") ? Self.characters(ofURI: address) : files(address))
    else { return nil }
    if SVGPicture.isLikely(bytes) { return drawing(bytes) }
    guard
      let file = try? ImageFile(
        parsing: bytes, limits: ImageLimits(side: 16_384, pixels: 1 << 25)),
      file.width * file.height <= pixels,
      let seen = try? PictureSequence(file, keeping: 0).picture(0)
    else { return nil }
    let picture = turns || file.turn == .none ? seen : seen.turnedBack(from: file.turn)
    pixels -= picture.width * picture.height
    let size = Vector(Double(picture.width), Double(picture.height))
    return SVGSource(content: .pixels(PlatePicture(picture, size)), size: size)
  }

  /// A drawing within this one, which counts towards its limits and reads no files.
  private mutating func drawing(_ bytes: [UInt8]) -> SVGSource? {
    guard level < SVGLimits.drawings, let xml = try? SVGContainer.xml(bytes) else { return nil }
    let before = budget
    // Little can be packed into much.
    spend(xml.count / 256)
    guard !isSpent, let file = try? SVGFile(parsing: xml) else { return nil }
    var inner = SVGBuilder(file.tree, within: self)
    let group = inner.root(file.size, file.view)
    take(from: inner)
    return SVGSource(content: .drawing(group, cost: before - budget), size: file.size)
  }

  /// The bytes of an address that holds its characters as they are, or as `%` and two digits.
  private static func characters(ofURI address: String) -> [UInt8]? {
    guard let comma = address.firstIndex(of: ","),
      address[..<comma].hasPrefix("data:image/svg+xml"),
      !address[..<comma].hasSuffix(";base64")
    else { return nil }
    var bytes: [UInt8] = []
    var rest = address[address.index(after: comma)...].utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

/// A picture that is shown in this one.
struct SVGSource: Sendable {
  enum Content: Sendable {
    case pixels(PlatePicture)
    /// In units in which both its sides are 1, and as how many elements it counts.
    case drawing(SVGGroup, cost: Int)
  }

  let content: Content
  /// The size that it says it has.
  let size: Vector
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
