import Colors
import Fonts
import Geometry
import Plates
import Shapes

/// Something that is drawn, with all that styles and references say worked out.
enum SVGItem: Sendable {
  case shape(SVGShape)
  case picture(SVGImage)
  case group(SVGGroup)
  /// A path that is not seen, and counts in the size of its group.
  case room(ShapePath)
}

/// A path that is filled, or followed by a line.
struct SVGShape: Sendable {
  let path: ShapePath
  /// What it is filled with, or what the line is drawn with.
  let paint: SVGPaint
  let opacity: Double
  let rule: FillRule
  /// Nil where it is filled.
  let line: StrokeStyle?
  let isSmooth: Bool
  /// What it counts for in the size of its group, where that is not what it bounds.
  var box: Bounds?
}

/// A picture of pixels.
struct SVGImage: Sendable {
  let picture: PlatePicture
  let size: Vector
  /// Leads from its own pixels to units of the group.
  let map: Affine
  let hasSquarePixels: Bool
}

/// Items that are seen together.
struct SVGGroup: Sendable {
  /// Leads from the items' units to those of what is around.
  var map = Affine.identity
  var items: [SVGItem] = []
  var opacity = 1.0
  var blend = BlendMode.normal
  var isIsolated = false
  var clips: [SVGClip] = []
  var masks: [SVGMask] = []
  var filters: [SVGFilter] = []
  /// Whether it stands on another shape, whose size it doesn't change.
  var isMarker = false

  /// Whether it needs a plate of its own.
  var isApart: Bool {
    opacity < 1 || blend != .normal || isIsolated || !clips.isEmpty || !masks.isEmpty
      || !filters.isEmpty
  }

  /// The smallest rectangle around what is filled in it, in its own units, seen through a map;
  /// lines count for nothing.
  func bounds(through map: Affine = .identity) -> Bounds? {
    items.reduce(nil) { sum, item in
      let own: Bounds? =
        switch item {
        case .shape(let shape):
          (shape.box.map { .rectangle($0) } ?? shape.path).bounds(through: map)
        case .picture(let image):
          ShapePath.rectangle(Bounds(minX: 0, minY: 0, maxX: image.size.x, maxY: image.size.y))
            .bounds(through: map.after(image.map))
        case .group(let group):
          group.isMarker ? nil : group.bounds(through: map.after(group.map))
        case .room(let path): path.bounds(through: map)
        }
      guard let own else { return sum }
      return sum?.union(own) ?? own
    }
  }

  /// How many things are drawn in it, up to two.
  var count: Int {
    items.count > 1
      ? 2
      : items.reduce(0) { sum, item in
        if case .group(let group) = item { sum + group.count } else { sum + 1 }
      }
  }
}

/// An area to which a group is limited.
struct SVGClip: Sendable {
  /// What is drawn there shows the area.
  var group: SVGGroup
}

/// A picture that says how much of a group is seen.
struct SVGMask: Sendable {
  /// What it is, in units of the group.
  var group: SVGGroup
  /// Beyond it, nothing is seen.
  let region: Bounds
  let byLuma: Bool
  let isLight: Bool
}

/// What areas and lines are drawn with.
indirect enum SVGPaint: Sendable {
  case color(SVGColor)
  case gradient(SVGGradient)
  case pattern(SVGPattern)

  /// The paint as it is seen where units are others.
  ///
  /// - Parameter map: leads from the units in which it is to those.
  func mapped(by map: Affine) -> SVGPaint {
    switch self {
    case .color: return self
    case .gradient(var gradient):
      gradient.map = map.after(gradient.map)
      return .gradient(gradient)
    case .pattern(var pattern):
      pattern.map = map.after(pattern.map)
      return .pattern(pattern)
    }
  }
}

/// A gradient between colours.
struct SVGGradient: Sendable {
  var stops: [SVGStop]
  var course: GradientInk.Course
  var spread: GradientInk.Spread
  /// Leads from units in which it runs from 0 to 1 to those of the shape.
  var map: Affine
}

/// A colour at a place of a gradient.
struct SVGStop: Hashable, Sendable {
  var offset: Double
  var color: SVGColor
}

/// Something that is drawn again and again beside itself.
struct SVGPattern: Sendable {
  /// One tile, in units of the pattern.
  let tile: Bounds
  let group: SVGGroup
  /// Leads from units of the pattern to those of the shape.
  var map: Affine
}
