import Fonts
import Geometry

/// A drawing within which an event is seen, or, inverse, outside of which (`\clip`).
struct CueMask: Hashable, Sendable {
  /// The commands, and the power of two that their coordinates are divided by, plus one.
  let drawing: String
  let scale: Int
  let isInverse: Bool

  /// What of a picture is seen through the mask; its rows are those of the frame, moved by `shift`.
  func cut(
    _ painting: TextArtwork.Painting, movedBy shift: Vector, _ canvas: CueCanvas
  ) -> TextArtwork.Painting {
    let source = painting.texture
    let target = Texture(width: source.width, height: source.height)
    let map = Affine.translation(-Double(painting.x) - shift.x, -Double(painting.y) - shift.y)
      .after(.scale(canvas.scaleX, canvas.scaleY))
    var rasterizer = Rasterizer()
    let cover = rasterizer.coverage(
      of: CueDrawing(drawing, scale: scale).outline, through: map,
      clip: PixelBox(x: 0, y: 0, width: source.width, height: source.height))
    for y in 0..<source.height {
      for plane in 0..<4 {
        let from = source.plane(plane) + y * source.width
        let to = target.plane(plane) + y * source.width
        for x in 0..<source.width {
          let inside = UInt32(cover.level(x, y))
          let share = isInverse ? 255 - inside : inside
          to[x] = UInt16(truncatingIfNeeded: (UInt32(from[x]) * share + 127) / 255)
        }
      }
    }
    return TextArtwork.Painting(texture: target, x: painting.x, y: painting.y)
  }
}

extension Coverage {
  /// How much of a pixel is covered, of 255.
  fileprivate func level(_ column: Int, _ row: Int) -> UInt8 {
    let (left, top) = (column - x, row - y)
    guard left >= 0, left < width, top >= 0, top < height else { return 0 }
    return bytes[top * width + left]
  }
}
