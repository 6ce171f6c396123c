import Bytes
import Markup
import Timeline

/// The part of a file that is a clip by itself: the frames of such a clip count from its own start.
struct FCP7Subclip {
  /// The seconds of the file before the part.
  let before: Rational
  /// The seconds of the file behind it.
  let after: Rational

  init(_ item: MarkupElement, rate: FrameRate) {
    func seconds(_ name: String) -> Rational {
      let frames = item.first("subclipinfo")?.integer(name) ?? item.integer(name) ?? 0
      return rate.seconds(min(max(frames, 0), 1_000_000_000))
    }
    (before, after) = (seconds("startoffset"), seconds("endoffset"))
  }

  /// A clip of the part as one of the file.
  func inFile(_ clip: CutClip) -> CutClip {
    var clip = clip
    clip.start = clip.start + before
    clip.sourceEnd = clip.sourceEnd.map { $0 + before + after }
    clip.markers = clip.markers.map {
      CutMarker(name: $0.name, time: $0.time + before, place: $0.place)
    }
    return clip
  }
}
