import Fonts
import Geometry
import Timeline

// The parts of shape layers.
extension LottieReader {
  /// The parts that stand in a list, without hidden ones.
  mutating func items(_ node: JSONNode?, depth: Int) throws(LottieError) -> [LottieItem] {
    guard depth <= LottieLimits.groups else {
      throw .unsupported("groups stand deeper than \(LottieLimits.groups) in groups")
    }
    var items: [LottieItem] = []
    for element in node?.elements ?? [] where !element.isSet("hd") {
      shapes += 1
      guard shapes <= LottieLimits.shapes else {
        throw .unsupported("it has more than \(LottieLimits.shapes) shapes")
      }
      if element["ty"]?.string == "gr" {
        let inner = element["it"]
        let place = inner?.elements?.last { $0["ty"]?.string == "tr" }
        items.append(.group(try self.items(inner, depth: depth + 1), LottieTransform(place)))
      } else if let item = item(element) {
        items.append(item)
      }
    }
    return items
  }

  private mutating func item(_ node: JSONNode) -> LottieItem? {
    switch node["ty"]?.string {
    case "sh", "rc", "el", "sr":
      return figure(node).map { figure in
        .path(LottiePath(figure: figure, isReversed: node.whole("d") == 3))
      }
    case "fl", "gf", "st", "gs": return .style(style(node))
    case "tm":
      return .trim(
        LottieTrim(
          start: LottieTrack(node["s"], [0]), end: LottieTrack(node["e"], [100]),
          offset: LottieTrack(node["o"], [0]), isSequential: node.whole("m") == 2))
    case "rd": return .corners(LottieTrack(node["r"], [0]))
    case "pb": return .bloat(LottieTrack(node["a"], [0]))
    case "zz":
      return .zigzag(
        size: LottieTrack(node["s"], [0]), ridges: LottieTrack(node["r"], [0]),
        isSmooth: LottieTrack(node["pt"], [1]).number(at: 0) == 2)
    case "op": return .offset(LottieTrack(node["a"], [0]))
    case "mm": return .merge(LottieMerge(rawValue: node.whole("mm") ?? 1) ?? .merge)
    case "rp":
      return .repeater(
        copies: LottieTrack(node["c"], [1]), offset: LottieTrack(node["o"], [0]),
        isAbove: node.whole("m") == 2, LottieTransform(node["tr"]))
    case "tr", "no": return nil
    default:
      note(node["ty"]?.string == "tw" ? "twists of paths" : "shapes of unknown kinds")
      return nil
    }
  }

  private func figure(_ node: JSONNode) -> LottiePath.Figure? {
    let position = LottieTrack(node["p"], [0, 0])
    switch node["ty"]?.string {
    case "sh": return LottieTrack(path: node["ks"]).map { .points($0) }
    case "rc":
      return .rectangle(
        position: position, size: LottieTrack(node["s"], [0, 0]),
        radius: LottieTrack(node["r"], [0])
      )
    case "el": return .ellipse(position: position, size: LottieTrack(node["s"], [0, 0]))
    default:
      return .star(
        LottieStar(
          isPolygon: node.whole("sy") == 2, position: position,
          points: LottieTrack(node["pt"], [5]), rotation: LottieTrack(node["r"], [0]),
          outer: LottieTrack(node["or"], [0]), outerRoundness: LottieTrack(node["os"], [0]),
          inner: LottieTrack(node["ir"], [0]), innerRoundness: LottieTrack(node["is"], [0])))
    }
  }

  private mutating func style(_ node: JSONNode) -> LottieStyle {
    let kind = node["ty"]?.string ?? ""
    return LottieStyle(
      ink: kind.hasPrefix("g") ? .gradient(gradient(node)) : color(node["c"]),
      opacity: LottieTrack(node["o"], [100]),
      rule: node.whole("r") == 2 && kind != "st" && kind != "gs" ? .evenOdd : .nonzero,
      line: kind == "st" || kind == "gs" ? line(node) : nil, blend: blend(node))
  }

  private func color(_ node: JSONNode?) -> LottieStyle.Ink {
    let track = LottieTrack(node, [0, 0, 0])
    // Stickers have an alpha up to 255 beside colours up to 1; in old files, it tells what is all.
    return .color(track, whole: track.greatest(of: isOld ? 4 : 3) > 1 ? 255 : 1)
  }

  private func gradient(_ node: JSONNode) -> LottieGradient {
    let colors = node["g"]
    return LottieGradient(
      isRadial: node.whole("t") == 2, start: LottieTrack(node["s"], [0, 0]),
      end: LottieTrack(node["e"], [0, 0]),
      highlight: (LottieTrack(node["h"], [0]), LottieTrack(node["a"], [0])),
      stops: LottieTrack(colors?["k"], []), colors: min(max(colors?.whole("p") ?? 0, 0), 10_000))
  }

  private func line(_ node: JSONNode) -> LottieLine {
    let dashes = node["d"]?.elements ?? []
    let limit = LottieTrack(node["ml2"]) ?? LottieTrack(node["ml"], [4])
    return LottieLine(
      width: LottieTrack(node["w"], [0]),
      cap: node.whole("lc") == 2 ? .round : node.whole("lc") == 3 ? .square : .butt,
      join: node.whole("lj") == 2 ? .round : node.whole("lj") == 3 ? .bevel : .miter,
      miterLimit: limit,
      dashes: dashes.prefix(64).filter { $0["n"]?.string != "o" }
        .map { LottieTrack($0["v"], [0]) },
      dashOffset: LottieTrack(dashes.first { $0["n"]?.string == "o" }?["v"], [0]))
  }
}
