import Bytes
import Timeline

/// Writes cuts as timelines of OpenTimelineIO, in the versions of its objects of 0.15 and later.
struct OTIOWriter {
  private let rate: FrameRate
  /// The rate as OpenTimelineIO has it: a number to as many places as it takes.
  private let rateText: JSONText

  static func text(of cut: CutTimeline) -> String {
    guard let rate = cut.rate ?? FrameRate(25, 1) else { return "" }
    let writer = OTIOWriter(rate)
    return writer.timeline(cut).pretty(width: 100) + "\n"
  }

  private init(_ rate: FrameRate) {
    self.rate = rate
    rateText = .number(
      rate.denominator == 1
        ? "\(rate.numerator).0"
        : JSONText.spelling(Double(rate.numerator) / Double(rate.denominator)))
  }

  private func timeline(_ cut: CutTimeline) -> JSONText {
    let stack = object(
      "Stack.1", [("name", .string("tracks")), ("children", .array(tracks(cut)))])
    return object(
      "Timeline.1", [("name", .string(cut.name)), ("global_start_time", .null), ("tracks", stack)],
      metadata: canvas(cut))
  }

  /// A timeline in a track.
  private func nest(_ nest: CutNest) -> JSONText {
    object(
      "Stack.1",
      [
        ("name", .string(nest.name.isEmpty ? nest.cut.name : nest.name)),
        ("source_range", range(nest.start, nest.duration)),
        ("effects", .array(effects(nest.speed))), ("markers", .array([])),
        ("enabled", .bool(nest.isEnabled)), ("children", .array(tracks(nest.cut))),
      ], metadata: canvas(nest.cut))
  }

  /// The metadata that hold what a timeline's canvas says, for a later import.
  private func canvas(_ cut: CutTimeline) -> TimelineDraft.Members {
    cut.canvas.isEmpty ? [] : [("vfx", .object([("canvas", .object(cut.canvas))]))]
  }

  private func tracks(_ cut: CutTimeline) -> [JSONText] {
    var tracks: [JSONText] = []
    for track in cut.tracks where track.kind == .picture {
      tracks.append(self.track(track, name: "V\(tracks.count + 1)", kind: "Video") { _ in true })
      let sounds = track.items.contains {
        if case .clip(let clip) = $0 { clip.hasSound } else { false }
      }
      if sounds { tracks.append(self.track(track, name: "A1", kind: "Audio", { $0.hasSound })) }
    }
    return tracks
  }

  private func object(
    _ schema: String, _ members: TimelineDraft.Members, metadata: TimelineDraft.Members = []
  ) -> JSONText {
    .object([("OTIO_SCHEMA", .string(schema)), ("metadata", .object(metadata))] + members)
  }

  /// A track; a clip that is not in it leaves a gap.
  private func track(
    _ track: CutTrack, name: String, kind: String, _ isIn: @escaping (CutClip) -> Bool
  ) -> JSONText {
    let isClip = { (index: Int) -> Bool in
      guard track.items.indices.contains(index) else { return false }
      switch track.items[index] {
      case .clip(let clip): return isIn(clip)
      case .nest: return kind == "Video"
      case .gap, .transition: return false
      }
    }
    let children = track.items.enumerated().compactMap { index, item -> JSONText? in
      switch item {
      case .clip(let clip): return isIn(clip) ? self.clip(clip) : gap(clip.duration)
      case .gap(let duration): return gap(duration)
      case .transition(let transition):
        // The sound of a clip that goes over into a silent one fades.
        guard isClip(index - 1) || isClip(index + 1) else { return nil }
        return kind == "Video" ? self.transition(transition) : dissolve(transition)
      case .nest(let nest): return kind == "Video" ? self.nest(nest) : gap(nest.duration)
      }
    }
    return object(
      "Track.1",
      [
        ("name", .string(name)), ("kind", .string(kind)), ("source_range", .null),
        ("children", .array(children)),
      ])
  }

