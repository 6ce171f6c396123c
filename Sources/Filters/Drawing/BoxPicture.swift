import Bytes
import Geometry
import Timeline
import Y4M

/// A picture that is computed for the box that it fills, and has no size of its own.
///
/// It is drawn by a ``BoxPainter``, for layers and for clips.
protocol BoxPicture: Sendable {
  associatedtype Rows: RowSource

  /// Its name, documentation and parameters.
  static var declaration: Declaration { get }

  /// Takes arguments that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what is wrong with the files that they name.
  init(_ arguments: Arguments, _ setting: LayerSetting) throws(RenderError)

  /// Whether it looks the same at all times.
  var isStill: Bool { get }

  /// The picture at a time, computed as it is read.
  func rows(_ raster: BoxRaster, at time: Time) -> Rows

  /// Takes back what was made for a picture that is drawn.
  func finish(_ rows: Rows)

  /// Forgets what was kept.
  func release()
}

extension BoxPicture {
  func finish(_ rows: Rows) {}
  func release() {}
}

/// Draws a ``BoxPicture`` at any place.
protocol BoxDrawing: Sendable {
  /// Whether the picture looks the same at all times; it may be drawn elsewhere all the same.
  var isStill: Bool { get }

  /// Draws the picture of a time.
  func draw(
    with painter: PicturePainter, on frame: Frame, _ place: BoxPlace, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError)

  /// Forgets what was kept.
  func release()
}

/// Where a picture without a size of its own is drawn.
struct BoxPlace {
  /// Where a picture of one sample would go.
  let unit: Placement
  /// The size of the box in which lengths are measured.
  let box: Vector
  /// 0 to 65,535.
  let opacity: UInt16
  /// Whether it stays there.
  let isStill: Bool
  var region: PlacedRegion?
}

/// Draws one picture, keeping what later frames need.
final class BoxPainter<Picture: BoxPicture>: BoxDrawing {
  private let picture: Picture
  /// The latest picture of a layer that moves and shows always the same.
  private let kept = Mutex<(raster: BoxRaster, texture: Texture)?>(nil)
  private let byteCap: Int

  init(_ arguments: Arguments, _ setting: LayerSetting) throws(RenderError) {
    picture = try Picture(arguments, setting)
    byteCap = setting.budget.bytes
  }

  var isStill: Bool { picture.isStill }

  func draw(
    with painter: PicturePainter, on frame: Frame, _ place: BoxPlace, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    let raster = BoxRaster(place.unit, box: place.box)
    let placement = raster.placement(place.unit)
    if isStill, !place.isStill, let texture = texture(raster) {
      return try painter.draw(
        on: frame, picture: .frame(0), placement: placement, opacity: place.opacity,
        isLasting: false, region: place.region, workspace
      ) { texture }
    }
    var made: Picture.Rows?
    try painter.draw(
      on: frame, picture: isStill ? .frame(0) : .passing(time, workspace), placement: placement,
      opacity: place.opacity, isLasting: place.isStill && isStill, region: place.region, workspace
    ) {
      let rows = picture.rows(raster, at: time)
      made = rows
      return rows
    }
    if let made { picture.finish(made) }
  }

  /// A still picture computed once, for a layer that only moves; nil when it takes too much memory.
  private func texture(_ raster: BoxRaster) -> Texture? {
    if let kept = kept.withLock({ $0 }), kept.raster == raster { return kept.texture }
    guard 8 * raster.width * raster.height <= byteCap else { return nil }
    let rows = picture.rows(raster, at: .zero)
    let texture = Texture(rows)
    picture.finish(rows)
    kept.withLock { $0 = (raster, texture) }
    return texture
  }

  func release() {
    kept.withLock { $0 = nil }
    picture.release()
  }
}
