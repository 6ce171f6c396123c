import Fonts
import Geometry
import Shapes

/// Turns elements into items, with styles, references and units worked out.
struct SVGBuilder {
  let tree: SVGTree
  /// Gives files beside the picture by their names.
  let files: (String) -> [UInt8]?
  private(set) var lacks: [String] = []
  /// How many elements may still be drawn.
  private(set) var budget = SVGLimits.items
  private var depth = 0
  /// How many files show this one.
  private(set) var level = 0
  /// Pictures by their addresses, with their sizes; nil for those that can't be read.
  var pictures: [String: SVGSource?] = [:]
  /// Those of elements by their numbers, as addresses may be as long as files.
  var shown: [Int: SVGSource?] = [:]
  /// How many pixels pictures may still have.
  var pixels = SVGLimits.pictures
  /// The elements that are being drawn by reference, which must not draw themselves.
  var used: [Int] = []
  /// The fonts of texts; nil where no text is drawn.
  var fonts: TextFonts?
  var colors = ColorLetters()
  /// How many letters may still be drawn.
  var letters = SVGLimits.letters
  /// The elements of which only one child is drawn, with that child; none but for glyphs of fonts.
  private var way: [Int: Int] = [:]
  /// What stands for the colour of the text around a glyph.
  private(set) var textColor: SVGColor?

  init(_ tree: SVGTree, files: @escaping (String) -> [UInt8]?, fonts: FontLibrary?) {
    (self.tree, self.files, self.fonts) = (tree, files, fonts.map { TextFonts($0) })
  }

  /// Draws a file that is shown by another.
  init(_ tree: SVGTree, within other: SVGBuilder) {
    self.init(tree, files: { _ in nil }, fonts: nil)
    take(from: other)
    (depth, level, used) = (other.depth, other.level + 1, [])
  }

  /// Goes on with what another has left of all limits.
  mutating func take(from other: SVGBuilder) {
    (budget, letters, pixels) = (other.budget, other.letters, other.pixels)
    (fonts, colors, lacks) = (other.fonts, other.colors, other.lacks)
  }

  /// What holds for an element by what is around it.
  struct Context {
    var style = SVGStyle()
    /// What percentages are counted of.
    var viewport: Vector
    /// The paints of what a marker stands on or a `use` shows, and how its units lead to those
    /// here.
    var contextFill: SVGPaint?
    var contextStroke: SVGPaint?
    /// Whether only areas count.
    var isClip = false
    /// Leads from units here to pixels of the size that the picture says it has.
    var pixels = Affine.identity
    /// Sides that a `use` gives to a symbol or picture.
    var size: (width: String?, height: String?)?

    /// The same where units are others.
    ///
    /// - Parameter map: leads from the units there to those here.
    func inside(_ map: Affine) -> Context {
      var context = self
      context.pixels = pixels.after(map)
      guard contextFill != nil || contextStroke != nil else { return context }
      let back = map.inverse ?? .identity
      context.contextFill = contextFill?.mapped(by: back)
      context.contextStroke = contextStroke?.mapped(by: back)
      return context
    }
  }

  mutating func note(_ lack: String) {
    if !lacks.contains(lack), lacks.count < 32 { lacks.append(lack) }
  }

  /// Counts what takes as much work as so many elements.
  mutating func spend(_ count: Int) { budget -= count }

  /// Whether nothing more is drawn.
  var isSpent: Bool { budget <= 0 }

  // MARK: Elements

  /// All that is drawn of what is right within an element.
  mutating func items(in node: Int, _ context: Context) -> [SVGItem] {
    var items: [SVGItem] = []
    for child in tree[node].children where (way[node] ?? child) == child {
      if let item = item(child, context) { items.append(.group(item)) }
    }
    return items
  }

  /// Draws of the whole picture one element alone, within those that it lies in, as the glyph of a
  /// font.
  mutating func show(_ node: Int, in color: SVGColor) {
    textColor = color
    var child = node
    while let parent = tree[child].parent {
      way[parent] = child
      child = parent
    }
  }

  /// What is drawn of an element; nil where it is nothing.
  mutating func item(_ node: Int, _ context: Context) -> SVGGroup? {
    let element = tree[node]
    if depth >= SVGLimits.depth { note("elements deep in others") }
    if isSpent { note("elements beyond the \(SVGLimits.items) that a picture may have") }
    guard budget > 0, depth < SVGLimits.depth, tree.value("display", of: node) != "none",
      meetsConditions(node)
    else { return nil }
    budget -= 1
    depth += 1
    defer { depth -= 1 }
    guard let own = map(of: node, "transform", context) else { return nil }
    var context = context.inside(own)
    context.style = context.style.applying(element.attributes)
    var group = SVGGroup(map: own)
    if context.isClip {
      // Only shapes, text, and what uses them, make up an area.
      switch element.name {
      case "use":
        guard isShape(used: node) else { return nil }
        group.items = use(node, context)
      case "text": group.items = text(node, context)
      case let name where Self.shapes.contains(name): group.items = shape(node, context)
      default: return nil
      }
      guard !group.items.isEmpty else { return nil }
      return limited(group, node, context)
    }
    switch element.name {
    case "g", "a": group.items = items(in: node, context)
    case "switch": group.items = choice(node, context)
    case "svg": group.items = nested(node, context)
    case "use": group.items = use(node, context)
    case "image": group.items = image(node, context)
    case "text": group.items = text(node, context)
    case let name where Self.shapes.contains(name): group.items = shape(node, context)
    default:
      if element.name == "foreignObject" { note("foreign objects") }
      return nil
    }
    return finished(group, node, context)
  }

