import Colors
import Geometry
import Timeline

extension BlendMode: Choice {}

/// The parameters that say where a layer is and how it is seen; every layer with a picture has
/// them.
enum GeometryParameters {
  static let position = Parameter<Point>(
    "position", default: .zero, unit: "px",
    "Where the layer's anchor stands on the canvas, from its top left corner.")
  /// The same key, which also takes a place at another layer, or a path.
  static let place = PlaceParameter(position, path: PathMembers.all)
  static let x = Parameter<Length>(
    "x", default: .zero, unit: "px", defaultText: "that of `position`",
    "How far the anchor stands from the left, instead of the first number of `position`, so that "
      + "`x` and `y` can be animated separately.")
  static let y = Parameter<Length>(
    "y", default: .zero, unit: "px", defaultText: "that of `position`",
    "How far the anchor stands from the top, instead of the second number of `position`.")
  static let margin = Parameter<Margins>(
    "margin", default: .zero, in: Limits(0...10_000), unit: "px",
    "How far inside the canvas's edges `position`, `x` and `y` count, on all sides alike or on "
      + "each: 0 is then this far from the left or top edge, and 100% this far from the right or "
      + "bottom one. A percentage is of the canvas's shorter side.")
  static let anchor = Parameter<Anchor>(
    "anchor", default: .topLeft,
    "The point of the layer that stands at `position`: one of nine names, or [x, y] as shares of "
      + "its sides.")
  static let size = Parameter<Extent>(
    "size", default: .auto, unit: "px",
    "Width and height of the layer's box; \"auto\" keeps the picture's own size or aspect.")
  /// The same key, which also takes a size after another layer.
  static let extent = SizeParameter(size)
  static let fit = Setting<Fit>(
    "fit", default: .fill, "How the picture fills its box, with the names of CSS object-fit.")
  static let crop = ParameterGroup(
    "crop", [cropLeft, cropTop, cropRight, cropBottom],
    "What is cut off the picture at each side, before everything else.")
  static let scale = Parameter<Scale>(
    "scale", default: .one, "A factor for width and height, about the pivot.")
  static let rotation = Parameter<Angle>(
    "rotation", default: .zero, unit: "degrees", "A turn about the pivot, clockwise.")
  static let skewX = Parameter<Angle>(
    "skewX", default: .zero, unit: "degrees",
    "How far vertical lines lean, as CSS skewX(), about the pivot.")
  static let skewY = Parameter<Angle>(
    "skewY", default: .zero, unit: "degrees",
    "How far horizontal lines lean, as CSS skewY(), about the pivot.")
  static let flip = Setting<Flip>("flip", default: .none, "Which way the picture is mirrored.")
  static let pivot = Parameter<Anchor>(
    "pivot", default: .center,
    "The point of the layer about which it turns and scales: one of nine names, or [x, y] as "
      + "shares of its sides.")
  static let opacity = Parameter<Double>(
    "opacity", default: 1, in: 0...1,
    "How opaque the layer is; the picture's own alpha is multiplied by it.")
  static let blend = Setting<BlendMode>(
    "blend", default: .normal,
    "How the layer's colours are mixed with what is below it, in its group or on the canvas.")
  static let motionBlur = Setting<MotionBlur?>(
    "motionBlur", default: nil, defaultText: "the group's, or else the canvas's",
    "Whether the layer gets motion blur as it moves, and how long the shutter is open; keys that "
      + "are left out are taken from the group, or else from the canvas.")
  static let sampling = Setting<Sampling>(
    "sampling", default: .bicubic,
    "How the picture is interpolated between its pixels where it is enlarged or rotated; where it "
      + "is made smaller, areas are averaged.")

  private static let cropLeft = Parameter<Length>(
    "left", default: .zero, unit: "px", "The strip cut off at the left, of the picture's width.")
  private static let cropTop = Parameter<Length>(
    "top", default: .zero, unit: "px", "The strip cut off at the top, of the picture's height.")
  private static let cropRight = Parameter<Length>(
    "right", default: .zero, unit: "px", "The strip cut off at the right, of the picture's width.")
  private static let cropBottom = Parameter<Length>(
    "bottom", default: .zero, unit: "px",
    "The strip cut off at the bottom, of the picture's height.")

  /// In the order of the documentation.
  static let all: [any ParameterDescription] =
    [
      place, x, y, margin, anchor, extent, fit, crop, scale, rotation, skewX, skewY, flip, pivot,
      opacity,
      blend, MaskParameters.masks,
    ] + StyleParameters.all + [sampling, motionBlur]

