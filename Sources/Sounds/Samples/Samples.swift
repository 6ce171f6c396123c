import WAV

/// The samples of a source, by their numbers.
///
/// Used by one thread at a time.
protocol Samples: AnyObject {
  var channels: Int { get }
  /// The number of sample frames; nil while that is not known.
  var length: Int? { get }

  /// Reads sample frames from number `first` on into a part of `block`; what the source does not
  /// have, before its start and after its end, is silent.
  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault)

  /// Lets go of files and programs; nothing is read any more.
  func close()
}

/// Sample frames that come in order, and once.
protocol SampleStream: AnyObject {
  var channels: Int { get }

  /// Reads the next sample frames, `most` or what `block` can hold, and fewer only at the end; sets
  /// its count and gives it: 0 at the end.
  func read(into block: AudioBlock, most: Int) throws(SoundError.Fault) -> Int

  func close()
}
