import Bytes
import Y4M

/// Draws the pictures of a layer or a file onto frames of one format, keeping what it made for the next.
final class PicturePainter: Sendable {
  private let builder: SpriteBuilder
  private let cache: SpriteCache
  private let hasStraightAlpha: Bool
  private let cellWidth: Int
  private let cellHeight: Int

  /// - Parameters:
  ///   - format: the frames that are drawn on.
  ///   - coding: the stream's colours.
  ///   - budget: the memory that kept sprites may take.
  ///   - isPremultiplied: whether frames with alpha hold premultiplied colours, as those of groups
  ///     do and those of streams do not.
  init(format: PixelFormat, coding: ColorCoding, _ budget: CacheBudget, isPremultiplied: Bool) {
    hasStraightAlpha = format.hasAlpha && !isPremultiplied
    builder = SpriteBuilder(format: format, coding: coding)
    cache = SpriteCache(budget)
    cellWidth = 1 << (format.planes.map(\.shiftX).max() ?? 0)
    cellHeight = 1 << (format.planes.map(\.shiftY).max() ?? 0)
  }

  /// Draws `picture`, whose rows `source` gives, at `placement`.
  ///
  /// - Parameters:
  ///   - opacity: 0 to 65,535.
  ///   - isLasting: whether later frames are likely to need the same sprite.
  ///   - region: the part of the frame that is drawn on, when that is limited.
  ///   - limit: the same by whole samples, which makes no other sprite.
  /// - Throws: what `source` throws.
  func draw<Source: RowSource>(
    on frame: Frame, picture: PictureIdentity, placement: Placement, opacity: UInt16,
    isLasting: Bool, region: PlacedRegion? = nil, within limit: Box? = nil, _ workspace: Workspace,
    source: () throws(RenderError) -> Source
  ) throws(RenderError) {
    let (cellX, cellY, settled) = settle(placement)
    let frameBox = Box(x: -cellX, y: -cellY, width: frame.format.width, height: frame.format.height)
    let bounds = settled.bounds
    let seen = limit.map { $0.moved(x: -cellX, y: -cellY).intersection(frameBox) } ?? frameBox
    guard opacity > 0, !bounds.intersection(seen).isEmpty else { return }
    let isSmall = bounds.width * bounds.height <= frameBox.width * frameBox.height
    let clip = isSmall && !touchesEdge(bounds, of: frameBox) ? nil : frameBox
    let region = region?.moved(x: -cellX, y: -cellY)
    let key = SpriteKey(
      picture: picture, domain: settled.domain, map: settled.map, clip: clip, region: region)
    let sprite = try cache.sprite(for: key, isLasting: isLasting) { (sprite) throws(RenderError) in
      builder.build(
        sprite, try source(), settled, clip: clip, region: region, isLasting: isLasting, workspace)
    }
    if hasStraightAlpha {
      frame.drawStraight(sprite, x: cellX, y: cellY, opacity: opacity, within: limit, workspace)
    } else {
      frame.draw(sprite, x: cellX, y: cellY, opacity: opacity, within: limit, workspace)
    }
    cache.finish(sprite)
  }

  /// Whether a picture ends within a chroma cell of the frame's edge, where the footprints of
  /// chroma samples may reach beyond the frame.
  private func touchesEdge(_ bounds: Box, of frame: Box) -> Bool {
    abs(bounds.x - frame.x) < cellWidth || abs(bounds.maxX - frame.maxX) < cellWidth
      || abs(bounds.y - frame.y) < cellHeight || abs(bounds.maxY - frame.maxY) < cellHeight
  }

  /// Forgets what was made, once the layer's time is over.
  func release() { cache.removeAll() }

  /// Splits a placement into whole chroma cells and the rest.
  private func settle(_ placement: Placement) -> (Int, Int, Placement) {
    let x = Int((placement.map.tx / Double(cellWidth)).rounded(.down)) * cellWidth
    let y = Int((placement.map.ty / Double(cellHeight)).rounded(.down)) * cellHeight
    return (x, y, placement.moved(x: -x, y: -y))
  }
}
