/// Why the sound of a valid timeline cannot be made.
package struct AudioError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Hashable, Sendable {
    /// No effect on sounds has this name.
    case unknownEffect(String)
    /// A frequency in Hz that is not below half the rate.
    case frequency(parameter: String, Double, limit: Double)
    /// An end is not known that has to be.
    case missingEnd(Ending)
    /// This is longer, or later, than what is held in memory allows.
    case tooLong(Length)
    /// An effect has to know its sound beforehand, and cannot.
    case unmeasured(Obstacle)
  }

  /// What must have a known end.
  package enum Ending: Hashable, Sendable {
    /// The end of the mix, or of the main sound, for its `fadeOut`.
    case mix, main
    /// The end of a track, for its `fadeOut`; nil for one without a name.
    case track(String?)
    /// The end of what a `reverse` turns round.
    case reverse
  }

  /// What takes memory in proportion to its length.
  package enum Length: Hashable, Sendable {
    /// A `reverse`, with the longest that it may be in tenths of a second.
    case reverse(tenths: Int)
    /// Echoes, with the latest they may come in seconds.
    case echoes(channels: Int, rate: Int, seconds: Int)
    /// What sounds that duck under one another look ahead, with the most in seconds.
    case lookahead(seconds: Int)
  }

  /// Why a sound cannot be measured before it is played.
  package enum Obstacle: Hashable, Sendable {
    /// It comes once.
    case stream
    /// Only the main sound ends it.
    case endless
  }

  /// What is wrong.
  package let fault: Fault
  /// Where the timeline asked for it, as a byte range.
  package let place: Range<Int>

  /// A fault, and the bytes of the timeline that it is about.
  package init(_ fault: Fault, at place: Range<Int>) {
    self.fault = fault
    self.place = place
  }

  /// What is wrong, as a message for the user.
  package var message: String { "\(fault)" }
}

/// Why a mix cannot be made or continued.
package enum MixError: Error, Sendable {
  /// The timeline asks for what cannot be done.
  case sound(AudioError)
  /// The supply gives no more of a feed, for a reason of its own.
  case supply(any Error, feed: Int)

  /// The underlying error.
  package var cause: any Error {
    switch self {
    case .sound(let error): error
    case .supply(let error, _): error
    }
  }
}
