import Bytes
import Markup
import Timeline

extension FCPXMLReader {
  /// A value in an attribute, or its keyframes in a parameter of that name.
  func curve(_ element: MarkupElement, _ name: String, from start: Rational) -> CutCurve? {
    let values = { (text: String?) -> [Double]? in
      let numbers = (text ?? "").split(separator: " ").compactMap { Double($0) }
      return numbers.isEmpty || !numbers.allSatisfy({ abs($0) <= 1e9 }) ? nil : numbers
    }
    let parameter = element.all("param").first { $0.attributes["name"] == name }
    let keys = keys(parameter, from: start, values)
    if !keys.isEmpty, keys.allSatisfy({ $0.values.count == keys[0].values.count }) {
      return CutCurve(keys: keys)
    }
    return (values(parameter?.attributes["value"]) ?? values(element.attributes[name]))
      .map { CutCurve(values: $0) }
  }

  /// The keyframes of a parameter in the order of their times; up to version 1.2 of the format they
  /// are two lists.
  func keys(
    _ parameter: MarkupElement?, from start: Rational, _ values: (String?) -> [Double]?
  ) -> [CutCurve.Key] {
    guard let parameter else { return [] }
    let ease = ["easeIn": "ease-in", "easeOut": "ease-out", "ease": "ease-in-out"]
    var keys = (parameter.first("keyframeAnimation")?.all("keyframe") ?? []).compactMap { key in
      key.time("time").flatMap { time in
        values(key.attributes["value"]).map {
          CutCurve.Key(time - start, $0, ease: ease[key.attributes["interp"] ?? ""])
        }
      }
    }
    let list = { (name: String) -> [String] in
      (parameter.attributes[name] ?? "").split(separator: ";").map {
        String($0.drop(while: \.isWhitespace))
      }
    }
    for (time, value) in zip(list("keyTimes"), list("keyValues")) {
      guard let time = MarkupElement.time(time), let value = values(value) else { continue }
      keys.append(CutCurve.Key(time - start, value))
    }
    return keys.sorted { $0.time < $1.time }
  }

  /// The seconds in which the value of a parameter comes out of nothing and goes into it.
  func fades(_ parameter: MarkupElement?, in clip: CutClip) -> (in: Rational, out: Rational) {
    func length(_ name: String) -> Rational {
      min(max(parameter?.first(name)?.time("duration") ?? .zero, .zero), clip.duration)
    }
    return (length("fadeIn"), length("fadeOut"))
  }

  /// How opaque a clip is.
  mutating func blend(_ element: MarkupElement, _ clip: inout CutClip, from start: Rational) {
    if let amount = curve(element, "amount", from: start), amount.constant != [1] {
      clip.look.opacity = amount.mapped { $0.map { min(max($0, 0), 1) } }
    }
    let parameter = element.all("param").first { $0.attributes["name"] == "amount" }
    let fades = fades(parameter, in: clip)
    let full = clip.look.opacity == nil ? 1 : clip.look.opacity?.constant?.first
    let keys = CutWriter.fade(fades.in, fades.out, over: clip.duration, to: full ?? 1)
    if !keys.isEmpty, full == nil {
      log.warn("fades of an opacity that moves are not carried over", at: element.place)
    } else if let curve = CutCurve(keys: keys) {
      clip.look.opacity = curve
    }
    if let mode = element.attributes["mode"], mode != "0", mode.lowercased() != "normal" {
      log.warn("the blend mode \(mode.quotedText) is not carried over", at: element.place)
    }
  }

  /// How loud a clip is: `-6dB`.
  func volume(_ element: MarkupElement, _ clip: inout CutClip, from start: Rational) {
    let decibels = { (text: String?) -> [Double]? in
      text.flatMap { Double($0.hasSuffix("dB") ? String($0.dropLast(2)) : $0) }
        .map { [min(max($0, -100), 60)] }
    }
    let parameter = element.all("param").first
    let amount = decibels(parameter?.attributes["value"]) ?? decibels(element.attributes["amount"])
    if let curve = CutCurve(keys: keys(parameter, from: start, decibels)) {
      clip.sound.volume = curve
    } else if let amount, amount != [0] {
      clip.sound.volume = CutCurve(values: amount)
    }
    (clip.sound.fadeIn, clip.sound.fadeOut) = fades(parameter, in: clip)
    clip.sound.curves = (fadeCurve(parameter, "fadeIn"), fadeCurve(parameter, "fadeOut"))
  }

  /// The curve of a fade of sound.
  ///
  /// Final Cut Pro calls them +3 dB, the usual one, -3 dB, S-curve and linear: the first two are as
  /// much above and below a straight line in their middle.
  private func fadeCurve(_ parameter: MarkupElement?, _ name: String) -> String? {
    guard let fade = parameter?.first(name) else { return nil }
    switch fade.attributes["type"] ?? "easeIn" {
    case "easeIn": return "qsin"
    case "easeOut": return "iqsin"
    case "easeInOut": return "hsin"
    default: return nil
    }
  }
}
