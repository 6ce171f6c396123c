/// What a feed reads of its source for a stretch of the output.
package struct FeedReading: Hashable, Sendable {
  /// The frames of the source from the first to the last that are decoded; without an end up to
  /// `Int.max`.
  package let frames: Range<Int>
  /// How many of them are decoded before the first picture is there.
  package let lead: Int
}

extension FeedPlan {
  /// Whether its source only goes forwards and its frames are shown backwards or again, so that
  /// they are kept: a run that begins within them decodes them anew.
  package var keepsFrames: Bool {
    switch source {
    case .stdin, .movie: !demand.isRising
    case .y4m, .picture: false
    }
  }

  /// What it reads for some output frames; nil where these do not show it.
  package func reading(for outputs: Range<Int>) -> FeedReading? {
    let demand = demand.limited(to: outputs)
    guard !demand.outputs.isEmpty else { return nil }
    let used = Uses(demand).frames
    let first = max(0, used.lowerBound)
    let end = used.upperBound == .max ? .max : max(first, used.upperBound + 1)
    // A film is decoded from its first frame on, a file is read where each frame lies.
    let shown = demand.choice(at: demand.outputs.lowerBound).first
    // How many frames stand in a number of ticks is not known before they come.
    let lead = keepsFrames && !source.countsTicks ? max(0, min(shown, end) - first) : 0
    return FeedReading(frames: first..<end, lead: lead)
  }
}
