import Bytes
import Timeline

extension ResolveParameters {
  /// The numbers of a value: one, the two of a point, or 0 and 1 for false and true.
  static func values(_ node: JSONNode?) -> [Double]? {
    guard let node else { return nil }
    if let number = node.double { return [number] }
    if let flag = node.bool { return [flag ? 1 : 0] }
    let numbers = (node.elements ?? []).compactMap(\.double)
    return numbers.isEmpty || numbers.count != node.elements?.count ? nil : numbers
  }

  /// The value of a parameter, or its keyframes.
  static func curve(_ parameter: JSONNode, rate: FrameRate?) -> CutCurve? {
    var keys: [(frame: Int, values: [Double], node: JSONNode)] = []
    for member in parameter["Key Frames"]?.members ?? [] {
      guard let frame = Int(member.key), frame.magnitude <= 1_000_000_000,
        let values = values(member.value["Value"])
      else { continue }
      keys.append((frame, values, member.value))
    }
    guard !keys.isEmpty, let rate else {
      return values(parameter["Parameter Value"]).map { CutCurve(values: $0) }
    }
    keys.sort { $0.frame < $1.frame }
    guard keys.allSatisfy({ $0.values.count == keys[0].values.count }) else { return nil }
    var result: [CutCurve.Key] = []
    for (index, key) in keys.enumerated() {
      let before = index > 0 ? keys[index - 1] : nil
      let ease = before.flatMap { before in
        easing(
          from: before.node, to: key.node, frames: Double(key.frame) - Double(before.frame),
          rise: (key.values.first ?? 0) - (before.values.first ?? 0))
      }
      result.append(CutCurve.Key(rate.seconds(key.frame), key.values, ease: ease))
    }
    return CutCurve(keys: result)
  }

  /// The easing between two keyframes with handles, which are given in frames and values from each.
  private static func easing(
    from: JSONNode, to: JSONNode, frames: Double, rise: Double
  ) -> String? {
    let out = values(from["OutBez"]?["OutBez"]) ?? [0, 0]
    let into = values(to["InBez"]?["InBez"]) ?? [0, 0]
    guard out.count == 2, into.count == 2, frames > 0, out != [0, 0] || into != [0, 0] else {
      return nil
    }
    // Where nothing rises, no easing of ours can leave the line.
    guard rise != 0 else { return nil }
    let points = [out[0] / frames, out[1] / rise, 1 + into[0] / frames, 1 + into[1] / rise]
    guard points.allSatisfy({ $0.isFinite && abs($0) <= 1000 }) else { return nil }
    let held = [min(max(points[0], 0), 1), points[1], min(max(points[2], 0), 1), points[3]]
    let texts = held.map { value -> String in
      if case .number(let text) = TimeSpelling.number((value * 1e4).rounded() / 1e4 + 0) {
        return text
      }
      return "0"
    }
    return "cubic-bezier(\(texts.joined(separator: ", ")))"
  }

  /// Two curves of one number as one of two, at the keyframes of both.
  func joined(_ first: CutCurve?, _ second: CutCurve?, _ fallback: Double) -> CutCurve? {
    guard first != nil || second != nil else { return nil }
    let one = first ?? CutCurve(fallback)
    let two = second ?? CutCurve(fallback)
    if let a = one.constant, let b = two.constant { return CutCurve(values: a + b) }
    let moving = [one, two].filter { $0.constant == nil }
    let times = Set(moving.flatMap { $0.keys.map(\.time) }).sorted()
    return CutCurve(
      keys: times.map { time in
        let ease = moving.lazy.compactMap { $0.keys.first { $0.time == time }?.ease }.first
        return CutCurve.Key(time, one.values(at: time) + two.values(at: time), ease: ease)
      })
  }
}

extension CutCurve {
  /// Values that do not move.
  init(values: [Double]) { keys = [Key(.zero, values)] }
}
