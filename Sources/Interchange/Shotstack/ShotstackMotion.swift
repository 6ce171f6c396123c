import Bytes
import Timeline

/// How a clip of an edit is moved: by its own keys, by its effect and by how it comes and goes.
struct ShotstackMotion {
  /// In shares of the canvas: to the right, and upwards.
  var x = CutCurve(0)
  var y = CutCurve(0)
  var scale = CutCurve(1)
  var opacity = CutCurve(1)
  var rotation = CutCurve(0)
  var skew = [CutCurve(0), CutCurve(0)]
}

extension CutCurve {
  /// Two curves of one number as one, at the keys of both.
  func merged(_ other: CutCurve, _ join: (Double, Double) -> Double) -> CutCurve {
    if let one = constant?.first {
      return other.mapped { [join(one, $0.first ?? 0)] }
    }
    if let two = other.constant?.first { return mapped { [join($0.first ?? 0, two)] } }
    let times = Set(keys.map(\.time) + other.keys.map(\.time)).sorted()
    let joined = times.map { time -> Key in
      let ease = (keys + other.keys).first { $0.time == time && $0.ease != nil }?.ease
      return Key(
        time, [join(values(at: time).first ?? 0, other.values(at: time).first ?? 0)], ease: ease)
    }
    return CutCurve(keys: joined) ?? self
  }
}

extension ShotstackReader {
  /// A number, or its tweens over the clip's time.
  mutating func curve(
    _ fields: inout JSONFields, _ key: String, _ fallback: Double, over length: Rational
  ) -> CutCurve {
    guard let node = fields.take(key) else { return CutCurve(fallback) }
    guard let tweens = node.elements else {
      let value = node.rational ?? node.string.flatMap { Rational(decimal: $0) }
      if value == nil { log.warn("'\(key)' is no number, and is not carried over", at: node.range) }
      return CutCurve(value?.double ?? fallback)
    }
    var keys: [CutCurve.Key] = []
    for tween in tweens { append(tween, to: &keys, over: length, fallback) }
    return CutCurve(keys: keys) ?? CutCurve(fallback)
  }

  private mutating func append(
    _ node: JSONNode, to keys: inout [CutCurve.Key], over length: Rational, _ fallback: Double
  ) {
    var tween = JSONFields(node)
    let from = tween.number("from", &log)?.double ?? keys.last?.values.first ?? fallback
    let to = tween.number("to", &log)?.double ?? from
    var start = tween.length("start", &log) ?? .zero
    let duration = tween.length("length", &log) ?? max(length - start, .zero)
    let end = start + duration
    let ease = easing(&tween)
    tween.report(&log, in: "a tween")
    if let last = keys.last {
      if start < last.time {
        return log.warn(
          "a tween that begins before the one before it ends is left out", at: node.range)
      }
      // Two keys can't stand at one time, so a jump takes a thousandth of a second.
      if start == last.time, from != last.values.first {
        start = start + Rational(reducing: 1, over: 1000)
      }
    }
    if keys.last.map({ $0.time < start }) ?? true {
      keys.append(CutCurve.Key(start, [from], ease: keys.isEmpty ? nil : "hold"))
    }
    if end > start { keys.append(CutCurve.Key(end, [to], ease: ease)) }
  }

  /// The easing of a tween, with a name that CSS or easings.net has.
  private mutating func easing(_ tween: inout JSONFields) -> String? {
    let name = tween.text("easing", &log)
    switch tween.text("interpolation", &log) ?? (name == nil ? "linear" : "bezier") {
    case "constant": return "hold"
    case "bezier": break
    default: return nil
    }
    switch name ?? "ease" {
    case "ease": return "ease"
    case "easeIn": return "ease-in"
    case "easeOut": return "ease-out"
    case "easeInOut", "smooth": return "ease-in-out"
    case let other:
      let families = ["Sine", "Quad", "Cubic", "Quart", "Quint", "Expo", "Circ", "Back"]
      let ways = ["easeIn", "easeOut", "easeInOut"]
      if ways.contains(where: { way in families.contains { way + $0 == other } }) { return other }
      log.warn("the easing \(other.quotedText) is made 'ease'", at: tween.place)
      return "ease"
    }
  }

  /// What a clip's members and its effect do to it.
  mutating func motion(_ clip: inout ShotstackClip, _ length: Rational) -> ShotstackMotion {
    var motion = ShotstackMotion()
    var offset = JSONFields(clip.fields.take("offset"))
    motion.x = curve(&offset, "x", 0, over: length)
    motion.y = curve(&offset, "y", 0, over: length)
    offset.report(&log, in: "an offset")
    motion.scale = curve(&clip.fields, "scale", 1, over: length)
    motion.opacity = curve(&clip.fields, "opacity", 1, over: length)
    var transform = JSONFields(clip.fields.take("transform"))
    var rotate = JSONFields(transform.take("rotate"))
    motion.rotation = curve(&rotate, "angle", 0, over: length)
    var skew = JSONFields(transform.take("skew"))
    // What is skewed by 0.5 leans by half of its height.
    motion.skew = ["x", "y"].map { key in
      curve(&skew, key, 0, over: length).mapped { $0.map { Maths.atan2($0, 1) * 180 / .pi } }
    }
    clip.flip = flip(transform.take("flip"))
    transform.report(&log, in: "a transformation")
    if let effect = clip.fields.text("effect", &log) {
      add(effect, to: &motion, over: length, at: clip.place)
    }
    return motion
  }

  private func flip(_ node: JSONNode?) -> String? {
    let across = node?["horizontal"]?.bool == true
    let down = node?["vertical"]?.bool == true
    return across ? (down ? "both" : "horizontal") : down ? "vertical" : nil
  }

  private mutating func add(
    _ effect: String, to motion: inout ShotstackMotion, over length: Rational, at place: Range<Int>
  ) {
    let (name, speed) = Self.speed(effect)
    let move = { (from: Double, to: Double) in
      CutCurve(keys: [CutCurve.Key(.zero, [from]), CutCurve.Key(length, [to])]) ?? CutCurve(to)
    }
    let zoom = [-1: 1.1, 0: 1.3, 1: 1.7][speed] ?? 1.3
    let slide = [-1: 0.03, 0: 0.12, 1: 0.2][speed] ?? 0.12
    switch name {
    case "zoomIn": motion.scale = motion.scale.merged(move(1, zoom), *)
    case "zoomOut": motion.scale = motion.scale.merged(move(zoom, 1), *)
    case "slideLeft", "slideRight", "slideUp", "slideDown":
      // Enlarged, so that nothing beside it is seen.
      motion.scale = motion.scale.merged(CutCurve(1 + 2 * slide), *)
      let isBack = name == "slideLeft" || name == "slideDown"
      let way = move(isBack ? slide : -slide, isBack ? -slide : slide)
      if name == "slideLeft" || name == "slideRight" {
        motion.x = motion.x.merged(way, +)
      } else {
        motion.y = motion.y.merged(way, +)
      }
    default: log.warn("the effect \(effect.quotedText) is not carried over", at: place)
    }
  }

  /// A name without `Slow` and `Fast`, and which of them it had: -1 or 1.
  static func speed(_ name: String) -> (name: String, speed: Int) {
    if name.hasSuffix("Slow") { return (String(name.dropLast(4)), -1) }
    if name.hasSuffix("VeryFast") { return (String(name.dropLast(8)), 2) }
    if name.hasSuffix("Fast") { return (String(name.dropLast(4)), 1) }
    return (name, 0)
  }
}
