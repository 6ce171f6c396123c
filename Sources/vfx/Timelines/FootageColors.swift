import Bytes
import Clips
import Filters
import Shell
import Timeline
import Y4M

extension Footage {
  /// The colours of an output of some light that has those of the first clip that is a film.
  ///
  /// The matrix of a film goes with its primaries: it is the output's where these are, too.
  func colors(
    _ said: Scene.Colors, canvas: PixelFormat, _ light: StreamLight
  ) -> SourceColors {
    let colors = leading.flatMap { sources[$0]?.colors(said, light) }
    let isAlike = (colors?.light ?? light).primaries == light.primaries
    return SourceColors(
      matrix: said.matrix ?? (isAlike ? colors?.matrix : nil)
        ?? .automatic(light.primaries, width: canvas.width, height: canvas.height),
      range: said.range ?? colors?.range ?? .limited, format: canvas, light: light)
  }

  /// The colours of all sources that are played, by their numbers, for an output of some light.
  ///
  /// - Parameter stretch: how many times as wide as a pixel of the output one of a source is.
  func allColors(
    _ input: Scene.Colors, _ light: StreamLight, stretch: (Source) -> Double
  ) -> [SourceColors?] {
    sources.map { source in
      source.flatMap { $0.colors(input, light, stretch: stretch($0)) }
    }
  }

  /// What the supplier is to play.
  ///
  /// - Parameters:
  ///   - light: the output's.
  ///   - start: the time of the first output frame.
  func plans(
    of document: Document, _ edit: EditList?, _ light: StreamLight, rate: FrameRate, start: Time
  ) -> [FeedPlan] {
    // Clips first, in their order, and then what is seen in layers and in other timelines.
    let all = Array(document.feeds.enumerated())
    let ordered = all.filter { $0.element.isTopClip } + all.filter { !$0.element.isTopClip }
    let stream = document.playsStream ? document.clips.first?.feed : nil
    return ordered.compactMap { number, feed in
      guard let use = edit.use(of: feed), let source = sources[number], source.isPlayed,
        let sourceRate = source.rate(canvasRate: rate)
      else { return nil }
      // Each of its frames is one of the output.
      let isStream = number == stream
      let demand = Demand(
        feed.media, use.retiming ?? Retiming(feed.media, length: lengths[number]),
        rate: isStream ? rate : sourceRate, countsTicks: source.countsTicks && !isStream, of: use,
        canvasRate: rate, start: start)
      return FeedPlan(
        feed: number, source: source, demand: demand, name: feed.media.source.name,
        place: feed.media.place, endsOutput: feed.isTopClip && use.range.end == nil,
        isStream: isStream, leastDepth: source.leastDepth(for: light))
    }
  }
}

extension Footage {
  /// What is to be said of films whose colours are given in a way that is not read.
  func colorWarnings(of document: Document) -> [Fault] {
    var told: Set<String> = []
    return zip(document.feeds, sources).compactMap { feed, source in
      guard case .movie(let file)? = source, let doubt = file.info.colorDoubt,
        told.insert(feed.media.source.name).inserted
      else { return nil }
      return Fault("\(feed.media.source.name): \(doubt)", at: feed.media.place)
    }
  }
}

extension Feed {
  /// Whether it is the source of a clip of the timeline itself.
  fileprivate var isTopClip: Bool { clip != nil && within.isEmpty }
}

extension Source {
  /// The colours of its samples; `input` overrules what standard input says, and what says nothing
  /// of its light has that of the output.
  fileprivate func colors(
    _ input: Scene.Colors, _ output: StreamLight, stretch: Double = 1
  ) -> SourceColors? {
    guard isPlayed, let format = formatWithAlpha else { return nil }
    let isInput = if case .stdin = self { true } else { false }
    let light = light
    return SourceColors(
      matrix: (isInput ? input.matrix : nil) ?? matrix.flatMap { Matrix(ffmpeg: $0) }
        ?? .automatic((light ?? output).primaries, width: format.width, height: format.height),
      range: (isInput ? input.range : nil) ?? range ?? .limited, format: format, light: light,
      stretch: stretch)
  }

  /// How many bits its samples are to have at least: 8 are too few for HDR that is brought down.
  fileprivate func leastDepth(for output: StreamLight) -> Int {
    light?.change(to: output)?.isToneMapped ?? false ? 10 : 8
  }

  /// What its colours are as light, as a film's file says; nil where it does not.
  private var light: StreamLight? {
    if case .movie(let file) = self { return StreamLight(file.info) }
    return nil
  }
}
