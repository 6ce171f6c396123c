import Bytes
import Timeline

extension ShotstackReader {
  /// Writes a clip as a layer, or as a sound.
  mutating func write(_ clip: ShotstackClip) {
    var clip = clip
    let length = assumedLength(clip)
    guard length > .zero else {
      return log.warn("a clip of no length is left out", at: clip.place)
    }
    end = max(end, clip.start + length)
    if clip.kind == "audio" {
      writeSound(&clip, over: length, effect: "effect")
      return report(clip)
    }
    guard var members = content(&clip) else { return }
    var motion = motion(&clip, length)
    let passage = passage(&clip, &motion, length)
    members += geometry(&clip, motion)
    let effects = filter(&clip)
    if !effects.isEmpty { members.append(("effects", .array(effects))) }
    if clip.kind != "luma", let matte = matte(for: clip, length) {
      members.append(("matte", .object([("layer", .string(matte)), ("by", .string("luma"))])))
    }
    add(members, passage, clip, length)
    if clip.kind == "video" { writeSound(&clip, over: length, effect: "volumeEffect") }
    report(clip)
  }

  private mutating func report(_ clip: ShotstackClip) {
    clip.fields.report(&log, in: "a clip")
    clip.asset.report(&log, in: "an asset of type \(clip.kind.quotedText)")
  }

  /// Adds a layer in its place: in a group where its own `in` leaves no room for a transition.
  private mutating func add(
    _ members: TimelineDraft.Members, _ passage: ShotstackPassage, _ clip: ShotstackClip,
    _ length: Rational
  ) {
    var range: TimelineDraft.Members = []
    if clip.start > .zero { range.append(("start", spelling.time(clip.start))) }
    range.append(("duration", spelling.time(length)))
    var ways: TimelineDraft.Members = []
    if let into = passage.into { ways.append(("in", into)) }
    if let out = passage.out { ways.append(("out", out)) }
    if !ways.isEmpty, members.contains(where: { $0.key == "in" }) {
      let group: TimelineDraft.Members = [("type", .string("group"))]
      draft.layers.append(group + range + ways + [("layers", .array([.object(members)]))])
    } else {
      draft.layers.append(members + range + ways)
    }
  }

  /// What a layer shows; nil where that is not carried over.
  private mutating func content(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    switch clip.kind {
    case "video", "image", "luma":
      guard let source = source(&clip) else { return nil }
      let name: TimelineDraft.Members =
        clip.kind == "luma" ? [("name", .string(Self.lumaName(clip)))] : []
      return [("type", .string("video"))] + name + [("source", source)] + part(&clip)
        + crop(&clip.asset)
    case "title", "text", "rich-text", "html": return text(&clip)
    case "caption": return captions(&clip)
    case "shape": return shape(&clip)
    default:
      log.warn("an asset of type \(clip.kind.quotedText) is not carried over", at: clip.place)
      return nil
    }
  }

  private mutating func crop(_ asset: inout JSONFields) -> TimelineDraft.Members {
    guard let node = asset.take("crop") else { return [] }
    var crop = JSONFields(node)
    let sides = ["left", "top", "right", "bottom"].compactMap { key -> (String, JSONText)? in
      guard let share = crop.number(key, &log)?.double, share > 0 else { return nil }
      return (key, TimeSpelling.percentage(min(share, 1)))
    }
    crop.report(&log, in: "a crop")
    return sides.isEmpty ? [] : [("crop", .object(sides))]
  }

  /// Where a layer is, and how it moves there.
  private mutating func geometry(
    _ clip: inout ShotstackClip, _ motion: ShotstackMotion
  ) -> TimelineDraft.Members {
    let isPicture = ["video", "image", "luma"].contains(clip.kind)
    let place = position(&clip.fields)
    var members: TimelineDraft.Members = isPicture ? box(&clip, place.anchor) : []
    let at = motion.x.merged(CutCurve(place.x), +)
    let down = motion.y.merged(CutCurve(place.y)) { $1 - $0 }
    // Captions stand where they do by themselves unless they are told another place.
    let isFree = clip.kind == "caption" && !clip.fields.has("position", "offset")
    let point = Self.pair(at, down)
    if !isFree {
      members.append(
        ("position", spelling.curve(point) { .array($0.map(TimeSpelling.percentage)) }))
      members.append(("anchor", .string(place.anchor)))
    }
    if place.anchor != "center" { members.append(("pivot", .string(place.anchor))) }
    let number = { (values: [Double]) in TimeSpelling.number(values.first ?? 0) }
    if motion.scale.constant != [1] {
      members.append(
        ("scale", spelling.curve(motion.scale.mapped { $0.map { max($0, 0) } }, number)))
    }
    if motion.rotation.constant != [0] {
      members.append(("rotation", spelling.curve(motion.rotation, number)))
    }
    for (key, curve) in zip(["skewX", "skewY"], motion.skew) where curve.constant != [0] {
      members.append((key, spelling.curve(curve, number)))
    }
    if let flip = clip.flip { members.append(("flip", .string(flip))) }
    if motion.opacity.constant != [1] {
      let held = motion.opacity.mapped { $0.map { min(max($0, 0), 1) } }
      members.append(("opacity", spelling.curve(held, number)))
    }
    return members
  }

  /// Two curves of one number as one of two.
  private static func pair(_ x: CutCurve, _ y: CutCurve) -> CutCurve {
    if let one = x.constant?.first, let two = y.constant?.first { return CutCurve(one, two) }
    let moving = [x, y].filter { $0.constant == nil }
    let times = Set(moving.flatMap { $0.keys.map(\.time) }).sorted()
    let keys = times.map { time in
      let ease = moving.lazy.compactMap { $0.keys.first { $0.time == time }?.ease }.first
      return CutCurve.Key(time, x.values(at: time) + y.values(at: time), ease: ease)
    }
    return CutCurve(keys: keys) ?? CutCurve(0.5, 0.5)
  }

  /// The box of a picture, in pixels where the clip says it, and else the canvas.
  private mutating func box(
    _ clip: inout ShotstackClip, _ anchor: String
  ) -> TimelineDraft.Members {
    let width = clip.fields.number("width", &log)
    let height = clip.fields.number("height", &log)
    let fit = fit(&clip)
    if fit == "none", width == nil, height == nil { return [] }
    if fit == "contain", anchor != "center", width == nil || height == nil {
      log.warn("a picture that is contained stands in the middle of its box", at: clip.place)
    }
    let whole = JSONText.string("100%")
    let sides = [width, height].map { $0.map { .decimal(max($0.double, 0)) } ?? whole }
    return [("size", .array(sides)), ("fit", .string(fit))]
  }

  /// One of nine places of the canvas, in shares of it, with the point that stands there.
  mutating func position(
    _ fields: inout JSONFields
  ) -> (x: Double, y: Double, anchor: String) {
    let word = fields.text("position", &log) ?? "center"
    let lower = word.lowercased()
    let y = lower.contains("top") ? 0.0 : lower.contains("bottom") ? 1 : 0.5
    let x = lower.contains("left") ? 0.0 : lower.contains("right") ? 1 : 0.5
    let across = x == 0 ? "left" : x == 1 ? "right" : "center"
    let down = y == 0 ? "top" : y == 1 ? "bottom" : "center"
    return (x, y, EditlyReader.anchor(across, down))
  }
}
