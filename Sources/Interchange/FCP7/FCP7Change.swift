import Markup

/// The transitions of Final Cut Pro 7 and of Premiere.
enum FCP7Change {
  static func change(_ effect: MarkupElement?, _ log: inout ImportLog) -> CutChange {
    let id = effect?.value("effectid") ?? ""
    let name = effect?.value("name") ?? id
    switch id.lowercased() {
    case "cross dissolve", "crossdissolve", "kgcrossfade3db", "kgcrossfade0db", "dissolve",
      "constant power", "constant gain", "exponential fade", "":
      return .dissolve
    case "dip to color dissolve", "dip to color", "fade in fade out dissolve", "dip to black":
      return .named("fadeblack")
    case "dip to white": return .named("fadewhite")
    case "edge wipe", "wipe": return edgeWipe(effect)
    case "iris wipe", "oval iris", "cross iris", "iris round": return .named("circleopen")
    case "clock wipe": return .named("radial")
    case "push slide", "push": return .named("push", direction: "left")
    case "slide slide", "slide": return .named("slide", direction: "left")
    default:
      if !name.lowercased().contains("dissolve") {
        log.warn(
          "the transition \(name.quotedText) is made a dissolve", at: effect?.place ?? 0..<0)
      }
      return .dissolve
    }
  }

  /// A wipe with the angle to which its edge moves, clockwise from the right.
  private static func edgeWipe(_ effect: MarkupElement?) -> CutChange {
    let angle = effect?.all("parameter").first { $0.value("parameterid") == "angle" }?.number(
      "value")
    let directions = ["right", "down", "left", "up"]
    let quarter = Int(((angle ?? 0) / 90).rounded().remainder(dividingBy: 4))
    return .named("wipe", direction: directions[(quarter % 4 + 4) % 4])
  }
}
