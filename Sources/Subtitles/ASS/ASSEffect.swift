/// How the field Effect of an event leads it through the picture: `Banner;delay;lefttoright` or
/// `Scroll up;y1;y2;delay` and `Scroll down`, as libass reads them (`ass_parse.c`,
/// `ass_apply_transition_effects`).
package struct ASSEffect: Hashable, Sendable {
  /// Where the event goes.
  package enum Way: Hashable, Sendable {
    /// A banner, from the picture's right to its left, or the other way.
    case left, right
    /// A scroll between two heights.
    case up, down
  }

  /// Where the event goes.
  package let way: Way
  /// Milliseconds for each pixel of the script.
  package var delay: Double
  /// The height below which a scroll is seen, in the script's pixels.
  package let top: Double
  /// The height above which a scroll is seen, in the script's pixels.
  package let bottom: Double
  /// Whether it asks for edges at which text fades, which libass knows none of.
  let fades: Bool

  /// Whether it is a banner, whose lines are not broken.
  package var isBanner: Bool { way == .left || way == .right }

  init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let values = parts.dropFirst().prefix(4).map { part in
      var scanner = Scanner(String(part))
      scanner.skipBlanks()
      return (scanner.decimal() ?? 0).rounded(.towardZero)
    }
    func value(_ index: Int) -> Double { index < values.count ? values[index] : 0 }
    switch parts[0] {
    case "Banner" where values.count >= 1:
      way = value(1) == 0 ? .left : .right
      (delay, top, bottom, fades) = (value(0), 0, 0, value(2) > 0)
    case "Scroll up" where values.count >= 3, "Scroll down" where values.count >= 3:
      way = parts[0] == "Scroll up" ? .up : .down
      delay = value(2)
      (top, bottom, fades) = (min(value(0), value(1)), max(value(0), value(1)), value(3) > 0)
    default: return nil
    }
  }
}
