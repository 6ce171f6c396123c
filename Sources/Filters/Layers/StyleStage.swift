import Fonts
import Geometry
import Timeline
import Y4M

/// Borders, shadows and glows of a layer, from what it covers on the canvas: the outline of a
/// sticker, not its box.
///
/// Lengths are pixels of the canvas, and shadows fall the same way however the layer is turned.
/// Beneath one another lie: borders within, inset shadows, the layer, borders around it, shadows,
/// glows.
struct StyleStage: LayerStage {
  private let style: LayerStyle
  /// The layer's box at a time, along which gradients run; nil for the canvas.
  private let box: LayerBox
  private let inks: FillInks
  private let canvas: Box
  /// Whether what the layer shows goes on beyond the canvas though its box ends there.
  private let isCut: Bool

  var order: StageOrder { .style }

  /// - Parameters:
  ///   - isCut: whether the layer's picture is cut off at the canvas, as that of a group is.
  ///   - box: the layer's box at a time, and the map from there to the canvas.
  init(
    _ style: LayerStyle, _ setting: LayerSetting, isCut: Bool,
    box: @escaping LayerBox
  ) {
    self.style = style
    self.isCut = isCut
    self.box = box
    inks = FillInks(setting.ink)
    canvas = Box(x: 0, y: 0, width: setting.canvas.width, height: setting.canvas.height)
  }

  func isOn(at time: Time) -> Bool { true }

  /// The box that gradients run along moves with the content.
  var isStill: Bool { style.isStill }

  func bounds(of box: Box, at time: Time) -> Box {
    guard !box.isEmpty else { return box }
    return area(around: box, style.moment(at: time))
  }

  /// The part of the canvas that is needed; with a sample around the layer, where its edge is seen.
  private func area(around box: Box, _ moment: LayerStyle.Moment) -> Box {
    box.grown(by: Int(moment.reach.rounded(.up)) + 1).intersection(canvas)
  }

  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = style.moment(at: time)
    let seen = picture.seen.intersection(canvas)
    guard !seen.isEmpty else { return }
    let area = area(around: seen, moment)
    picture.frame.clear(area, around: seen)
    picture.seen = area
    let own = box(time, workspace)
    let place = own ?? (Vector(Double(canvas.width), Double(canvas.height)), .identity)
    workspace.scratch.scope {
      var painting = StylePainting(frame: picture.frame, area: area, workspace)
      painting.ends = own.map { CanvasEnds($0.size, $0.map, area, canvas) } ?? CanvasEnds()
      paintWithin(moment, painting, place)
      paintAround(moment, painting, place)
    }
  }

  /// Paints what lies on the layer: inset shadows, and over them borders.
  private func paintWithin(
    _ moment: LayerStyle.Moment, _ painting: StylePainting, _ place: (size: Vector, map: Affine)
  ) {
    for shadow in moment.shadows.reversed() where shadow.isInset {
      guard let ink = ink(shadow.fill, place, painting.area) else { continue }
      painting.paintInset(shadow, ink)
    }
    for border in moment.borders.reversed() where border.inside > 0 {
      guard let ink = ink(border.fill, place, painting.area) else { continue }
      painting.paintEdge(inside: border.inside, ink)
    }
  }

  /// Paints what lies around and behind the layer, from the top down.
  private func paintAround(
    _ moment: LayerStyle.Moment, _ painting: StylePainting, _ place: (size: Vector, map: Affine)
  ) {
    var width = 0.0
    for border in moment.borders where border.outside > 0 {
      width += border.outside
      guard let ink = ink(border.fill, place, painting.area) else { continue }
      painting.paintEdge(outside: width, ink)
    }
    let behind = moment.shadows.filter { !$0.isInset }
    guard !behind.isEmpty else { return }
    let shape = painting.shape()
    var painting = painting
    if isCut { painting.ends = CanvasEnds() }
    for shadow in behind {
      guard let ink = ink(shadow.fill, place, painting.area) else { continue }
      painting.paintShadow(shadow, of: shape, width: width, ink)
    }
  }

  /// What colours samples of an area; nil when that is nothing.
  private func ink(_ fill: Fill, _ place: (size: Vector, map: Affine), _ area: Box) -> Ink? {
    inks.ink(fill, place.map, box: place.size)?.covering(area)
  }

  func release() { inks.release() }

  /// Planes of the coverage, of distances and of what is blurred, and what lies around them.
  var workingBytes: Int { 6 * 2 * canvas.width * canvas.height }
}
