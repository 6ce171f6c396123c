/// Breaks the lines of a paragraph so that the longest is as short as can be, in no more lines than
/// greedy breaking takes (CSS Text 4, `text-wrap: balance`).
extension LineBreaker {
  /// More words than that stay as they are but for neighbouring lines, as in browsers; what is
  /// meant are titles.
  private static var mostPlaces: Int { 128 }

  /// Breaks anew all that stands between breaks of the text; what is too long stays as it is.
  func even(_ lines: inout [Line]) {
    var start = 0
    var result: [Line] = []
    for index in lines.indices where lines[index].endsHard || index == lines.count - 1 {
      var part = Array(lines[start...index])
      if part.count > 1, !part.contains(where: \.breaksWord), let better = evened(part) {
        part = better
      } else {
        balance(&part)
      }
      result += part
      start = index + 1
    }
    lines = result
  }

  /// As many lines, of which the longest is the shortest, and the rest as even as it lets them be;
  /// nil where that is not to be found.
  private func evened(_ lines: [Line]) -> [Line]? {
    guard let first = lines.first, let last = lines.last else { return nil }
    let range = first.range.lowerBound..<last.range.upperBound
    let end = paragraph.visibleEnd(of: range)
    guard end > range.lowerBound else { return nil }
    let inner = (range.lowerBound + 1..<end).filter { breaks[$0] == .allowed }
    guard inner.count <= Self.mostPlaces else { return nil }
    let places = [range.lowerBound] + inner + [range.upperBound]
    let widths = candidates(places, last)
    guard let most = ends(widths, lines.count, cost: { max($0, $1) })?.cost else { return nil }
    let short = widths.map { row in
      row.map { (width: Double?) in width.flatMap { $0 <= most + Self.tolerance ? $0 : nil } }
    }
    guard let chosen = ends(short, lines.count, cost: { $0 + $1 * $1 }) else { return nil }
    var start = 0
    return chosen.ends.map { end in
      defer { start = end }
      var line = end == places.count - 1 ? last : Line(range: 0..<0)
      line.range = places[start]..<places[end]
      return line
    }
  }

  /// How wide the lines from each place to those behind it are; nil for those that do not fit.
  private func candidates(_ places: [Int], _ last: Line) -> [[Double?]] {
    places.indices.map { start in
      var widths = [Double?](repeating: nil, count: places.count)
      for end in places.indices where end > start {
        var line = end == places.count - 1 ? last : Line(range: 0..<0)
        line.range = places[start]..<places[end]
        let found = width(of: line.range)
        if found <= width, fits(line) {
          widths[end] = found
        } else if found > 2 * width {
          break
        }
      }
      return widths
    }
  }

  /// The places where so many lines end whose widths cost the least in all.
  private func ends(
    _ widths: [[Double?]], _ count: Int, cost: (Double, Double) -> Double
  ) -> (ends: [Int], cost: Double)? {
    let places = widths.count
    var costs = [Double?](repeating: nil, count: places)
    costs[0] = 0
    var origins: [[Int]] = []
    for _ in 0..<count {
      var next = [Double?](repeating: nil, count: places)
      var from = [Int](repeating: 0, count: places)
      for start in 0..<places {
        guard let known = costs[start] else { continue }
        for end in start + 1..<max(places, start + 1) {
          guard let width = widths[start][end] else { continue }
          let whole = cost(known, width)
          // Of equal ways that with the longer lines above is taken.
          if let present = next[end], present + Self.tolerance < whole { continue }
          next[end] = whole
          from[end] = start
        }
      }
      costs = next
      origins.append(from)
    }
    guard let least = costs[places - 1] else { return nil }
    var ends = [places - 1]
    for from in origins.dropFirst().reversed() { ends.insert(from[ends[0]], at: 0) }
    return (ends, least)
  }
}
