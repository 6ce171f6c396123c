import WAV

/// What gives the mix its sounds: one feed for each of ``SoundPlan/feeds``, by its number there.
///
/// A feed's samples are at the plan's rate, and its first is that of ``SoundPlan/Feed/start``. A
/// feed that is not heard at the time is not read.
package protocol SoundSupply: AnyObject {
  /// Which channels a feed has; nil when its source has no sound, such as a picture.
  ///
  /// - Throws: when the source cannot be opened.
  func layout(of feed: Int) throws -> ChannelLayout?

  /// Whether the output can hold the samples of a feed as they are: they are its source's own, and
  /// have no more bits. Wherever nothing is done to them, they leave without dither.
  func fitsOutput(_ feed: Int) -> Bool

  /// Reads the next samples of a feed, as many as `block` counts; what lies beyond the end of the
  /// source, and where it stands still, is silent.
  ///
  /// - Parameters:
  ///   - start: counted from the feed's first sample. Calls for one feed go forward without gaps,
  ///     from wherever the first begins.
  ///   - block: has the channels of ``layout(of:)``.
  /// - Returns: how many samples were read before the source's end; fewer than `block.count` only
  ///   there, which is how the end of a stream of unknown length is known.
  /// - Throws: when the source can be read no further.
  func read(_ feed: Int, at start: Int, into block: AudioBlock) throws -> Int
}
