import Bytes
import Markup
import Timeline

/// Speeds that change: a link of a chain that says which second of its source is played when.
extension MLTReader {
  private static let timeMap = "timeremap"

  /// Whether a link of a chain is a map of times.
  func isTimeMap(_ link: MarkupElement) -> Bool {
    (link.attributes["mlt_service"] ?? link.properties["mlt_service"]) == Self.timeMap
  }

  /// The parts of a clip, one for each speed at which the map of its chain plays it; the clip itself
  /// where there is none.
  mutating func remapped(
    _ item: MLTItem, _ service: MarkupElement, from first: Int
  ) -> [MLTItem] {
    guard case .clip(let clip) = item.item, !clip.isStill,
      let link = service.all("link").last(where: { isTimeMap($0) })
    else { return [item] }
    let filter = MLTFilter(link, on: clip, from: first, of: nil, in: self)
    let speeds = filter.properties["speed_map"]
    let points = speeds == nil ? times(of: filter) : self.speeds(speeds ?? "", of: filter)
    guard points.count > 1 else {
      log.warn("a map of times that says nothing is not carried over", at: link.place)
      return [item]
    }
    var whole = clip
    (whole.start, whole.speed, whole.sourceEnd) = (.zero, .one, nil)
    return CutSpeedMap(points).clips(whole, from: .zero).map { part in
      var item = item
      item.item = .clip(part)
      return item
    }
  }

  /// The seconds of the source at the keys of a map, counted from the clip's start.
  private mutating func times(
    of filter: MLTFilter
  ) -> [(time: Rational, source: Rational)] {
    let text = filter.properties["time_map"] ?? filter.properties["map"]
    let keys = keys(text, of: filter, Self.number)
    warn(keys.contains { $0.ease != nil }, filter)
    var points = keys.map { (time: $0.time, source: Self.seconds($0.values[0])) }
    if points.count == 1 { points.append((points[0].time + .one, points[0].source)) }
    return points
  }

  /// The same of a map of speeds. MLT adds them up from the link's first frame on, each for one
  /// frame.
  private mutating func speeds(
    _ text: String, of filter: MLTFilter
  ) -> [(time: Rational, source: Rational)] {
    let keys = keys(text, of: filter, Self.number)
    guard let first = keys.first, let last = keys.last else { return [] }
    warn(keys.contains { $0.ease != nil && $0.ease != "hold" }, filter)
    if zip(keys, keys.dropFirst()).contains(where: { $1.ease != "hold" && $0.values != $1.values })
    {
      log.warn("a speed that changes smoothly is carried over in steps", at: filter.element.place)
    }
    let start = rate.seconds(filter.start - filter.first)
    var points = [(time: start, source: Rational.zero)]
    func add(_ time: Rational, _ sum: Rational) {
      guard let known = points.last, time > known.time else { return }
      points.append((time, known.source + sum))
    }
    add(first.time, (first.time - start) * Self.seconds(first.values[0]))
    for (from, to) in zip(keys, keys.dropFirst()) {
      let (frames, a) = ((to.time - from.time) * rate.exact, Self.seconds(from.values[0]))
      let rise = to.ease == "hold" ? .zero : Self.seconds(to.values[0]) - a
      let sum = frames * a + rise * (frames - .one) * Rational(reducing: 1, over: 2)
      add(to.time, rate.seconds(sum))
    }
    let rest = max(filter.duration - last.time, .one)
    add(last.time + rest, rest * Self.seconds(last.values[0]))
    return points
  }

  private mutating func warn(_ isEased: Bool, _ filter: MLTFilter) {
    guard isEased else { return }
    log.warn(
      "an eased way between the keys of a map of times is made a line", at: filter.element.place)
  }

  private static func number(_ text: Substring) -> [Double]? {
    Double(text).flatMap { $0.magnitude <= 1e6 ? [$0] : nil }
  }

  private static func seconds(_ value: Double) -> Rational {
    Rational(simplest: value)
  }
}
