import Bytes
import Timeline

extension EditlyReader {
  /// Writes a clip of the main track and the layers over it.
  mutating func write(_ clip: EditlyClip, entering: EditlyTransition?) {
    let pictures = clip.layers.filter { !$0.isSound }
    for layer in clip.layers where layer.isSound { noteSound(layer, in: clip) }
    var overlays = pictures[...]
    var base: TimelineDraft.Members?
    if let first = pictures.first {
      base = self.base(first, in: clip)
      if base != nil { overlays = overlays.dropFirst() }
    }
    var members =
      base ?? [
        ("source", .object([("color", .string("#000000"))])),
        ("duration", spelling.time(clip.duration ?? defaultDuration)),
      ]
    if let change = clip.transition {
      members.append(("transition", change.value(spelling, withSound: keepsSound)))
    }
    draft.clips.append(members)
    writeLayers(overlays.compactMap { overlay($0, in: clip) }, of: clip, entering: entering)
    start = start + (clip.duration ?? .zero) - (clip.transition?.duration ?? .zero)
  }

  /// What lies over a clip, in a group where it comes or goes with the clip's transitions.
  private mutating func writeLayers(
    _ layers: [EditlyOverlay], of clip: EditlyClip, entering: EditlyTransition?
  ) {
    guard !layers.isEmpty, let duration = clip.duration else { return }
    let isGroup = entering != nil || clip.transition != nil
    let written = layers.map { layer -> JSONText in
      let from = isGroup ? layer.start : start + layer.start
      var range: TimelineDraft.Members = from == .zero ? [] : [("start", spelling.time(from))]
      range.append(("duration", spelling.time(layer.end - layer.start)))
      return .object(layer.members + range)
    }
    guard isGroup else {
      for case .object(let members) in written { draft.layers.append(members) }
      return
    }
    var group: TimelineDraft.Members = [("type", .string("group"))]
    if start != .zero { group.append(("start", spelling.time(start))) }
    group.append(("duration", spelling.time(duration)))
    if let entering { group.append(("in", entering.value(spelling, withSound: false))) }
    if let leaving = clip.transition {
      group.append(("out", leaving.value(spelling, withSound: false)))
    }
    draft.layers.append(group + [("layers", .array(written))])
  }

  /// A layer as a clip of the main track; nil where it can't be one.
  private mutating func base(
    _ layer: EditlyLayer, in clip: EditlyClip
  ) -> TimelineDraft.Members? {
    guard layer.start == .zero, layer.stop == nil else { return nil }
    var layer = layer
    let length: TimelineDraft.Members =
      clip.duration.map { [("duration", spelling.time($0))] } ?? []
    switch layer.kind {
    case "video":
      var silent = ImportLog()
      let isBoxed = ["width", "height", "left", "top"].contains { key in
        var copy = layer.fields
        guard let value = copy.number(key, &silent) else { return false }
        return value != (["width", "height"].contains(key) ? .one : .zero)
      }
      guard !isBoxed else { return nil }
      layer.fields.ignore("width", "height", "left", "top", "originX", "originY")
      return film(&layer, in: clip, isBase: true).map { $0 + fit(&layer.fields) }
        .map { report($0, layer) }
    case "image":
      guard let source = file(&layer.fields) else { return nil }
      let zoom = zoom(&layer.fields, amount: 0.1, byDefault: "in")
      return report(
        [("source", source)] + length + fit(&layer.fields) + baseMotion(zoom), layer)
    case "fill-color":
      let color = color(&layer.fields)
      return report([("source", .object([("color", .string(color))]))] + length, layer)
    case "linear-gradient", "radial-gradient", "rainbow-colors":
      let gradient = gradient(layer.kind, &layer.fields)
      return report(
        [("source", .object([("gradient", .object(gradient))]))] + length, layer)
    default: return nil
    }
  }

