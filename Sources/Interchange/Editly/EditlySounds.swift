import Bytes
import Timeline

/// A sound beside those of the main track's clips.
struct EditlySound {
  var members: TimelineDraft.Members
  /// How loud it is in relation to others; nil where it belongs to a clip.
  var weight: Double?
  /// How loud it is within its clip.
  var gain = 1.0
}

extension EditlyReader {
  /// The sum of the weights of all sounds of a clip: editly brings them down by it.
  func weights(_ clip: EditlyClip) -> Double {
    var silent = ImportLog()
    let heard = clip.layers.filter {
      ["video", "audio"].contains($0.kind) && $0.start == .zero && $0.stop == nil
    }
    guard heard.count > 1 else {
      return heard.first.map { weight($0, &silent) } ?? 1
    }
    let sum = heard.reduce(0) { $0 + weight($1, &silent) }
    return sum > 0 ? sum : 1
  }

  private func weight(_ layer: EditlyLayer, _ log: inout ImportLog) -> Double {
    var fields = layer.fields
    let weight = fields.number("mixVolume", &log)?.double ?? 1
    return weight > 0 ? weight : 1
  }

  /// Notes the sound of a clip of sound, or one that runs on behind its clip.
  mutating func noteSound(_ layer: EditlyLayer, in clip: EditlyClip) {
    var fields = layer.fields
    if layer.kind == "detached-audio" {
      if let sound = track(&fields, from: start + layer.start) { sounds.append(sound) }
    } else if keepsSound, layer.start == .zero, layer.stop == nil {
      guard let source = file(&fields, canStandIn: false) else { return }
      let from = fields.length("cutFrom", &log) ?? .zero
      let to = fields.length("cutTo", &log)
      let gain = (fields.number("mixVolume", &log)?.double ?? 1) / weights(clip)
      var part: TimelineDraft.Members = from > .zero ? [("in", spelling.time(from))] : []
      if let to, to > from, let length = clip.duration {
        let speed = (to - from).divided(by: length) ?? .one
        if speed != .one { part.append(("speed", speedValue(speed, at: fields.place))) }
      }
      addSound(source, part: part, gain: gain, of: clip)
    } else {
      log.warn(
        keepsSound
          ? "a sound with a start or a stop is not carried over, as editly does not play it"
          : "a layer of sound is silent without 'keepSourceAudio'", at: fields.place)
      fields.ignore("path", "cutFrom", "cutTo", "mixVolume")
    }
    fields.report(&log, in: "a layer of type \(layer.kind.quotedText)")
  }

  /// Adds the sound of a layer that lasts as long as its clip.
  mutating func addSound(
    _ source: JSONText, part: TimelineDraft.Members, gain: Double, of clip: EditlyClip
  ) {
    guard case .string = source else { return }
    var members: TimelineDraft.Members = [("source", source)]
    if start != .zero { members.append(("start", spelling.time(start))) }
    members += part
    if let duration = clip.duration { members.append(("duration", spelling.time(duration))) }
    sounds.append(EditlySound(members: members, gain: gain))
  }

  /// A sound that is cut out of a file; nil where there is none.
  private mutating func track(_ fields: inout JSONFields, from start: Rational) -> EditlySound? {
    guard let source = file(&fields, canStandIn: false) else { return nil }
    let from = fields.length("cutFrom", &log) ?? .zero
    let to = fields.length("cutTo", &log)
    let weight = fields.number("mixVolume", &log)?.double ?? 1
    var members: TimelineDraft.Members = [("source", source)]
    if start != .zero { members.append(("start", spelling.time(start))) }
    if from > .zero { members.append(("in", spelling.time(from))) }
    if let to, to > from { members.append(("out", spelling.time(to))) }
    return EditlySound(members: members, weight: max(weight, 0))
  }

  /// Writes `audio`: the sound of clips, and all others in relation to it.
  mutating func writeSounds(_ fields: inout JSONFields) {
    if let music = background(&fields) { sounds.insert(music, at: 0) }
    for node in fields.take("audioTracks")?.elements ?? [] {
      var track = JSONFields(node)
      let start = track.length("start", &log) ?? .zero
      if let sound = self.track(&track, from: start) { sounds.append(sound) }
      track.report(&log, in: "a track of sound")
    }
    let clipsWeight = max(fields.number("clipsAudioVolume", &log)?.double ?? 1, 0)
    let weighted = sounds.compactMap(\.weight)
    // With others beside it, editly brings all of them down by the sum of their weights.
    let sum = weighted.isEmpty ? 1 : max(clipsWeight + weighted.reduce(0, +), 1e-6)
    let mainGain = weighted.isEmpty ? 1 : clipsWeight / sum
    if let volume = fields.take("outputVolume") { outputVolume(volume) }
    if fields.take("audioNorm")?["enable"]?.bool == true {
      log.warn("'audioNorm' is not carried over", at: fields.place)
    }
    var main: TimelineDraft.Members = []
    if !keepsSound {
      main.append(("mute", .bool(true)))
    } else {
      if mainGain != 1 { main.append(("volume", .gain(mainGain))) }
      main.append(("crossfade", .string("equal-gain")))
    }
    draft.audio.append(("main", .object(main)))
    for sound in sounds {
      let gain = sound.weight.map { $0 / sum } ?? sound.gain * mainGain
      let own: TimelineDraft.Members = gain == 1 ? [] : [("volume", .gain(gain))]
      draft.tracks.append(sound.members + own)
    }
  }

  private mutating func background(_ fields: inout JSONFields) -> EditlySound? {
    let loops = fields.flag("loopAudio")
    let volume = fields.number("backgroundAudioVolume", &log)?.double
    guard let path = fields.text("audioFilePath", &log),
      let source = finder.source([path], at: fields.place, &log, canStandIn: false)
    else { return nil }
    let loop: TimelineDraft.Members = loops ? [("loop", .string("forever"))] : []
    return EditlySound(members: [("source", source)] + loop, weight: max(volume ?? 1, 0))
  }

  /// A factor, or decibels as ffmpeg writes them.
  private mutating func outputVolume(_ node: JSONNode) {
    if let factor = node.double ?? node.string.flatMap({ Double($0) }), factor >= 0 {
      draft.audio.append(("volume", .gain(factor)))
    } else if let text = node.string, text.lowercased().hasSuffix("db"),
      let decibels = Double(text.dropLast(2)), abs(decibels) <= 60,
      case .number(let digits) = TimeSpelling.number(decibels)
    {
      draft.audio.append(("volume", .string(digits + "dB")))
    } else {
      log.warn("this volume is not carried over", at: node.range)
    }
  }
}
