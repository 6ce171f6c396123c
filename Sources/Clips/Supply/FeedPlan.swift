import Timeline

/// A feed that is to be played: its source, and which of its frames are seen when.
package struct FeedPlan: Sendable {
  /// Its number in ``Document/feeds``.
  package let feed: Int
  /// What its frames are read from.
  package let source: Source
  /// Which of its frames are wanted at each frame of the output.
  package let demand: Demand
  /// The name of the source in messages: its name in the timeline, or "standard input".
  package let name: String
  /// The bytes of the source in the timeline.
  package let place: Range<Int>
  /// Whether the output ends where a source of unknown length does, as with the last clip; else
  /// there is no picture from then on.
  package let endsOutput: Bool
  /// Whether it is standard input, read frame by frame with the output, and nothing else plays
  /// standard input: after its end nothing else is started.
  package let isStream: Bool
  /// How many bits its samples are to have at least, where a film has more than the canvas.
  package let leastDepth: Int

  /// A feed whose end ends the output too, unless stated otherwise.
  package init(
    feed: Int, source: Source, demand: Demand, name: String, place: Range<Int>,
    endsOutput: Bool = true, isStream: Bool = false, leastDepth: Int = 8
  ) {
    self.feed = feed
    self.source = source
    self.demand = demand
    self.name = name
    self.place = place
    self.endsOutput = endsOutput
    self.isStream = isStream
    self.leastDepth = leastDepth
  }

  /// The same with a film in place of standard input, whose frames are counted at the same rate.
  package func playing(_ film: Source) -> FeedPlan {
    guard source.isStdin else { return self }
    return FeedPlan(
      feed: feed, source: film, demand: demand, name: name, place: place, endsOutput: endsOutput,
      leastDepth: leastDepth)
  }

  /// Whether it is the stream on standard input.
  package var isStandardInput: Bool { source.isStdin }

  /// Whether it is played by a child process.
  var needsChild: Bool {
    if case .movie = source { return true }
    return false
  }

  /// The same within fewer output frames.
  func limited(to range: Range<Int>) -> FeedPlan {
    FeedPlan(
      feed: feed, source: source, demand: demand.limited(to: range), name: name, place: place,
      endsOutput: endsOutput, isStream: isStream, leastDepth: leastDepth)
  }

  func error(_ fault: ClipError.Fault) -> ClipError {
    ClipError(fault, source: name, place: place)
  }
}
