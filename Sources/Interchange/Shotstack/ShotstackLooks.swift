import Bytes
import Timeline

extension ShotstackReader {
  /// The effects that a clip's filter and its key of a colour are.
  mutating func filter(_ clip: inout ShotstackClip) -> [JSONText] {
    var effects: [JSONText] = []
    if let key = clip.asset.take("chromaKey") {
      var fields = JSONFields(key)
      let color = fields.color("color", &log) ?? "#00ff00"
      // They count in the 256 values of a channel.
      let threshold = fields.number("threshold", &log)?.double ?? 40
      let halo = fields.number("halo", &log)?.double ?? 20
      fields.report(&log, in: "a key")
      log.warn("a key of a colour is made one that works in another way", at: key.range.prefix)
      effects.append(
        .object([
          ("effect", .string("chroma-key")), ("color", .string(color)),
          ("tolerance", .decimal(min(max(threshold / 255, 0), 1))),
          ("softness", .decimal(min(max(halo / 255, 0), 1))),
        ]))
    }
    guard let name = clip.fields.text("filter", &log), name != "none" else { return effects }
    let adjust = { (members: TimelineDraft.Members) in
      JSONText.object([("effect", .string("adjust"))] + members)
    }
    switch name {
    case "blur": effects.append(.object([("effect", .string("blur")), ("sigma", .string("2%"))]))
    case "greyscale": effects.append(.object([("effect", .string("black-and-white"))]))
    case "negative": effects.append(.object([("effect", .string("invert"))]))
    case "boost":
      effects.append(adjust([("contrast", .decimal(1.3)), ("saturation", .decimal(1.5))]))
    case "contrast": effects.append(adjust([("contrast", .decimal(1.4))]))
    case "darken": effects.append(adjust([("brightness", .decimal(-0.25))]))
    case "lighten": effects.append(adjust([("brightness", .decimal(0.25))]))
    case "muted":
      effects.append(adjust([("contrast", .decimal(0.8)), ("saturation", .decimal(0.5))]))
    default: log.warn("the filter \(name.quotedText) is not carried over", at: clip.place)
    }
    return effects
  }

  /// The name of the layer that a luma asset becomes.
  static func lumaName(_ clip: ShotstackClip) -> String {
    "luma \(clip.track + 1) at \(TimeSpelling.decimal(clip.start) ?? "0")"
  }

  /// The luma asset in the same track that is on while a clip is.
  func matte(for clip: ShotstackClip, _ length: Rational) -> String? {
    guard let range = lumas[clip.track] else { return nil }
    let found = range.first { luma in
      luma.start < clip.start + length && luma.start + (luma.length ?? Rational(5)) > clip.start
    }
    return found.map(Self.lumaName)
  }

  /// A figure of one colour, with a line around it.
  mutating func shape(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    let kind = clip.asset.text("shape", &log) ?? "rectangle"
    var own = JSONFields(clip.asset.take(kind))
    func pixels(_ fields: inout JSONFields, _ key: String, _ fallback: Double) -> Double {
      min(max(fields.number(key, &log)?.double ?? fallback, 0), 100_000)
    }
    var members: TimelineDraft.Members = [("type", .string("shape"))]
    switch kind {
    case "rectangle":
      let sides = [pixels(&own, "width", 100), pixels(&own, "height", 100)]
      members += [
        ("shape", .string("rectangle")), ("size", .array(sides.map { .decimal($0) })),
      ]
      let radius = pixels(&own, "cornerRadius", 0)
      if radius > 0 { members.append(("radius", .decimal(radius))) }
    case "circle":
      let across = 2 * pixels(&own, "radius", 50)
      members += [
        ("shape", .string("ellipse")), ("size", .array([.decimal(across), .decimal(across)])),
      ]
    case "line":
      let sides = [pixels(&own, "length", 100), pixels(&own, "thickness", 1)]
      members += [
        ("shape", .string("rectangle")), ("size", .array(sides.map { .decimal($0) })),
      ]
    default:
      log.warn("a shape called \(kind.quotedText) is not carried over", at: clip.place)
      return nil
    }
    own.report(&log, in: "a shape")
    var fill = JSONFields(clip.asset.take("fill"))
    members.append(("fill", .string(paint(&fill, "#ffffff"))))
    fill.report(&log, in: "a fill")
    members += stroke(clip.asset.take("stroke"))
    clip.asset.ignore("width", "height")
    clip.fields.ignore("width", "height", "fit")
    return members
  }

  /// A colour with its opacity.
  mutating func paint(_ fields: inout JSONFields, _ fallback: String) -> String {
    let text = fields.color("color", &log) ?? fallback
    return Self.faded(text, fields.number("opacity", &log)?.double ?? 1)
  }

  /// A line around letters or a figure.
  mutating func stroke(_ node: JSONNode?) -> TimelineDraft.Members {
    guard let node else { return [] }
    var fields = JSONFields(node)
    let width = min(max(fields.number("width", &log)?.double ?? 0, 0), 500)
    let color = paint(&fields, "#000000")
    fields.report(&log, in: "a line")
    guard width > 0 else { return [] }
    return [("stroke", .object([("width", .decimal(width)), ("color", .string(color))]))]
  }
}
