import Bytes
import Timeline

extension ShotstackReader {
  /// Family, size, weight and colour of letters.
  mutating func font(_ node: JSONNode?) -> TimelineDraft.Members {
    var fields = JSONFields(node)
    var members: TimelineDraft.Members = []
    members += TimelineDraft.font(fields.text("family", &log))
    if let size = fields.number("size", &log)?.double {
      members.append(("size", .decimal(min(max(size, 0), 10_000))))
    }
    if let weight = fields.take("weight") { members += Self.weight(weight) }
    members.append(("color", .string(paint(&fields, "#ffffff"))))
    if let height = fields.number("lineHeight", &log)?.double, height > 0 {
      members.append(("lineHeight", .decimal(min(max(height, 0.1), 10))))
    }
    if let color = fields.color("stroke", &log) {
      let width = min(max(fields.number("strokeWidth", &log)?.double ?? 1, 0), 500)
      if width > 0 {
        members.append(
          ("stroke", .object([("width", .decimal(width)), ("color", .string(color))])))
      }
    }
    fields.report(&log, in: "a font")
    return members
  }

  private static func weight(_ node: JSONNode) -> TimelineDraft.Members {
    let text = node.string
    if let value = node.integer ?? text.flatMap({ Int($0) }), (1...1000).contains(value) {
      return [("weight", .integer(value))]
    }
    return text == "bold" ? [("weight", .string("bold"))] : []
  }

  mutating func shadow(_ node: JSONNode?) -> TimelineDraft.Members {
    guard let node else { return [] }
    var fields = JSONFields(node)
    let offset = ["offsetX", "offsetY"].map {
      JSONText.decimal(fields.number($0, &log)?.double ?? 0)
    }
    let blur = min(max(fields.number("blur", &log)?.double ?? 0, 0), 500)
    let color = paint(&fields, "#000000")
    fields.report(&log, in: "a shadow")
    return [
      (
        "shadow",
        .object([
          ("offset", .array(offset)), ("blur", .decimal(blur)), ("color", .string(color)),
        ])
      )
    ]
  }

  /// A box behind a text.
  mutating func background(_ node: JSONNode?, padding: JSONNode? = nil) -> TimelineDraft.Members {
    guard let node else { return [] }
    var fields = JSONFields(node.members == nil ? nil : node)
    let color = node.string != nil ? node.color(&log) : fields.take("color")?.color(&log)
    guard let color else { return [] }
    let opacity = fields.number("opacity", &log)?.double ?? 1
    let own = fields.number("padding", &log)?.double
    let space = own ?? padding?.double ?? 0
    let radius = fields.number("borderRadius", &log)?.double ?? 0
    fields.ignore("wrap")
    fields.report(&log, in: "a background")
    var members: TimelineDraft.Members = [
      ("color", .string(Self.faded(color, opacity))),
      ("padding", .decimal(min(max(space, 0), 5000))),
    ]
    if radius > 0 { members.append(("radius", .decimal(min(radius, 5000)))) }
    return [("background", .object(members))]
  }

  /// A colour with so much of its opacity; a text that is no colour stays as it is.
  static func faded(_ text: String, _ opacity: Double) -> String {
    guard opacity != 1 else { return text }
    do throws(ValueError) {
      var color = try Color(parsing: text)
      color.alpha *= min(max(opacity, 0), 1)
      return color.description
    } catch {
      return text
    }
  }

  mutating func animate(_ node: JSONNode) -> TimelineDraft.Members {
    var fields = JSONFields(node)
    let preset = fields.text("preset", &log) ?? "fadeIn"
    let duration = fields.length("duration", &log)
    let style = fields.text("style", &log)
    let direction = fields.text("direction", &log)
    fields.ignore("speed")
    fields.report(&log, in: "an animation")
    let kinds = [
      "typewriter": "typewriter", "fadeIn": "fade", "slideIn": "slide", "ascend": "slide",
      "shift": "slide", "movingLetters": "slide",
    ]
    guard let kind = kinds[preset] else {
      log.warn("the animation \(preset.quotedText) is not carried over", at: node.range.prefix)
      return []
    }
    if preset != "typewriter", preset != "fadeIn", preset != "slideIn" {
      log.warn("the animation \(preset.quotedText) is made a slide", at: node.range.prefix)
    }
    var members: TimelineDraft.Members = [
      ("type", .string(kind)), ("by", .string(style == "word" ? "word" : "character")),
    ]
    if kind == "slide", let direction, ["up", "down", "left", "right"].contains(direction) {
      members.append(("direction", .string(direction)))
    }
    if kind != "typewriter", let duration, duration > .zero {
      members.append(("duration", spelling.time(duration)))
    }
    return [("animate", .object(members))]
  }
}
