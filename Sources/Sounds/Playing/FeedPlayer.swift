import AudioFilters
import Bytes
import Timeline
import WAV

/// Plays one feed: its source's samples, as they are heard on the timeline.
///
/// All memory, files and programs are taken when the first sample is read.
final class FeedPlayer {
  /// A part of the feed that is heard without a stop.
  private struct Section {
    let samples: Range<Int>
    let anchor: Anchor
    var motion: (any Motion)?
  }

  let feed: SoundPlan.Feed
  private let rate: Int
  private let sourceRate: Int
  private let course: Course
  private let open: () throws(SoundError.Fault) -> any Samples
  private var sections: [Section]
  private var reader: CourseReader?
  /// The first sample at which there is nothing to play any more; nil where the source's end says.
  private let end: Int?
  private var isOver = false

  /// - Parameters:
  ///   - rate: of the output.
  ///   - sourceRate: of the samples that `open` gives.
  init(
    _ feed: SoundPlan.Feed, rate: Int, sourceRate: Int,
    open: @escaping () throws(SoundError.Fault) -> any Samples
  ) {
    (self.feed, self.rate, self.sourceRate, self.open) = (feed, rate, sourceRate, open)
    course = Course(feed.retiming.passage, rate: sourceRate, crossfade: feed.loopCrossfade)
    let course = course
    /// The feed's sample that is nearest to a time since it began.
    func sample(_ time: Time) -> Int {
      SoundPlan.sample(of: feed.begin + time, rate: rate) - feed.start
    }
    func section(_ samples: Range<Int>) -> Section {
      let time = feed.time(of: samples.lowerBound, rate: rate)
      let second = course.origin + feed.retiming.played(at: time)
      return Section(
        samples: samples, anchor: Anchor(sample: samples.lowerBound, second: second))
    }
    if let pause = feed.retiming.pause {
      let (start, end) = (sample(pause.start), pause.end.map(sample) ?? .max)
      sections = [section(Int.min..<start), section(max(start, end)..<Int.max)]
      if start > 0 { sections[0] = section(0..<start) } else { sections.removeFirst() }
    } else {
      sections = [section(0..<Int.max)]
    }
    end = feed.retiming.available.map(sample)
  }

  /// Whether the source's samples come at their own speed and rate.
  private var isPlain: Bool { sourceRate == rate && feed.retiming.constantSpeed == .one }

  /// How far around what is heard its source is read.
  private var margin: Int { isPlain ? 0 : sourceRate / 4 + 4096 }

  /// The samples of the source that are read again, or in another order; nil when there are none.
  var kept: Range<Int>? { course.kept(margin: max(margin, 1)) }

  /// The samples of the source that are read, of a feed without ``kept``.
  var heard: Range<Int> {
    let start = place(of: 0) - margin
    let end = [feed.end.map { $0 - feed.start }, end].compactMap { $0 }.min()
    return start..<max(start, end.map { place(of: $0) + margin } ?? .max)
  }

  /// The place of the course at a sample.
  private func place(of sample: Int) -> Int { Course.nearest(second(of: sample), sourceRate) }

  /// The second of the course at a sample.
  private func second(of sample: Int) -> Rational {
    course.origin + feed.retiming.played(at: feed.time(of: sample, rate: rate))
  }

  /// Reads samples from number `start` on, and gives how many there are before the end.
  func read(at start: Int, into block: AudioBlock) throws(SoundError.Fault) -> Int {
    let wanted = start..<start + block.count
    var rest = wanted
    if !isOver {
      for index in sections.indices {
        let part = sections[index].samples.clamped(to: rest)
        guard !part.isEmpty else { continue }
        block.silence(rest.lowerBound - start..<part.lowerBound - start)
        try motion(index).read(
          part.lowerBound, into: block, part.lowerBound - start..<part.upperBound - start)
        rest = part.upperBound..<rest.upperBound
      }
    }
    block.silence(rest.lowerBound - start..<block.count)
    let count = count(in: wanted)
    block.silence(count..<block.count)
    let isLast = feed.end.map { wanted.upperBound >= $0 - feed.start } ?? false
    if isLast || count < block.count { close() }
    return count
  }

  /// How many of the samples there are before the end.
  private func count(in wanted: Range<Int>) -> Int {
    if let end { return min(max(end - wanted.lowerBound, 0), wanted.count) }
    guard !isOver else { return 0 }
    guard let length = reader?.samples.length, isBehind(length, wanted.upperBound) else {
      return wanted.count
    }
    var (low, high) = (wanted.lowerBound, wanted.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(length, middle) { high = middle } else { low = middle + 1 }
    }
    return low - wanted.lowerBound
  }

  /// Whether `sample` lies at the end of a source of `length` samples, or behind it.
  private func isBehind(_ length: Int, _ sample: Int) -> Bool {
    guard !isPlain else { return place(of: sample) >= length }
    return second(of: sample) * Rational(sourceRate) >= Rational(length)
  }

  private func motion(_ index: Int) throws(SoundError.Fault) -> any Motion {
    if let motion = sections[index].motion { return motion }
    let reader: CourseReader
    if let opened = self.reader {
      reader = opened
    } else {
      reader = CourseReader(course, try open())
      self.reader = reader
    }
    let made = make(sections[index].anchor, reader)
    sections[index].motion = made
    return made
  }

  private func make(_ anchor: Anchor, _ reader: CourseReader) -> any Motion {
    if isPlain { return PlainMotion(reader, anchor) }
    let speed = feed.retiming.constantSpeed
    if let speed, speed == .one || !feed.preservesPitch,
      let motion = ResampledMotion(reader, anchor, rate: rate, speed: speed)
    {
      return motion
    }
    return PlainMotion(reader, anchor)
  }

  /// Lets go of everything; what is read from now on is silent.
  func close() {
    isOver = true
    reader?.close()
    reader = nil
    for index in sections.indices { sections[index].motion = nil }
  }
}