  /// Says what of a layer is left out, and gives on what is made of it.
  func report<T>(_ made: T, _ layer: EditlyLayer, _ log: inout ImportLog) -> T {
    layer.fields.report(&log, in: "a layer of type \(layer.kind.quotedText)")
    return made
  }

  private mutating func report<T>(_ made: T, _ layer: EditlyLayer) -> T {
    report(made, layer, &log)
  }

  /// How a picture fills the canvas.
  private mutating func fit(_ fields: inout JSONFields) -> TimelineDraft.Members {
    switch fields.text("resizeMode", &log) ?? "contain-blur" {
    case "contain": return [("fit", .string("contain")), ("background", .string("#000000"))]
    case "cover": return [("fit", .string("cover"))]
    case "stretch": return [("fit", .string("fill"))]
    default: return [("fit", .string("contain")), ("background", .string("blur"))]
    }
  }

  /// The movement of a clip's picture, which is a zoom about a point that may move.
  private func baseMotion(_ zoom: EditlyZoom?) -> TimelineDraft.Members {
    guard let zoom else { return [] }
    guard zoom.shift != 0 else {
      return [("zoom", .moving(from: .decimal(zoom.from), to: .decimal(zoom.to)))]
    }
    // A picture that is enlarged by z about a point moves by (0.5 - point) * (z - 1) of its width.
    let share = zoom.shift / Double(size?.width ?? 1280) / (zoom.from - 1)
    let point = { (way: Double) in JSONText.array([.decimal(0.5 - way * share), .decimal(0.5)]) }
    return [
      ("zoom", .decimal(zoom.from)), ("focus", .moving(from: point(-0.5), to: point(0.5))),
    ]
  }

  /// The file of a layer; nil where it names none.
  mutating func file(_ fields: inout JSONFields, canStandIn: Bool = true) -> JSONText? {
    guard let path = fields.text("path", &log), !path.isEmpty else {
      log.warn("a layer without a path is not carried over", at: fields.place)
      return nil
    }
    return finder.source([path], at: fields.place, &log, canStandIn: canStandIn)
  }

  /// A film's part and speed; its sound is noted where it is no clip's.
  mutating func film(
    _ layer: inout EditlyLayer, in clip: EditlyClip, isBase: Bool
  ) -> TimelineDraft.Members? {
    guard let source = file(&layer.fields) else { return nil }
    let from = layer.fields.length("cutFrom", &log) ?? .zero
    let to = layer.fields.length("cutTo", &log)
    let volume = layer.fields.number("mixVolume", &log)
    var members: TimelineDraft.Members = [("source", source)]
    if from > .zero { members.append(("in", spelling.time(from))) }
    // What stands in for a film has no end of its own.
    let length = source.isFile ? clip.duration : clip.duration ?? defaultDuration
    if isBase, let length { members.append(("duration", spelling.time(length))) }
    var speed = Rational.one
    if let duration = clip.duration {
      if let to, to > from {
        speed = (to - from).divided(by: duration) ?? .one
      } else if !clip.isAssumed {
        log.warn(
          "a film without 'cutTo' keeps its speed, as it is not known how long it is",
          at: layer.fields.place)
      }
    }
    if speed != .one { members.append(("speed", speedValue(speed, at: layer.fields.place))) }
    if keepsSound, layer.start == .zero, layer.stop == nil {
      let gain = (volume?.double ?? 1) / weights(clip)
      if isBase {
        if gain != 1 { members.append(("volume", .gain(gain))) }
      } else {
        let part = members.filter { $0.key != "source" }
        addSound(source, part: part, gain: gain, of: clip)
      }
    }
    return members
  }

  mutating func speedValue(_ speed: Rational, at place: Range<Int>) -> JSONText {
    let held = min(max(speed, Rational(reducing: 1, over: 100)), Rational(100))
    if held != speed { log.warn("a speed beyond 0.01 to 100 is held within it", at: place) }
    return TimeSpelling.number(held)
  }
}
