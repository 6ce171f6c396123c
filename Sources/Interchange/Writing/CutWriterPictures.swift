import Bytes
import Timeline

extension CutWriter {
  /// Writes the clips of the main track.
  mutating func writeMain(_ placed: [PlacedClip], _ heard: SoundPlaces) {
    var natural = Rational.zero
    for clip in placed {
      var members = name(clip.clip)
      members.append(("source", source(clip.clip)))
      members += part(clip.clip, isLayer: false)
      if clip.start != natural { members.append(("start", spelling.time(clip.start))) }
      if let fit = clip.clip.look.fit { members.append(("fit", .string(fit))) }
      if let flip = clip.clip.look.flip { members.append(("flip", .string(flip))) }
      members += opacity(clip)
      members += effects(clip.clip.look)
      if let change = clip.change {
        members.append(("transition", transition(change, at: clip.clip.place)))
      }
      members += sound(clip.clip)
      if heard.exists, !clip.clip.isStill {
        if clip.clip.isEnabled, heard.isHeardWithClip(clip) {
          isMainHeard = true
          mainSounds.insert(SoundPlaces.identity(clip))
        } else {
          members.append(("mute", .bool(true)))
        }
      }
      if !clip.clip.isEnabled { members.append(("enabled", .bool(false))) }
      draft.clips.append(members)
      // Who is not enabled takes no time.
      guard clip.clip.isEnabled else { continue }
      natural = clip.end - (clip.change?.duration ?? .zero)
      mainEnd = max(mainEnd, clip.end)
    }
  }

  /// Writes a clip of an upper track, or one that only a layer can show.
  mutating func writeLayer(_ placed: PlacedClip, isEnabled: Bool) {
    let (clip, look) = (placed.clip, placed.clip.look)
    var members: TimelineDraft.Members = []
    var place = geometry(look)
    if case .text(let text) = clip.media {
      members = self.text(text, look)
      place = []
    } else {
      members = [("type", .string(clip.isNest ? "timeline" : "video"))] + name(clip)
      members.append(("source", source(clip, isLayer: true)))
      members += part(clip, isLayer: true) + sound(clip)
      if clip.isNest, clip.sound.isMuted { members.append(("mute", .bool(true))) }
    }
    var range: TimelineDraft.Members = []
    if placed.start != .zero { range.append(("start", spelling.time(placed.start))) }
    range.append(("duration", spelling.time(clip.duration)))
    var drawing = place + opacity(placed, isLayer: true) + effects(look)
    if let blend = look.blend { drawing.append(("blend", .string(blend))) }
    if !isEnabled || !clip.isEnabled { drawing.append(("enabled", .bool(false))) }
    if let entering = entering(placed) {
      // A source's own `in` and a transition called `in` do not go together.
      let inner: TimelineDraft.Members = members + place + effects(look)
      members = [("type", .string("group"))] + range + [("in", entering)]
      members += Array(drawing.drop { $0.key != "opacity" && $0.key != "blend" })
        .filter { ["opacity", "blend", "enabled"].contains($0.key) }
      members.append(("layers", .array([.object(inner)])))
      draft.layers.append(members)
    } else {
      draft.layers.append(members + range + drawing)
    }
    previousChange = placed.change
  }

  /// The transition with which a layer comes, if it is no dissolve, which is an opacity that grows.
  private mutating func entering(_ placed: PlacedClip) -> JSONText? {
    guard placed.isEntered, let change = previousChange, change.kind != .dissolve else {
      return nil
    }
    return transition(change, at: placed.clip.place)
  }

  private mutating func transition(_ change: PlacedChange, at place: Range<Int>) -> JSONText {
    var members: TimelineDraft.Members = []
    switch change.kind {
    case .dissolve: members.append(("type", .string("crossfade")))
    case .named(let name, let direction):
      members.append(("type", .string(name)))
      if let direction { members.append(("direction", .string(direction))) }
    }
    for setting in change.settings {
      // The picture that a transition follows.
      if setting.key == "source", case .string(let path) = setting.value {
        let found = finder.source([path], at: place, &log, canStandIn: false)
        members.append(("source", found ?? .string(finder.assumed(path))))
      } else {
        members.append(setting)
      }
    }
    members.append(("duration", spelling.time(change.duration)))
    return .object(members)
  }

  /// Where a layer is, and what is seen of it.
  private func geometry(_ look: CutLook) -> TimelineDraft.Members {
    let whole: JSONText = .array([.string("100%"), .string("100%")])
    var members: TimelineDraft.Members = [("size", whole), ("fit", .string(look.fit ?? "contain"))]
    if let offset = look.offset {
      let position = offset.mapped { $0.map { 0.5 + $0 } }
      members.append(("position", curve(position) { .array($0.map(TimeSpelling.percentage)) }))
      members.append(("anchor", .string("center")))
    }
    if let scale = look.scale {
      let isEven = scale.keys.allSatisfy { Set($0.values).count == 1 }
      members.append(
        (
          "scale",
          curve(scale) { values in
            isEven
              ? TimeSpelling.number(values.first ?? 1)
              : .array(values.map { TimeSpelling.number($0) })
          }
        ))
    }
    if let rotation = look.rotation {
      members.append(("rotation", curve(rotation) { TimeSpelling.number($0.first ?? 0) }))
    }
    if let pivot = look.pivot {
      members.append(("pivot", .array(pivot.map { TimeSpelling.number($0) })))
    }
    if let flip = look.flip { members.append(("flip", .string(flip))) }
    if let crop = look.crop { members.append(("mask", mask(crop))) }
    return members
  }

  /// What is left of a picture, in its place.
  private func mask(_ crop: CutCurve) -> JSONText {
    let position = curve(crop) { .array($0.prefix(2).map(TimeSpelling.percentage)) }
    let size = curve(crop) { sides in
      guard sides.count == 4 else { return .array([.string("100%"), .string("100%")]) }
      return .array([
        TimeSpelling.percentage(max(1 - sides[0] - sides[2], 0)),
        TimeSpelling.percentage(max(1 - sides[1] - sides[3], 0)),
      ])
    }
    return .object([("position", position), ("size", size)])
  }

  func curve(_ curve: CutCurve, _ value: ([Double]) -> JSONText) -> JSONText {
    spelling.curve(curve, value)
  }

  private func effects(_ look: CutLook) -> TimelineDraft.Members {
    guard let grade = look.grade else { return [] }
    var members: TimelineDraft.Members = [("effect", .string("cdl"))]
    let parts = [
      ("slope", grade.slope, 1.0), ("offset", grade.offset, 0), ("power", grade.power, 1),
    ]
    for (key, values, neutral) in parts where values.contains(where: { $0 != neutral }) {
      members.append((key, .array(values.map { TimeSpelling.number($0) })))
    }
    if grade.saturation != 1 {
      members.append(("saturation", TimeSpelling.number(grade.saturation)))
    }
    return [("effects", .array([.object(members)]))]
  }
}
