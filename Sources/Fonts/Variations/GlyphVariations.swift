/// How the points of TrueType glyphs change over the design space: the table `gvar`, at one place
/// of it.
struct GlyphVariations: Sendable {
  /// One change of all points: where it takes place, and how much of it holds there.
  private struct Change {
    let scalar: Double
    let data: FontTable
    let hasOwnPoints: Bool
  }

  private let table: FontTable
  private let coordinates: [Double]
  private let glyphCount: Int
  private let hasLongOffsets: Bool
  private let shared: FontTable?
  private let sharedCount: Int
  private let data: Int

  /// Nil when the font has no such table.
  init?(_ table: FontTable?, coordinates: [Double]) {
    guard let table, table.u16(0) == 1, table.u16(4) == coordinates.count,
      let sharedCount = table.u16(6), let shared = table.u32(8), let count = table.u16(12),
      let flags = table.u16(14), let data = table.u32(16)
    else { return nil }
    self.table = table
    self.coordinates = coordinates
    self.sharedCount = sharedCount
    self.shared = table.sub(shared)
    self.data = data
    glyphCount = count
    hasLongOffsets = flags & 1 != 0
  }

  /// Moves points, the last four of which are phantom points, to where they are at the place.
  ///
  /// `contourEnds` are the last points of the contours, for points that a change does not name;
  /// empty for parts of a glyph, which stay where they are then. What is broken, or asks for more
  /// than `steps`, changes nothing.
  func apply(
    to points: inout [GlyphPoint], of glyph: Int, contourEnds: [Int], steps: inout Int
  ) {
    guard let description = description(of: glyph), let head = description.u16(0) else { return }
    steps -= (head & 0x0FFF) * coordinates.count
    guard steps > 0, let (changes, numbers) = changes(of: description) else {
      return
    }
    let original = PointChange(original: points)
    for change in changes {
      steps -= points.count
      guard steps > 0 else { return }
      var reader = PackedReader(change.data)
      var named = numbers
      if change.hasOwnPoints {
        guard let own = reader.points() else { return }
        named = own
      }
      let count = named?.count ?? points.count
      guard let xs = reader.deltas(count: count), let ys = reader.deltas(count: count) else {
        return
      }
      guard let named else {
        for index in points.indices {
          points[index].x += Double(xs[index]) * change.scalar
          points[index].y += Double(ys[index]) * change.scalar
        }
        continue
      }
      var moved = original
      moved.set(named, xs, ys)
      moved.interpolate(contourEnds: contourEnds)
      for index in points.indices {
        points[index].x += moved.x.deltas[index] * change.scalar
        points[index].y += moved.y.deltas[index] * change.scalar
      }
    }
  }

  private func description(of glyph: Int) -> FontTable? {
    guard glyph < glyphCount else { return nil }
    let (first, next) =
      hasLongOffsets
      ? (table.u32(20 + 4 * glyph), table.u32(24 + 4 * glyph))
      : (table.u16(20 + 2 * glyph).map { 2 * $0 }, table.u16(22 + 2 * glyph).map { 2 * $0 })
    guard let first, let next, next > first else { return nil }
    // The last glyphs of a table that is cut off keep what there is.
    return table.sub(data + first, count: min(next - first, max(table.count - data - first, 0)))
  }

  /// The changes that take place here, and the points that those without their own have; nil for
  /// all points.
  private func changes(of glyph: FontTable) -> ([Change], [Int]?)? {
    guard let head = glyph.u16(0), let offset = glyph.u16(2), var body = glyph.sub(offset) else {
      return nil
    }
    var points: [Int]?
    if head & 0x8000 != 0 {
      var reader = PackedReader(body)
      guard let shared = reader.points() else { return nil }
      points = shared
      body = body.sub(reader.place) ?? FontTable([])
    }
    var changes: [Change] = []
    var place = 4
    var used = 0
    for _ in 0..<head & 0x0FFF {
      guard let size = glyph.u16(place), let flags = glyph.u16(place + 2) else { break }
      place += 4
      let scalar = scalar(flags, of: glyph, at: &place)
      if scalar != 0, let data = body.sub(used) {
        changes.append(
          Change(
            scalar: scalar,
            data: FontTable(data.bytes, start: data.start, count: min(size, data.count)),
            hasOwnPoints: flags & 0x2000 != 0))
      }
      used += size
    }
    return (changes, points)
  }

  /// How much of a change holds; steps over where it takes place.
  private func scalar(_ flags: Int, of glyph: FontTable, at place: inout Int) -> Double {
    let axes = coordinates.count
    let hasPeak = flags & 0x8000 != 0
    let isWithin = flags & 0x4000 != 0
    let own = place
    if hasPeak { place += 2 * axes }
    let ends = place
    if isWithin { place += 4 * axes }
    let number = flags & 0x0FFF
    guard hasPeak || number < sharedCount else { return 0 }
    var scalar = 1.0
    for axis in 0..<axes {
      let stored =
        hasPeak ? glyph.f2dot14(own + 2 * axis) : shared?.f2dot14(2 * (number * axes + axis))
      guard let peak = stored else { return 0 }
      var region = AxisRegion(peak: peak)
      if isWithin {
        guard let start = glyph.f2dot14(ends + 2 * axis),
          let end = glyph.f2dot14(ends + 2 * (axes + axis))
        else { return 0 }
        region = AxisRegion(start: start, peak: peak, end: end)
      }
      scalar *= region.scalar(at: coordinates[axis])
      if scalar == 0 { return 0 }
    }
    return scalar
  }
}
