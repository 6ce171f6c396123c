import Geometry
import Images

/// A glyph that is a picture of some size, to be scaled to the size that is wanted.
package struct BitmapGlyph: Sendable {
  /// How large a picture may be before it is refused.
  package static let limits = ImageLimits(side: 4096, pixels: 1 << 22, bytes: 1 << 26, frames: 1)

  /// The bytes of a PNG file.
  let file: FontTable
  /// For how many pixels an em the picture is made, across and down; at least 1.
  let pixelsPerEm: Vector
  /// The size of the picture in pixels, as its file says it.
  package let width: Int
  /// The rows of the picture, as its file says it.
  package let height: Int
  /// How far the picture's left side lies right of the glyph's origin, in its pixels.
  package let left: Double
  /// How far the picture's upper side lies above the baseline, in its pixels.
  package let top: Double

  /// Takes a PNG file by its left side and its upper or lower one; nil when it is no such file.
  init?(file: FontTable, pixelsPerEm: Vector, left: Double, top: Double? = nil, bottom: Double = 0)
  {
    // The signature, and the header with the size, come first (PNG 5.2 and 11.2.2).
    guard file.u32(0) == 0x8950_4E47, file.tag(12) == "IHDR", let width = file.u32(16),
      let height = file.u32(20), width > 0, height > 0, pixelsPerEm.x >= 1, pixelsPerEm.y >= 1
    else { return nil }
    self.file = file
    self.pixelsPerEm = pixelsPerEm
    self.width = width
    self.height = height
    self.left = left
    self.top = top ?? bottom + Double(height)
  }

  /// Leads from the picture's pixels, `y` down, to the units of a font of `unitsPerEm`, `y` up.
  package func placement(unitsPerEm: Int) -> Affine {
    let x = Double(unitsPerEm) / pixelsPerEm.x
    let y = Double(unitsPerEm) / pixelsPerEm.y
    return Affine(a: x, b: 0, c: 0, d: -y, tx: left * x, ty: top * y)
  }

  /// Decodes the picture.
  ///
  /// - Throws: ``FontError`` when it is broken or too large.
  package func picture() throws(FontError) -> Picture {
    do {
      return try PictureSequence(ImageFile(parsing: file.copied, limits: Self.limits)).picture(0)
    } catch {
      throw FontError(.malformed, "a picture of a glyph can't be read", offset: file.start)
    }
  }
}
