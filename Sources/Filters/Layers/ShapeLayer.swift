import Bytes
import Fonts
import Geometry
import Shapes
import Timeline
import Y4M

/// A figure: filled, with lines along it.
struct ShapeLayer: LayerKind, MovingLayer {
  static let fill = PaintParameter(
    "fill", .all, defaultText: "white, or nothing where there is a stroke",
    "What fills the figure: a colour, or a gradient or a pattern in its box.")
  static let stroke = ParameterGroups(
    "stroke", ShapeStroke.parameters,
    "A line along the figure, over its fill. Of several, the first is on top. Lines and arcs, "
      + "which enclose nothing, have a white one of 4 pixels unless another is given.")
  static let trim = Parameter<NumberPair>(
    "trim", default: NumberPair(0, 1), in: Limits(-1000...1000),
    "The part of the figure's outline that is stroked, from one share of its length to another: "
      + "[0, 0.5] is the first half. The fill stays whole.")
  static let trimOffset = Parameter<Double>(
    "trimOffset", default: 0, in: Limits(-1_000_000...1_000_000),
    "How far that part is moved along the outline, as a share of its length; it goes round.")

  static let declaration = Declaration(
    name: "shape",
    summary: "A figure, filled and stroked: rectangle, star, arrow, path and others.",
    discussion: """
      Rectangles, ellipses, arcs, pies, rings, polygons and stars fill the layer's box, which `size` \
      gives; without it, a rectangle is as large as the canvas, and the others are as large as a \
      square on it can be. Lines, arrows and paths stand in that box by their own places, which are \
      those of the canvas unless `size` or `position` says otherwise; gradients and patterns have the \
      box of what they cover.

      Outlines begin at the top (a rectangle's at its top left corner) and run clockwise; dashes \
      and `trim` count from there. Lengths are in pixels of the layer before `scale`, and edges \
      stay sharp however the layer is scaled and rotated.
      """,
    example: #"""
      { "type": "shape", "shape": "star", "points": 5, "radius": 6, "size": [300, 300],
        "position": ["50%", "50%"], "anchor": "center", "fill": { "stops": ["#ffd200", "#f7971e"] },
        "stroke": { "width": 8, "color": "#a33", "join": "round" },
        "trim": { "from": [0, 0], "to": [0, 1], "duration": 1.5 }, "duration": 4 }
      """#,
    parameters: FigureParameters.all + [fill, stroke, trim, trimOffset])

  private let figure: Figure
  private let paint: Paint?
  private let unpainted: Color
  private let strokes: [ShapeStroke]
  private let trim: Animated<NumberPair>
  private let trimOffset: Animated<Double>
  let motion: LayerMotion
  private let painter: PicturePainter
  private let inks: FillInks
  private let kept: KeptScene
  private let natural: Vector
  private let canvas: Box
  private let isCropped: Bool
  /// Whether the figure and its colours never change.
  private let isFigureStill: Bool

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    let arguments = layer.arguments
    figure = Figure(arguments)
    if figure.kind == .path, !arguments.isStated(FigureParameters.path) {
      throw RenderError(.missing(.pathData), at: layer.place)
    }
    let given = arguments[Self.stroke].map { ShapeStroke($0) }
    paint = arguments[Self.fill]
    let isBare = given.isEmpty && paint == nil
    strokes = isBare && figure.kind.isOpen ? [ShapeStroke(Arguments())] : given
    unpainted = isBare && !figure.kind.isOpen ? .white : .transparent
    trim = arguments[Self.trim]
    trimOffset = arguments[Self.trimOffset]
    motion = LayerMotion(arguments, setting)
    painter = setting.painter()
    inks = FillInks(setting.ink)
    kept = KeptScene()
    let (width, height) = (Double(setting.canvas.width), Double(setting.canvas.height))
    let side = min(width, height)
    let isWide = figure.kind == .rectangle || !figure.kind.fillsBox
    natural = isWide ? Vector(width, height) : Vector(side, side)
    canvas = Box(x: 0, y: 0, width: setting.canvas.width, height: setting.canvas.height)
    isCropped = arguments.isGiven(GeometryParameters.crop)
    isFigureStill =
      figure.isStill && paint.isStill && strokes.allSatisfy(\.isStill)
      && trim.constantValue != nil && trimOffset.constantValue != nil
  }

  // MARK: One moment

  /// The shape and where it is at a time; nil when nothing of it can be seen.
  private func scene(
    at time: Time, placedAt moment: Time
  ) -> (shape: ShapeScene, placement: Placement)? {
    guard motion.opacity(at: time) > 0 else { return nil }
    let size = motion.boxSize(natural: natural, at: moment)
    guard let placement = motion.placement(of: size, at: moment) else { return nil }
    guard isFigureStill else { return (shape(in: size, at: time), placement) }
    return (kept.scene(size) { shape(in: size, at: time) }, placement)
  }

  private func shape(in size: Vector, at time: Time) -> ShapeScene {
    let path = figure.path(in: size, at: time)
    let part = trim.value(at: time)
    var box = Bounds(minX: 0, minY: 0, maxX: size.x, maxY: size.y)
    if !figure.kind.fillsBox, let bounds = path.bounds() { box = bounds }
    return ShapeScene(
      path: path,
      trimmed: path.trimmed(
        from: part.first, to: part.second, offset: trimOffset.value(at: time)),
      rule: figure.rule, fill: paint.fill(unpainted, at: time),
      lines: strokes.map { .init(style: $0.style(at: time), fill: $0.fill(at: time)) }, box: box)
  }

  var isStill: Bool { isFigureStill && motion.isConstant }

  var hasStillBox: Bool { motion.isStill }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    guard let scene = scene(at: time, placedAt: moment) else { return .empty }
    return scene.shape.bounds(through: scene.placement.map).grown(by: 1).intersection(canvas)
  }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    motion.box(of: motion.boxSize(natural: natural, at: moment), at: moment)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let scene = scene(at: time, placedAt: moment) else { return }
    let map = scene.placement.map
    let box = scene.shape.bounds(through: map).intersection(canvas)
    guard !box.isEmpty else { return }
    let isLasting = isFigureStill && motion.isStill
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: Double(box.width), bottom: Double(box.height)),
      map: .translation(Double(box.x), Double(box.y)), sampling: motion.sampling)
    try painter.draw(
      on: frame, picture: isLasting ? .frame(0) : .passing(time, workspace), placement: placement,
      opacity: motion.opacity(at: time), isLasting: isLasting, region: region(scene.placement),
      workspace
    ) { scene.shape.texture(through: map, clip: box, inks) }
  }

  /// What a crop leaves of it.
  private func region(_ placement: Placement) -> PlacedRegion? {
    guard isCropped else { return nil }
    let domain = placement.domain
    let left = Region(
      left: domain.left, top: domain.top, width: domain.right - domain.left,
      height: domain.bottom - domain.top)
    return PlacedRegion(left, map: placement.map)
  }

  func release() {
    painter.release()
    inks.release()
    kept.release()
  }
}

/// The latest shape of a layer that never changes but for its size.
private final class KeptScene: Sendable {
  private let latest = Mutex<(size: Vector, scene: ShapeScene)?>(nil)

  func scene(_ size: Vector, _ make: () -> ShapeScene) -> ShapeScene {
    if let latest = latest.withLock({ $0 }), latest.size == size { return latest.scene }
    let made = make()
    latest.withLock { $0 = (size, made) }
    return made
  }

  func release() { latest.withLock { $0 = nil } }
}
