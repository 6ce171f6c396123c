/// The table `GPOS` with kerning and the places of accents.
enum PositioningTable {
  /// - Parameters:
  ///   - marks: where marks stand on letters.
  ///   - stacking: where they stand on other marks.
  static func bytes(kerning: [UInt8], marks: [UInt8], stacking: [UInt8]) -> [UInt8] {
    let lookups: [(feature: Tag, kind: Int, subtable: [UInt8])] = [
      ("kern", 2, kerning), ("mark", 4, marks), ("mkmk", 6, stacking),
    ]
    let scripts: [Tag] = ["DFLT", "latn"]
    let scriptList = 10
    let features = scriptList + 2 + 6 * scripts.count + 4 + 6 + 2 * lookups.count
    let lookupList = features + 2 + 12 * lookups.count
    var table = TableBytes()
    // Version 1.0, then the scripts, the features and the lookups.
    table.u16([1, 0, scriptList, features, lookupList])
    table.u16(scripts.count)
    for script in scripts {
      table.tag(script)
      table.u16(2 + 6 * scripts.count)
    }
    // Both share one language, which has all features.
    table.u16([4, 0, 0, 0xFFFF, lookups.count])
    table.u16(Array(lookups.indices))
    table.u16(lookups.count)
    for (index, lookup) in lookups.enumerated() {
      table.tag(lookup.feature)
      table.u16(2 + 6 * lookups.count + 6 * index)
    }
    for index in lookups.indices { table.u16([0, 1, index]) }
    // Each lookup has one subtable.
    let head = 2 + 2 * lookups.count
    table.u16(lookups.count)
    for index in lookups.indices { table.u16(head + 8 * index) }
    var place = head + 8 * lookups.count
    for (index, lookup) in lookups.enumerated() {
      table.u16([lookup.kind, 0, 1, place - (head + 8 * index)])
      place += lookup.subtable.count
    }
    for lookup in lookups { table.append(lookup.subtable) }
    return table.bytes
  }
}
