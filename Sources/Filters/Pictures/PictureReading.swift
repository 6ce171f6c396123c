import Fonts
import Images
import Lottie
import SVG

extension ImageFile {
  /// Reads a picture file of any kind: of pixels, or of lines and areas.
  ///
  /// - Parameters:
  ///   - target: what becomes of pictures of PQ and HLG.
  ///   - fonts: those that texts of an SVG picture are set in; nil where none are drawn.
  ///   - files: gives pictures that lie beside one that is drawn, by their names.
  /// - Throws: ``ImageError`` when the file is of no known kind, or broken.
  package init(
    reading bytes: [UInt8], target: PictureTarget = .standard, fonts: FontLibrary? = nil,
    files: (String) -> [UInt8]? = { _ in nil }
  ) throws(ImageError) {
    if ImageFormat(of: bytes) != nil {
      try self.init(parsing: bytes, target: target)
    } else if LottieAnimation.isLikely(bytes) {
      try self.init(lottie: bytes, files: files)
    } else if SVGPicture.isLikely(bytes) {
      try self.init(svg: bytes, files: files, fonts: fonts)
    } else if let what = LottieAnimation.name(ofOther: bytes) {
      throw .unsupported(.animation(what), at: .byte(0))
    } else {
      try self.init(parsing: bytes, target: target)
    }
  }
}
