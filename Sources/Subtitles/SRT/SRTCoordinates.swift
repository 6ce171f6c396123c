/// Where a SubRip cue stands, as numbers after its times say: `X1:40 X2:600 Y1:20 Y2:50`.
///
/// They count pixels of a picture of 720 by 480. The text stands about the middle of the rectangle
/// or, where it has no size, with its lower left corner at the point, as in ffmpeg.
struct SRTCoordinates {
  private let left: Int
  private let right: Int
  private let top: Int
  private let bottom: Int

  /// Reads what follows the times; nil where it is something else.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var scanner = Scanner(bytes, range)
    func number(after name: StaticString) -> Int? {
      scanner.skipBlanks()
      guard scanner.take(ignoringCase: name), let number = scanner.digits() else { return nil }
      return number.value
    }
    guard let left = number(after: "X1:"), let right = number(after: "X2:"),
      let top = number(after: "Y1:"), let bottom = number(after: "Y2:"), scanner.isAtEnd
    else { return nil }
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// The same as tags of ASS, whose picture is 384 by 288 here.
  var tags: [ASSTag] {
    let isBox = right >= left && bottom >= top && (right, bottom) != (left, top)
    let x = isBox ? left + (right - left) / 2 : left
    let y = isBox ? top + (bottom - top) / 2 : top
    return [
      .alignment(isBox ? 5 : 1),
      .position(x: Double(x * 384 / 720), y: Double(y * 288 / 480)),
    ]
  }
}