  private func clip(_ clip: CutClip) -> JSONText {
    let media = media(clip)
    return object(
      "Clip.2",
      [
        ("name", .string(name(clip))), ("source_range", range(clip.start, clip.duration)),
        ("effects", .array(effects(clip.speed))), ("markers", .array([])),
        ("enabled", .bool(clip.isEnabled)),
        ("media_references", .object([("DEFAULT_MEDIA", media)])),
        ("active_media_reference_key", .string("DEFAULT_MEDIA")),
      ])
  }

  private func name(_ clip: CutClip) -> String {
    if !clip.name.isEmpty { return clip.name }
    if case .file(let names) = clip.media { return String(MediaName.last(names.first ?? "")) }
    return clip.media == .bars ? "bars" : "color"
  }

  private func media(_ clip: CutClip) -> JSONText {
    let common: TimelineDraft.Members = [
      ("name", .string("")), ("available_range", .null), ("available_image_bounds", .null),
    ]
    switch clip.media {
    case .file(let names):
      let url: TimelineDraft.Members = [("target_url", .string(names.first ?? ""))]
      return object("ExternalReference.1", common + url)
    case .bars: return generator("SMPTEBars", [], common)
    // A main track has no texts, and timelines are stacks.
    case .text, .nest: return object("MissingReference.1", common)
    case .color("#000000"): return generator("black", [], common)
    case .color(let color): return generator("SolidColor", [("color", .string(color))], common)
    }
  }

  private func generator(
    _ kind: String, _ parameters: TimelineDraft.Members, _ common: TimelineDraft.Members
  ) -> JSONText {
    object(
      "GeneratorReference.1",
      common + [("generator_kind", .string(kind)), ("parameters", .object(parameters))])
  }

  private func effects(_ speed: Rational) -> [JSONText] {
    if speed == .one { return [] }
    let isFrozen = speed == .zero
    let name = isFrozen ? "FreezeFrame" : "LinearTimeWarp"
    return [
      object(
        name + ".1",
        [
          ("name", .string("")), ("effect_name", .string(name)),
          ("time_scalar", isFrozen ? .integer(0) : TimeSpelling.number(speed)),
        ])
    ]
  }

  private func transition(_ transition: CutTransition) -> JSONText {
    var own = transition.settings
    guard case .named(let name, let direction) = transition.kind else {
      if !own.isEmpty { own.insert(("type", .string("crossfade")), at: 0) }
      return dissolve(transition, own)
    }
    if let direction { own.insert(("direction", .string(direction)), at: 0) }
    own.insert(("type", .string(name)), at: 0)
    // Programs that do not know it show a dissolve.
    return dissolve(transition, own, name: name, type: "Custom_Transition")
  }

  /// - Parameter own: the transition as a timeline writes it, for a later import.
  private func dissolve(
    _ transition: CutTransition, _ own: TimelineDraft.Members = [], name: String = "dissolve",
    type: String = "SMPTE_Dissolve"
  ) -> JSONText {
    object(
      "Transition.1",
      [
        ("name", .string(name)), ("transition_type", .string(type)),
        ("in_offset", time(transition.before)), ("out_offset", time(transition.after)),
      ], metadata: own.isEmpty ? [] : [("vfx", .object(own))])
  }

  private func gap(_ duration: Rational) -> JSONText {
    object(
      "Gap.1",
      [
        ("name", .string("")), ("source_range", range(.zero, duration)), ("effects", .array([])),
        ("markers", .array([])), ("enabled", .bool(true)),
      ])
  }

  private func range(_ start: Rational, _ duration: Rational) -> JSONText {
    .object([
      ("OTIO_SCHEMA", .string("TimeRange.1")), ("start_time", time(start)),
      ("duration", time(duration)),
    ])
  }

  private func time(_ seconds: Rational) -> JSONText {
    let frames = seconds * rate.exact
    return .object([
      ("OTIO_SCHEMA", .string("RationalTime.1")), ("rate", rateText),
      (
        "value",
        .number(
          frames.denominator == 1 ? "\(frames.numerator).0" : JSONText.spelling(frames.double))
      ),
    ])
  }
}
