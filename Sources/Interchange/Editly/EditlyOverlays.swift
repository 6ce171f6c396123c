import Bytes
import Timeline

/// A layer of ours over a clip, with times from the clip's start.
struct EditlyOverlay {
  var members: TimelineDraft.Members
  var start: Rational
  var end: Rational
}

/// A movement that goes by the name of Ken Burns.
struct EditlyZoom {
  /// The factors at the start and the end.
  var from: Double
  var to: Double
  /// How many pixels it moves, to the right, about its middle.
  var shift = 0.0
}

extension EditlyReader {
  /// A layer that lies over a clip; nil where it is not carried over.
  mutating func overlay(_ layer: EditlyLayer, in clip: EditlyClip) -> EditlyOverlay? {
    var layer = layer
    guard let length = clip.duration else { return nil }
    let end = min(layer.stop ?? length, length)
    guard end > layer.start else {
      log.warn("a layer that starts behind its clip is not carried over", at: layer.fields.place)
      return nil
    }
    var overlay = EditlyOverlay(members: [], start: layer.start, end: end)
    switch layer.kind {
    case "video", "image", "image-overlay":
      guard let members = picture(&layer, in: clip) else { return nil }
      overlay.members = members
    case "fill-color":
      overlay.members = [
        ("type", .string("color")), ("color", .string(color(&layer.fields))),
      ]
    case "linear-gradient", "radial-gradient", "rainbow-colors":
      overlay.members = [("type", .string("gradient"))] + gradient(layer.kind, &layer.fields)
    default:
      guard write(text: &layer, into: &overlay) else { return nil }
    }
    return report(overlay, layer, &log)
  }

  private mutating func picture(
    _ layer: inout EditlyLayer, in clip: EditlyClip
  ) -> TimelineDraft.Members? {
    let kind: TimelineDraft.Members = [("type", .string("video"))]
    if layer.kind == "video" {
      guard let film = film(&layer, in: clip, isBase: false) else { return nil }
      return kind + film + box(&layer.fields)
    }
    guard let source = file(&layer.fields) else { return nil }
    let members = kind + [("source", source)]
    if layer.kind == "image" {
      let zoom = zoom(&layer.fields, amount: 0.1, byDefault: "in")
      let place: TimelineDraft.Members = [
        ("size", .array([.string("100%"), .string("100%")])),
        ("fit", .string(boxFit(&layer.fields))),
      ]
      return members + place + motion(zoom, x: 0.5, y: 0.5, anchor: "center")
    }
    let width = layer.fields.number("width", &log)?.double
    let height = layer.fields.number("height", &log)?.double
    let sides: [JSONText] =
      width == nil && height != nil
      ? [.string("auto"), TimeSpelling.percentage(height ?? 1)]
      : [TimeSpelling.percentage(width ?? 1), .string("auto")]
    let zoom = zoom(&layer.fields, amount: 0.1, byDefault: nil)
    let place = position(&layer.fields, byDefault: "center")
    return members + [("size", .array(sides))]
      + motion(zoom, x: place.x, y: place.y, anchor: place.anchor)
  }

  /// The box of a film, in shares of the canvas.
  private mutating func box(_ fields: inout JSONFields) -> TimelineDraft.Members {
    func share(_ key: String, _ fallback: Double) -> JSONText {
      TimeSpelling.percentage(fields.number(key, &log)?.double ?? fallback)
    }
    let size: JSONText = .array([share("width", 1), share("height", 1)])
    let place: JSONText = .array([share("left", 0), share("top", 0)])
    let x = fields.text("originX", &log) ?? "left"
    let y = fields.text("originY", &log) ?? "top"
    return [
      ("size", size), ("fit", .string(boxFit(&fields))), ("position", place),
      ("anchor", .string(Self.anchor(x, y))),
    ]
  }

  private mutating func boxFit(_ fields: inout JSONFields) -> String {
    switch fields.text("resizeMode", &log) ?? "contain-blur" {
    case "contain": return "contain"
    case "cover": return "cover"
    case "stretch": return "fill"
    default:
      log.warn("a blurred background within a box is not carried over", at: fields.place)
      return "contain"
    }
  }

  /// The name of a point of a box.
  static func anchor(_ x: String, _ y: String) -> String {
    let words = [y, x].filter { ["left", "right", "top", "bottom"].contains($0) }
    return words.isEmpty ? "center" : words.joined(separator: "-")
  }

  /// Where something stands: in shares of the canvas, with the point of it that stands there.
  mutating func position(
    _ fields: inout JSONFields, byDefault: String
  ) -> (x: Double, y: Double, anchor: String) {
    let node = fields.take("position")
    if node?.members != nil {
      var point = JSONFields(node)
      let x = point.number("x", &log)?.double
      let y = point.number("y", &log)?.double
      let sides = [point.text("originX", &log) ?? "left", point.text("originY", &log) ?? "top"]
      point.report(&log, in: "a position")
      return (
        x ?? 0.5, y ?? 0.5,
        Self.anchor(x == nil ? "center" : sides[0], y == nil ? "center" : sides[1])
      )
    }
    let words = (node?.string ?? byDefault).split(separator: "-").map(String.init)
    let across = words.first { ["left", "right"].contains($0) } ?? "center"
    let down = words.first { ["top", "bottom"].contains($0) } ?? "center"
    let share = ["left": 0.05, "right": 0.95, "top": 0.05, "bottom": 0.95]
    return (share[across] ?? 0.5, share[down] ?? 0.5, Self.anchor(across, down))
  }

  mutating func zoom(
    _ fields: inout JSONFields, amount: Double, byDefault: String?
  ) -> EditlyZoom? {
    let isOff = fields.isNull("zoomDirection")
    let word = fields.text("zoomDirection", &log) ?? (isOff ? nil : byDefault)
    let given = fields.number("zoomAmount", &log)?.double ?? amount
    let amount = min(max(given, -0.9), 90)
    switch word {
    case "in": return EditlyZoom(from: 1, to: 1 + amount)
    case "out": return EditlyZoom(from: 1 + amount, to: 1)
    case "left", "right":
      let way = amount * 1000 * (word == "left" ? -1 : 1)
      return EditlyZoom(from: 1.3 + amount, to: 1.3 + amount, shift: way)
    default: return nil
    }
  }

  /// Where a layer stands, and how it moves there.
  func motion(
    _ zoom: EditlyZoom?, x: Double, y: Double, anchor: String
  ) -> TimelineDraft.Members {
    let point: JSONText = .array([TimeSpelling.percentage(x), TimeSpelling.percentage(y)])
    var members: TimelineDraft.Members = [("position", point), ("anchor", .string(anchor))]
    guard let zoom else { return members }
    if zoom.shift == 0 {
      return members + [("scale", .moving(from: .decimal(zoom.from), to: .decimal(zoom.to)))]
    }
    let moved = { (pixels: Double) -> JSONText in
      guard case .string(let share) = TimeSpelling.percentage(x),
        case .number(let text) = TimeSpelling.number(abs(pixels))
      else { return point }
      return .array([
        .string("\(share) \(pixels < 0 ? "-" : "+") \(text)px"), TimeSpelling.percentage(y),
      ])
    }
    members[0].value = .moving(from: moved(-zoom.shift / 2), to: moved(zoom.shift / 2))
    return members + [("scale", .decimal(zoom.from))]
  }
}