  private static let shapes: Set = [
    "rect", "circle", "ellipse", "line", "polyline", "polygon", "path",
  ]

  private func isShape(used node: Int) -> Bool {
    guard let target = tree[node].attributes["href"].flatMap({ tree[address: $0] })
    else { return false }
    return tree[target].name == "text" || Self.shapes.contains(tree[target].name)
  }

  /// Takes the first element of which the conditions are met.
  private mutating func choice(_ node: Int, _ context: Context) -> [SVGItem] {
    let kinds = Self.shapes.union([
      "g", "a", "switch", "svg", "use", "image", "text", "foreignObject",
    ])
    for child in tree[node].children where kinds.contains(tree[child].name) {
      guard meetsConditions(child), tree[child].name != "foreignObject" else { continue }
      return item(child, context).map { [.group($0)] } ?? []
    }
    return []
  }

  /// Whether an element is for readers of English and programs without extensions: SVG 2, section
  /// 5.9.
  func meetsConditions(_ node: Int) -> Bool {
    let attributes = tree[node].attributes
    if attributes["requiredExtensions"] != nil { return false }
    guard let languages = attributes["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { language in
      let language = String(language).trimmed.lowercased()
      return language == "en" || language.hasPrefix("en-")
    }
  }

  /// Draws what an element refers to, unless it is being drawn already.
  mutating func using<Made>(_ node: Int, _ body: (inout SVGBuilder) -> Made) -> Made? {
    guard !used.contains(node), used.count < SVGLimits.nesting + SVGLimits.depth else { return nil }
    used.append(node)
    defer { used.removeLast() }
    return body(&self)
  }

  // MARK: Units

  /// The map that an attribute gives, about its origin; nil where it flattens everything.
  func map(of node: Int, _ name: String, _ context: Context) -> Affine? {
    let attributes = tree[node].attributes
    let text = attributes[name] ?? (name == "transform" ? nil : attributes["transform"])
    guard let text, let map = Affine(transform: text) else { return .identity }
    guard map.inverse != nil else { return nil }
    guard let origin = attributes["transform-origin"].flatMap({ place(origin: $0, context) })
    else { return map }
    return Affine.translation(origin.x, origin.y).after(map)
      .after(.translation(-origin.x, -origin.y))
  }

  /// The place of a `transform-origin`.
  private func place(origin text: String, _ context: Context) -> Vector? {
    var (x, y): (Double?, Double?)
    var lengths: [SVGLength] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "left": x = 0
      case "right": x = context.viewport.x
      case "top": y = 0
      case "bottom": y = context.viewport.y
      case "center": lengths.append(SVGLength(50, .percent))
      default:
        guard let length = SVGLength(String(word)) else { return nil }
        lengths.append(length)
      }
    }
    var rest = lengths[...]
    let em = context.style.fontSize
    if x == nil {
      x = (rest.popFirst() ?? SVGLength(50, .percent)).units(of: context.viewport.x, em: em)
    }
    if y == nil {
      y = (rest.popFirst() ?? SVGLength(50, .percent)).units(of: context.viewport.y, em: em)
    }
    return Vector(x ?? 0, y ?? 0)
  }

  /// Along what a length is measured.
  enum Axis { case across, down, other }

  /// A length in user units; nil where the element has none, or none that is one.
  func length(_ node: Int, _ name: String, _ axis: Axis, _ context: Context) -> Double? {
    tree[node].attributes[name].flatMap { SVGLength($0) }.map { units($0, axis, context) }
  }

  func units(_ length: SVGLength, _ axis: Axis, _ context: Context) -> Double {
    let view = context.viewport
    let whole: Double =
      switch axis {
      case .across: view.x
      case .down: view.y
      case .other: ((view.x * view.x + view.y * view.y) / 2).squareRoot()
      }
    return length.units(of: whole, em: context.style.fontSize)
  }

  /// A length as a share of a box, of which 1 and 100 % are all.
  func share(_ length: SVGLength, _ context: Context) -> Double {
    length.units(of: 1, em: context.style.fontSize)
  }
}
