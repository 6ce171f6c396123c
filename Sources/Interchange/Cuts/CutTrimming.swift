import Bytes

extension CutClip {
  /// The same without `head` seconds at its beginning and `tail` at its end, both on the track;
  /// below zero it gets longer.
  func trimmed(head: Rational, tail: Rational) -> CutClip {
    var clip = self
    clip.duration = duration - head - tail
    if speed > .zero { clip.start = start + head * speed }
    if speed < .zero { clip.start = start + tail * -speed }
    clip.look.shift(by: -head)
    clip.sound.volume = sound.volume?.shifted(by: -head)
    clip.sound.pan = sound.pan?.shifted(by: -head)
    // Of a fade that is cut, the rest is left.
    if head > .zero { clip.sound.fadeIn = max(sound.fadeIn - head, .zero) }
    if tail > .zero { clip.sound.fadeOut = max(sound.fadeOut - tail, .zero) }
    return clip
  }

  /// The same in a timeline that is played at another speed: below 0 backwards, never 0.
  func retimed(_ factor: Rational) -> CutClip {
    let size = factor < .zero ? -factor : factor
    func played(_ curve: CutCurve?) -> CutCurve? { curve?.retimed(factor, over: duration) }
    var clip = self
    clip.speed = speed * factor
    clip.duration = duration.divided(by: size) ?? duration
    clip.look.change(played)
    (clip.sound.volume, clip.sound.pan) = (played(sound.volume), played(sound.pan))
    let fades = factor < .zero ? (sound.fadeOut, sound.fadeIn) : (sound.fadeIn, sound.fadeOut)
    clip.sound.fadeIn = fades.0.divided(by: size) ?? fades.0
    clip.sound.fadeOut = fades.1.divided(by: size) ?? fades.1
    if factor < .zero { clip.sound.curves = (sound.curves.out, sound.curves.in) }
    return clip
  }
}

extension CutLook {
  /// Changes every value that may move.
  mutating func change(_ change: (CutCurve?) -> CutCurve?) {
    for path in [\CutLook.scale, \.offset, \.rotation, \.crop, \.opacity] {
      self[keyPath: path] = change(self[keyPath: path])
    }
  }

  /// The same with the clip beginning `time` earlier.
  mutating func shift(by time: Rational) {
    guard time != .zero else { return }
    change { $0?.shifted(by: time) }
  }
}

extension CutNest {
  /// As of a clip.
  func trimmed(head: Rational, tail: Rational) -> CutNest {
    var nest = self
    nest.duration = duration - head - tail
    if speed > .zero { nest.start = start + head * speed }
    if speed < .zero { nest.start = start + tail * -speed }
    return nest
  }
}

extension CutItem {
  fileprivate func trimmed(head: Rational, tail: Rational) -> CutItem {
    switch self {
    case .clip(let clip): .clip(clip.trimmed(head: head, tail: tail))
    case .gap(let duration): .gap(duration - head - tail)
    case .nest(let nest): .nest(nest.trimmed(head: head, tail: tail))
    case .transition: self
    }
  }

  fileprivate func retimed(_ factor: Rational) -> CutItem {
    let size = factor < .zero ? -factor : factor
    switch self {
    case .clip(let clip): return .clip(clip.retimed(factor))
    case .gap(let duration): return .gap(duration.divided(by: size) ?? duration)
    case .nest(var nest):
      nest.speed = nest.speed * factor
      nest.duration = nest.duration.divided(by: size) ?? nest.duration
      return .nest(nest)
    case .transition(var transition):
      let (before, after) = (transition.before, transition.after)
      transition.before = (factor < .zero ? after : before).divided(by: size) ?? before
      transition.after = (factor < .zero ? before : after).divided(by: size) ?? after
      return .transition(transition)
    }
  }
}

extension CutTrack {
  /// The part from `start` on that lasts for `duration`; a gap fills what it has not.
  func part(from start: Rational, duration: Rational) -> CutTrack {
    var (part, position) = (self, Rational.zero)
    let end = start + duration
    part.items = []
    for item in items {
      let (first, last) = (position, position + item.duration)
      position = last
      if case .transition = item {
        if first > start, first < end { part.items.append(item) }
      } else if last > start, first < end {
        let head = max(start - first, .zero)
        part.items.append(item.trimmed(head: head, tail: max(last - end, .zero)))
      } else if first == last, first > start, first < end {
        // A clip of no length is what a transition comes from.
        part.items.append(item)
      }
    }
    let rest = duration - part.duration
    if rest > .zero { part.items.append(.gap(rest)) }
    return part
  }

  /// Takes so many seconds off the end: where clips lie over one another, the later one counts.
  mutating func shorten(by seconds: Rational) {
    var excess = seconds
    while excess > .zero, let last = items.popLast() {
      let cut = min(excess, last.duration)
      excess = excess - cut
      guard last.duration > cut else { continue }
      items.append(last.trimmed(head: .zero, tail: cut))
    }
  }

  /// The same at another speed: below 0 backwards, never 0.
  func retimed(_ factor: Rational) -> CutTrack {
    guard factor != .one else { return self }
    var track = self
    track.items = items.map { $0.retimed(factor) }
    if factor < .zero { track.items.reverse() }
    return track
  }

  /// The picture at a moment, held for a while.
  func frozen(at time: Rational, for duration: Rational) -> CutTrack {
    var (track, position) = (self, Rational.zero)
    track.items = [.gap(duration)]
    for item in items {
      let elapsed = time - position
      position = position + item.duration
      guard elapsed >= .zero, position > time else { continue }
      track.items = [item.frozen(at: elapsed, for: duration)]
      break
    }
    return track
  }
}

extension CutItem {
  fileprivate func frozen(at elapsed: Rational, for duration: Rational) -> CutItem {
    switch self {
    case .clip(var clip):
      let way = elapsed * (clip.speed < .zero ? -clip.speed : clip.speed)
      clip.start = clip.speed < .zero ? clip.start + clip.span - way : clip.start + way
      (clip.speed, clip.duration) = (.zero, duration)
      clip.look.change { $0?.held(at: elapsed) }
      return .clip(clip)
    case .nest(var nest):
      let size = nest.speed < .zero ? -nest.speed : nest.speed
      nest.start =
        nest.start + (nest.speed < .zero ? nest.duration - elapsed : elapsed) * size
      (nest.speed, nest.duration) = (.zero, duration)
      return .nest(nest)
    case .gap, .transition: return .gap(duration)
    }
  }
}
