import Bytes
import Timeline

extension ShotstackReader {
  /// Volume and fades of a sound, as members of a clip or a track.
  mutating func sound(
    _ asset: inout JSONFields, over length: Rational, effect: String
  ) -> TimelineDraft.Members {
    var members: TimelineDraft.Members = []
    let volume = curve(&asset, "volume", 1, over: length)
    if volume.constant != [1] {
      members.append(("volume", spelling.curve(volume) { .gain($0.first ?? 1) }))
    }
    return members + fades(asset.text(effect, &log), over: length)
  }

  /// Fades take two seconds, or half of a shorter sound.
  private func fades(_ name: String?, over length: Rational) -> TimelineDraft.Members {
    let time = spelling.time(min(Rational(2), length * Rational(reducing: 1, over: 2)))
    var members: TimelineDraft.Members = []
    if name == "fadeIn" || name == "fadeInFadeOut" { members.append(("fadeIn", time)) }
    if name == "fadeOut" || name == "fadeInFadeOut" { members.append(("fadeOut", time)) }
    return members
  }

  /// Writes the sound of a clip as a track.
  mutating func writeSound(_ clip: inout ShotstackClip, over length: Rational, effect: String) {
    let changes = sound(&clip.asset, over: length, effect: effect)
    if clip.kind == "audio" { clip.fields.ignore("fit", "scale", "position") }
    var silent = ImportLog()
    // A film's source and part are those of its layer, which has reported them.
    var asset = clip.asset
    guard let path = asset.text("src", &silent), !path.hasPrefix("alias://"), !path.isEmpty else {
      if clip.kind == "audio" { _ = source(&clip) }
      return
    }
    if changes.contains(where: { member in
      if member.key == "volume", case .number("0") = member.value { true } else { false }
    }) {
      return
    }
    let found =
      clip.kind == "audio"
      ? source(&clip, canStandIn: false)
      : finder.source([path], at: clip.place, &silent, canStandIn: false)
    guard let found else { return }
    var members: TimelineDraft.Members = [("source", found)]
    if clip.start > .zero { members.append(("start", spelling.time(clip.start))) }
    members += part(&clip)
    members.append(("duration", spelling.time(length)))
    draft.tracks.append(members + changes)
  }

  /// Writes the music that plays for as long as the film does.
  mutating func writeSoundtrack(_ node: JSONNode?) {
    guard let node else { return }
    var fields = JSONFields(node)
    let path = fields.text("src", &log) ?? ""
    let volume = fields.number("volume", &log)?.double ?? 1
    let effect = fields.text("effect", &log)
    fields.report(&log, in: "the soundtrack")
    guard !path.isEmpty,
      let source = finder.source([path], at: fields.place, &log, canStandIn: false)
    else { return }
    var members: TimelineDraft.Members = [("source", source)]
    let isKnown = clips.allSatisfy { $0.length != nil }
    if isKnown { members.append(("duration", spelling.time(end))) }
    if volume != 1 { members.append(("volume", .gain(volume))) }
    draft.tracks.append(members + fades(effect, over: isKnown ? end : Rational(4)))
  }

  /// Cues from a file.
  mutating func captions(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    guard let source = source(&clip, canStandIn: false) else { return nil }
    var members: TimelineDraft.Members = [("type", .string("subtitles")), ("source", source)]
    if let trim = clip.asset.number("trim", &log), trim != .zero {
      members.append(("offset", spelling.time(-trim)))
    }
    if let speed = clip.asset.number("speed", &log), speed > .zero, speed != .one,
      let rate = Rational.one.divided(by: speed)
    {
      members.append(
        (
          "rate",
          TimeSpelling.number(min(max(rate, Rational(reducing: 1, over: 100)), Rational(100)))
        ))
    }
    members += font(clip.asset.take("font"))
    members += background(clip.asset.take("background"))
    if let margin = clip.asset.take("margin") {
      var fields = JSONFields(margin)
      // It is counted from the top, in shares of the canvas.
      if let top = fields.number("top", &log)?.double {
        members.append(("margin", TimeSpelling.percentage(min(max(1 - top, 0), 1))))
      }
      fields.report(&log, in: "a margin")
    }
    clip.fields.ignore("fit", "width", "height")
    return members
  }
}
