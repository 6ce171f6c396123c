import Bytes
import Timeline

/// The change from a clip of editly to the next.
struct EditlyTransition {
  /// Its members but for the duration.
  var members: TimelineDraft.Members
  var duration: Rational
  /// The curves of its sound: out and in.
  var sound: (out: String, into: String)

  /// As a value of `transition`, or of a layer's `in` and `out`.
  func value(_ spelling: TimeSpelling, withSound: Bool) -> JSONText {
    var all = members
    all.insert(("duration", spelling.time(duration)), at: min(1, all.count))
    if withSound, sound.out == "qsin", sound.into == "qsin" {
      all.append(("sound", .string("equal-power")))
    }
    return .object(all)
  }
}

extension EditlyReader {
  /// The transition of a clip, with the defaults; nil for a cut.
  mutating func transition(_ clip: inout JSONFields) -> EditlyTransition? {
    let node = clip.take("transition")
    if clip.isNull("transition") || node == nil && isCutByDefault { return nil }
    var fields = JSONFields(node, over: [defaults?["transition"]])
    let place = node?.range.prefix ?? clip.place
    let duration = fields.length("duration", &log) ?? Rational(reducing: 1, over: 2)
    let name = fields.text("name", &log) ?? "random"
    let parameters = fields.take("params")
    let easing = fields.text("easing", &log)
    let sound = (
      fields.text("audioOutCurve", &log) ?? "tri", fields.text("audioInCurve", &log) ?? "tri"
    )
    fields.report(&log, in: "a transition")
    guard duration > .zero else { return nil }
    if keepsSound, ![("tri", "tri"), ("qsin", "qsin")].contains(where: { $0 == sound }) {
      log.warn("the curves of the sound are made those of equal gain", at: place)
    }
    var members = GLTransitions.members(name, parameters, at: place, &log)
    if let easing, ["easeOutExpo", "easeInOutCubic"].contains(easing) {
      members.removeAll { $0.key == "ease" }
      members.append(("ease", .string(easing)))
    }
    return EditlyTransition(members: members, duration: duration, sound: sound)
  }

  private var isCutByDefault: Bool {
    defaults?["transition"].map { !$0.isGiven } ?? false
  }
}

/// Transitions of gl-transitions that timelines have too, or ones like them.
enum GLTransitions {
  /// Those that look the same, by their names in lower case.
  private static let same: [String: String] = [
    "fade": "crossfade", "crossfade": "crossfade", "fadegrayscale": "fadegrays",
    "circle": "circlecrop", "circlecrop": "circlecrop", "circleopen": "circleopen",
    "wipeleft": "wipeleft", "wiperight": "wiperight", "wipeup": "wipeup", "wipedown": "wipedown",
    "pixelize": "pixelize", "radial": "radial", "angular": "radial", "ripple": "ripple",
    "squeeze": "squeezeh", "swirl": "swirl", "wind": "hrwind", "windowslice": "hrslice",
    "crosszoom": "zoom-blur", "simplezoom": "zoomin", "glitchdisplace": "glitch",
    "glitchmemories": "glitch", "colourdistance": "distance", "invertedpagecurl": "page-turn",
    "fadecolor": "fade-through", "rectanglecrop": "rectcrop",
  ]

  /// Those that only resemble one.
  private static let alike: [String: String] = [
    "linearblur": "hblur", "directionalwipe": "swipe", "randomsquares": "dissolve",
    "polar_function": "circleopen", "hexagonalize": "pixelize", "mosaic": "zoomin",
    "waterdrop": "ripple", "windowblinds": "vdslice", "dreamyzoom": "zoomin",
    "multiply_blend": "crossfade", "overexposure": "fadewhite",
  ]

  /// The members of a transition but for its duration, with a warning where it is another one.
  static func members(
    _ name: String, _ parameters: JSONNode?, at place: Range<Int>, _ log: inout ImportLog
  ) -> TimelineDraft.Members {
    let key = name.lowercased()
    if key.hasPrefix("directional-"), let word = key.split(separator: "-").last.map(String.init),
      ["left", "right", "up", "down"].contains(word)
    {
      return slide(word) + [("ease", .string("easeOutExpo"))]
    }
    if key == "directional" {
      let way = (parameters?["direction"]?.elements ?? []).compactMap(\.double)
      return slide(way.count == 2 ? direction(way[0], way[1]) : "down")
    }
    if parameters != nil {
      log.warn("parameters of the transition \(name.quotedText) are not carried over", at: place)
    }
    if let own = same[key] {
      // editly's is black unless it is told otherwise.
      let black: TimelineDraft.Members = [("color", .string("#000000"))]
      return [("type", .string(own))] + (own == "fade-through" ? black : [])
    }
    if key == "dummy" {
      log.warn("a transition of the sound alone cuts the picture at its start", at: place)
      return [("type", .string("none"))]
    }
    let made = alike[key] ?? "crossfade"
    log.warn(
      key == "random"
        ? "a random transition is made a crossfade"
        : "the transition \(name.quotedText) is made \(made.quotedText)", at: place)
    return [("type", .string(made))]
  }

  private static func slide(_ direction: String) -> TimelineDraft.Members {
    [("type", .string("slide")), ("direction", .string(direction))]
  }

  private static func direction(_ x: Double, _ y: Double) -> String {
    abs(x) >= abs(y) ? (x < 0 ? "right" : "left") : (y < 0 ? "up" : "down")
  }
}
