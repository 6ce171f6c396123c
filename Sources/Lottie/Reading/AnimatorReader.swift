import Timeline

// What moves the letters of a text apart from each other.
extension LottieReader {
  private static let mostAnimators = 32
  private static let mostSelectors = 8

  /// The animators of a text layer.
  mutating func animators(_ node: JSONNode?) -> [LottieTextAnimator] {
    var animators: [LottieTextAnimator] = []
    for element in node?.elements ?? [] {
      guard animators.count < Self.mostAnimators else {
        note("more animators of a text than \(Self.mostAnimators)")
        break
      }
      animators.append(animator(element))
    }
    return animators
  }

  private mutating func animator(_ node: JSONNode) -> LottieTextAnimator {
    let values = node["a"]
    func track(_ key: String) -> LottieTrack? { LottieTrack(values?[key]) }
    let unread = ["fh", "fs", "fb", "sh", "ss", "sb", "bl", "ls"]
    if unread.contains(where: { values?[$0] != nil }) { note("text animators of other kinds") }
    let (x, y) = (track("rx"), track("ry"))
    return LottieTextAnimator(
      selectors: selectors(node["s"]), anchor: track("a"), position: track("p"),
      scale: track("s"), rotation: track("r") ?? track("rz"),
      tilt: x == nil && y == nil ? nil : (x ?? LottieTrack([0]), y ?? LottieTrack([0])),
      skew: track("sk"), skewAxis: track("sa"), opacity: track("o"), fillOpacity: track("fo"),
      lineOpacity: track("so"), fill: track("fc"), line: track("sc"), lineWidth: track("sw"),
      tracking: track("t"))
  }

  /// The selectors of an animator: one, or a list.
  private mutating func selectors(_ node: JSONNode?) -> [LottieTextSelector] {
    var selectors: [LottieTextSelector] = []
    for element in (node?.elements ?? node.map { [$0] } ?? []).prefix(Self.mostSelectors) {
      guard element.whole("t") ?? 0 == 0 else {
        note("letters that expressions choose")
        continue
      }
      let isCounted = element.whole("r") == 2
      selectors.append(
        LottieTextSelector(
          basis: .init(rawValue: element.whole("b") ?? 1) ?? .letters,
          figure: .init(rawValue: element.whole("sh") ?? 1) ?? .square,
          mode: .init(rawValue: element.whole("m") ?? 1) ?? .add, isCounted: isCounted,
          start: LottieTrack(element["s"], [0]), end: LottieTrack(element["e"]),
          offset: LottieTrack(element["o"], [0]), amount: LottieTrack(element["a"], [100]),
          easeHigh: LottieTrack(element["xe"], [0]), easeLow: LottieTrack(element["ne"], [0]),
          smoothness: LottieTrack(element["sm"], [100]), isShuffled: element.isSet("rn")))
    }
    return selectors
  }

  /// The path that a text follows, which is one of its layer's masks.
  mutating func course(_ node: JSONNode?, masks: JSONNode?) -> LottieTextCourse? {
    guard let node, let number = node.whole("m"), let masks = masks?.elements,
      masks.indices.contains(number), let path = LottieTrack(path: masks[number]["pt"])
    else { return nil }
    return LottieTextCourse(
      path: path, first: LottieTrack(node["f"], [0]), last: LottieTrack(node["l"], [0]),
      isReversed: LottieTrack(node["r"], [0]), turnsLetters: LottieTrack(node["p"], [1]),
      fillsPath: LottieTrack(node["a"], [0]))
  }
}
