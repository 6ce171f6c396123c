import Bytes
import Timeline

/// A clip of editly: layers that are seen together, and the transition to the next clip.
struct EditlyClip {
  var layers: [EditlyLayer]
  /// Nil where only the film says it.
  var duration: Rational?
  var transition: EditlyTransition?
  /// Whether the duration is a guess.
  var isAssumed = false
  let place: Range<Int>
}

/// One layer with its defaults filled in.
struct EditlyLayer {
  let kind: String
  var fields: JSONFields
  /// Seconds from the clip's start.
  var start = Rational.zero
  /// Seconds from the clip's start; nil is the clip's end.
  var stop: Rational?

  var isSound: Bool { kind == "audio" || kind == "detached-audio" }
}

extension EditlyReader {
  mutating func clip(_ node: JSONNode, isLast: Bool) -> EditlyClip? {
    var fields = JSONFields(node)
    let list = fields.take("layers")
    let nodes = list?.elements ?? list.map { [$0] } ?? []
    guard !nodes.isEmpty, node.members != nil else {
      log.error("a clip of editly needs layers", at: fields.place)
      return nil
    }
    var duration = fields.number("duration", &log)
    if let length = duration, length <= .zero {
      log.error(
        "a clip must last longer than 0 seconds", at: node["duration"]?.range ?? fields.place)
      duration = nil
    }
    // Behind the last clip there is nothing to change to.
    if isLast { fields.ignore("transition") }
    let change = isLast ? nil : transition(&fields)
    fields.report(&log, in: "a clip")
    let layers = nodes.flatMap { expand($0) }
    let film = layers.first { $0.kind == "video" }
    if duration == nil {
      duration = film.map { filmLength($0) } ?? defaultDuration
    }
    return EditlyClip(layers: layers, duration: duration, transition: change, place: fields.place)
  }

  /// The length of the part of a film that is cut out; nil where it ends with the film.
  private mutating func filmLength(_ film: EditlyLayer) -> Rational? {
    var (fields, silent) = (film.fields, ImportLog())
    let from = fields.number("cutFrom", &silent) ?? .zero
    guard let to = fields.number("cutTo", &silent), to > max(from, .zero) else { return nil }
    return to - max(from, .zero)
  }

  /// The layers that a layer is short for.
  private mutating func expand(_ node: JSONNode) -> [EditlyLayer] {
    guard let kind = node["type"]?.string else {
      log.error("a layer of editly needs a type", at: node.range.prefix)
      return []
    }
    switch kind {
    case "title-background":
      let background = node["background"].flatMap { $0.isGiven ? $0 : nil }
      var under = background.flatMap { layer($0, kind: $0["type"]?.string ?? "") }
      if background == nil {
        log.warn("a random background is made a colour", at: node.range.prefix)
        under = layer(nil, kind: "fill-color", at: node)
      }
      var title = layer(node, kind: "title")
      title?.fields.ignore("background")
      return [under, title].compactMap { $0 }
    case "pause": return [layer(node, kind: "fill-color")].compactMap { $0 }
    case "editly-banner":
      return [layer(nil, kind: "linear-gradient", at: node), layer(node, kind: kind)]
        .compactMap { $0 }
    default: return [layer(node, kind: kind)].compactMap { $0 }
    }
  }

  private static let known: Set<String> = [
    "video", "audio", "detached-audio", "image", "image-overlay", "title", "subtitle", "news-title",
    "slide-in-text", "fill-color", "radial-gradient", "linear-gradient", "rainbow-colors",
    "editly-banner",
  ]

  private mutating func layer(
    _ node: JSONNode?, kind: String, at other: JSONNode? = nil
  ) -> EditlyLayer? {
    guard Self.known.contains(kind) else {
      log.warn(
        "a layer of type \(kind.quotedText) is not carried over", at: node?.range.prefix ?? 0..<0)
      return nil
    }
    let place = JSONNode(.object([]), range: other?.range ?? 0..<0)
    let fields = JSONFields(
      node ?? place, over: [defaults?["layer"], defaults?["layerType"]?[kind]])
    var layer = EditlyLayer(kind: kind, fields: fields)
    layer.fields.ignore("type")
    // Of sounds that run on behind their clip, the start is one of a sound.
    layer.start = layer.fields.length("start", &log) ?? .zero
    layer.stop = layer.fields.length("stop", &log)
    if let stop = layer.stop, stop <= layer.start {
      log.warn("a layer that stops before it starts is not carried over", at: fields.place)
      return nil
    }
    return layer
  }
}
