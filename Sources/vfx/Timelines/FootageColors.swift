import Bytes
import Clips
import Filters
import Shell
import Timeline
import Y4M

extension Footage {
  /// The colours of an output that has those of the first clip that is a film.
  func colors(_ said: Scene.Colors, canvas: PixelFormat) -> SourceColors {
    let colors = leading.flatMap { sources[$0]?.colors(said) }
    return SourceColors(
      matrix: said.matrix ?? colors?.matrix
        ?? .automatic(width: canvas.width, height: canvas.height),
      range: said.range ?? colors?.range ?? .limited, format: canvas)
  }

  /// The colours of all sources that are played, by their numbers.
  func allColors(_ input: Scene.Colors) -> [SourceColors?] {
    sources.map { $0?.colors(input) }
  }

  /// What the supplier is to play.
  ///
  /// - Parameters:
  ///   - start: the time of the first output frame.
  func plans(
    of document: Document, _ edit: EditList?, rate: FrameRate, start: Time
  ) -> [FeedPlan] {
    var uses: [(feed: Int, retiming: Retiming, range: TimeRange, isLast: Bool)] = []
    for (entry, clip) in zip(edit?.entries ?? [], document.clips) {
      uses.append((clip.feed, entry.retiming, entry.range, entry.range.end == nil))
    }
    let stream = document.playsStream ? document.clips.first?.feed : nil
    for (number, feed) in document.feeds.enumerated() {
      guard let range = feed.layerRange else { continue }
      uses.append((number, Retiming(feed.media, length: lengths[number]), range, false))
    }
    return uses.compactMap { use in
      guard let source = sources[use.feed], source.isPlayed,
        let sourceRate = source.rate(canvasRate: rate)
      else { return nil }
      let media = document.feeds[use.feed].media
      let demand = Demand(
        media, use.retiming, rate: sourceRate, in: use.range, canvasRate: rate, start: start)
      return FeedPlan(
        feed: use.feed, source: source, demand: demand, name: media.source.name,
        place: media.place, endsOutput: use.isLast,
        isStream: use.feed == stream)
    }
  }
}

extension Source {
  /// The colours of its samples; `input` overrules what standard input says.
  fileprivate func colors(_ input: Scene.Colors) -> SourceColors? {
    guard isPlayed, let format else { return nil }
    let isInput = if case .stdin = self { true } else { false }
    return SourceColors(
      matrix: (isInput ? input.matrix : nil) ?? matrix.flatMap { Matrix(ffmpeg: $0) }
        ?? .automatic(width: format.width, height: format.height),
      range: (isInput ? input.range : nil) ?? range ?? .limited, format: format)
  }
}
