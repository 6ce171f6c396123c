import Bytes
import Markup
import Timeline

extension MLTReader {
  private static let silent: Set<String> = ["audiolevel", "panner.internal", "audiowave"]

  /// Says that a filter is left out, unless a program has only put it there for itself.
  mutating func note(_ filter: MarkupElement) {
    let properties = filter.properties
    guard properties["disable"] != "1" else { return }
    let service = properties["mlt_service"] ?? ""
    if properties["internal_added"] == "237" {
      // Of these, a balance that is not in the middle does something.
      let place = service == "panner" ? properties["start"].flatMap { Double($0) } ?? 0.5 : 0.5
      guard place != 0.5 else { return }
      return log.warn("the balance of a track is not carried over", at: filter.place)
    }
    guard !Self.silent.contains(service) else { return }
    let name = properties["kdenlive_id"] ?? properties["shotcut:filter"] ?? service
    log.warn("the filter \(name.quotedText) is not carried over", at: filter.place)
  }

  /// Puts a filter into a clip's look or sound.
  mutating func take(
    _ element: MarkupElement, _ clip: inout CutClip, from first: Int, of source: MLTSource? = nil
  ) {
    let filter = MLTFilter(element, on: clip, from: first, of: source, in: self)
    guard filter.properties["disable"] != "1" else { return }
    switch filter.properties["mlt_service"] ?? "" {
    case "volume":
      guard !fade(filter, &clip), let curve = volume(filter) else { return }
      clip.sound.volume = clip.sound.volume?.merged(curve, +) ?? curve
    case "brightness":
      guard let curve = brightness(filter) else { return note(element) }
      clip.look.opacity = clip.look.opacity?.multiplied(by: curve, at: rate) ?? curve
    case "affine", "qtblend": transform(filter, &clip)
    default: note(element)
    }
  }

  /// A filter that only lets a sound come out of silence or go into it; false for others.
  private func fade(_ filter: MLTFilter, _ clip: inout CutClip) -> Bool {
    let properties = filter.properties
    guard properties["level"] == nil, let gain = properties["gain"].flatMap({ factor($0) }),
      let end = properties["end"].flatMap({ factor($0) })
    else { return false }
    let (from, to) = span(filter)
    if gain <= -100, end == 0, from == .zero {
      clip.sound.fadeIn = min(to, clip.duration)
    } else if gain == 0, end <= -100, to >= clip.duration - rate.seconds(2) {
      clip.sound.fadeOut = max(clip.duration - from, .zero)
    } else {
      return false
    }
    return true
  }

  /// A volume in decibels: of `level` in decibels, of `gain` and `end` as factors.
  private mutating func volume(_ filter: MLTFilter) -> CutCurve? {
    let properties = filter.properties
    let number = { (text: Substring) -> [Double]? in
      Double(text).map { [min(max($0, -100), 60)] }
    }
    var curve = CutCurve(keys: keys(properties["level"], of: filter, number))
    if curve == nil, let gain = properties["gain"].flatMap({ factor($0) }) {
      let end = properties["end"].flatMap { factor($0) }
      let (from, to) = span(filter)
      curve = CutCurve(
        keys: [CutCurve.Key(from, [gain])] + (end.map { [CutCurve.Key(to, [$0])] } ?? []))
    }
    return curve.map { filter.within($0, neutral: [0], at: rate) }
  }

  /// A factor, or decibels with their unit, in decibels.
  private func factor(_ text: String) -> Double? {
    if text.lowercased().hasSuffix("db") {
      return Double(text.dropLast(2)).map { min(max($0, -100), 60) }
    }
    return Double(text).map { min(max(CutSound.decibels($0), -100), 60) }
  }
}
