import Bytes
import Markup
import Timeline

extension FCPXMLReader {
  /// What a clip of several cameras shows and plays: the angles that it names, for their pictures,
  /// their sounds or both; without any, the first.
  mutating func cameras(
    of multicam: MarkupElement, for clip: MarkupElement, depth: Int
  ) -> CutTimeline {
    let outer = (size, rate, lanes)
    defer { (size, rate, lanes) = outer }
    var cut = CutTimeline()
    takeFormat(of: multicam, &cut)
    let start = multicam.time("tcStart") ?? .zero
    var (pictures, sounds) = ([CutTrack](), [CutTrack]())
    for (angle, part) in angles(of: multicam, for: clip) {
      lanes = FCPXMLLanes()
      story(angle, at: .zero, from: start, lane: 0, depth: depth)
      for track in lanes.tracks {
        if track.kind == .sound {
          if part != "video" { sounds.append(track) }
        } else if part != "audio" {
          pictures.append(track)
        }
      }
    }
    cut.tracks = pictures + sounds
    return cut
  }

  /// The angles that play, and what of each.
  private mutating func angles(
    of multicam: MarkupElement, for clip: MarkupElement
  ) -> [(angle: MarkupElement, part: String)] {
    let angles = multicam.all("mc-angle")
    let sources = clip.all("mc-source")
    guard !sources.isEmpty else { return angles.prefix(1).map { ($0, "all") } }
    var found: [(angle: MarkupElement, part: String)] = []
    for source in sources {
      let part = source.attributes["srcEnable"] ?? "all"
      guard part != "none" else { continue }
      if let angle = angles.first(where: {
        $0.attributes["angleID"] == source.attributes["angleID"]
      }) {
        found.append((angle, part))
      } else {
        log.warn("a camera that does not exist is not carried over", at: source.place)
      }
    }
    return found
  }
}
