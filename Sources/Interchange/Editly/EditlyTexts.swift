import Bytes
import Timeline

extension EditlyReader {
  /// Writes a layer of text; false where it is not carried over.
  mutating func write(text layer: inout EditlyLayer, into overlay: inout EditlyOverlay) -> Bool {
    var text = layer.fields.text("text", &log) ?? ""
    if layer.kind == "editly-banner" { text = "Made with\nEDITLY\nmifi.no" }
    guard !text.isEmpty else {
      log.warn("a layer without a text is not carried over", at: layer.fields.place)
      return false
    }
    let color = layer.fields.color("textColor", &log)
    let old = layer.kind == "slide-in-text" ? layer.fields.color("color", &log) : nil
    var members: TimelineDraft.Members = [("type", .string("text")), ("text", .string(text))]
    if let font = font(&layer.fields) { members.append(("font", font)) }
    if let color = old ?? color { members.append(("color", .string(color))) }
    switch layer.kind {
    case "subtitle": members += subtitle(&layer.fields, overlay)
    case "news-title": members += news(&layer.fields, &overlay)
    case "slide-in-text": members += slideIn(&layer.fields, text.count, &overlay)
    default: members += title(&layer.fields)
    }
    overlay.members = members
    return true
  }

  private mutating func font(_ fields: inout JSONFields) -> JSONText? {
    let family = fields.text("fontFamily", &log)
    guard let path = fields.text("fontPath", &log) else { return family.map { .string($0) } }
    guard case .string(let found) = finder.source([path], at: fields.place, &log, canStandIn: false)
    else { return nil }
    return .string(found)
  }

  /// The shorter side of the canvas; that of 1280x720 where the canvas is not known.
  private var side: Double { size.map { Double(min($0.width, $0.height)) } ?? 720 }

  /// A share of the shorter side, as a size of letters.
  private func letters(_ share: Double) -> JSONText {
    size == nil ? TimeSpelling.percentage(share) : .decimal((side * share).rounded())
  }

  private mutating func title(_ fields: inout JSONFields) -> TimelineDraft.Members {
    let zoom = zoom(&fields, amount: 0.2, byDefault: "in")
    let place = position(&fields, byDefault: "center")
    return [
      ("size", letters(0.1)), ("align", .string("center")), ("width", .string("80%")),
    ] + motion(zoom, x: place.x, y: place.y, anchor: place.anchor)
  }

  /// A text over a bar at the bottom, which both appear.
  private mutating func subtitle(
    _ fields: inout JSONFields, _ overlay: EditlyOverlay
  ) -> TimelineDraft.Members {
    let length = overlay.end - overlay.start
    let background = fields.color("backgroundColor", &log) ?? "rgba(0,0,0,0.3)"
    let delay = fields.length("delay", &log) ?? .zero
    let speed = fields.length("speed", &log) ?? .one
    let padding = (0.05 * side).rounded()
    guard case .number(let digits) = TimeSpelling.number(padding) else { return [] }
    let appearing = speed > .zero ? length.divided(by: speed) ?? length : length
    return [
      ("size", letters(0.05)), ("align", .string("left")),
      ("width", .string("100% - \(digits)px - \(digits)px")),
      ("position", .array([.string("50%"), .string("100% - \(digits)px")])),
      ("anchor", .string("bottom")),
      (
        "background",
        .object([("color", .string(background)), ("padding", .decimal(padding))])
      ),
      (
        "opacity",
        .moving(
          from: .integer(0), to: .integer(1),
          delay: delay > .zero ? spelling.time(delay * length) : nil,
          duration: spelling.time(appearing), ease: "easeOutExpo")
      ),
    ]
  }

  /// A bar with a text that comes from the left.
  private mutating func news(
    _ fields: inout JSONFields, _ overlay: inout EditlyOverlay
  ) -> TimelineDraft.Members {
    let length = overlay.end - overlay.start
    let background = fields.color("backgroundColor", &log) ?? "#d02a42"
    let delay = min(fields.length("delay", &log) ?? .zero, Rational(reducing: 9, over: 10))
    let speed = max(fields.number("speed", &log) ?? .one, Rational(reducing: 1, over: 100))
    // editly does not look at it either.
    fields.ignore("position")
    overlay.start = overlay.start + delay * length
    let coming = min(
      length.divided(by: speed * Rational(3)) ?? length, overlay.end - overlay.start)
    let padding: [JSONText] = [
      .decimal((0.03 * side).rounded()), .decimal((0.07 * side).rounded()),
    ]
    return [
      ("size", letters(0.05)), ("letterSpacing", spacing(0.1, letters: 0.05 * side)),
      ("position", .array([padding[1], .string("8%")])),
      ("background", .object([("color", .string(background)), ("padding", .array(padding))])),
      (
        "in",
        .object([
          ("type", .string("slide")), ("direction", .string("right")),
          ("duration", spelling.time(coming)), ("ease", .string("easeOutExpo")),
        ])
      ),
    ]
  }

  /// A text whose letters appear from the left, and which fades out.
  private mutating func slideIn(
    _ fields: inout JSONFields, _ count: Int, _ overlay: inout EditlyOverlay
  ) -> TimelineDraft.Members {
    let length = overlay.end - overlay.start
    let share = fields.number("fontSize", &log)?.double ?? 0.05
    let wide = fields.number("charSpacing", &log)?.double ?? 0.1
    let place = position(&fields, byDefault: "center")
    let width = Double(size?.width ?? 1280)
    let tenth = length * Rational(reducing: 1, over: 10)
    (overlay.start, overlay.end) = (overlay.start + tenth, overlay.end - tenth)
    let each = length * Rational(reducing: 1, over: 20)
    let step = (tenth + tenth - each).divided(by: Rational(max(count - 1, 1))) ?? .zero
    let keys: [JSONText] = [
      .array([.integer(0), .integer(1)]),
      .array([spelling.time(length * Rational(reducing: 7, over: 10)), .integer(1)]),
      .array([spelling.time(length * Rational(reducing: 8, over: 10)), .integer(0)]),
    ]
    return [
      ("size", .decimal(min((width * share).rounded(), 10_000))),
      ("letterSpacing", spacing(wide, letters: width * share)),
    ] + motion(nil, x: place.x, y: place.y, anchor: place.anchor) + [
      (
        "animate",
        .object([
          ("type", .string("fade")), ("duration", spelling.time(each)),
          ("stagger", spelling.time(step)),
        ])
      ),
      ("opacity", .object([("keys", .array(keys))])),
    ]
  }

  /// Spacing that counts in thousandths of the letters' size, as many as the share of the width has
  /// pixels.
  private func spacing(_ share: Double, letters: Double) -> JSONText {
    let value = Double(size?.width ?? 1280) * share / 1000 * letters
    return .decimal(min(max((value * 10).rounded() / 10, -1000), 1000))
  }
}
