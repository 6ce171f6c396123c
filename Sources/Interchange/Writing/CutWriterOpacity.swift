import Bytes
import Timeline

extension CutWriter {
  /// The opacity of a clip: its own, and its way out of nothing and into it.
  mutating func opacity(_ placed: PlacedClip, isLayer: Bool = false) -> TimelineDraft.Members {
    var fadeIn = placed.fadeIn
    // A layer that comes over another one in a dissolve grows over it.
    if isLayer, placed.isEntered, let change = previousChange, change.kind == .dissolve {
      fadeIn = change.duration
    }
    let fadeOut = placed.fadeOut
    guard fadeIn > .zero || fadeOut > .zero else {
      guard let own = placed.clip.look.opacity, own.constant != [1] else { return [] }
      return [("opacity", curve(own) { TimeSpelling.number($0.first ?? 1) })]
    }
    let full = placed.clip.look.opacity?.constant?.first
    if placed.clip.look.opacity != nil, full == nil {
      log.warn("an opacity that moves gives way to the clip's fades", at: placed.clip.place)
    }
    let keys = Self.fade(fadeIn, fadeOut, over: placed.clip.duration, to: full ?? 1)
    guard let fade = CutCurve(keys: keys) else { return [] }
    return [("opacity", curve(fade) { TimeSpelling.number($0.first ?? 1) })]
  }

  /// Keys that go up and down again, without both at once.
  static func fade(
    _ fadeIn: Rational, _ fadeOut: Rational, over duration: Rational, to full: Double
  ) -> [CutCurve.Key] {
    var keys: [CutCurve.Key] = []
    if fadeIn > .zero {
      keys.append(CutCurve.Key(.zero, [0]))
      keys.append(CutCurve.Key(min(fadeIn, duration), [full]))
    }
    if fadeOut > .zero {
      keys.append(CutCurve.Key(max(duration - fadeOut, min(fadeIn, duration)), [full]))
      keys.append(CutCurve.Key(duration, [0]))
    }
    return keys
  }
}