  /// The shares of the picture that `crop` cuts off at left, top, right and bottom.
  static func cropShares(
    _ arguments: Arguments, at time: Time, width: Double, height: Double
  ) -> SIMD4<Double> {
    func share(_ parameter: Parameter<Length>, of side: Double) -> Double {
      let cut = arguments[parameter].value(at: time).resolved(against: side) / side
      return min(max(cut, 0), 1)
    }
    return SIMD4(
      share(cropLeft, of: width), share(cropTop, of: height), share(cropRight, of: width),
      share(cropBottom, of: height))
  }

  static func isCropMoving(_ arguments: Arguments) -> Bool {
    [cropLeft, cropTop, cropRight, cropBottom].contains { arguments[$0].constantValue == nil }
  }
}

/// How opaque one layer is over time.
struct LayerOpacity: Sendable {
  private let value: Animated<Double>

  init(_ arguments: Arguments) { value = arguments[GeometryParameters.opacity] }

  /// Whether it never changes.
  var isStill: Bool { value.constantValue != nil }

  /// How opaque the layer is at a time, 0 to 65,535.
  func callAsFunction(at time: Time) -> UInt16 {
    let value = value.value(at: time)
    return UInt16((min(max(value.isNaN ? 0 : value, 0), 1) * 65535).rounded())
  }
}

/// Where one layer is over time.
struct LayerMotion: Sendable {
  private let place: LayerPlace
  private let anchor: Animated<Anchor>
  private let size: Animated<Extent>
  /// The layer after which it is sized; nil where that is none.
  private let model: LayerSizeReference?
  private let fit: Fit
  private let crop: Arguments?
  private let scale: Animated<Scale>
  private let rotation: Animated<Angle>
  private let skewX: Animated<Angle>
  private let skewY: Animated<Angle>
  private let flip: Flip
  private let pivot: Animated<Anchor>
  private let ownOpacity: LayerOpacity
  let sampling: Sampling
  /// What `size` is when the timeline does not say, as for a colour, which has no size of its own.
  private let defaultSize: Extent?
  private let canvasWidth: Double
  private let canvasHeight: Double
  private let pixelWidth: Double
  /// Whether the layer never moves; its opacity may change all the same.
  var isStill: Bool { isFixed && place.isStill && (model?.isFixed ?? true) }
  /// The same but for its place and for the size of another layer.
  private let isFixed: Bool
  /// When its way is seen; nil for a layer that is not blurred.
  let shutter: Shutter?

  /// - Parameters:
  ///   - ownSize: whether `size` and `fit` are the layer's own words for something else, as for the
  ///     letters of a text; its box is then as large as its picture.
  ///   - pixelWidth: of a pixel of the canvas whose height is 1, for turns.
  init(
    _ arguments: Arguments, _ setting: LayerSetting, defaultSize: Extent? = nil,
    ownSize: Bool = false, pixelWidth: Double = 1
  ) {
    let canvas = setting.canvas
    shutter = Shutter(
      setting.motionBlur(of: arguments), rate: setting.rate ?? Document.provisionalRate)
    place = LayerPlace(arguments, canvas: canvas)
    anchor = arguments[GeometryParameters.anchor]
    size = ownSize ? .constant(.auto) : arguments[GeometryParameters.size]
    model = ownSize ? nil : arguments[GeometryParameters.extent]
    fit = ownSize ? GeometryParameters.fit.initial : arguments[GeometryParameters.fit]
    crop = arguments[GeometryParameters.crop]
    scale = arguments[GeometryParameters.scale]
    rotation = arguments[GeometryParameters.rotation]
    skewX = arguments[GeometryParameters.skewX]
    skewY = arguments[GeometryParameters.skewY]
    flip = arguments[GeometryParameters.flip]
    pivot = arguments[GeometryParameters.pivot]
    ownOpacity = LayerOpacity(arguments)
    sampling = arguments[GeometryParameters.sampling]
    self.defaultSize = defaultSize
    canvasWidth = Double(canvas.width)
    canvasHeight = Double(canvas.height)
    self.pixelWidth = pixelWidth
    isFixed =
      anchor.constantValue != nil && size.constantValue != nil
      && scale.constantValue != nil && rotation.constantValue != nil
      && skewX.constantValue != nil && skewY.constantValue != nil && pivot.constantValue != nil
      && !(crop.map(GeometryParameters.isCropMoving) ?? false)
  }

  /// Whether neither its place nor its opacity ever changes.
  var isConstant: Bool { isStill && ownOpacity.isStill }

  /// How opaque the layer is at a time, 0 to 65,535.
  func opacity(at time: Time) -> UInt16 { ownOpacity(at: time) }

  /// The time whose place the layer has in a frame at `time`: another one while the shutter is
  /// open.
  func moment(at time: Time, _ workspace: Workspace) -> Time {
    guard let shutter, let share = workspace.exposure else { return time }
    return shutter.moment(at: share, of: time)
  }

