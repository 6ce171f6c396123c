import Bytes
import Fonts
import Geometry
import Images
import Plates
import Shapes

/// An SVG picture, read whole and drawn at any size.
///
/// SVG 1.1 with what is used of SVG 2, as pictures hold it: nothing moves, no script runs, and
/// nothing is read from elsewhere than beside the file. Every sequence of bytes either makes a
/// picture or throws.
package struct SVGPicture: DrawnAnimation {
  /// The width in pixels that it says it has, at least 1.
  package let width: Int
  /// The height in pixels that it says it has, at least 1.
  package let height: Int
  /// One picture, which stays.
  package let delays: [Rational] = [.zero]
  /// The kinds of things that it has and that are not drawn, each once.
  package let lacks: [String]
  package let missingFonts: [String]
  private let group: SVGGroup

  /// Whether bytes are those of a file that is thought to be an SVG picture, packed by gzip or not.
  package static func isLikely(_ bytes: [UInt8]) -> Bool { SVGContainer.isLikely(bytes) }

  /// Reads a picture: XML, or XML packed by gzip as `.svgz`.
  ///
  /// - Parameters:
  ///   - files: gives pictures that lie beside the file, by their names.
  ///   - fonts: those that texts are set in; nil where none are drawn.
  package init(
    parsing bytes: [UInt8], files: (String) -> [UInt8]? = { _ in nil }, fonts: FontLibrary? = nil
  ) throws(SVGError) {
    let file = try SVGFile(parsing: bytes)
    let size = file.size
    guard size.x <= 65_535, size.y <= 65_535 else {
      throw .unsupported("it is \(size.x) by \(size.y) pixels large")
    }
    width = max(Int(size.x.rounded()), 1)
    height = max(Int(size.y.rounded()), 1)
    (group, lacks, missingFonts) = withoutActuallyEscaping(files) { files in
      var builder = SVGBuilder(file.tree, files: files, fonts: fonts)
      let group = builder.root(size, file.view)
      if Self.stops(group, size) { builder.note("more than is drawn of one picture") }
      return (group, builder.lacks, builder.fonts?.missing ?? [])
    }
  }

  /// Whether a picture is left out in part when it is drawn with its own size; it is drawn for that
  /// where it may be.
  private static func stops(_ group: SVGGroup, _ size: Vector) -> Bool {
    let (width, height) = (
      min(max(Int(size.x.rounded()), 1), SVGLimits.side),
      min(max(Int(size.y.rounded()), 1), SVGLimits.side)
    )
    guard SVGEffort(group).mayStop(at: width * height) else { return false }
    var plate = Plate(PixelBox(x: 0, y: 0, width: width, height: height))
    var painter = SVGPainter()
    painter.draw(group, through: .scale(Double(width), Double(height)), on: &plate)
    return painter.isStopped
  }

  /// The picture, drawn at a size.
  ///
  /// - Parameters:
  ///   - width: in pixels, at least 1; larger ones than 8192 are made smaller, as are heights.
  package func picture(width: Int, height: Int) -> Picture {
    let (width, height) = (
      min(max(width, 1), SVGLimits.side), min(max(height, 1), SVGLimits.side)
    )
    var plate = Plate(PixelBox(x: 0, y: 0, width: width, height: height))
    var painter = SVGPainter()
    painter.draw(group, through: .scale(Double(width), Double(height)), on: &plate)
    return plate.picture
  }

  package func picture(_ index: Int, width: Int, height: Int) -> Picture {
    picture(width: width, height: height)
  }
}

extension SVGBuilder {
  /// The whole picture, in units in which both its sides are 1.
  mutating func root(_ size: Vector, _ view: ViewBox?) -> SVGGroup {
    var map = Affine.scale(1 / size.x, 1 / size.y)
    var context = Context(viewport: size)
    let attributes = tree[0].attributes
    if let view {
      context.viewport = Vector(view.width, view.height)
      let inside = view.map(to: size, AspectRatio(attributes["preserveAspectRatio"]))
      map = map.after(inside)
      context.pixels = inside
    }
    if let textColor {
      context.style.color = textColor
      (context.contextFill, context.contextStroke) = (.color(textColor), .color(textColor))
    }
    context.style = context.style.applying(attributes)
    guard tree.value("display", of: 0) != "none",
      let own = self.map(of: 0, "transform", context)
    else { return SVGGroup() }
    let content = SVGGroup(map: map.after(own), items: items(in: 0, context.inside(own)))
    var group = SVGGroup()
    if let color = attributes["background-color"].flatMap({ SVGColor($0) }) {
      group.items.append(
        .shape(
          SVGShape(
            path: .rectangle(Bounds(minX: 0, minY: 0, maxX: 1, maxY: 1)), paint: .color(color),
            opacity: 1, rule: .nonzero, line: nil, isSmooth: true)))
    }
    if let finished = finished(content, 0, context) { group.items.append(.group(finished)) }
    return group
  }
}
