import Fonts
import Geometry
import Shapes
import Timeline

/// A mask, which may move.
struct LayerMask: Sendable {
  let mode: MaskMode
  let isInverted: Bool
  let figure: Figure
  /// What stands for the figure; nil for one that is drawn.
  let picture: MaskPicture?
  private let position: Animated<Point>
  private let anchor: Animated<Anchor>
  private let size: Animated<Extent>
  private let rotation: Animated<Angle>
  private let feather: Animated<Double>
  private let expand: Animated<Double>
  private let opacity: Animated<Double>

  /// - Parameter place: of what it masks.
  /// - Throws: what is wrong with its picture, or that its path is missing.
  init(
    _ arguments: Arguments, _ setting: LayerSetting, at place: Range<Int>
  ) throws(RenderError) {
    if let file = arguments[MaskParameters.source] {
      picture = try MaskPicture(file, arguments[MaskParameters.by], setting)
    } else {
      picture = nil
    }
    if picture == nil, arguments[MaskParameters.shape] == .path,
      !arguments.isStated(FigureParameters.path)
    {
      throw RenderError(.missing(.maskPath), at: place)
    }
    mode = arguments[MaskParameters.mode]
    isInverted = arguments[MaskParameters.invert]
    figure = Figure(arguments, radius: arguments[MaskParameters.radius])
    position = arguments[MaskParameters.position]
    anchor = arguments[MaskParameters.anchor]
    size = arguments[MaskParameters.size]
    rotation = arguments[MaskParameters.rotation]
    feather = arguments[MaskParameters.feather]
    expand = arguments[MaskParameters.expand]
    opacity = arguments[MaskParameters.opacity]
  }

  /// A mask that rounds the corners of the layer's box, and leaves of other masks what lies within.
  init(radius: Animated<Length>) {
    mode = .intersect
    isInverted = false
    figure = Figure(Arguments(), radius: radius)
    picture = nil
    position = .constant(.zero)
    anchor = .constant(.topLeft)
    size = .constant(.canvas)
    rotation = .constant(.zero)
    feather = .constant(0)
    expand = .constant(0)
    opacity = .constant(1)
  }

  /// Whether it never changes within its box.
  var isStill: Bool {
    figure.isStill && (picture?.isStill ?? true) && position.constantValue != nil
      && anchor.constantValue != nil
      && size.constantValue != nil && rotation.constantValue != nil
      && feather.constantValue != nil && expand.constantValue != nil
      && opacity.constantValue != nil
  }

  /// Whether its edge is never soft and never moved: then no sample depends on others.
  var keepsEdge: Bool { feather.constantValue == 0 && expand.constantValue == 0 }

  /// The mask at a time.
  struct Moment: Hashable, Sendable {
    let path: ShapePath
    /// The frame of its picture.
    let frame: Int
    /// The time in its film, counted from the layer's start; nil where it is none.
    let filmTime: Time?
    /// The size of the mask.
    let size: Vector
    /// Leads from the mask's top left corner to the canvas.
    let map: Affine
    /// The gaussian's, in pixels of the canvas.
    let sigma: Double
    /// In the path's units.
    let expand: Double
    /// 0 to 1.
    let opacity: Double
  }

  /// The mask at a time in a layer's box, whose map leads to the canvas.
  func moment(at time: Time, in box: Vector, _ map: Affine) -> Moment {
    let size = size.value(at: time)
    let own = Vector(
      size.width?.resolved(against: box.x) ?? box.x, size.height?.resolved(against: box.y) ?? box.y)
    let position = position.value(at: time)
    let anchor = anchor.value(at: time)
    let place = Affine.translation(
      position.x.resolved(against: box.x), position.y.resolved(against: box.y)
    ).after(.rotation(degrees: rotation.value(at: time).degrees))
      .after(.translation(-anchor.x * own.x, -anchor.y * own.y))
    func finite(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    }
    // Of a layer that is enlarged, a soft edge is as much wider.
    let scale = (abs(map.a * map.d - map.b * map.c)).squareRoot()
    return Moment(
      path: picture == nil ? figure.path(in: own, at: time) : ShapePath(),
      frame: picture?.frame(at: time) ?? 0,
      filmTime: picture?.isFilm ?? false ? time : nil, size: own, map: map.after(place),
      sigma: finite(feather.value(at: time) / 2 * scale, 0...1000),
      expand: finite(expand.value(at: time), -2000...2000),
      opacity: finite(opacity.value(at: time), 0...1))
  }
}
