import Geometry
import Timeline

// Tracks as they stand in files: `{ "a": 0, "k": value }` or `{ "a": 1, "k": [key, ...] }`.
extension LottieTrack {
  /// The track of a member; nil where there is none.
  init?(_ node: JSONNode?) {
    self.init(node) { $0.numbers }
  }

  /// The track of a member, or a number that stands still.
  init(_ node: JSONNode?, _ fallback: [Double]) {
    self = LottieTrack(node) ?? LottieTrack(fallback)
  }

  /// The track of a path.
  init?(path node: JSONNode?) {
    self.init(node) { PathNumbers.numbers(of: $0.elements?.first ?? $0) }
  }

  private init?(_ node: JSONNode?, _ numbers: (JSONNode) -> [Double]) {
    guard let node else { return nil }
    let value = node["k"] ?? node
    guard let elements = value.elements, elements.contains(where: { $0["t"] != nil }) else {
      let constant = numbers(value)
      guard !constant.isEmpty else { return nil }
      self.init(constant)
      return
    }
    var keys: [LottieKey] = []
    for (index, element) in elements.enumerated() {
      guard let time = element["t"]?.number, time > keys.last?.time ?? -.infinity else { continue }
      let start = element["s"].map(numbers) ?? keys.last?.end
      let own = element["e"].map(numbers)
      let next = index + 1 < elements.count ? elements[index + 1]["s"].map(numbers) : nil
      keys.append(
        LottieKey(
          time: time, start: start, end: own, isHeld: element.isSet("h"),
          easings: Self.easings(element),
          way: Self.way(element, from: start, to: own ?? next)))
    }
    guard !keys.isEmpty else { return nil }
    self.init(keys)
  }

  private static func easings(_ key: JSONNode) -> [CubicBezier] {
    guard let out = key["o"], let into = key["i"] else { return [] }
    let (x1, y1) = (out["x"]?.numbers ?? [], out["y"]?.numbers ?? [])
    let (x2, y2) = (into["x"]?.numbers ?? [], into["y"]?.numbers ?? [])
    let count = min(max(x1.count, y1.count, x2.count, y2.count), 8)
    func pick(_ list: [Double], _ index: Int, _ fallback: Double) -> Double {
      list.isEmpty ? fallback : list[min(index, list.count - 1)]
    }
    return (0..<count).map { index in
      CubicBezier(
        min(max(pick(x1, index, 0), 0), 1), pick(y1, index, 0),
        min(max(pick(x2, index, 1), 0), 1), pick(y2, index, 1))
    }
  }

  private static func way(
    _ key: JSONNode, from start: [Double]?, to end: [Double]?
  ) -> SpatialCurve? {
    guard let leaving = key["to"]?.numbers, let arriving = key["ti"]?.numbers,
      leaving.count > 1, arriving.count > 1, let start, let end, start.count > 1, end.count > 1,
      (leaving.prefix(2) + arriving.prefix(2)).contains(where: { $0 != 0 })
    else { return nil }
    return SpatialCurve(
      from: Vector(start[0], start[1]), leaving: Vector(leaving[0], leaving[1]),
      arriving: Vector(arriving[0], arriving[1]), to: Vector(end[0], end[1]))
  }
}

/// Paths as numbers, for tracks.
enum PathNumbers {
  /// The numbers of a path that is closed.
  ///
  /// - Parameter withPlaces: whether its tangents are the places of control points, which become
  ///   steps.
  static func closed(_ numbers: [Double], withPlaces: Bool) -> [Double] {
    var numbers = numbers
    guard let last = numbers.indices.last else { return [] }
    numbers[last] = 1
    for start in stride(from: 0, to: withPlaces ? last : 0, by: 6) where start + 6 <= last {
      // Where there is none in the file, there is no step either.
      for at in [start + 2, start + 4] where numbers[at] != 0 || numbers[at + 1] != 0 {
        numbers[at] -= numbers[start]
        numbers[at + 1] -= numbers[start + 1]
      }
    }
    return numbers
  }

  /// The numbers of a path: of each point its place and its tangents, and in the end whether it is
  /// closed. Empty for what is none.
  static func numbers(of node: JSONNode) -> [Double] {
    guard let places = node["v"]?.elements, places.count <= LottieLimits.points else { return [] }
    let (into, out) = (node["i"]?.elements ?? [], node["o"]?.elements ?? [])
    var numbers: [Double] = []
    numbers.reserveCapacity(places.count * 6 + 1)
    for index in places.indices {
      for list in [places, into, out] {
        let pair = index < list.count ? list[index].numbers : []
        numbers.append(pair.first ?? 0)
        numbers.append(pair.count > 1 ? pair[1] : 0)
      }
    }
    numbers.append(node.isSet("c") ? 1 : 0)
    return numbers
  }
}
