import Bytes
import Y4M

/// Why pictures cannot be drawn on, and what to ask ffmpeg for instead.
package struct PixelRefusal: Hashable, Sendable {
  /// What the pictures are, such as `rgb24` or `"FFV1"`.
  package let name: String
  /// The word for `-pix_fmt`; nil where the size is at fault.
  package let instead: String?
  /// Whether the pictures are raw, and only of another format.
  let isRaw: Bool

  /// Explains a stream of pictures that has no ``NUTStream/pixelFormat``; nil for other streams.
  package init?(of stream: NUTStream) {
    guard case .video(let picture) = stream.content, stream.pixelFormat == nil else { return nil }
    if RawPixels.format(of: stream.tag, width: 16, height: 16) != nil {
      (name, instead, isRaw) = ("\(picture.width)x\(picture.height)", nil, true)
    } else if let (known, other) = OtherPixels.named(stream.tag) {
      (name, instead, isRaw) = (known, other, true)
    } else {
      (name, instead, isRaw) = (stream.tag.quotedBytes, "yuv420p", false)
    }
  }
}

extension PixelRefusal: CustomStringConvertible {
  package var description: String {
    guard let instead else {
      return "pictures of \(name) are too large; sides may have \(PixelFormat.largestSide) samples "
        + "and a frame \(PixelFormat.largestFrame >> 20) MiB"
    }
    let advice = "ask ffmpeg for -c:v rawvideo -pix_fmt \(instead)"
    return isRaw
      ? "the pictures are \(name), which is not drawn on: \(advice)"
      : "the pictures are not raw, but \(name): \(advice)"
  }
}
