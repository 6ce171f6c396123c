import Bytes
import Timeline

/// What a mix is made from, apart from the stream on standard input.
package struct SoundRequest {
  /// What is asked of the timeline.
  package var common = TimelineRequest()
  /// How much of it is made, where that is not all.
  package var duration: TimeExpression?
  /// Whether there is nothing on standard input, so that the tracks alone are the mix.
  package var playsTracksAlone = false
  /// Whether the user says when the first sample is heard.
  package var hasStart = false
  /// The frame rate of the film on standard input, where the stream says it.
  package var filmRate: FrameRate?
  /// Whether times in frames must be right, and not as they would be at 30 frames a second.
  package var needsRate = false

  /// All of a timeline, unless stated otherwise.
  package init(
    common: TimelineRequest = TimelineRequest(), duration: TimeExpression? = nil,
    hasStart: Bool = false
  ) {
    (self.common, self.duration, self.hasStart) = (common, duration, hasStart)
  }

  /// Whether a time on the command line is counted in frames.
  var countsFrames: Bool {
    let given: [TimeExpression?] = [common.start, duration]
    return given.contains { $0?.countsFrames ?? false }
  }
}
