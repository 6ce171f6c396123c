import Clips
import Pipes
import WAV

/// Samples of a stream on disk, as they are needed again.
final class SampleSpool {
  /// Which sample frames are kept, in order and apart.
  let kept: [Range<Int>]
  private let channels: Int
  private let space: SpoolSpace
  private var file: TemporaryFile?
  private var used = 0
  /// Sample frames on their way, interleaved.
  private var scratch: [Float] = []

  init?(_ ranges: [Range<Int>], channels: Int, in space: SpoolSpace) {
    kept = Self.joined(ranges)
    guard !kept.isEmpty else { return nil }
    self.channels = channels
    self.space = space
  }

  deinit { close() }

  /// The same numbers in ranges that are apart.
  static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private var frameBytes: Int { channels * MemoryLayout<Float>.size }

  /// Where a sample frame lies; what is left out between takes no space on disk.
  private func offset(of sample: Int) -> Int {
    (sample - kept[0].lowerBound) &* frameBytes
  }

  /// Keeps those of the sample frames of a block, the first of which has number `first`, that are
  /// needed again.
  func store(_ block: AudioBlock, at first: Int) throws(SoundError.Fault) {
    for range in kept {
      let part = range.clamped(to: first..<first + block.count)
      if !part.isEmpty { try store(block, part, first) }
    }
  }

  private func store(
    _ block: AudioBlock, _ part: Range<Int>, _ first: Int
  ) throws(SoundError.Fault) {
    let count = part.count * channels
    do { try space.take(part.count * frameBytes) } catch {
      throw .spoolFull(needed: error.needed, limit: error.limit)
    }
    used += part.count * frameBytes
    makeRoom(count)
    let channels = channels
    let start = part.lowerBound - first
    do throws(PipeError) {
      if file == nil { file = try TemporaryFile(in: space.settings.folder) }
      guard let file else { return }
      let offset = offset(of: part.lowerBound)
      var room: [Float] = []
      swap(&room, &scratch)
      defer { swap(&room, &scratch) }
      for channel in 0..<channels {
        let samples = block[channel]
        for index in 0..<part.count {
          room[index &* channels &+ channel] = samples[start &+ index]
        }
      }
      try file.write(room.span.extracting(..<count).bytes, at: offset)
    } catch {
      throw .from(error) { .spool($0) }
    }
  }

  /// Reads sample frames from number `first` on into a part of `block`; false when they are not
  /// kept.
  func load(
    _ first: Int, into block: AudioBlock, _ part: Range<Int>
  ) throws(SoundError.Fault) -> Bool {
    guard let file,
      kept.contains(where: { $0.contains(first) && first + part.count <= $0.upperBound })
    else { return false }
    let step = min(part.count, StreamSamples.step)
    makeRoom(step * channels)
    var done = 0
    while done < part.count {
      let count = min(step, part.count - done)
      let (isWhole, start) = (count * frameBytes, part.lowerBound + done)
      do throws(PipeError) {
        let offset = offset(of: first + done)
        let channels = channels
        var room: [Float] = []
        swap(&room, &scratch)
        defer { swap(&room, &scratch) }
        let read = try Self.read(file, into: &room, count: count * channels, at: offset)
        for channel in 0..<channels {
          let samples = block[channel]
          for index in 0..<count {
            samples[start &+ index] = room[index &* channels &+ channel]
          }
        }
        guard read == isWhole else { return false }
      } catch {
        throw .from(error) { .spool($0) }
      }
      done += count
    }
    return true
  }

  private static func read(
    _ file: TemporaryFile, into samples: inout [Float], count: Int, at offset: Int
  ) throws(PipeError) -> Int {
    var span = samples.mutableSpan
    var bytes = span.mutableBytes
    return try file.read(count * MemoryLayout<Float>.size, into: &bytes, at: offset)
  }

  private func makeRoom(_ count: Int) {
    if scratch.count < count {
      scratch = [Float](repeating: 0, count: max(count, StreamSamples.step * channels))
    }
  }

  func close() {
    file = nil
    scratch = []
    space.give(used)
    used = 0
  }
}
