import Geometry
import Markup

/// A file taken apart: its elements, and how large it is.
struct SVGFile {
  let tree: SVGTree
  /// The part of the plane that it shows; nil where it says none.
  let view: ViewBox?
  /// The size in pixels that it says it has.
  let size: Vector

  /// The size of a picture that says nothing of one: CSS 2.1, section 10.3.2.
  private static let usual = Vector(300, 150)

  /// - Parameter variables: those that the root has before its own.
  init(parsing bytes: [UInt8], variables: [String: String] = [:]) throws(SVGError) {
    let xml = try SVGContainer.xml(bytes)
    let document: MarkupDocument
    do throws(MarkupError) {
      document = try MarkupDocument(xml)
    } catch {
      throw SVGError(error)
    }
    guard document.root.localName == "svg" else {
      throw .malformed(
        "the root of the file is <\(document.root.name)>, not <svg>", line: 1, column: 1)
    }
    tree = SVGTree(document, variables: variables)
    let root = tree[0].attributes
    view = ViewBox(root["viewBox"] ?? "")
    size = Self.size(root, view)
  }

  /// The size that a root has.
  private static func size(_ root: [String: String], _ view: ViewBox?) -> Vector {
    func side(_ name: String, _ whole: Double?) -> Double? {
      guard let length = root[name].flatMap({ SVGLength($0) }),
        let whole = length.hasShare ? whole : 0
      else { return nil }
      let side = length.units(of: whole, em: 12)
      return side > 0 ? side : nil
    }
    let (width, height) = (side("width", view?.width), side("height", view?.height))
    guard let view else { return Vector(width ?? usual.x, height ?? usual.y) }
    return Vector(
      width ?? height.map { $0 * view.width / view.height } ?? view.width,
      height ?? width.map { $0 * view.height / view.width } ?? view.height)
  }
}

extension SVGError {
  fileprivate init(_ error: MarkupError) {
    let (line, column) = (error.place.line, error.place.column)
    switch error.kind {
    case .malformed: self = .malformed(error.message, line: line, column: column)
    case .truncated: self = .truncated(error.message, line: line, column: column)
    case .unsupported: self = .malformed(error.message, line: line, column: column)
    }
  }
}
