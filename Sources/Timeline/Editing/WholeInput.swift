extension Document {
  /// The same timeline with its main track, which is standard input as it comes, as a clip.
  ///
  /// - Parameters:
  ///   - start: when the stream begins.
  ///   - isStream: whether each frame of it is one of the output, in the same samples.
  package func playingInput(from start: Time, isStream: Bool) -> Document {
    let media = MediaUse(source: .stdin)
    let clip = Clip(media: media, start: start, feed: feeds.count, isStream: isStream)
    return Document(
      name: name, canvas: canvas, canvasMembers: canvasMembers, variables: variables,
      clips: [clip],
      films: films, feeds: feeds + [Feed(title: "standard input", media: media, clip: 0)],
      layers: layers,
      disabledLayers: disabledLayers, index: index, soundtrack: soundtrack,
      usesFrames: usesFrames, usesViewport: usesViewport,
      soundFrameTime: soundFrameTime)
  }

  /// Whether the main track is standard input as it comes.
  package var playsStream: Bool { clips.first?.isStream ?? false }

  /// Whether a clip or a layer plays standard input.
  package var playsInput: Bool {
    feeds.contains { feed in
      if case .stdin = feed.media.source { return true }
      return false
    }
  }
}
