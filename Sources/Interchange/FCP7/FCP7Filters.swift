import Bytes
import Markup
import Timeline

/// The filters of a clip: its speed, its motion, its levels.
struct FCP7Filters {
  private let element: MarkupElement
  private let rate: FrameRate
  /// The frame, of the clip as it is retimed, at which it begins.
  private let first: Int

  init(_ element: MarkupElement, rate: FrameRate, first: Int) {
    (self.element, self.rate, self.first) = (element, rate, first)
  }

  /// The clip with all of them; several in a row where its speed changes.
  func items(_ clip: CutClip, _ log: inout ImportLog) -> [CutClip] {
    var clip = clip
    var remap: MarkupElement?
    for filter in element.all("filter") {
      guard filter.flag("enabled") != false, let effect = filter.first("effect"),
        effect.flag("pproBypass") != true, filter.flag("pproBypass") != true
      else { continue }
      if effect.value("effectid") == "timeremap" {
        remap = effect
      } else {
        take(effect, &clip, &log)
      }
    }
    if let mode = element.value("compositemode"), mode != "normal" {
      clip.look.blend = Self.blends[mode.lowercased()]
      if clip.look.blend == nil {
        log.warn("the composite mode \(mode.quotedText) is not carried over", at: clip.place)
      }
    }
    guard let remap, !clip.isStill, clip.speed != .zero else { return [clip] }
    return FCP7Speed(remap, rate: rate).clips(clip, from: rate.seconds(first), &log)
  }

  private static let blends = [
    "add": "plus-lighter", "subtract": "subtract", "difference": "difference",
    "multiply": "multiply", "screen": "screen", "overlay": "overlay", "hard light": "hard-light",
    "soft light": "soft-light", "darken": "darken", "lighten": "lighten",
  ]

  private func take(_ effect: MarkupElement, _ clip: inout CutClip, _ log: inout ImportLog) {
    let parameters = effect.all("parameter")
    func curve(_ id: String) -> CutCurve? {
      parameters.first { $0.value("parameterid")?.lowercased() == id }.flatMap(self.curve)
    }
    switch effect.value("effectid")?.lowercased() {
    case "basic": motion(curve, &clip)
    case "crop":
      let sides = ["left", "top", "right", "bottom"].map {
        curve($0)?.keys.first?.values.first ?? 0
      }
      let shares = sides.map { min(max($0 / 100, 0), 1) }
      if shares != [0, 0, 0, 0] { clip.look.crop = CutCurve(values: shares) }
    case "opacity":
      let opacity = curve("opacity")?.mapped { $0.map { min(max($0 / 100, 0), 1) } }
      if opacity?.constant != [1] { clip.look.opacity = opacity }
    case "audiolevels":
      let level = curve("level")?.mapped { $0.map(CutSound.decibels) }
      if let level, level.constant.map({ abs($0[0]) > 1e-6 }) ?? true { clip.sound.volume = level }
    case "audiopan":
      if let pan = curve("pan"), pan.constant != [0] {
        clip.sound.pan = pan.mapped { $0.map { min(max($0, -1), 1) } }
      }
    default:
      let name = effect.value("name") ?? effect.value("effectid") ?? ""
      log.warn("the effect \(name.quotedText) is not carried over", at: effect.place)
    }
  }

  /// Scale is in percent of the picture's own size, its place in shares of the canvas.
  private func motion(_ curve: (String) -> CutCurve?, _ clip: inout CutClip) {
    if let scale = curve("scale"), scale.constant != [100] {
      clip.look.scale = scale.mapped { [($0.first ?? 100) / 100, ($0.first ?? 100) / 100] }
    }
    if let rotation = curve("rotation"), rotation.constant != [0] { clip.look.rotation = rotation }
    if let center = curve("center"), center.constant != [0, 0], center.keys[0].values.count == 2 {
      clip.look.offset = center
    }
    if let anchor = curve("centeroffset")?.keys.first?.values, anchor.count == 2, anchor != [0, 0] {
      clip.look.pivot = [0.5 + anchor[0], 0.5 + anchor[1]]
    }
  }

  /// The value of a parameter, or its keyframes; `when` counts in the frames of the source.
  private func curve(_ parameter: MarkupElement) -> CutCurve? {
    var keys: [CutCurve.Key] = []
    for key in parameter.all("keyframe") {
      guard let when = key.integer("when"), let values = Self.values(key) else { continue }
      keys.append(CutCurve.Key(rate.seconds(when - first), values))
    }
    keys.sort { $0.time < $1.time }
    guard keys.allSatisfy({ $0.values.count == keys[0].values.count }) else { return nil }
    return CutCurve(keys: keys) ?? Self.values(parameter).map { CutCurve(values: $0) }
  }

  private static func values(_ element: MarkupElement) -> [Double]? {
    guard let value = element.first("value") else { return nil }
    if let x = value.number("horiz"), let y = value.number("vert") { return [x, y] }
    return element.number("value").map { [$0] }
  }
}
