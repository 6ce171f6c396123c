/// One part of a TrueType glyph that is put together of others (OpenType 1.9, "Composite Glyph
/// Description").
struct GlyphComponent: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case offset
    /// The point of the glyph so far and the point of the part that come to lie on each other.
    case points(Int, Int)
  }

  var glyph: Int
  var place: Place
  /// How far the part is moved; nothing where points are matched.
  var x = 0.0
  var y = 0.0
  /// `x' = xx x + xy y`, `y' = yx x + yy y`.
  var xx = 1.0
  var yx = 0.0
  var xy = 0.0
  var yy = 1.0
  var scalesOffset = false
  var givesMetrics = false

  /// The parts of a description.
  static func all(of table: FontTable) throws(FontError) -> [GlyphComponent] {
    var components: [GlyphComponent] = []
    var place = 10
    while components.count < FontLimits.components {
      let (component, hasMore) = try read(table, at: &place)
      components.append(component)
      if !hasMore { return components }
    }
    throw FontError(
      .malformed, "a glyph has more than \(FontLimits.components) parts", table: "glyf",
      offset: table.start)
  }

  private static func read(
    _ table: FontTable, at place: inout Int
  ) throws(FontError) -> (GlyphComponent, hasMore: Bool) {
    let truncated = FontError(
      .truncated, "a glyph ends in its list of parts", table: "glyf", offset: table.start + place)
    guard let flags = table.u16(place), let glyph = table.u16(place + 2) else { throw truncated }
    place += 4
    var component = GlyphComponent(glyph: glyph, place: .offset)
    // Bit 0: the arguments are 16-bit numbers; bit 1: they are an offset, thus signed.
    let isOffset = flags & 0x02 != 0
    let arguments: (Int?, Int?) =
      switch (flags & 0x01 != 0, isOffset) {
      case (true, true): (table.i16(place), table.i16(place + 2))
      case (true, false): (table.u16(place), table.u16(place + 2))
      case (false, true): (table.i8(place), table.i8(place + 1))
      case (false, false): (table.u8(place), table.u8(place + 1))
      }
    guard let first = arguments.0, let second = arguments.1 else { throw truncated }
    place += flags & 0x01 != 0 ? 4 : 2
    if isOffset {
      (component.x, component.y) = (Double(first), Double(second))
    } else {
      component.place = .points(first, second)
    }
    guard component.readScale(table, flags: flags, at: &place) else { throw truncated }
    component.scalesOffset = flags & 0x1800 == 0x0800
    component.givesMetrics = flags & 0x0200 != 0
    return (component, flags & 0x20 != 0)
  }

  private mutating func readScale(_ table: FontTable, flags: Int, at place: inout Int) -> Bool {
    if flags & 0x08 != 0 {
      guard let scale = table.f2dot14(place) else { return false }
      (xx, yy) = (scale, scale)
      place += 2
    } else if flags & 0x40 != 0 {
      guard let x = table.f2dot14(place), let y = table.f2dot14(place + 2) else { return false }
      (xx, yy) = (x, y)
      place += 4
    } else if flags & 0x80 != 0 {
      guard let a = table.f2dot14(place), let b = table.f2dot14(place + 2),
        let c = table.f2dot14(place + 4), let d = table.f2dot14(place + 6)
      else { return false }
      (xx, yx, xy, yy) = (a, b, c, d)
      place += 8
    }
    return true
  }

  /// Whether the part is only moved.
  var isPlain: Bool { xx == 1 && yy == 1 && xy == 0 && yx == 0 }

  /// How far the part moves once it is scaled.
  var shift: (x: Double, y: Double) {
    guard scalesOffset, !isPlain else { return (x, y) }
    return (
      x * (xx * xx + xy * xy).squareRoot(), y * (yy * yy + yx * yx).squareRoot()
    )
  }

  /// The points of the part, scaled and not moved yet.
  func scaled(_ points: [GlyphPoint]) -> [GlyphPoint] {
    guard !isPlain else { return points }
    return points.map { point in
      var scaled = point
      scaled.x = xx * point.x + xy * point.y
      scaled.y = yx * point.x + yy * point.y
      return scaled
    }
  }
}
