import Bytes
import Markup
import Timeline

/// A filter on a clip, and how its times count: in frames, from the filter's own first one.
struct MLTFilter {
  let element: MarkupElement
  let properties: [String: String]
  /// The seconds that the clip takes.
  let duration: Rational
  /// The first frame of the source that the clip plays.
  let first: Int
  /// The filter's first frame, counted as the source's.
  let start: Int
  /// The frames that it lasts, from whose end times below 0 count.
  let length: Int
  /// The frame of the source behind its last one; nil where it lasts as long as the clip.
  private let end: Int?
  /// The shares of the canvas's sides that the whole picture takes, unless it is changed.
  let shape: (width: Double, height: Double)

  init(
    _ element: MarkupElement, on clip: CutClip, from first: Int, of source: MLTSource?,
    in reader: MLTReader
  ) {
    (self.element, properties) = (element, element.properties)
    (duration, self.first) = (clip.duration, first)
    start = reader.frames(element.attributes["in"]) ?? 0
    let last = reader.frames(element.attributes["out"]) ?? 0
    length = last > 0 ? last - start + 1 : source?.length ?? 0
    end = last > 0 ? last + 1 : nil
    let ratio = reader.size.flatMap { size in
      source?.ratio.map { $0 * Double(size.height) / Double(size.width) }
    }
    shape = (min(ratio ?? 1, 1), min(1 / (ratio ?? 1), 1))
  }

  /// What it does to the whole clip: nothing outside of its own frames.
  ///
  /// - Parameters:
  ///   - curve: what it does within them.
  ///   - neutral: the values with which it does nothing.
  func within(_ curve: CutCurve, neutral: [Double], at rate: FrameRate) -> CutCurve {
    let from = max(rate.seconds(start - first), .zero)
    let to = end.map { rate.seconds($0 - first) } ?? duration
    guard from < min(to, duration) else { return CutCurve(values: neutral) }
    var keys = curve.keys
    if to < duration {
      // The last frame has its value, and the next one none.
      let last = max(to - rate.seconds(1), from)
      let next = keys.first { $0.time > last }
      let values = curve.values(at: last)
      keys.removeAll { $0.time > last }
      if keys.isEmpty || next != nil && keys.last?.time != last {
        keys.append(CutCurve.Key(last, values, ease: keys.isEmpty ? nil : next?.ease))
      }
      if values != neutral { keys.append(CutCurve.Key(to, neutral, ease: "hold")) }
    }
    let values = curve.values(at: from)
    if from > .zero, values != neutral {
      keys.removeAll { $0.time <= from }
      keys.insert(CutCurve.Key(from, values, ease: "hold"), at: 0)
      keys.insert(CutCurve.Key(.zero, neutral), at: 0)
    }
    return CutCurve(keys: keys) ?? curve
  }
}

/// What a producer says of its source.
struct MLTSource {
  /// How many frames it has.
  let length: Int?
  /// Its pictures' width over their height.
  let ratio: Double?

  init(_ element: MarkupElement, _ properties: [String: String], in reader: MLTReader) {
    length =
      reader.frames(properties["length"])
      ?? reader.frames(element.attributes["out"]).map { $0 + 1 }
    func number(_ name: String) -> Double? {
      properties["meta.media." + name].flatMap { Double($0) }
    }
    let pixel = (number("sample_aspect_num") ?? 1) / (number("sample_aspect_den") ?? 1)
    let ratio = (number("width") ?? 0) / (number("height") ?? 0) * (pixel > 0 ? pixel : 1)
    self.ratio = (0.001...1000).contains(ratio) ? ratio : nil
  }
}

extension MLTReader {
  /// Keyframes as MLT writes them, `0=1;25=0`, or one value; times count from the clip's start.
  mutating func keys(
    _ text: String?, of filter: MLTFilter, _ read: (Substring) -> [Double]?
  ) -> [CutCurve.Key] {
    var found: [(key: CutCurve.Key, sign: Character?)] = []
    for part in (text ?? "").split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else {
        if let values = read(part) { found.append((CutCurve.Key(.zero, values), nil)) }
        continue
      }
      var time = part[..<equals]
      let sign = time.last.flatMap { $0.isNumber ? nil : $0 }
      if sign != nil { time = time.dropLast() }
      guard let frame = frames(String(time)), let values = read(part[part.index(after: equals)...])
      else { continue }
      let own = frame < 0 ? frame + filter.length : frame
      let place = rate.seconds(own + filter.start - filter.first)
      found.append((CutCurve.Key(place, values), sign))
    }
    found.sort { $0.key.time < $1.key.time }
    var keys = found.map(\.key)
    // A sign says how the value goes on from there, and an easing how it is reached.
    for (index, item) in found.enumerated().dropLast() {
      keys[index + 1].ease = item.sign.flatMap(Self.easing)
      if let sign = item.sign, "~$-".contains(sign), keys[index].values != keys[index + 1].values {
        log.warn("the smooth way between keyframes is made a line", at: filter.element.place)
      }
    }
    return keys.allSatisfy { $0.values.count == keys[0].values.count } ? keys : []
  }

  /// The easing of a sign; nil for lines, and for what has none.
  private static func easing(_ sign: Character) -> String? {
    if sign == "|" || sign == "!" { return "hold" }
    guard let index = Array("abcdefghijklmnopqrstuvwxyzABCD").firstIndex(of: sign) else {
      return nil
    }
    let families = [
      "Sine", "Quad", "Cubic", "Quart", "Quint", "Expo", "Circ", "Back", "Elastic", "Bounce",
    ]
    return ["easeIn", "easeOut", "easeInOut"][index % 3] + families[index / 3]
  }

  /// An opacity: a brightness below 1, which is one over black, by a factor of alpha.
  mutating func brightness(_ filter: MLTFilter) -> CutCurve? {
    let number = { (text: Substring) -> [Double]? in Double(text).map { [$0] } }
    let properties = filter.properties
    var level = CutCurve(keys: keys(properties["level"], of: filter, number))
    if level == nil, let start = properties["start"].flatMap({ Double($0) }),
      let end = properties["end"].flatMap({ Double($0) })
    {
      let (from, to) = span(filter)
      level = CutCurve(keys: [CutCurve.Key(from, [start]), CutCurve.Key(to, [end])])
    }
    // Below 0 it is the level.
    let alpha = CutCurve(keys: keys(properties["alpha"], of: filter, number))
    let isOwn = alpha?.keys.allSatisfy { $0.values.allSatisfy { $0 >= 0 } } ?? false
    let whole = isOwn ? alpha.map { level?.merged($0, *) ?? $0 } : level
    guard let whole, whole.keys.allSatisfy({ (0...1).contains($0.values.first ?? 2) }) else {
      return nil
    }
    return filter.within(whole, neutral: [1], at: rate)
  }

  /// The part of a clip that a filter changes.
  func span(_ filter: MLTFilter) -> (from: Rational, to: Rational) {
    let time = { (name: String) in
      frames(filter.element.attributes[name]).map { rate.seconds(max($0 - filter.first, 0)) }
    }
    let from = time("in") ?? .zero
    return (from, max(time("out") ?? filter.duration, from + rate.seconds(1)))
  }
}
