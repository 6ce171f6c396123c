import Bytes

/// When a source is seen, and where it then stands: the times of the timelines in which it stands,
/// one in the other.
package struct FeedUse: Sendable {
  /// The clips and layers that play these timelines, from the outside in; none for sources of the
  /// timeline itself.
  package let outer: [EditList.Entry]
  /// When it is seen, in the time of its own timeline.
  package let range: TimeRange
  /// How a clip is played; nil for a video layer.
  package let retiming: Retiming?

  /// Whether its own timeline's time only goes forwards.
  package var isForward: Bool { outer.allSatisfy { $0.retiming.isMonotone } }

  /// The time of its own timeline at one of the whole, and whether it runs backwards there.
  ///
  /// - Parameter rate: frames a second of the output.
  package func instant(at time: Time, rate: FrameRate) -> SourceInstant {
    var instant = SourceInstant(time: time)
    for entry in outer {
      let time = instant.time - entry.range.start
      let next = entry.retiming.instant(at: time)
      // After its end, its last frame is held.
      instant = SourceInstant(
        time: next.isBackward || instant.isBackward
          ? next.time : entry.retiming.moment(at: time, rate: rate),
        isBackward: next.isBackward != instant.isBackward)
    }
    return instant
  }

  /// When it can be seen, in the time of the whole: exactly, if all around it plays once, forwards
  /// and at its own speed, and nothing is held, and else as long as the outermost clip or layer.
  package var window: TimeRange? {
    var window: TimeRange? = range
    for entry in outer.reversed() {
      let retiming = entry.retiming
      let isPlain =
        retiming.direction == .forward && retiming.constantSpeed == .one && retiming.freeze == nil
      let moved = window?.shifted(by: entry.range.start - retiming.segment.start)
      window = isPlain && !entry.holds ? moved?.intersection(entry.range) : entry.range
    }
    return window
  }

  /// The output frames in which it is seen: from the first to the last, and where it is seen again
  /// and again, all of its outermost clip.
  ///
  /// - Parameter start: the time of output frame 0.
  package func outputs(rate: FrameRate, start: Time) -> Range<Int> {
    guard let first = outer.first else { return range.shifted(by: -start).frames(rate: rate) }
    let all = first.range.shifted(by: -start).frames(rate: rate)
    guard !outer.contains(where: { $0.retiming.direction == .both }) else { return all }
    // What is seen at the end is held from then on.
    let held = first.retiming.available.map {
      (first.range.start + $0 - start).frameIndex(rate: rate, rounding: .up)
    }
    let last = held.map { min(max($0, all.lowerBound) + 1, all.upperBound) } ?? all.upperBound
    func firstFrame(_ isPast: (Int) -> Bool) -> Int {
      var (low, high) = (all.lowerBound, last)
      while low < high {
        let middle = low + (high - low) / 2
        if isPast(side(at: start + Time(frame: middle, rate: rate), rate)) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low == last ? all.upperBound : low
    }
    let begin = firstFrame { $0 >= 0 }
    return begin..<max(begin, firstFrame { $0 > 0 })
  }

  /// Whether it is seen at a time (0), will be (-1), or was (1).
  private func side(at time: Time, _ rate: FrameRate) -> Int {
    var (moment, sign) = (time, 1)
    for entry in outer {
      let side = entry.range.side(of: moment)
      guard side == 0 else { return sign * side }
      moment = entry.retiming.moment(at: moment - entry.range.start, rate: rate)
      if entry.retiming.direction == .backward { sign = -sign }
    }
    return sign * range.side(of: moment)
  }
}

extension EditList.Entry {
  /// Whether it is seen longer than it plays.
  fileprivate var holds: Bool {
    guard let available = retiming.available else { return false }
    return range.end.map { $0 > range.start + available } ?? true
  }
}

extension TimeRange {
  /// Whether a time lies inside (0), before (-1) or after (1).
  fileprivate func side(of time: Time) -> Int {
    time < start ? -1 : contains(time) ? 0 : 1
  }
}

extension Retiming {
  /// The moment of a timeline that is seen at `time`: forwards the clip's own, and backwards and at
  /// the very end that of the frame that ends there, in a film of the timeline at the output's
  /// rate.
  ///
  /// - Parameter rate: frames a second of the output; nil where there are no frames, and what ends
  ///   there is seen a nanosecond before.
  package func moment(at time: Time, rate: FrameRate?) -> Time {
    let instant = instant(at: time)
    let isLast = segment.end.map { instant.time >= $0 } ?? false
    guard instant.isBackward || isLast else { return instant.time }
    guard let rate else {
      return max(instant.time - Time(Rational(reducing: 1, over: 1_000_000_000)), segment.start)
    }
    let moment =
      instant.isBackward
      ? instant.time - Time(frame: 1, rate: rate)
      : Time(frame: instant.time.frameIndex(rate: rate, rounding: .up) - 1, rate: rate)
    return max(moment, segment.start)
  }
}

extension EditList {
  /// Where a clip or a film is seen.
  private func entry(of host: TimelineHost) -> Entry? {
    switch host {
    case .clip(let number): entries.indices.contains(number) ? entries[number] : nil
    case .film(let number): films.indices.contains(number) ? films[number] : nil
    }
  }

  /// A range that counts in a clip's time, on the timeline; it ends with the clip, and is nil where
  /// the clip is not laid out, or over before.
  private func range(_ range: TimeRange, in clip: Int?) -> TimeRange? {
    guard let clip else { return range }
    guard entries.indices.contains(clip) else { return nil }
    let around = entries[clip].range
    let moved = range.shifted(by: around.start)
    let both = TimeRange(
      start: moved.start, end: [moved.end, around.end].compactMap { $0 }.min())
    return both.isEmpty ? nil : both
  }

  /// When a source is seen; nil where its clips are not laid out.
  package func use(of feed: Feed) -> FeedUse? {
    var (list, outer) = (self, [Entry]())
    for host in feed.within {
      guard let entry = list.entry(of: host) else { return nil }
      outer.append(entry)
      list = entry.inner ?? .empty
    }
    if let range = feed.layerRange {
      return list.range(range, in: feed.clipAround).map {
        FeedUse(outer: outer, range: $0, retiming: nil)
      }
    }
    guard let clip = feed.clip else { return nil }
    guard list.entries.indices.contains(clip) else { return nil }
    let entry = list.entries[clip]
    return FeedUse(outer: outer, range: entry.range, retiming: entry.retiming)
  }
}

extension EditList? {
  /// Who uses a feed, where there may be no clips.
  package func use(of feed: Feed) -> FeedUse? { (self ?? .empty).use(of: feed) }
}
