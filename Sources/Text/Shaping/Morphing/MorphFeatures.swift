import Fonts

/// Features of OpenType by the types and selectors that Apple's fonts have for them (Apple, "Font
/// Feature Registry").
struct MorphFeatures: Sendable {
  private struct Selector: Hashable {
    let type: Int
    let selector: Int
  }

  /// A type with its selectors for on and off.
  private static let known: [Tag: (type: Int, on: Int, off: Int)] = [
    "rlig": (1, 0, 1), "liga": (1, 2, 3), "dlig": (1, 4, 5), "clig": (1, 18, 19),
    "hlig": (1, 20, 21), "tnum": (6, 0, 4), "pnum": (6, 1, 4), "sups": (10, 1, 0),
    "subs": (10, 2, 0), "ordn": (10, 3, 0), "sinf": (10, 4, 0), "afrc": (11, 1, 0),
    "frac": (11, 2, 0), "zero": (14, 4, 5), "titl": (19, 4, 0), "onum": (21, 0, 2),
    "lnum": (21, 1, 2), "case": (33, 0, 1), "cpsp": (33, 2, 3), "calt": (36, 0, 1),
    "swsh": (36, 2, 3), "cswh": (36, 4, 5), "smcp": (37, 1, 0), "pcap": (37, 2, 0),
    "c2sc": (38, 1, 0), "c2pc": (38, 2, 0),
  ]
  private static let stylisticType = 35

  private var wished: Set<Selector> = []

  /// Takes those that hold for a whole run; of a feature that is set twice, the later one counts.
  init(_ settings: [FeatureSetting]) {
    var values: [Tag: Int] = [:]
    for setting in settings where setting.range == nil { values[setting.tag] = setting.value }
    for (tag, value) in values {
      guard let place = Self.known[tag] ?? Self.stylistic(tag) else { continue }
      wished.insert(Selector(type: place.type, selector: value > 0 ? place.on : place.off))
    }
  }

  /// The stylistic sets "ss01" to "ss20", whose selectors are pairs from 2 on.
  private static func stylistic(_ tag: Tag) -> (type: Int, on: Int, off: Int)? {
    guard let number = (1...20).first(where: { tag == Tag($0 < 10 ? "ss0\($0)" : "ss\($0)") })
    else { return nil }
    return (stylisticType, 2 * number, 2 * number + 1)
  }

  /// Whether a feature of a chain was asked for. Small capitals may also stand under their older
  /// type.
  func contains(type: Int, selector: Int) -> Bool {
    wished.contains(Selector(type: type, selector: selector))
      || (type == 3 && selector == 3 && wished.contains(Selector(type: 37, selector: 1)))
  }
}
