import Bytes
import Y4M

/// Draws the pictures of a layer or a file, keeping what it made for the next.
///
/// The same painter draws on frames of the stream and on those on which layers are drawn apart.
final class PicturePainter: Sendable {
  /// The stream's colours.
  let coding: ColorCoding
  private let cache: SpriteCache

  /// - Parameters:
  ///   - coding: the stream's colours.
  ///   - budget: the memory that kept sprites may take.
  init(coding: ColorCoding, _ budget: CacheBudget) {
    self.coding = coding
    cache = SpriteCache(budget)
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
    let format = frame.format
    let cell = format.cell
    let (cellX, cellY, settled) = placement.settled(in: cell)
    let frameBox = Box(x: -cellX, y: -cellY, width: format.width, height: format.height)
    let bounds = settled.bounds
    let seen = limit.map { $0.moved(x: -cellX, y: -cellY).intersection(frameBox) } ?? frameBox
    guard opacity > 0, !bounds.intersection(seen).isEmpty else { return }
    let isSmall = bounds.width * bounds.height <= frameBox.width * frameBox.height
    let clip = isSmall && !cell.touches(bounds, edgesOf: frameBox) ? nil : frameBox
    let region = region?.moved(x: -cellX, y: -cellY)
    let key = SpriteKey(
      picture: picture, isApart: format.isPremultiplied, domain: settled.domain,
      map: settled.map, clip: clip, region: region)
    let builder = SpriteBuilder(format: format, coding: coding)
    let isLasting = isLasting && !workspace.drawsOnce
    if !isLasting, region == nil, limit == nil, builder.needsNoSprite(settled), cache.isNew(key) {
      return builder.put(
        try source(), settled, clip: clip, on: frame, x: cellX, y: cellY, opacity: opacity,
        workspace)
    }
    let sprite = try cache.sprite(for: key, isLasting: isLasting) { (sprite) throws(RenderError) in
      builder.build(
        sprite, try source(), settled, clip: clip, region: region, isLasting: isLasting, workspace)
    }
    Compositor(frame, workspace).draw(sprite, x: cellX, y: cellY, opacity: opacity, within: limit)
    cache.finish(sprite)
  }

  /// Forgets what was made, once the layer's time is over.
  func release() { cache.removeAll() }
}

/// The luma samples that the chroma samples of a format stand for.
private struct ChromaCell {
  var width = 1
  var height = 1

  /// Whether a picture ends within a chroma cell of the frame's edge, where the footprints of
  /// chroma samples may reach beyond the frame.
  func touches(_ bounds: Box, edgesOf frame: Box) -> Bool {
    abs(bounds.x - frame.x) < width || abs(bounds.maxX - frame.maxX) < width
      || abs(bounds.y - frame.y) < height || abs(bounds.maxY - frame.maxY) < height
  }
}

extension PixelFormat {
  fileprivate var cell: ChromaCell {
    var cell = ChromaCell()
    for plane in planes {
      cell.width = max(cell.width, 1 << plane.shiftX)
      cell.height = max(cell.height, 1 << plane.shiftY)
    }
    return cell
  }
}

extension Placement {
  /// Splits a placement into whole chroma cells and the rest.
  fileprivate func settled(in cell: ChromaCell) -> (Int, Int, Placement) {
    let x = Int((map.tx / Double(cell.width)).rounded(.down)) * cell.width
    let y = Int((map.ty / Double(cell.height)).rounded(.down)) * cell.height
    return (x, y, moved(x: -x, y: -y))
  }
}
