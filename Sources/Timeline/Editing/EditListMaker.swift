import Bytes

extension EditList {
  /// Lays out clips one after another.
  ///
  /// - Parameter lengths: the length of each clip's source, as for ``Retiming``; a stream on
  ///   standard input may be of unknown length, nil, if its clip is the last. That of an animated
  ///   picture is nil where ``MediaUse/picturePlaysOn``.
  /// - Returns: the list, and what is wrong: a clip without a length, a part beyond its source, a
  ///   transition longer than a clip, three clips at once, clips over one another. With errors the
  ///   list is valid, but not as intended.
  package static func make(
    _ clips: [Clip], lengths: [Time?]
  ) -> (list: EditList, faults: Diagnostics) {
    var maker = EditListMaker()
    for (number, clip) in clips.enumerated() {
      let length = lengths.indices.contains(number) ? lengths[number] : nil
      maker.add(clip, length: length, isLast: number == clips.count - 1)
    }
    return (EditList(maker.entries), maker.diagnostics)
  }

  /// Lays out clips and films that are layers, and those of the timelines that they play.
  ///
  /// - Parameter length: of a clip's source, as above; it is not asked for timelines with clips.
  package static func make(
    _ clips: [Clip], films: [FilmLayer] = [], length: (Clip) -> Time?
  ) -> (list: EditList, faults: Diagnostics) {
    var maker = EditListMaker()
    for (number, clip) in clips.enumerated() {
      let inner = inner(of: clip.media, length: length)
      let isFilm = !clip.media.source.clips.isEmpty
      maker.add(
        clip, length: isFilm ? inner?.list.end : length(clip), isLast: number == clips.count - 1,
        playing: inner)
    }
    for film in films { maker.add(film, playing: inner(of: film.media, length: length)) }
    return (EditList(maker.entries, films: maker.films), maker.diagnostics)
  }

  /// What is in the timeline that is played, laid out; nil where nothing is to be.
  private static func inner(
    of media: MediaUse, length: (Clip) -> Time?
  ) -> (list: EditList, faults: Diagnostics)? {
    guard let document = media.source.timeline?.document,
      !document.clips.isEmpty || !document.films.isEmpty
    else { return nil }
    return make(document.clips, films: document.films, length: length)
  }
}

/// Puts clips one behind another and finds what does not fit.
private struct EditListMaker {
  private(set) var entries: [EditList.Entry] = []
  private(set) var films: [EditList.Entry] = []
  private(set) var diagnostics = Diagnostics()
  private var previous: Clip?
  /// Whether it is known when the clip before ends; what follows from a stand-in is not reported.
  private var isEndKnown = true

