import Bytes
import Timeline

/// How a clip of an edit comes and goes.
struct ShotstackPassage {
  /// The values of a layer's `in` and `out`.
  var into: JSONText?
  var out: JSONText?
}

extension ShotstackReader {
  /// The transitions of a clip: some are those of layers, others move it.
  mutating func passage(
    _ clip: inout ShotstackClip, _ motion: inout ShotstackMotion, _ length: Rational
  ) -> ShotstackPassage {
    var fields = JSONFields(clip.fields.take("transition"))
    let names = (into: fields.text("in", &log), out: fields.text("out", &log))
    fields.report(&log, in: "a transition")
    var seconds = [names.into, names.out].map { $0.map(Self.length) ?? .zero }
    // Both have room in the clip.
    let sum = seconds[0] + seconds[1]
    if sum > length, let share = length.divided(by: sum) { seconds = seconds.map { $0 * share } }
    var passage = ShotstackPassage()
    if let name = names.into, seconds[0] > .zero {
      passage.into = transition(name, isIn: true, seconds[0], at: clip.place)
      move(name, isIn: true, from: .zero, to: seconds[0], &motion)
    }
    if let name = names.out, seconds[1] > .zero {
      passage.out = transition(name, isIn: false, seconds[1], at: clip.place)
      move(name, isIn: false, from: length - seconds[1], to: length, &motion)
    }
    return passage
  }

  private static func length(_ preset: String) -> Rational {
    let (name, speed) = speed(preset)
    if name == "zoom" { return Rational(reducing: 2, over: 5) }
    let isQuick = name.hasPrefix("carousel") || name.hasPrefix("slide")
    switch speed {
    case -1: return Rational(2)
    case 1: return Rational(reducing: 1, over: isQuick ? 4 : 2)
    case 2: return Rational(reducing: 1, over: 4)
    default: return isQuick ? Rational(reducing: 1, over: 2) : .one
    }
  }

  private mutating func transition(
    _ preset: String, isIn: Bool, _ seconds: Rational, at place: Range<Int>
  ) -> JSONText? {
    let name = Self.speed(preset).name
    var members: TimelineDraft.Members
    var ease: String? = "ease-in-out"
    switch name {
    case "fade": members = [("type", .string("crossfade"))]
    case "zoom", "slideLeft", "slideRight", "slideUp", "slideDown":
      members = [("type", .string("crossfade"))]
      ease = name == "zoom" ? (isIn ? "ease-in" : "ease-out") : "ease"
    case "reveal":
      members = [("type", .string(isIn ? "wiperight" : "wipeleft"))]
      ease = "ease"
    case "wipeLeft", "wipeRight":
      members = [("type", .string(name == "wipeLeft" ? "smoothleft" : "smoothright"))]
    case "carouselLeft", "carouselRight", "carouselUp", "carouselDown":
      members = [
        ("type", .string("slide")), ("direction", .string(name.dropFirst(8).lowercased())),
      ]
      ease = isIn ? nil : "ease"
    default:
      let known = name.hasPrefix("shuffle")
      log.warn(
        known
          ? "the transition \(preset.quotedText) is made a slide"
          : "the transition \(preset.quotedText) is made a crossfade", at: place)
      members =
        known
        ? [("type", .string("slide")), ("direction", .string(Self.shuffle(name, isIn: isIn)))]
        : [("type", .string("crossfade"))]
    }
    members.insert(("duration", spelling.time(seconds)), at: 1)
    if let ease { members.append(("ease", .string(ease))) }
    return .object(members)
  }

  /// Where a picture moves that comes from a side, or goes to it.
  private static func shuffle(_ name: String, isIn: Bool) -> String {
    let sides = [
      ("shuffleTop", "down", "up"), ("shuffleBottom", "up", "down"),
      ("shuffleLeft", "right", "left"), ("shuffleRight", "left", "right"),
    ]
    let side = sides.first { name.hasPrefix($0.0) } ?? ("", "left", "right")
    return isIn ? side.1 : side.2
  }

  /// What a transition moves beyond fading.
  private func move(
    _ preset: String, isIn: Bool, from: Rational, to: Rational, _ motion: inout ShotstackMotion
  ) {
    let name = Self.speed(preset).name
    let way = { (first: Double, last: Double) in
      CutCurve(keys: [
        CutCurve.Key(from, [first]), CutCurve.Key(to, [last], ease: isIn ? nil : "ease"),
      ]) ?? CutCurve(last)
    }
    let slight = 0.025
    switch name {
    case "zoom":
      motion.scale = motion.scale.merged(isIn ? way(10, 1) : way(1, 10), *)
    case "slideLeft", "slideRight":
      let sign = name == "slideLeft" ? 1.0 : -1
      motion.x = motion.x.merged(isIn ? way(sign * slight, 0) : way(0, -sign * slight), +)
    case "slideUp", "slideDown":
      // They move up and down by what is counted upwards.
      let sign = name == "slideUp" ? -1.0 : 1
      motion.y = motion.y.merged(isIn ? way(sign * slight, 0) : way(0, -sign * slight), +)
    default: break
    }
  }
}