  /// Where a picture of this size is at a time; nil when nothing of it can be seen.
  ///
  /// What has no size of its own, as a colour, is a picture as large as its box, whose samples the
  /// placement then counts from 0 to the size that is given here.
  func placement(pictureWidth: Int, pictureHeight: Int, at time: Time) -> Placement? {
    let picture = Vector(Double(pictureWidth), Double(pictureHeight))
    guard defaultSize != nil else { return placement(of: picture, at: time) }
    let box = boxSize(at: time)
    return placement(of: box, at: time)?.resized(from: box, to: picture)
  }

  /// The sides of the box of a layer without a size of its own; one that is automatic keeps the
  /// canvas's aspect.
  func boxSize(at time: Time) -> Vector {
    let (width, height) = sides(at: time)
    return Vector(
      width ?? height.map { $0 * canvasWidth / canvasHeight } ?? canvasWidth,
      height ?? width.map { $0 * canvasHeight / canvasWidth } ?? canvasHeight)
  }

  /// The sides of the box of a layer whose size would be this one, without what is cut off.
  func boxSize(natural: Vector, at time: Time) -> Vector {
    var geometry = LayerGeometry()
    (geometry.width, geometry.height) = sides(at: time)
    return geometry.boxSize(natural: natural)
  }

  /// What `size` says in pixels; nil for a side that is automatic.
  private func sides(at time: Time) -> (width: Double?, height: Double?) {
    if let (width, height) = model?.size(at: time) { return (width, height) }
    let size = size.value(at: time)
    return (
      size.width?.resolved(against: canvasWidth), size.height?.resolved(against: canvasHeight)
    )
  }

  /// Where a picture of this size, which need not be one of whole samples, is at a time.
  func placement(of picture: Vector, at time: Time) -> Placement? {
    geometry(of: picture, at: time).placement(
      pictureWidth: picture.x, pictureHeight: picture.y, sampling: sampling)
  }

  /// The layer's box at a time: its sides, and the map from there to the canvas.
  func box(pictureWidth: Int, pictureHeight: Int, at time: Time) -> (size: Vector, map: Affine) {
    box(of: Vector(Double(pictureWidth), Double(pictureHeight)), at: time)
  }

  /// The same of a picture that need not be one of whole samples.
  func box(of picture: Vector, at time: Time) -> (size: Vector, map: Affine) {
    let picture = defaultSize == nil ? picture : boxSize(at: time)
    let geometry = geometry(of: picture, at: time)
    let cut = geometry.crop
    let size = geometry.boxSize(
      natural: Vector((1 - cut[0] - cut[2]) * picture.x, (1 - cut[1] - cut[3]) * picture.y))
    return (size, geometry.boxMap(size))
  }

  private func geometry(of picture: Vector, at time: Time) -> LayerGeometry {
    let (width, height) = (picture.x, picture.y)
    var geometry = LayerGeometry()
    geometry.position = place(at: time)
    let anchor = self.anchor.value(at: time)
    geometry.anchor = Vector(anchor.x, anchor.y)
    (geometry.width, geometry.height) = sides(at: time)
    geometry.fit = fit
    if let crop {
      geometry.crop = GeometryParameters.cropShares(crop, at: time, width: width, height: height)
    }
    let scale = self.scale.value(at: time)
    geometry.scale = Vector(scale.x, scale.y)
    geometry.rotation =
      rotation.value(at: time).degrees + place.turn(at: time, pixelWidth: pixelWidth)
    geometry.pixelWidth = pixelWidth
    geometry.skew = Vector(skewX.value(at: time).degrees, skewY.value(at: time).degrees)
    geometry.flip = flip
    let pivot = self.pivot.value(at: time)
    geometry.pivot = Vector(pivot.x, pivot.y)
    return geometry
  }

  /// The samples of the canvas that a picture of this size may touch at a time, at the place of
  /// another one.
  func bounds(pictureWidth: Int, pictureHeight: Int, at time: Time, placedAt moment: Time) -> Box {
    guard opacity(at: time) > 0,
      let placement = placement(
        pictureWidth: pictureWidth, pictureHeight: pictureHeight, at: moment)
    else { return .empty }
    let canvas = Box(x: 0, y: 0, width: Int(canvasWidth), height: Int(canvasHeight))
    return placement.bounds.grown(by: 1).intersection(canvas)
  }
}

extension LayerSizeReference {
  /// Whether the size never changes.
  fileprivate var isFixed: Bool {
    width.constantValue != nil && height.constantValue != nil && padding.constantValue != nil
      && isStill?() ?? false
  }
}
