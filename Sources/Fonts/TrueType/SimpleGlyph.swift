/// A TrueType glyph that is described by points (OpenType 1.9, "Simple Glyph Description").
enum SimpleGlyph {
  /// Reads the points of a description with `contours` contours.
  static func points(
    of table: FontTable, contours: Int
  ) throws(FontError) -> [GlyphPoint] {
    guard contours > 0 else { return [] }
    guard table.holds(2 * contours, at: 10), let last = table.u16(10 + 2 * (contours - 1)),
      let instructions = table.u16(10 + 2 * contours)
    else { throw truncated(table, at: 10) }
    let count = last + 1
    var place = 12 + 2 * contours + instructions
    // A byte of flags may stand for 256 points; more than this cannot be described.
    guard table.holds(0, at: place), count <= 256 * (table.count - place) else {
      throw truncated(table, at: place)
    }
    var points = [GlyphPoint](repeating: GlyphPoint(x: 0, y: 0), count: count)
    let flags = try flags(of: table, count: count, at: &place)
    try read(\.x, short: 0x02, same: 0x10, of: table, flags: flags, at: &place, into: &points)
    try read(\.y, short: 0x04, same: 0x20, of: table, flags: flags, at: &place, into: &points)
    for index in 0..<count {
      points[index].isOnCurve = flags[index] & 0x01 != 0
      // Bit 7 of an off-curve point: it belongs to a cubic curve (glyf format 1 proposal).
      points[index].isCubic = flags[index] & 0x81 == 0x80
    }
    var before = -1
    for contour in 0..<contours {
      guard let end = table.u16(10 + 2 * contour), end > before || end == before, end < count else {
        throw FontError(
          .malformed, "a contour ends before it begins", table: "glyf",
          offset: table.start + 10 + 2 * contour)
      }
      if end >= 0 { points[end].endsContour = true }
      before = end
    }
    return points
  }

  private static func flags(
    of table: FontTable, count: Int, at place: inout Int
  ) throws(FontError) -> [UInt8] {
    var flags: [UInt8] = []
    flags.reserveCapacity(count)
    while flags.count < count {
      guard let flag = table.u8(place) else { throw truncated(table, at: place) }
      place &+= 1
      flags.append(UInt8(truncatingIfNeeded: flag))
      guard flag & 0x08 != 0 else { continue }
      guard let more = table.u8(place) else { throw truncated(table, at: place) }
      place &+= 1
      for _ in 0..<min(more, count - flags.count) {
        flags.append(UInt8(truncatingIfNeeded: flag))
      }
    }
    return flags
  }

  /// Reads one coordinate of all points: each is a difference from the one before.
  private static func read(
    _ coordinate: WritableKeyPath<GlyphPoint, Double>, short: UInt8, same: UInt8,
    of table: FontTable, flags: [UInt8], at place: inout Int, into points: inout [GlyphPoint]
  ) throws(FontError) {
    var value = 0
    for index in 0..<points.count {
      let flag = flags[index]
      if flag & short != 0 {
        guard let step = table.u8(place) else { throw truncated(table, at: place) }
        place &+= 1
        value &+= flag & same != 0 ? step : -step
      } else if flag & same == 0 {
        guard let step = table.i16(place) else { throw truncated(table, at: place) }
        place &+= 2
        value &+= step
      }
      points[index][keyPath: coordinate] = Double(value)
    }
  }

  private static func truncated(_ table: FontTable, at place: Int) -> FontError {
    FontError(.truncated, "a glyph ends early", table: "glyf", offset: table.start + place)
  }
}
