/// How the numbers of paints change with the place in a font's design space.
struct ColorVariations {
  /// Stands for a number that does not change.
  private static let none = 0xFFFF_FFFF

  private let map: DeltaSetIndexMap?
  private let store: ItemVariationStore?

  init(map: FontTable?, store: FontTable?, font: Font) {
    let place = font.normalizedCoordinates
    guard let store, place.contains(where: { $0 != 0 }) else {
      self.map = nil
      self.store = nil
      return
    }
    self.map = map.flatMap { DeltaSetIndexMap($0) }
    self.store = ItemVariationStore(store, coordinates: place)
  }

  /// The change of the number `index` of a table whose numbers begin at `base`, in the number's own
  /// smallest steps; 0 without a base.
  func delta(_ base: Int?, _ index: Int) -> Double {
    guard let base, base != Self.none, let store else { return 0 }
    let number = base &+ index
    guard let map else { return store.delta(number >> 16, number & 0xFFFF) }
    guard let place = map.place(of: number) else { return 0 }
    return store.delta(place.outer, place.inner)
  }
}
