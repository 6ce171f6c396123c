import Bytes

/// A clip in its place, with the handles that the transitions around it need.
struct PlacedClip {
  /// Lasts as long as it is seen, handles included.
  var clip: CutClip
  /// When it begins.
  var start: Rational
  /// The transition to the next clip, which begins so long before this one ends.
  var change: PlacedChange?
  /// How long the clip before goes over into this one.
  var entered = Rational.zero
  /// How long it takes to come out of nothing.
  var fadeIn = Rational.zero
  /// How long it takes to go into nothing.
  var fadeOut = Rational.zero
  /// When it would begin without handles.
  var cutStart: Rational
  /// When it would end without handles.
  var cutEnd: Rational

  /// Whether the clip before goes over into this one.
  var isEntered: Bool { entered > .zero }

  /// When it ends.
  var end: Rational { start + clip.duration }
}

/// The change from one clip in its place to the next.
struct PlacedChange {
  /// Which change it is.
  let kind: CutChange
  /// How long it takes.
  let duration: Rational
  /// What a timeline of ours writes in it besides.
  let settings: TimelineDraft.Members
}

/// Puts the items of a track without nested timelines in their places.
struct CutLayout {
  private let items: [CutItem]
  private let starts: [Rational]
  private var placed: [PlacedClip] = []
  /// The number in ``placed`` of each item that is a clip that is seen.
  private var numbers: [Int: Int] = [:]
  /// The seconds at the head of each placed clip that transitions take.
  private var taken: [Rational] = []

  private init(_ track: CutTrack) {
    items = track.items
    var (starts, position) = ([Rational](), Rational.zero)
    for item in items {
      starts.append(position)
      position = position + item.duration
    }
    self.starts = starts
    for (index, item) in items.enumerated() {
      guard case .clip(let clip) = item else { continue }
      numbers[index] = placed.count
      let end = starts[index] + clip.duration
      placed.append(
        PlacedClip(clip: clip, start: starts[index], cutStart: starts[index], cutEnd: end))
      taken.append(.zero)
    }
  }

  /// The clips of a track in the order of their starts, those that are not enabled too.
  static func place(_ track: CutTrack, _ log: inout ImportLog) -> [PlacedClip] {
    var layout = CutLayout(track)
    for (index, item) in layout.items.enumerated() {
      if case .transition(let transition) = item { layout.apply(transition, at: index, &log) }
    }
    return layout.placed.filter { placed in
      if placed.clip.duration > .zero { return true }
      if placed.clip.isEnabled {
        log.warn("a clip of no length is left out", at: placed.clip.place)
      }
      return false
    }
  }

  /// The placed clip that an item is; nil for gaps and what is not seen.
  private func number(_ index: Int) -> Int? {
    numbers[index].flatMap { placed[$0].clip.isEnabled ? $0 : nil }
  }

  private mutating func apply(
    _ transition: CutTransition, at index: Int, _ log: inout ImportLog
  ) {
    let (left, right) = (number(index - 1), number(index + 1))
    // Where nothing is beside a clip, it comes out of nothing, or goes into it.
    let room = index > 0 && left == nil ? items[index - 1].duration : .zero
    // Behind the last item there is room for all of it.
    let space = index + 1 < items.count ? items[index + 1].duration : transition.after
    var before = transition.before
    var after = transition.after
    if let left { before = min(before, placed[left].clip.duration - taken[left]) }
    before = max(min(before, right.flatMap { headroom(placed[$0].clip) } ?? before), .zero)
    if left == nil { before = min(before, room) }
    if let right { after = min(after, placed[right].cutEnd - placed[right].cutStart) }
    after = max(min(after, left.flatMap { tailroom(placed[$0].clip) } ?? after), .zero)
    if right == nil { after = min(after, space) }
    guard left != nil || right != nil else {
      return log.warn("a transition between gaps is left out", at: transition.place)
    }
    if before < transition.before || after < transition.after {
      log.warn(
        before + after > .zero
          ? "the transition is shortened, as far as there is something to show at both sides"
          : "the transition is left out, as there is nothing to show at one of its sides",
        at: transition.place)
    }
    guard before + after > .zero else { return }
    extend(left, right, before, after)
    let duration = before + after
    if let left, right != nil {
      placed[left].change = PlacedChange(
        kind: transition.kind, duration: duration, settings: transition.settings)
    } else if transition.kind != .dissolve {
      log.warn("a transition from or to nothing is made a fade", at: transition.place)
    }
    if let right {
      if left == nil { placed[right].fadeIn = duration } else { placed[right].entered = duration }
      taken[right] = taken[right] + duration
    } else if let left {
      placed[left].fadeOut = duration
    }
  }

  /// Gives the clips beside a transition their handles.
  private mutating func extend(
    _ left: Int?, _ right: Int?, _ before: Rational, _ after: Rational
  ) {
    if let left { placed[left].clip = placed[left].clip.trimmed(head: .zero, tail: -after) }
    if let right {
      placed[right].clip = placed[right].clip.trimmed(head: -before, tail: .zero)
      placed[right].start = placed[right].start - before
    }
  }

  /// How much earlier a clip can begin, in seconds on the track; nil without a limit.
  private func headroom(_ clip: CutClip) -> Rational? {
    if clip.isStill || clip.speed == .zero { return nil }
    if clip.speed < .zero { return clip.sourceEnd.map { room(clip, $0 - clip.start - clip.span) } }
    return room(clip, clip.start)
  }

  /// How much later a clip can end, in seconds on the track; nil without a limit that is known.
  private func tailroom(_ clip: CutClip) -> Rational? {
    if clip.isStill || clip.speed == .zero { return nil }
    if clip.speed < .zero { return room(clip, clip.start) }
    return clip.sourceEnd.map { room(clip, $0 - clip.start - clip.span) }
  }

  private func room(_ clip: CutClip, _ seconds: Rational) -> Rational {
    max(seconds, .zero).divided(by: clip.speed < .zero ? -clip.speed : clip.speed) ?? .zero
  }
}
