import Timeline

extension AudioError: CustomStringConvertible {
  package var description: String { message }
}

extension AudioError.Fault: CustomStringConvertible {
  /// What is wrong, in one line without a full stop.
  package var description: String {
    switch self {
    case .unknownEffect(let name): "there is no effect \(name.quoted)"
    case .frequency(let parameter, let value, let limit):
      "\(parameter.quoted) must be less than half the rate, \(JSONText.spelling(limit)) Hz, "
        + "not \(JSONText.spelling(value))"
    case .missingEnd(let ending): "\(ending)"
    case .tooLong(let length): "\(length)"
    case .unmeasured(let obstacle): "'normalize' must know the loudness beforehand, but \(obstacle)"
    }
  }
}

extension AudioError.Ending: CustomStringConvertible {
  package var description: String {
    switch self {
    case .mix:
      "'fadeOut' needs to know where the sound ends: play it as a clip with an 'out', or name its file by -i"
    case .main:
      "'fadeOut' needs to know where the main sound ends: play it as a clip with an 'out', or name its "
        + "file by -i"
    case .track(let name):
      "'fadeOut' needs to know where \(name ?? "the track") ends: give it an 'end' or a 'duration'"
    case .reverse: "'reverse' must know where it ends: give it an 'end' or a 'duration'"
    }
  }
}

extension AudioError.Length: CustomStringConvertible {
  package var description: String {
    switch self {
    case .reverse(let tenths):
      "as an effect 'reverse' takes at most \(tenths / 10).\(tenths % 10) seconds of "
        + "such sound; a clip or a track of any length has a 'reverse' of its own"
    case .echoes(let channels, let rate, let seconds):
      "the echoes of \(channels) channels at \(rate) Hz can come at most \(seconds) seconds later"
    case .lookahead(let seconds):
      "sounds that duck under one another look ahead by more than \(seconds) s in all"
    }
  }
}

extension AudioError.Obstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .stream:
      "this sound cannot be read twice: name its file by -i, or run 'afx measure' on it and write the result "
        + "as 'measured'"
    case .endless:
      "this track is played for ever: give it an 'end', or run 'afx measure' on its source and "
        + "write the result as 'measured'"
    }
  }
}
