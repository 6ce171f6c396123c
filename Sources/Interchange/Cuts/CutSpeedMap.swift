import Bytes

/// A map in straight lines from a clip's time to its source's.
struct CutSpeedMap {
  private let points: [(time: Rational, source: Rational)]

  /// - Parameter points: in the order of their times, two at least.
  init(_ points: [(time: Rational, source: Rational)]) { self.points = points }

  /// The clip as one for each line of the map that it covers; before the first line and behind the
  /// last one the picture is held.
  func clips(_ clip: CutClip, from first: Rational) -> [CutClip] {
    var clips: [CutClip] = []
    var (time, end) = (first, first + clip.duration)
    var edges = points.map(\.time).filter { $0 > time && $0 < end }
    edges.append(end)
    if end < time { end = time }
    for edge in edges where edge > time {
      var part = clip.trimmed(head: time - first, tail: end - edge)
      let (from, to) = (source(at: time), source(at: edge))
      part.start = min(from, to)
      part.speed = (to - from).divided(by: edge - time) ?? .zero
      if !clips.isEmpty { part.markers = [] }
      clips.append(part)
      time = edge
    }
    return clips
  }

  /// The second of the source that is shown at a time.
  private func source(at time: Rational) -> Rational {
    var (next, end) = (0, points.count)
    while next < end {
      let middle = (next + end) / 2
      if points[middle].time < time { next = middle + 1 } else { end = middle }
    }
    guard next < points.count else { return points.last?.source ?? .zero }
    guard next > 0, points[next].time > time else { return points[next].source }
    let (a, b) = (points[next - 1], points[next])
    let way = (time - a.time).divided(by: b.time - a.time) ?? .zero
    return a.source + (b.source - a.source) * way
  }
}
