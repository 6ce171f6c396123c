import Bytes
import Timeline

extension DocumentCut {
  /// A clip, in several pieces where its speed, its direction or its part changes.
  mutating func pieces(
    _ clip: Clip, _ entry: EditList.Entry, from first: Rational, to last: Rational
  ) -> [CutClip] {
    guard last > first else { return [] }
    let origin = entry.range.start.value
    guard let media = media(clip) else { return [] }
    var whole = CutClip(media, duration: last - first, place: clip.place.prefix)
    whole.name = clip.name ?? ""
    whole.hasSound = document.soundtrack.hasMain && !clip.sound.isMuted && !whole.isStill
    if whole.isStill { return [whole] }
    let freeze = freeze(entry.retiming)
    let times = edges(clip.media, freeze, entry.retiming).map { origin + $0 }
      .filter { $0 > first && $0 < last }
    var pieces: [CutClip] = []
    for (from, to) in zip([first] + times, times + [last]) {
      var piece = whole
      piece.duration = to - from
      play(&piece, clip, entry.retiming, from: from - origin, to: to - origin, freeze)
      pieces.append(piece)
    }
    return pieces
  }

  /// When a clip stands still, in its own time.
  private func freeze(_ retiming: Retiming) -> (start: Rational, end: Rational)? {
    retiming.freeze.map { ($0.time.value, ($0.time + $0.duration).value) }
  }

  /// The times at which a clip plays on in another way.
  private mutating func edges(
    _ media: MediaUse, _ freeze: (start: Rational, end: Rational)?, _ retiming: Retiming
  ) -> [Rational] {
    var edges: [Rational] = []
    if media.loop != 1, let span = retiming.segment.duration?.value, span > .zero,
      let speed = media.speed.constantValue,
      let pass = span.divided(by: Rational(simplest: speed)), let duration = retiming.duration
    {
      let passes = duration.value.divided(by: pass) ?? .one
      if passes > Rational(1000) {
        log.warn("of a part that is repeated, 1000 passes are carried over", at: media.place)
      }
      for pass in stride(from: 1, through: min(Int(clamping: passes.floor), 1000), by: 1) {
        var time = span.divided(by: Rational(simplest: speed)).map { $0 * Rational(pass) } ?? .zero
        if let freeze, time > freeze.start { time = time + freeze.end - freeze.start }
        edges.append(time)
      }
    } else if media.loop != 1 {
      log.warn("a part that is repeated at a changing speed is carried over once", at: media.place)
    }
    if media.speed.constantValue == nil {
      log.warn(
        "a speed that changes is carried over as its mean", at: media.place(of: "speed").prefix)
    }
    if let freeze { edges += [freeze.start, freeze.end] }
    return Set(edges).sorted()
  }

  /// Says which part of its source a piece plays, and how fast.
  private mutating func play(
    _ piece: inout CutClip, _ clip: Clip, _ retiming: Retiming, from: Rational, to: Rational,
    _ freeze: (start: Rational, end: Rational)?
  ) {
    let first = retiming.instant(at: Time(from)).time.value
    if let freeze, from >= freeze.start, to <= freeze.end {
      (piece.start, piece.speed) = (frozen(clip, retiming, at: from), .zero)
      return
    }
    let middle = retiming.instant(at: Time((from + to) * Rational(reducing: 1, over: 2)))
    var speed = clip.media.speed.constantValue.map { Rational(simplest: $0) }
    if speed == nil {
      let way = retiming.instant(at: Time(to)).time.value - first
      speed = (way < .zero ? -way : way).divided(by: to - from)
    }
    let size = speed ?? .one
    piece.speed = middle.isBackward ? -size : size
    // A moment between two passes belongs to one of them, so the start is counted from the middle.
    let half = size * (to - from) * Rational(reducing: 1, over: 2)
    piece.start =
      clip.media.speed.constantValue == nil
      ? min(first, first + piece.speed * (to - from))
      : middle.time.value - half
    piece.start = max(piece.start, .zero)
  }

  /// When the frame begins on which a clip stands still.
  ///
  /// The frame that is seen at a moment may have begun before it, but a clip that begins there
  /// takes the next one. In lists all times are whole frames of the timeline.
  private mutating func frozen(_ clip: Clip, _ retiming: Retiming, at time: Rational) -> Rational {
    let moment = retiming.instant(at: Time(time)).time.value
    guard format == .otio, case .file = clip.media.source else { return moment }
    let known = sourceRates.indices.contains(clip.feed) ? sourceRates[clip.feed] : nil
    let rate = known ?? rate
    let start = rate.seconds(retiming.frames(at: Time(time), rate: rate).first)
    if known == nil, start != moment {
      log.warn(
        "the frame on which a clip stands still is moved to one of the timeline's",
        at: clip.media.place(of: "freeze").prefix)
    }
    return start
  }

  private mutating func media(_ clip: Clip) -> CutMedia? {
    switch clip.media.source {
    case .file(let path), .image(let path): return .file([finder.assumed(path.text)])
    case .color(let color):
      let text = color.description
      return .color(text.hasSuffix("ff") ? String(text.dropLast(2)) : text)
    case .stdin:
      log.warn("standard input has no name; it is called 'stdin'", at: clip.media.place)
      return .file(["stdin"])
    case .timeline(_, let played) where !played.document.clips.isEmpty: return .nest(0)
    case .timeline(let path, _):
      log.warn(
        "\(path.map { "the timeline \($0.text.quotedText)" } ?? "a timeline in the timeline") is not "
          + "carried over, and is black",
        at: clip.media.place)
      return .color("#000000")
    case .generator(name: "bars", _): return .bars
    case .generator(let name, _):
      log.warn(
        "a picture of kind \(name.quotedText) is not carried over, and is black",
        at: clip.media.place)
      return .color("#000000")
    }
  }
}
