import Timeline
import Y4M

/// Layers that a clip plays, drawn by themselves on a canvas.
protocol LayeredContent: Sendable {
  /// Draws them as they are at `time` on a frame of layers, of which `box` is to be clear at first.
  ///
  /// The frame may be exchanged for another one of its format.
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError)

  /// Forgets what was kept for later frames.
  func release()

  /// The bytes of the frames that drawing takes, together with a canvas of so many.
  func workingBytes(apartOn canvas: Int) -> Int
}

/// The layers of a timeline that a clip plays, as a picture of the canvas's size.
struct LayeredPicture: Sendable {
  let content: any LayeredContent
  /// Of frames on which layers are drawn apart.
  let format: PixelFormat

  var workingBytes: Int { content.workingBytes(apartOn: format.frameBytes) }

  /// Draws what is seen at `moment` of the layers' own time.
  func draw(
    with painter: PicturePainter, on target: Frame, _ place: MediaPainter.Place, at moment: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    try workspace.withFrame(format) { (canvas) throws(RenderError) in
      let whole = Box(x: 0, y: 0, width: format.width, height: format.height)
      try content.drawApart(on: &canvas, clearing: whole, at: moment, workspace)
      if place.region == nil, !target.format.isStraight, let (x, y, box) = place.placement.wholeMove
      {
        let seen = box.intersection(
          Box(x: 0, y: 0, width: target.format.width, height: target.format.height))
        if seen.isEmpty { return }
        let layer = PlacedLayer(frame: canvas, opacity: place.opacity, x: x, y: y, box: seen)
        return Compositor(target, workspace).draw(layer, coding: painter.coding)
      }
      let picture = canvas
      try painter.draw(
        on: target, picture: .moment(moment), placement: place.placement, opacity: place.opacity,
        isLasting: false, region: place.region, workspace
      ) { workspace.texture(of: picture) }
    }
  }
}

/// The picture of a timeline that a clip or a layer plays.
enum TimelinePicture: Sendable {
  case film(any FilmPicture)
  case layers(LayeredPicture)
}
