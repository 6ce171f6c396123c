import Fonts
import Images
import SVG

/// Reads an SVG picture, and draws it small.
enum VectorTarget {
  static func run(_ bytes: [UInt8]) {
    _ = SVGPicture.isLikely(bytes)
    let drawing: SVGPicture
    do throws(SVGError) {
      drawing = try SVGPicture(parsing: bytes, fonts: .builtInOnly)
    } catch {
      precondition(!"\(error)".isEmpty)
      return
    }
    precondition(drawing.width > 0 && drawing.height > 0)
    let picture = drawing.picture(0, width: 48, height: 32)
    precondition(picture.width == 48 && picture.height == 32)
    precondition(picture == drawing.picture(0, width: 48, height: 32))
  }
}
