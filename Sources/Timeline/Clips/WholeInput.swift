extension Document {
  /// The same timeline with its main track, which is standard input as it comes, as a clip.
  ///
  /// - Parameter start: when the stream begins.
  package func playingInput(from start: Time) -> Document {
    let media = MediaUse(source: .stdin)
    let clip = Clip(media: media, start: start, feed: feeds.count)
    return Document(
      name: name, canvas: canvas, variables: variables, clips: [clip],
      feeds: feeds + [Feed(title: "standard input", media: media)], layers: layers,
      disabledLayers: disabledLayers, index: index, soundtrack: soundtrack,
      usesFrames: usesFrames,
      soundFrameTime: soundFrameTime)
  }

  /// Whether a clip or a layer plays standard input.
  package var playsInput: Bool {
    feeds.contains { feed in
      if case .stdin = feed.media.source { return true }
      return false
    }
  }
}
