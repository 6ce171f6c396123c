/// Whether a place of the design space is one where something is to be done (OpenType 1.9,
/// "Condition Table", and boring-expansion-spec, "ConditionTree.md").
struct AxisConditions: Sendable {
  /// The list of conditions, which begins with their number.
  let list: FontTable

  /// Whether a condition holds at a place; no for one that is not there, or asks for more than
  /// `steps`.
  func holds(_ index: Int, at place: [Double], store: TupleStore?, steps: inout Int) -> Bool {
    guard let count = list.u32(0), index < count,
      let table = list.u32(4 + 4 * index).flatMap({ list.sub($0) })
    else { return false }
    return holds(table, at: place, store: store, depth: 0, steps: &steps)
  }

  private func holds(
    _ table: FontTable, at place: [Double], store: TupleStore?, depth: Int, steps: inout Int
  ) -> Bool {
    steps -= 1
    guard steps > 0, depth < FontLimits.componentDepth else { return false }
    func part(_ offset: Int) -> Bool {
      guard let part = table.u24(offset).flatMap({ table.sub($0) }) else { return false }
      return holds(part, at: place, store: store, depth: depth + 1, steps: &steps)
    }
    let parts = table.u8(2) ?? 0
    switch table.u16(0) {
    case 1:
      guard let axis = table.u16(2), let low = table.f2dot14(4), let high = table.f2dot14(6) else {
        return false
      }
      let value = axis < place.count ? place[axis] : 0
      return low <= value && value <= high
    case 2:
      guard let value = table.i16(2), let index = table.u32(4) else { return false }
      let change = store?.deltas(index, count: 1, at: place, steps: &steps)?.first ?? 0
      return Double(value) + change.rounded() > 0
    case 3: return (0..<parts).allSatisfy { part(3 + 3 * $0) }
    case 4: return (0..<parts).contains { part(3 + 3 * $0) }
    // One that is not there is no reason to draw.
    case 5: return table.u24(2).flatMap { table.sub($0) } != nil && !part(2)
    default: return false
    }
  }
}
