import Bytes

/// An animation or a picture of lines and areas, which is drawn as it is shown: sharp at any size.
package protocol DrawnAnimation: Sendable {
  /// The width in pixels that it says it has, at least 1.
  var width: Int { get }
  /// The height in pixels that it says it has, at least 1.
  var height: Int { get }
  /// How long each of its pictures is shown, in seconds; at least one, none negative.
  var delays: [Rational] { get }
  /// Kinds of things that are in the file and not in its pictures, in the words of messages.
  var lacks: [String] { get }
  /// The fonts that are asked for and not there, so that others are taken.
  var missingFonts: [String] { get }
  /// Draws a picture, which does not depend on others, with these sides in pixels, at least 1 each.
  func picture(_ index: Int, width: Int, height: Int) -> Picture
}

extension DrawnAnimation {
  package var missingFonts: [String] { [] }
}

extension ImageFile {
  /// The file of a drawn animation, which plays without end, or of a drawn picture.
  package init(_ drawing: any DrawnAnimation, format: ImageFormat) {
    self.init(
      content: .drawn(drawing), format: format, size: (drawing.width, drawing.height),
      delays: drawing.delays, loopCount: nil,
      oddities: drawing.lacks.map {
        ImageOddity(.unsupported(.undrawn($0), at: .byte(0)), .undrawn)
      }
        + drawing.missingFonts.map {
          ImageOddity(
            .unsupported(.undrawn("there is no font \"\($0)\""), at: .byte(0)), .otherFont)
        })
  }

  /// What draws its pictures; nil for a file of pixels.
  package var drawing: (any DrawnAnimation)? {
    if case .drawn(let drawing) = content { return drawing }
    return nil
  }
}
