/// A clip or a layer as what plays the films that its parameters name: with its own time, at their
/// own speed.
struct FilmPlayer: Sendable {
  /// Its name in messages: "clip 2", "the image layer 'face'".
  let title: String
  /// When it is seen, on its timeline, or for what belongs to a clip in the clip's time.
  var range: TimeRange
  /// The number of the clip in whose time ``range`` counts; nil for layers.
  let clip: Int?
  /// What plays the timelines in which it stands, from the outside in.
  let within: [TimelineHost]

  /// The player of what it holds that has times of its own, such as an effect.
  func within(_ part: TimeRange) -> FilmPlayer {
    let moved = part.shifted(by: range.start)
    var inner = self
    inner.range = TimeRange(
      start: moved.start, end: [moved.end, range.end].compactMap { $0 }.min())
    return inner
  }

  /// A film that it plays once; after its end, the last frame is held.
  ///
  /// - Parameter part: what the film is of it: "mask".
  func feed(of path: Path, as part: String) -> Feed {
    Feed(
      title: "the \(part) of \(title)", media: MediaUse(source: .file(path), place: path.place),
      layerRange: range, clipAround: clip, part: part, within: within)
  }
}

extension DecodingContext {
  /// Notes a file that is played where it is a film, and gives its number in ``Document/feeds``;
  /// nil where nothing plays it, as in layers that are not enabled.
  mutating func play(_ path: Path, as part: String) -> Int? {
    guard let player else { return nil }
    feeds.append(player.feed(of: path, as: part))
    return feeds.count - 1
  }
}
