/// Fonts in the order in which they are tried. The built-in font may stand behind them: it is drawn
/// when it is first reached, as most texts find their letters before it.
package struct FontChain: Sendable, RandomAccessCollection {
  private let first: [Font]
  /// The weight of the built-in font that comes last; nil where there is none.
  private let builtInWeight: Double?

  /// The fonts alone, without the built-in one behind them.
  package init(_ fonts: [Font]) {
    first = fonts
    builtInWeight = nil
  }

  /// - Parameter builtInWeight: between 300 and 800; others are taken as the nearest.
  init(_ fonts: [Font], builtInWeight: Double) {
    first = fonts
    self.builtInWeight = fonts.isEmpty ? nil : builtInWeight
  }

  /// The same fonts behind another one.
  package func behind(_ font: Font) -> FontChain {
    guard let builtInWeight else { return FontChain([font] + first) }
    return FontChain([font] + first, builtInWeight: builtInWeight)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { first.count + (builtInWeight == nil ? 0 : 1) }

  package subscript(index: Int) -> Font {
    // Tests open every weight of the built-in font.
    guard index == first.count, let weight = builtInWeight,
      let font = try? BuiltInFont.font(weight: weight)
    else { return first[Swift.min(index, first.count - 1)] }
    return font
  }

  /// Whether both are the same fonts, without drawing any.
  package func isSame(as other: FontChain) -> Bool {
    builtInWeight == other.builtInWeight
      && first.map(\.identity) == other.first.map(\.identity)
  }
}
