import Bytes
import Timeline

extension CutWriter {
  /// The value of `source`.
  ///
  /// - Parameter isLayer: whether a layer plays it.
  mutating func source(_ clip: CutClip, isLayer: Bool = false) -> JSONText {
    switch clip.media {
    case .color(let color): return .object([("color", .string(color))])
    case .bars: return .object([("bars", .object([]))])
    // A text is a layer, which has no source.
    case .text: return .object([("color", .string("#0000"))])
    case .nest(let number):
      let inner = inner(cut.nests[number], isLayer: isLayer)
      if !isLayer { draft.hasInnerFilm = draft.hasInnerFilm || inner.hasFilm }
      return .object([(TimelineDraft.innerKey, .object(inner.members))])
    case .file(let names):
      return finder.source(names, at: clip.place, &log) ?? .string("")
    }
  }

  /// What is done to the sound of a timeline as a whole.
  func sound(_ clip: CutClip) -> TimelineDraft.Members {
    guard case .nest = clip.media else { return [] }
    var members: TimelineDraft.Members = []
    if let volume = clip.sound.volume {
      members.append(("volume", curve(volume) { Self.decibels($0.first ?? 0) }))
    }
    members += fade("fadeIn", clip.sound.fadeIn, clip.sound.curves.in)
    members += fade("fadeOut", clip.sound.fadeOut, clip.sound.curves.out)
    return members
  }

  /// The name, with its markers: times count from the clip's start.
  func name(_ clip: CutClip) -> TimelineDraft.Members {
    var name = clip.name
    for marker in clip.markers {
      let way = marker.time - clip.start
      let time = (clip.speed > .zero ? way.divided(by: clip.speed) : nil) ?? way
      let seconds = (max(time, .zero) * Rational(1000)).rounded
      let text = TimeSpelling.decimal(Rational(reducing: seconds, over: 1000)) ?? "0"
      name +=
        "\(name.isEmpty ? "" : " ")[\(marker.name.isEmpty ? "marker" : marker.name) @ \(text)]"
    }
    if case .file(let names) = clip.media, let file = names.first {
      // The file says it already.
      let path = MediaName.path(file)
      if name == path || name == MediaName.last(path) || name == MediaName.stem(path) { return [] }
    }
    return name.isEmpty ? [] : [("name", .string(name))]
  }

  /// What says which part of the source is played, and how fast; `duration` is there where the part
  /// does not say it.
  mutating func part(_ clip: CutClip, isLayer: Bool) -> TimelineDraft.Members {
    let length: TimelineDraft.Members =
      isLayer ? [] : [("duration", spelling.time(clip.duration))]
    guard !clip.isStill else { return length }
    let start: TimelineDraft.Members =
      clip.start == .zero ? [] : [("in", spelling.time(clip.start))]
    if clip.speed == .zero {
      let freeze = JSONText.object([
        ("at", .integer(0)), ("duration", spelling.time(clip.duration)),
      ])
      return start + length + [("freeze", freeze)]
    }
    let speed = speed(clip)
    let end: TimelineDraft.Members = [("out", spelling.time(clip.start + clip.span))]
    // What is played backwards has to say where it begins; its length follows.
    if clip.speed < .zero { return start + end + speed + [("reverse", .bool(true))] }
    return start + (!isLayer && endsWithinFrame(clip) ? end : length) + speed
  }

  /// Whether the last frame of a clip would show what lies behind its part, and its end says its
  /// length as exactly as that itself.
  private func endsWithinFrame(_ clip: CutClip) -> Bool {
    guard clip.speed != .one, let rate = spelling.rate else { return false }
    let end = clip.start + clip.span
    return (clip.duration * rate.exact).denominator != 1 && end.denominator <= 1_000_000_000
      && clip.speed >= Rational(reducing: 1, over: 100) && clip.speed <= Rational(100)
      && TimeSpelling.decimal(clip.speed) != nil
  }

  private mutating func speed(_ clip: CutClip) -> TimelineDraft.Members {
    let size = clip.speed < .zero ? -clip.speed : clip.speed
    guard size != .one else { return [] }
    let held = min(max(size, Rational(reducing: 1, over: 100)), Rational(100))
    if held != size {
      log.warn("a speed beyond 0.01 to 100 is held within it", at: clip.place)
    }
    return [("speed", TimeSpelling.number(held))]
  }
}
