import Fonts
import Images

extension ImageFile {
  /// Reads an SVG picture.
  ///
  /// - Parameters:
  ///   - files: gives pictures that lie beside it, by their names.
  ///   - fonts: those that texts are set in; nil where none are drawn.
  /// - Throws: ``ImageError`` when it is broken.
  package init(svg bytes: [UInt8], files: (String) -> [UInt8]?, fonts: FontLibrary? = nil)
    throws(ImageError)
  {
    do throws(SVGError) {
      self.init(try SVGPicture(parsing: bytes, files: files, fonts: fonts), format: .svg)
    } catch {
      switch error {
      case .malformed(let what, let line, let column), .truncated(let what, let line, let column):
        throw .malformed(.animation(what), at: .text(line: line, column: column))
      case .unsupported(let what): throw .unsupported(.animation(what), at: .byte(0))
      }
    }
  }
}
