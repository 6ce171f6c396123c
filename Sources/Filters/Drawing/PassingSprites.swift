import Bytes
import Geometry
import Y4M

/// Draws small pictures that are each seen once, with memory that is used again.
final class PassingSprites: Sendable {
  private let coding: ColorCoding
  private let retired = Mutex(Retired<Sprite>())

  init(_ coding: ColorCoding) { self.coding = coding }

  /// Calls `body` with what draws on a frame.
  func draw<Failure: Error>(
    on frame: Frame, _ workspace: Workspace, _ body: (Pen) throws(Failure) -> Void
  ) throws(Failure) {
    let sprite = retired.withLock { $0.takeUnused() } ?? Sprite()
    defer { retired.withLock { $0.add(sprite) } }
    try body(Pen(frame, sprite, coding, workspace))
  }

  /// Forgets the memory.
  func release() { retired.withLock { $0 = Retired() } }

  /// Draws one small picture after the other.
  struct Pen {
    private let frame: Frame
    private let sprite: Sprite
    private let workspace: Workspace
    private let builder: SpriteBuilder
    private let compositor: Compositor
    private let cell: (width: Int, height: Int)

    fileprivate init(
      _ frame: Frame, _ sprite: Sprite, _ coding: ColorCoding, _ workspace: Workspace
    ) {
      self.frame = frame
      self.sprite = sprite
      self.workspace = workspace
      builder = SpriteBuilder(format: frame.format, coding: coding)
      compositor = Compositor(frame, workspace)
      let planes = frame.format.planes
      cell = (1 << (planes.map(\.shiftX).max() ?? 0), 1 << (planes.map(\.shiftY).max() ?? 0))
    }

    /// Draws a picture whose first sample lies on the frame's sample at `x`, `y`.
    ///
    /// - Parameter region: the part of the frame that is drawn on; nil for all.
    func draw(
      _ rows: some RowSource, x: Int, y: Int, opacity: UInt16, region: PlacedRegion? = nil
    ) {
      let box = Box(x: x, y: y, width: rows.width, height: rows.height)
      let whole = Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
      guard opacity > 0, !box.intersection(whole).isEmpty else { return }
      let (cellX, cellY) = (x & ~(cell.width - 1), y & ~(cell.height - 1))
      // At the frame's edges, samples of chroma stand for what lies on it.
      let isInside =
        x >= cell.width && y >= cell.height && box.maxX <= whole.maxX - cell.width
        && box.maxY <= whole.maxY - cell.height
      builder.build(
        sprite, rows,
        Placement(
          domain: .init(
            left: 0, top: 0, right: Double(rows.width), bottom: Double(rows.height)),
          map: .translation(Double(x - cellX), Double(y - cellY)), sampling: .bilinear),
        clip: isInside ? nil : whole.moved(x: -cellX, y: -cellY),
        region: region?.moved(x: -cellX, y: -cellY), isLasting: false, workspace)
      compositor.draw(sprite, x: cellX, y: cellY, opacity: opacity)
    }
  }
}
