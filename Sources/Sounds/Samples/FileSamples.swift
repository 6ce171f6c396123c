import WAV

/// The samples of a WAV file, which are read at any place.
final class FileSamples: Samples {
  let channels: Int
  let length: Int?
  private let count: Int
  private var file: WAVFile?
  /// What was read last, and the number of its first sample frame.
  private var last: AudioBlock?
  private var start = 0

  init(_ file: WAVFile) {
    self.file = file
    channels = file.header.format.channels
    count = file.length
    length = count
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    var (place, offset) = (first, part.lowerBound)
    while offset < part.upperBound {
      let rest = part.upperBound - offset
      var step = rest
      if place < 0 || place >= count || file == nil {
        if place < 0 { step = min(rest, 0 - place) }
        block.silence(offset..<offset + step)
      } else {
        let last = try held(at: place, isLast: place + rest)
        step = min(rest, start + last.count - place)
        block.copy(offset..<offset + step, from: last, at: place - start)
      }
      place += step
      offset += step
    }
  }

  /// The samples around `place`; `end` is where those end that are wanted.
  private func held(at place: Int, isLast end: Int) throws(SoundError.Fault) -> AudioBlock {
    let step = max(64, StreamSamples.step / max(1, channels / 2))
    let last = self.last ?? AudioBlock(channels: channels, capacity: step)
    if self.last != nil, start..<start + last.count ~= place { return last }
    // Whoever goes backwards asks for what comes before.
    let isBackward = self.last != nil && place < start
    start = isBackward ? max(0, min(place, end - step)) : place
    self.last = last
    last.count = 0
    do throws(WAVError) {
      guard let count = try file?.read(at: start, into: last), count > place - start else {
        throw .truncated(sample: place, missing: file?.header.frameBytes ?? 0)
      }
    } catch {
      self.last = nil
      throw .from(error)
    }
    return last
  }

  func close() {
    (file, last) = (nil, nil)
  }
}
