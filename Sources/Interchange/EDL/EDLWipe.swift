/// The numbers of wipes, of SMPTE ST 258 and of SMIL 2.0, section 12.
enum EDLWipe {
  private static let names: [(code: Int, name: String, direction: String?)] = [
    (1, "wipe", "right"), (2, "wipe", "down"), (3, "wipe", "bottom-right"),
    (4, "wipe", "bottom-left"), (5, "wipe", "top-left"), (6, "wipe", "top-right"),
    (21, "vertopen", nil), (22, "horzopen", nil), (41, "diagbr", nil), (42, "diagbl", nil),
    (119, "circleopen", nil), (201, "radial", nil),
  ]

  /// The transition of a number; the wipe to the right for those that a timeline has not.
  static func change(_ code: Int) -> CutChange {
    let known = names.first { $0.code == code }
    return .named(known?.name ?? "wipe", direction: known == nil ? "right" : known?.direction)
  }

  /// Whether a timeline has the transition of that number.
  static func isKnown(_ code: Int) -> Bool { names.contains { $0.code == code } }

  /// The number of a transition; nil for those that are no wipes of a list.
  static func code(_ name: String, direction: String?) -> Int? {
    names.first { $0.name == name && ($0.direction ?? direction) == direction }?.code
  }
}
