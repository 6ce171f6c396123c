import AudioFilters
import Bytes
import Timeline
import WAV

/// Plays one feed: its source's samples, as they are heard on the timeline.
///
/// All memory, files and programs are taken when the first sample is read.
final class FeedPlayer {
  /// A part of the feed that is heard without a pause.
  private struct Section {
    let samples: Range<Int>
    let clock: Clock
    var motion: (any Motion)?
  }

  let feed: SoundPlan.Feed
  private let rate: Int
  private let course: Course
  private let open: () throws(SoundError.Fault) -> any Samples
  private var sections: [Section]
  private var reader: CourseReader?
  /// The first sample at which there is nothing to play any more; nil where the source's end says.
  private let end: Int?
  /// Whether it has let go of everything, and is silent.
  private(set) var isOver = false

  /// - Parameters:
  ///   - rate: of the output.
  ///   - sourceRate: of the samples that `open` gives.
  init(
    _ feed: SoundPlan.Feed, rate: Int, sourceRate: Int,
    open: @escaping () throws(SoundError.Fault) -> any Samples
  ) {
    (self.feed, self.rate, self.open) = (feed, rate, open)
    let course = Course(
      feed.retiming.loopedPart, rate: sourceRate, crossfade: feed.loopCrossfade)
    self.course = course
    /// The feed's sample that is nearest to a time since it began.
    func sample(at time: Time) -> Int {
      SoundPlan.sample(of: feed.begin + time, rate: rate) - feed.start
    }
    func section(_ samples: Range<Int>, after pause: Time) -> Section {
      let clock = Clock(feed: feed, rate: rate, origin: course.origin, pause: pause)
      return Section(samples: samples, clock: clock)
    }
    if let pause = feed.retiming.pause, let length = pause.duration {
      let start = max(sample(at: pause.start), 0)
      let end = max(sample(at: pause.start + length), start)
      sections = [section(0..<start, after: .zero), section(end..<Int.max, after: length)]
    } else {
      sections = [section(0..<Int.max, after: .zero)]
    }
    end = feed.retiming.available(crossfade: feed.loopCrossfade).map(sample)
  }

  /// Whether the source's samples come at their own speed and rate.
  private var isPlain: Bool { course.rate == rate && feed.retiming.constantSpeed == .one }

  /// Whether what is played are the source's own samples, or silence.
  var givesSamplesAsTheyAre: Bool { isPlain && course.overlap == 0 }

  /// Whether all samples have the same distance in the source, and their pitch follows from it.
  private var isEven: Bool {
    feed.retiming.constantSpeed.map { $0 == .one || !feed.preservesPitch } ?? false
  }

  /// How far around what is heard its source is read.
  private var margin: Int {
    if isPlain { return 0 }
    guard isEven, let speed = feed.retiming.constantSpeed else {
      return course.rate / 4 + (1 << 16)
    }
    let ratio = Rational(reducing: Int128(course.rate), over: Int128(rate)) * speed
    guard ratio.numerator < 1 << 30, ratio.denominator < 1 << 30 else {
      return 256 * Int(clamping: max(ratio, .one).ceiling)
    }
    return Resampler.reach(from: Int(ratio.numerator), to: Int(ratio.denominator)) + 2
  }

  /// The samples of the source that are read again, or in another order.
  var kept: [Range<Int>] {
    if let all = course.kept(margin: max(margin, 1)) { return [all] }
    // After a pause, what was read ahead before it is read again.
    guard sections.count > 1, !isPlain else { return [] }
    let pause = place(of: sections[0].samples.upperBound, sections[0].clock)
    return [max(0, pause - 2 * margin)..<max(0, pause + 2 * margin)]
  }

  /// The samples of the source that are read.
  var heard: Range<Int> {
    if let all = course.kept(margin: max(margin, 1)) { return all }
    let start = max(0, place(of: 0, sections[0].clock) - margin)
    let ends = [feed.end.map { $0 - feed.start }, end].compactMap { $0 }
    guard let last = ends.min() else { return start..<Int.max }
    return start..<max(start, place(of: last, clock(at: last)) + margin)
  }

  private func clock(at sample: Int) -> Clock {
    let last = sections[sections.count - 1]
    return sample >= last.samples.lowerBound ? last.clock : sections[0].clock
  }

  /// The place of the course at a sample.
  private func place(of sample: Int, _ clock: Clock) -> Int {
    Course.nearest(clock.second(of: sample), course.rate)
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
    // What is played for ever has no end, however long its source is.
    guard !course.isEndless else { return wanted.count }
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
    let clock = clock(at: sample)
    guard !isPlain else { return place(of: sample, clock) >= length }
    return clock.second(of: sample) * Rational(course.rate) >= Rational(length)
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
    let made = make(sections[index], reader)
    sections[index].motion = made
    return made
  }

  private func make(_ section: Section, _ reader: CourseReader) -> any Motion {
    let anchor = section.clock.anchor(at: section.samples.lowerBound)
    if isPlain { return PlainMotion(reader, anchor) }
    if isEven, let speed = feed.retiming.constantSpeed,
      let motion = ResampledMotion(reader, anchor, rate: rate, speed: speed)
    {
      return motion
    }
    return feed.preservesPitch
      ? StretchedMotion(reader, section.clock) : MovingMotion(reader, section.clock)
  }

  /// Lets go of everything; what is read from now on is silent.
  func close() {
    isOver = true
    reader?.close()
    reader = nil
    for index in sections.indices { sections[index].motion = nil }
  }
}
