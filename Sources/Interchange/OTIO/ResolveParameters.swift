import Bytes
import Timeline

/// The parameters of one of Resolve's effects, as it writes them into metadata.
///
/// Places count in shares of the frame, upwards and from its middle; angles counter-clockwise;
/// keyframes in frames from the clip's start. What has its default is left out.
struct ResolveParameters {
  private var curves: [String: CutCurve] = [:]
  private var places: [String: Range<Int>] = [:]
  /// In the order of the source.
  private var names: [String] = []
  private let rate: FrameRate?

  init(_ resolve: JSONNode, rate: FrameRate?) {
    self.rate = rate
    for parameter in resolve["Parameters"]?.elements ?? [] {
      guard let name = parameter["Parameter ID"]?.string,
        let curve = Self.curve(parameter, rate: rate)
      else { continue }
      if curve.constant != nil, curve.constant == Self.values(parameter["Default Parameter Value"])
      {
        continue
      }
      if curves[name] == nil { names.append(name) }
      (curves[name], places[name]) = (
        curve, parameter.range.lowerBound..<parameter.range.lowerBound + 1
      )
    }
  }

  var isEmpty: Bool { names.isEmpty }

  /// What nobody has asked for.
  var left: [(name: String, place: Range<Int>)] {
    names.compactMap { name in
      curves[name] == nil ? nil : (name, places[name] ?? 0..<0)
    }
  }

  private mutating func take(_ name: String) -> CutCurve? { curves.removeValue(forKey: name) }

  private mutating func number(_ name: String) -> Double? { take(name)?.keys.first?.values.first }

  mutating func transform(_ look: inout CutLook) {
    look.scale = joined(take("transformationZoomX"), take("transformationZoomY"), 1)
    let pan = take("transformationPan")
    let tilt = take("transformationTilt")?.mapped { $0.map(-) }
    look.offset = joined(pan, tilt, 0)
    look.rotation = take("transformationRotationAngle")?.mapped { $0.map(-) }
    if let anchor = take("transformationAnchorPoint")?.keys.first?.values, anchor.count == 2 {
      look.pivot = [0.5 + anchor[0], 0.5 - anchor[1]]
    }
    let flips = [number("transformationFlipX") == 1, number("transformationFlipY") == 1]
    if flips[0] || flips[1] {
      look.flip = flips[0] && flips[1] ? "both" : flips[0] ? "horizontal" : "vertical"
    }
  }

  mutating func crop(_ look: inout CutLook) {
    let sides = ["cropLeft", "cropTop", "cropRight", "cropBottom"].map { take($0) }
    guard sides.contains(where: { $0 != nil }) else { return }
    let top = joined(sides[0], sides[1], 0)
    let bottom = joined(sides[2], sides[3], 0)
    guard let first = top ?? bottom else { return }
    let keys = Set((top ?? first).keys.map(\.time) + (bottom ?? first).keys.map(\.time)).sorted()
    look.crop = CutCurve(
      keys: keys.map { time in
        CutCurve.Key(
          time, (top?.values(at: time) ?? [0, 0]) + (bottom?.values(at: time) ?? [0, 0]))
      })
  }

  mutating func composite(_ look: inout CutLook) {
    look.opacity = take("opacity")?.mapped { $0.map { min(max($0 / 100, 0), 1) } }
    let modes = [
      1: "plus-lighter", 2: "subtract", 3: "difference", 4: "multiply", 5: "screen", 6: "overlay",
      7: "hard-light", 8: "soft-light", 9: "darken", 10: "lighten", 11: "color-dodge",
      12: "color-burn", 13: "exclusion", 18: "divide",
    ]
    if let mode = curves["composite mode"]?.keys.first?.values.first,
      let name = Int(exactly: mode).flatMap({ modes[$0] })
    {
      look.blend = name
      _ = take("composite mode")
    }
  }

  mutating func fades(_ look: inout CutLook, over duration: Rational) {
    guard let rate else { return }
    let fadeIn = rate.seconds(frames(take("videoFaderIn")))
    let fadeOut = rate.seconds(frames(take("videoFaderOut")))
    let keys = CutWriter.fade(fadeIn, fadeOut, over: duration, to: 1)
    if let curve = CutCurve(keys: keys) { look.opacity = curve }
  }

  mutating func volume(_ sound: inout CutSound) {
    sound.volume = take("volume")
  }

  mutating func pan(_ sound: inout CutSound) {
    sound.pan = take("pan")?.mapped { $0.map { min(max($0 / 100, -1), 1) } }
  }

  private func frames(_ curve: CutCurve?) -> Rational {
    Rational(approximating: min(max(curve?.keys.first?.values.first ?? 0, 0), 1e6))
  }
}
