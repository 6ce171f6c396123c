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

  /// Puts a filter into a clip's look or sound. Its times count as the clip's source does.
  mutating func take(_ filter: MarkupElement, _ clip: inout CutClip, from first: Int) {
    let properties = filter.properties
    guard properties["disable"] != "1" else { return }
    switch properties["mlt_service"] ?? "" {
    case "volume":
      guard !fade(filter, properties, &clip, first),
        let curve = volume(filter, properties, first, clip.duration)
      else { return }
      clip.sound.volume = clip.sound.volume?.merged(curve, +) ?? curve
    case "brightness":
      guard clip.look.opacity == nil,
        let curve = brightness(filter, properties, first, clip.duration)
      else { return note(filter) }
      clip.look.opacity = curve
    case "affine", "qtblend": transform(filter, properties, &clip, first)
    default: note(filter)
    }
  }

  /// Keyframes as MLT writes them, `0=1;25=0.5`, or one value; times count from the clip's start.
  private func keys(
    _ text: String?, _ origin: Int, _ read: (Substring) -> [Double]?
  ) -> [CutCurve.Key] {
    var keys: [CutCurve.Key] = []
    for part in (text ?? "").split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else {
        if let values = read(part) { keys.append(CutCurve.Key(.zero, values)) }
        continue
      }
      // A sign behind the time says how the value goes on.
      var time = part[..<equals]
      let sign = time.last
      if let sign, !sign.isNumber { time = time.dropLast() }
      guard let frame = frames(String(time)), let values = read(part[part.index(after: equals)...])
      else { continue }
      let ease = sign == "|" ? "hold" : nil
      keys.append(CutCurve.Key(rate.seconds(frame - origin), values, ease: ease))
    }
    keys.sort { $0.time < $1.time }
    return keys.allSatisfy { $0.values.count == keys[0].values.count } ? keys : []
  }

  /// A filter that only lets a sound come out of silence or go into it; false for others.
  private func fade(
    _ filter: MarkupElement, _ properties: [String: String], _ clip: inout CutClip, _ first: Int
  ) -> Bool {
    guard properties["level"] == nil, let gain = properties["gain"].flatMap({ factor($0) }),
      let end = properties["end"].flatMap({ factor($0) })
    else { return false }
    let (from, to) = span(filter, first, clip.duration)
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
  private func volume(
    _ filter: MarkupElement, _ properties: [String: String], _ first: Int, _ duration: Rational
  ) -> CutCurve? {
    let number = { (text: Substring) -> [Double]? in
      Double(text).map { [min(max($0, -100), 60)] }
    }
    // Kdenlive's times are the source's, and Shotcut's the clip's.
    let origin = properties["kdenlive_id"] == nil ? 0 : first
    if let curve = CutCurve(keys: keys(properties["level"], origin, number)) { return curve }
    guard let gain = properties["gain"].flatMap({ factor($0) }) else { return nil }
    guard let end = properties["end"].flatMap({ factor($0) }) else { return CutCurve(gain) }
    let (from, to) = span(filter, first, duration)
    return CutCurve(keys: [CutCurve.Key(from, [gain]), CutCurve.Key(to, [end])])
  }

  /// A factor, or decibels with their unit, in decibels.
  private func factor(_ text: String) -> Double? {
    if text.lowercased().hasSuffix("db") {
      return Double(text.dropLast(2)).map { min(max($0, -100), 60) }
    }
    return Double(text).map { min(max(CutSound.decibels($0), -100), 60) }
  }

  /// The part of a clip that a filter changes.
  private func span(
    _ filter: MarkupElement, _ first: Int, _ duration: Rational
  ) -> (from: Rational, to: Rational) {
    let from = frames(filter.attributes["in"]).map { rate.seconds(max($0 - first, 0)) } ?? .zero
    let to =
      frames(filter.attributes["out"]).map { rate.seconds(max($0 - first, 0)) } ?? duration
    return (from, max(to, from + rate.seconds(1)))
  }

  /// A brightness below 1 over black is an opacity.
  private func brightness(
    _ filter: MarkupElement, _ properties: [String: String], _ first: Int, _ duration: Rational
  ) -> CutCurve? {
    let number = { (text: Substring) -> [Double]? in Double(text).map { [$0] } }
    let isKdenlive = properties["kdenlive_id"] != nil
    var found = keys(properties["level"], isKdenlive ? first : 0, number)
    if let start = properties["start"].flatMap({ Double($0) }),
      let end = properties["end"].flatMap({ Double($0) })
    {
      let (from, to) = span(filter, first, duration)
      found = [CutCurve.Key(from, [start]), CutCurve.Key(to, [end])]
    }
    guard found.allSatisfy({ (0...1).contains($0.values.first ?? 2) }) else { return nil }
    return CutCurve(keys: found)
  }

  /// A rectangle in which a picture is shown, `x y w h opacity` or `x/y:wxh:opacity`.
  private mutating func transform(
    _ filter: MarkupElement, _ properties: [String: String], _ clip: inout CutClip, _ first: Int
  ) {
    let text =
      properties["transition.rect"] ?? properties["rect"] ?? properties["transition.geometry"]
    guard let size, let text, clip.look.scale == nil, clip.look.offset == nil else {
      return note(filter)
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let read = { (text: Substring) -> [Double]? in
      let parts = text.split { " /:x".contains($0) }.map { part -> Double? in
        part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 } : Double(part)
      }
      guard parts.count >= 4, parts.prefix(4).allSatisfy({ $0 != nil }) else { return nil }
      let isShare = text.contains("%")
      let rect = parts.prefix(4).map { $0 ?? 0 }
      let (x, y) = isShare ? (rect[0], rect[1]) : (rect[0] / width, rect[1] / height)
      let (w, h) = isShare ? (rect[2], rect[3]) : (rect[2] / width, rect[3] / height)
      guard w > 0, h > 0, [x, y, w, h].allSatisfy({ abs($0) < 1000 }) else { return nil }
      return [x + w / 2 - 0.5, y + h / 2 - 0.5, w, h]
    }
    let found = keys(text, properties["kdenlive_id"] == nil ? 0 : first, read)
    guard let curve = CutCurve(keys: found) else { return note(filter) }
    let offset = curve.mapped { Array($0.prefix(2)) }
    let scale = curve.mapped { Array($0.suffix(2)) }
    if offset.constant != [0, 0] { clip.look.offset = offset }
    if scale.constant != [1, 1] { clip.look.scale = scale }
    let turn = properties["transition.fix_rotate_x"] ?? properties["rotation"]
    if let angle = turn.flatMap({ Double($0) }), angle != 0 { clip.look.rotation = CutCurve(angle) }
  }
}
