import Images
import Y4M

/// Makes sprites of a picture, which a layer does once and then keeps.
///
/// It stands here because the conversion is no other module's business.
package struct SpriteMaking {
  private let rows: ImageRows
  private let builder: SpriteBuilder
  private let placement: Placement

  package init(_ picture: Picture, format: PixelFormat) {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: format.depth)
    rows = ImageRows(picture, coding: coding)
    builder = SpriteBuilder(format: format, coding: coding)
    placement = Placement(
      domain: .init(left: 0, top: 0, right: Double(picture.width), bottom: Double(picture.height)),
      map: .identity, sampling: .bicubic)
  }

  /// Converts the picture, premultiplies it and makes a sprite of it.
  package func run() { _ = builder.sprite(rows, placement, clip: nil) }
}
