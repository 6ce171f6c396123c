/// How the axes of a design space move each other: what version 2 of the table `avar` has behind
/// the bends of each axis.
struct AxisShifts: Sendable {
  private let map: DeltaSetIndexMap?
  private let store: FontTable

  /// What `avar` has from `place` on, where its bends end; nil when nothing is moved.
  init?(_ avar: FontTable, at place: Int) {
    guard let map = avar.u32(place), let offset = avar.u32(place + 4), offset > 0,
      let store = avar.sub(offset)
    else { return nil }
    self.map = map > 0 ? avar.sub(map).flatMap(DeltaSetIndexMap.init) : nil
    self.store = store
  }

  /// Where a place comes to lie, on the grid of ``onGrid(_:)``.
  func moved(_ place: [Double]) -> [Double] {
    guard let store = ItemVariationStore(store, coordinates: place) else { return place }
    return place.indices.map { axis in
      guard let item = map.map({ $0.place(of: axis) }) ?? (outer: 0, inner: axis) else {
        return place[axis]
      }
      // An item that is not there, such as 0xFFFF of 0xFFFF, moves nothing.
      let change = store.delta(item.outer, item.inner).rounded() / 16384
      return min(max(place[axis] + change, -1), 1)
    }
  }
}
