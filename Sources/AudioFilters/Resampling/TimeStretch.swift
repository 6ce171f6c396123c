import Bytes
import WAV

/// Plays a sound at any speed without changing its pitch: forwards, backwards, at a moving speed.
///
/// Segments of the source are overlapped, each where it best continues the one before: waveform
/// similarity overlap-add (W. Verhelst and M. Roelands, ICASSP 1993). An onset is heard once, whole
/// and at its time: the segments that contain it are placed so that it is where the map puts it,
/// and the others beside it. All channels move together. The output deviates from the map by a few
/// hundredths of a second at most, and this never adds up. Where the map has the speed of the
/// source, the output is a copy, bit for bit.
///
/// The state goes forward from block to block; their lengths do not matter to the result. It
/// belongs to one thread at a time.
package final class TimeStretch {
  /// How many channels are stretched together, so that their phases stay as they are.
  package let channels: Int
  /// From the start of a stretch to that of the next, in samples of the output.
  private let hop: Int
  /// For so many samples, a stretch fades into the next one; a multiple of 16.
  private let overlap: Int
  /// How far a stretch may lie from where the map wants it, where there are no onsets.
  private let tolerance: Int
  /// What belongs to an onset before and after its peak.
  private let margin: Int
  private let sight: SourceWindow
  private let search: StretchSearch
  private var transients: Transients

  /// The places at which the next stretch may begin, in the order in which it is heard.
  private let window: AudioBlock
  /// What would come next if the last stretch went on.
  private let tail: AudioBlock
  /// The output from one hop to the next.
  private let ready: AudioBlock
  /// The fade from one stretch to the next.
  private let fade: [Float]

  /// The samples of the source that may be heard; nil where all may be.
  private let part: Range<Int>?
  /// The sample that ``render(into:at:map:source:)`` gives next; nil before the first.
  private var next: Int?
  /// How much of ``ready`` has been given.
  private var given = 0
  private var last: Stretch?

  /// A piece of the source, as it is.
  private struct Stretch {
    let start: Int
    /// 1, or -1 when it is played backwards.
    let step: Int
    /// The onset that it is laid for.
    var onset: Int?
  }

  /// What the map says about the next stretch.
  private struct Course {
    /// The source sample in the middle of it.
    var place: Int
    /// Where it should start.
    var wanted: Int
    let step: Int
    /// Samples of the source for one of the output.
    let speed: Double
  }

  /// - Parameters:
  ///   - rate: samples a second.
  ///   - part: the samples of the source that may be heard, as those around it belong to something
  ///     else; nil where all may be.
  package convenience init(rate: Int, channels: Int, within part: Range<Int>? = nil) {
    // Were all of a part hardly longer than a stretch, one alone would be heard again and again,
    // and what comes after the part with it. Below 7 ms stretches are a buzz.
    let enough = 2 * (0.016 + 0.012) * Double(max(rate, 1))
    let share = part.map { min(max(Double($0.count) / enough, 0.25), 1) } ?? 1
    self.init(
      rate: rate, channels: channels, hop: 0.016 * share, overlap: 0.012 * share, tolerance: 0.009,
      within: part)
  }

  /// With lengths in seconds.
  package init(
    rate: Int, channels: Int, hop: Double, overlap: Double, tolerance: Double,
    within part: Range<Int>? = nil
  ) {
    self.channels = channels
    self.part = part
    let samples = Double(min(max(rate, 1), AudioFormat.highestRate))
    let overlap = (max(16, Int(overlap * samples)) + 15) & ~15
    self.overlap = overlap
    self.hop = max(overlap, (Int(hop * samples) + 15) & ~15)
    self.tolerance = max(8, Int(tolerance * samples))
    margin = Int(0.002 * samples)
    sight = SourceWindow(
      channels: channels, count: 4 * (self.hop + overlap) + 2 * Int(0.03 * samples))
    window = AudioBlock(channels: channels, capacity: self.hop + overlap + 2 * self.tolerance)
    tail = AudioBlock(channels: channels, capacity: overlap)
    ready = AudioBlock(channels: channels, capacity: self.hop)
    search = StretchSearch(
      channels: channels, length: overlap, tolerance: self.tolerance,
      thinning: max(1, Int(samples / 16000)), allowance: 0.0005 * Double(self.hop))
    transients = Transients(rate: Int(samples))
    fade = (0..<overlap).map { index in
      Maths.smoothstep((Float(index) + 0.5) / Float(overlap))
    }
  }

  /// How far ahead of an output sample the map is asked for, in samples.
  package var lookahead: Int { hop + overlap / 2 + hop / 2 + hop / 2 }

  /// How far before and after the places that the map gives the source is read, in samples.
  package var reach: Int { sight.samples.count / 2 }

  /// Fills a block with the samples after the last one; after a gap, or for the first block, the
  /// state is reset.
  ///
  /// - Parameters:
  ///   - map: the source sample that an output sample stands for.
  ///   - source: fills a block with samples of the source from a given one on, which may lie
  ///     before its first or behind its last. While the map goes forward, it is asked for samples
  ///     in order and for none twice.
  package func render<Failure: Error>(
    into block: AudioBlock, at start: Int, map: (Int) -> Int,
    source: (_ start: Int, _ block: AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(block.channels == channels)
    if next != start {
      last = nil
      given = hop
      sight.clear()
      search.reset()
      transients.reset()
    }
    next = nil
    var done = 0
    while done < block.count {
      if given == hop {
        try advance(at: start + done, map: map, source: source)
        given = 0
      }
      let count = min(hop - given, block.count - done)
      for channel in 0..<channels {
        guard let from = ready[channel].baseAddress, let to = block[channel].baseAddress
        else { continue }
        (to + done).update(from: from + given, count: count)
      }
      done += count
      given += count
    }
    next = start + block.count
  }

  /// Lays the next stretch.
  private func advance<Failure: Error>(
    at output: Int, map: (Int) -> Int,
    source: (_ start: Int, _ block: AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    let course = course(from: output, map: map)
    try sight.move(to: course.place - reach, source: source)
    let goesOn = last.map { $0.step == course.step ? $0.start + $0.step * hop : nil } ?? nil
    var stretch = Stretch(start: course.wanted, step: course.step, onset: nil)
    var likeness = 1.0
    if last != nil, goesOn != course.wanted || abs(course.speed) != 1 {
      (stretch, likeness) = choice(course, goesOn: goesOn)
    }
    sight.copy(from: stretch.start, step: stretch.step, into: ready, count: hop)
    if last != nil, goesOn != stretch.start { join(likeness: likeness) }
    sight.copy(
      from: stretch.start + stretch.step * hop, step: stretch.step, into: tail, count: overlap)
    last = stretch
  }

  private func course(from output: Int, map: (Int) -> Int) -> Course {
    let middle = output + (hop + overlap) / 2
    // Sources end long before this.
    let limit = 1 << 60
    func held(_ output: Int) -> Int { min(max(map(output), -limit), limit) }
    let place = held(middle)
    let way = held(middle + hop / 2) - held(middle - hop / 2)
    let step = way < 0 ? -1 : 1
    let half = step * (hop + overlap) / 2
    var course = Course(
      place: place, wanted: place - half, step: step, speed: Double(way) / Double(hop))
    guard let part, abs(course.speed) != 1 else { return course }
    // What is heard first is what the map begins with, however fast it goes on.
    let wanted = last == nil ? held(output) : course.wanted
    course.wanted = min(
      max(wanted, starts(in: part, step).lowerBound), starts(in: part, step).upperBound)
    course.place = course.wanted + half
    return course
  }

  /// Where stretches begin that lie within a part, or, of one that is too short, at its beginning.
  private func starts(in part: Range<Int>, _ step: Int) -> ClosedRange<Int> {
    let length = hop + overlap
    if step > 0 { return part.lowerBound...max(part.lowerBound, part.upperBound - length) }
    let last = part.upperBound - 1
    return min(last, part.lowerBound + length - 1)...last
  }

  /// Where the next stretch lies best, and how alike it is there to the tail.
  private func choice(_ course: Course, goesOn: Int?) -> (Stretch, likeness: Double) {
    let onsets = transients.onsets(in: sight)
    // Beyond these speeds onsets follow too closely, or not at all.
    let holdsOnsets = abs(course.speed) > 0.1 && abs(course.speed) < 2.5
    if holdsOnsets, let stretch = laid(course, for: onsets, goesOn: goesOn) {
      sight.copy(from: stretch.start, step: stretch.step, into: window, count: overlap)
      return (stretch, goesOn == stretch.start ? 1 : search.likeness(of: window, to: tail))
    }
    let range = free(course, of: holdsOnsets ? onsets : [])
    sight.copy(
      from: course.wanted + course.step * range.lowerBound, step: course.step, into: window,
      count: range.count + overlap)
    let natural = goesOn.map { ($0 - course.wanted) * course.step }
    let match = search.best(for: tail, in: window, range: range, natural: natural)
    return (
      Stretch(start: course.wanted + course.step * match.offset, step: course.step),
      match.likeness
    )
  }

  /// The stretch that holds the onset which is due in it, if there is one.
  private func laid(
    _ course: Course, for onsets: [Transients.Onset], goesOn: Int?
  ) -> Stretch? {
    func isWithin(_ start: Int) -> Bool {
      part.map { starts(in: $0, course.step).contains(start) } ?? true
    }
    let length = hop + overlap
    let due = onsets.compactMap { onset -> (onset: Transients.Onset, after: Int)? in
      let after = Double(length / 2) + Double(onset.place - course.place) / course.speed
      return after >= 0 && after < Double(length) ? (onset, Int(after)) : nil
    }
    if let goesOn, isWithin(goesOn), let held = last?.onset,
      due.contains(where: { $0.onset.place == held })
    {
      return Stretch(start: goesOn, step: course.step, onset: held)
    }
    guard let strongest = due.max(by: { $0.onset.strength < $1.onset.strength }) else {
      return nil
    }
    let start = strongest.onset.place - course.step * strongest.after
    guard isWithin(start) else { return nil }
    return Stretch(start: start, step: course.step, onset: strongest.onset.place)
  }

  /// How far from the wanted place a stretch may lie that must not hold these onsets.
  private func free(_ course: Course, of onsets: [Transients.Onset]) -> ClosedRange<Int> {
    let free = unbounded(course, of: onsets)
    guard let part else { return free }
    let starts = starts(in: part, course.step)
    let (one, other) = (
      (starts.lowerBound - course.wanted) * course.step,
      (starts.upperBound - course.wanted) * course.step
    )
    return free.clamped(to: min(one, other)...max(one, other))
  }

  /// How far from the wanted place such a stretch may lie, wherever the source's part begins and
  /// ends.
  private func unbounded(_ course: Course, of onsets: [Transients.Onset]) -> ClosedRange<Int> {
    let length = hop + overlap
    var (low, high) = (-tolerance, tolerance)
    for onset in onsets {
      let after = (onset.place - course.wanted) * course.step
      if after >= length / 2 {
        high = min(high, after - length - margin)
      } else {
        low = max(low, after + margin)
      }
    }
    if low <= high { return low...high }
    // Before an onset, or behind it, but not between two.
    if low == -tolerance { return high - tolerance / 2...high }
    if high == tolerance { return low...low + tolerance / 2 }
    return -tolerance...tolerance
  }

  /// Fades from the tail into what is ready. The less alike the two are, the more of them must
  /// be left in the middle for the same power.
  private func join(likeness: Double) {
    let likeness = Float(max(likeness, 0))
    for channel in 0..<channels {
      let (from, to) = (tail[channel], ready[channel])
      for i in 0..<overlap {
        let (come, go) = (fade[i], 1 - fade[i])
        let power = come * come + go * go + 2 * likeness * come * go
        to[i] = (from[i] + (to[i] - from[i]) * come) / power.squareRoot()
      }
    }
  }
}
