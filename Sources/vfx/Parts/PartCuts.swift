/// Where a film is cut into parts.
struct PartCuts {
  /// The number of the film's frames.
  let frames: Int
  let costs: FilmCosts
  /// Stretches of frames within which a cut costs twice; they overlap nowhere.
  let kept: [Range<Int>]
  /// Frames at which clips begin, in rising order: a film that is cut there is sought for nothing.
  let edges: [Int]

  /// - Parameters:
  ///   - kept: stretches within which a cut costs twice, in any order.
  ///   - edges: frames at which clips begin, in any order.
  init(frames: Int, costs: FilmCosts, kept: [Range<Int>] = [], edges: [Int] = []) {
    (self.frames, self.costs) = (frames, costs)
    var merged: [Range<Int>] = []
    for stretch in kept.map({ $0.clamped(to: 0..<frames) }).sorted(by: {
      $0.lowerBound < $1.lowerBound
    })
    where !stretch.isEmpty {
      if let last = merged.last, stretch.lowerBound < last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        merged.append(stretch)
      }
    }
    self.kept = merged
    self.edges = Set(edges).sorted()
  }

  /// Parts of about the same cost, `count` of them, at most as many as there are frames.
  func parts(count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for left in stride(from: count, to: 1, by: -1) {
      let done = costs.cost(before: start)
      let share = (costs.total - done) / Double(left)
      func frame(_ shares: Double) -> Int {
        // Each of those that follow has a frame at least.
        min(max(costs.frame(at: done + share * shares), start + 1), frames - left + 1)
      }
      let end = cut(
        near: frame(1), from: frame(0.5), through: frame(1.5), near: frame(0.9)...frame(1.1))
      ranges.append(start..<end)
      start = end
    }
    return ranges + [start..<frames]
  }

  /// Parts of about so many frames each; the last one may be shorter.
  func parts(length: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while frames - start > length {
      let wanted = start + length
      func frame(_ offset: Int) -> Int { min(max(wanted + offset, start + 1), frames - 1) }
      let end = cut(
        near: wanted, from: frame(-length / 2), through: frame(length / 2),
        near: frame(-length / 10)...frame(length / 10))
      ranges.append(start..<end)
      start = end
    }
    return ranges + [start..<frames]
  }

  /// The stretch around `frame` whose work both parts would do if the film were cut there.
  func keptStretch(at frame: Int) -> Range<Int>? {
    kept.first { $0.lowerBound < frame && frame < $0.upperBound }
  }

  /// The best place of a cut: the beginning of a clip near `wanted`, or else `wanted` itself, or
  /// else the nearer end of the stretch around it; `wanted` where both ends are too far.
  private func cut(
    near wanted: Int, from first: Int, through last: Int, near window: ClosedRange<Int>
  ) -> Int {
    func nearest(_ places: [Int]) -> Int? {
      places.min { abs($0 - wanted) < abs($1 - wanted) }
    }
    let edge = nearest(edges.filter { window.contains($0) && keptStretch(at: $0) == nil })
    if let edge { return edge }
    guard let stretch = keptStretch(at: wanted) else { return wanted }
    let ends = [stretch.lowerBound, stretch.upperBound].filter { first <= $0 && $0 <= last }
    return nearest(ends) ?? wanted
  }
}
