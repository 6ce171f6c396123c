import WAV

/// The samples of a stream that comes once and in order; what is needed again is kept on disk.
final class StreamSamples: Samples {
  /// Starts a stream when its first sample is asked for; gives the number of the sample that it
  /// begins with, which is at most the one that is asked for.
  typealias Opening = (_ first: Int) throws(SoundError.Fault) -> (
    stream: any SampleStream, first: Int
  )

  /// The most sample frames that a stream of few channels gives at once.
  static let step = 1 << 14

  /// The fewest that are read, and that stay in memory.
  private static let least = 256

  let channels: Int
  /// The number of sample frames, once the end was met.
  private(set) var length: Int?
  private let open: Opening
  private var stream: (any SampleStream)?
  /// What was read last, in order and without gaps up to ``position``.
  private var recent: [AudioBlock] = []
  private let mostRecent: Int
  private let step: Int
  /// The number of the next sample frame that the stream gives.
  private(set) var position = 0
  private var isClosed = false
  private let spool: SampleSpool?

  /// - Parameters:
  ///   - step: sample frames that are read at once.
  ///   - mostRecent: how many such steps stay in memory.
  ///   - spool: keeps what is asked for again; nil for a stream that is only read forward.
  init(
    channels: Int, step: Int = step, mostRecent: Int = 1, spool: SampleSpool?,
    open: @escaping Opening
  ) {
    self.channels = channels
    self.step = max(64, step / max(1, channels / 2))
    self.mostRecent = max(1, mostRecent)
    self.spool = spool
    self.open = open
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    var (place, offset) = (first, part.lowerBound)
    while offset < part.upperBound {
      let rest = part.upperBound - offset
      let count: Int
      if place < 0 || isClosed || place >= length ?? .max {
        count = place < 0 ? min(rest, 0 - place) : rest
        block.silence(offset..<offset + count)
      } else if place < position {
        count = try restore(place, into: block, offset..<offset + min(rest, position - place))
      } else {
        try advance(towards: place, count: rest)
        count = 0
      }
      place += count
      offset += count
    }
  }

  /// Takes what has passed from what was read last, or from the spool; gives how many.
  private func restore(
    _ place: Int, into block: AudioBlock, _ part: Range<Int>
  ) throws(SoundError.Fault) -> Int {
    var end = position
    for last in recent.reversed() {
      let start = end - last.count
      if place >= start {
        let count = min(part.count, end - place)
        block.copy(part.lowerBound..<part.lowerBound + count, from: last, at: place - start)
        return count
      }
      end = start
    }
    let count = min(part.count, end - place)
    let wanted = part.lowerBound..<part.lowerBound + count
    guard let spool, try spool.load(place, into: block, wanted) else {
      throw .passed(sample: place)
    }
    return count
  }

  /// Reads on: what lies before sample `place`, or else about `count` from there, for whoever gives
  /// the stream may wait for what becomes of that.
  private func advance(towards place: Int, count wanted: Int) throws(SoundError.Fault) {
    let stream: any SampleStream
    if let opened = self.stream {
      stream = opened
    } else {
      let opened = try open(min(place, spool?.kept.first?.lowerBound ?? place))
      (stream, position) = (opened.stream, opened.first)
      self.stream = stream
    }
    let block =
      recent.count < mostRecent
      ? AudioBlock(channels: channels, capacity: step) : recent.removeFirst()
    let most = place > position ? place - position : max(wanted, Self.least)
    let count = try stream.read(into: block, most: most)
    if count > 0 {
      try spool?.store(block, at: position)
      recent.append(block)
      position += count
    } else {
      length = position
      stream.close()
    }
  }

  func close() {
    isClosed = true
    stream?.close()
    stream = nil
    recent = []
    spool?.close()
  }
}
