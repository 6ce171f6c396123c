/// The table `GPOS` with kerning and the places of accents.
enum PositioningTable {
  static func bytes(kerning: [UInt8], marks: [UInt8]) -> [UInt8] {
    var table = TableBytes()
    // Version 1.0, then the scripts, the features and the lookups.
    table.u16([1, 0, 10, 38, 64])
    // Two scripts share one language, which has both features.
    table.u16(2)
    for script in ["DFLT", "latn"] as [Tag] {
      table.tag(script)
      table.u16(14)
    }
    table.u16([4, 0, 0, 0xFFFF, 2, 0, 1])
    table.u16(2)
    for (feature, offset) in [("kern", 14), ("mark", 20)] as [(Tag, Int)] {
      table.tag(feature)
      table.u16(offset)
    }
    table.u16([0, 1, 0, 0, 1, 1])
    // Two lookups with one subtable each.
    table.u16([2, 6, 14])
    table.u16([2, 0, 1, 16])
    table.u16([4, 0, 1, 8 + kerning.count])
    table.append(kerning)
    table.append(marks)
    return table.bytes
  }
}
