import Images
import Y4M

/// Converts the rows of a picture to the stream's colours, which a layer does once and then keeps.
///
/// It stands here because no other module can reach the conversion; it knows no more of how
/// pictures are drawn, which changes more often.
package struct PictureRowsConversion {
  private let rows: ImageRows
  private let texture: Texture

  package init(_ picture: Picture, format: PixelFormat) {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: format.depth)
    rows = ImageRows(picture, coding: coding)
    texture = Texture(width: picture.width, height: picture.height)
  }

  /// Converts and premultiplies the picture.
  package func run() {
    for y in 0..<rows.height { rows.fill(texture.row(y), y: y, columns: 0..<rows.width) }
  }
}