  /// - Parameter inner: the clips of the timeline that the clip plays, laid out.
  mutating func add(
    _ clip: Clip, length: Time?, isLast: Bool,
    playing inner: (list: EditList, faults: Diagnostics)? = nil
  ) {
    if let inner {
      for fault in inner.faults.sorted { diagnostics.add(fault) }
      // What follows from a stand-in is not reported.
      guard !inner.faults.hasErrors else { return addFaulty(clip, inner.list) }
    }
    var check = MediaCheck(clip.media, length: length, stretch: .clip)
    check.check()
    for fault in check.diagnostics.sorted { diagnostics.add(fault) }
    var isKnown = !check.diagnostics.hasErrors && !clip.media.hasFaultyEnd
    let retiming = check.retiming
    var duration = retiming.duration
    if duration == nil, isKnown, !isLast {
      diagnostics.error(
        "the clip needs an 'out' or a 'duration', because clips follow and the end of its source "
          + "is not known", at: clip.media.place)
      isKnown = false
    }
    if duration == nil, !isKnown || !isLast { duration = Time(seconds: 1) }
    let start = place(clip, duration: isKnown ? duration : nil)
    let range = TimeRange(start: start, end: duration.map { max(Self.tamed(start + $0), start) })
    if isLast, let transition = clip.transition {
      diagnostics.warning(
        "the transition is not seen, because no clip follows", at: transition.place,
        hint:
          #"a clip fades out by "opacity": { "keys": [["100% - 1s", 1], ["100%", 0]] }"#)
    }
    let overlap = isLast ? nil : overlap(of: clip, range, isKnown: isKnown)
    entries.append(
      EditList.Entry(
        clip: entries.count, range: range, retiming: retiming, transition: overlap,
        inner: inner?.list))
    previous = clip
    isEndKnown = isKnown && (isEndKnown || clip.start != nil)
  }

  /// Adds a film that is a layer, at its own time.
  mutating func add(_ film: FilmLayer, playing inner: (list: EditList, faults: Diagnostics)?) {
    for fault in inner?.faults.sorted ?? [] { diagnostics.add(fault) }
    let length = film.media.source.clips.isEmpty ? nil : inner?.list.end
    if !(inner?.faults.hasErrors ?? false) {
      var check = MediaCheck(film.media, length: length, stretch: .layer)
      check.check()
      for fault in check.diagnostics.sorted { diagnostics.add(fault) }
    }
    films.append(
      EditList.Entry(
        clip: films.count, range: film.range, retiming: Retiming(film.media, length: length),
        transition: nil, inner: inner?.list))
  }

  /// Adds a clip whose timeline is at fault, for a second.
  private mutating func addFaulty(_ clip: Clip, _ inner: EditList) {
    let start = place(clip, duration: nil)
    entries.append(
      EditList.Entry(
        clip: entries.count, range: TimeRange(start: start, duration: Time(seconds: 1)),
        retiming: Retiming(clip.media, length: Time(seconds: 1)), transition: nil, inner: inner))
    previous = clip
    isEndKnown = false
  }

  /// When a clip starts; settles the transition of the clip before.
  private mutating func place(_ clip: Clip, duration: Time?) -> Time {
    guard let last = entries.last, let previous else { return clip.start ?? .zero }
    let end = last.range.end ?? last.range.start
    let natural = last.transition?.start ?? end
    let start = clip.start ?? natural
    if start == natural {
      guard !isTooLong(last.transition.flatMap { _ in previous.transition }, into: duration) else {
        dropTransition()
        return end
      }
      return start
    }
    if start > natural, let transition = previous.transition, last.transition != nil {
      if start >= end {
        diagnostics.warning(
          "the transition is not seen, because the next clip starts after it", at: transition.place,
          notes: note("it starts here", clip))
      } else if isEndKnown {
        diagnostics.error(
          "the clip starts at \(start.inSeconds), within the transition into it, which starts at"
            + " \(natural.inSeconds)", at: clip.startPlace ?? clip.place,
          hint: "leave out 'start'",
          notes: [Diagnostic.Note(message: "the transition", range: transition.place)])
      }
      dropTransition()
      return max(start, end)
    }
    if start < natural {
      if isEndKnown {
        diagnostics.error(
          "the clip starts at \(start.inSeconds), but the clip before it lasts until"
            + " \(end.inSeconds)", at: clip.startPlace ?? clip.place,
          hint: last.transition == nil
            ? "only clips with a 'transition' overlap"
            : "with the transition it starts at \(natural.inSeconds); leave out 'start'",
          notes: [Diagnostic.Note(message: "the clip before", range: previous.media.place)])
      }
      return natural
    }
    return start
  }

  private func note(_ message: String, _ clip: Clip) -> [Diagnostic.Note] {
    clip.startPlace.map { [Diagnostic.Note(message: message, range: $0)] } ?? []
  }

  /// The clip before gets a cut.
  private mutating func dropTransition() {
    guard let last = entries.popLast() else { return }
    entries.append(
      EditList.Entry(
        clip: last.clip, range: last.range, retiming: last.retiming, transition: nil,
        inner: last.inner))
  }

  /// Whether the transition of the clip before is longer than the clip that it leads to, which is
  /// then reported.
  private mutating func isTooLong(_ transition: TransitionUse?, into duration: Time?) -> Bool {
    guard let transition, let duration, transition.duration > duration else { return false }
    diagnostics.error(
      "the transition takes \(transition.duration.inSeconds), but the clip that it leads to lasts"
        + " \(duration.inSeconds)", at: transition.place)
    return true
  }

  /// When a clip goes over into the next one; nil for a cut, and where a fault is reported.
  private mutating func overlap(of clip: Clip, _ range: TimeRange, isKnown: Bool) -> TimeRange? {
    guard let transition = clip.transition, transition.duration > .zero, let end = range.end,
      let duration = range.duration
    else { return nil }
    let overlap = TimeRange(start: end - transition.duration, end: end)
    if transition.duration > duration {
      // What follows from a stand-in for a length is not reported.
      guard isKnown else { return nil }
      diagnostics.error(
        "the transition takes \(transition.duration.inSeconds), but the clip that it leaves lasts"
          + " \(duration.inSeconds)", at: transition.place)
      return nil
    }
    guard let before = entries.last?.transition, let last = before.end, last > overlap.start else {
      return overlap
    }
    guard isKnown else { return nil }
    let notes = previous?.transition.map {
      [Diagnostic.Note(message: "the transition into the clip", range: $0.place)]
    }
    diagnostics.error(
      "three clips would be seen at once, because the clip lasts \(duration.inSeconds) and the "
        + "transitions into it and out of it take "
        + "\(((before.duration ?? .zero) + transition.duration).inSeconds)",
      at: transition.place, notes: notes ?? [])
    return nil
  }

  /// A time that can be added up: one whose denominator is beyond a million millions, as comes of
  /// many clips at odd speeds, is cut to a billionth of a second.
  private static func tamed(_ time: Time) -> Time {
    guard time.value.denominator > 1_000_000_000_000 else { return time }
    let billionths = (time.value * Rational(1_000_000_000)).floor
    return Time(Rational(reducing: billionths, over: 1_000_000_000))
  }
}
