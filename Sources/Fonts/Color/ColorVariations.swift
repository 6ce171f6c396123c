/// How the numbers of paints change with the place in a font's design space.
struct ColorVariations {
  init(map: FontTable?, store: FontTable?, font: Font) {}

  /// The change of the number `index` of a table whose numbers begin at `base`, in the number's own
  /// smallest steps; 0 without a base.
  func delta(_ base: Int?, _ index: Int) -> Double { 0 }
}
