import Bytes

extension SoundTrack {
  /// What is wrong with a track's use of its source, once the source's length is known.
  package func faults(length: Time?) -> Diagnostics {
    var check = MediaCheck(media, length: length, stretch: .track)
    check.checkTrack()
    guard !check.diagnostics.hasErrors, let pass = check.retiming.segment.duration,
      media.loop != 1, loopCrossfade * Rational(2) > pass, pass > .zero
    else { return check.diagnostics }
    var diagnostics = check.diagnostics
    diagnostics.warning(
      "'loopCrossfade' is \(loopCrossfade.inSeconds), but takes at most half of a pass, which lasts"
        + " \(pass.toMilliseconds)", at: media.place(of: "loop"))
    return diagnostics
  }
}
