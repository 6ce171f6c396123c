/// Kerning by a table "kern".
enum Kerning {
  static func apply(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ face: ShapingFace) {
    guard let kern = face.kern, plan.kerning != 0 else { return }
    // Its pairs are from left to right.
    if buffer.isRightToLeft { buffer.reverse() }
    if kern.horizontalParts.contains(where: \.isCross) { chain(&buffer) }
    for part in kern.horizontalParts { apply(&buffer, plan, kern, part.index, part.isCross) }
    if buffer.isRightToLeft { buffer.reverse() }
  }

  /// What moves across the line takes all glyphs behind it along.
  private static func chain(_ buffer: inout GlyphBuffer) {
    for index in buffer.places.indices {
      buffer.places[index].attachment = .cursive
      buffer.places[index].chain = buffer.isRightToLeft ? 1 : -1
    }
  }

  private static func apply(
    _ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ kern: KernTable, _ part: Int,
    _ isCross: Bool
  ) {
    var last: Int?
    for index in buffer.info.indices where !buffer.info[index].isMark {
      if buffer.info[index].isIgnorable { continue }
      defer { last = index }
      guard let first = last, buffer.info[first].mask & plan.kerning != 0,
        buffer.info[index].mask & plan.kerning != 0
      else { continue }
      let value = Int32(
        truncatingIfNeeded: kern.value(
          buffer.info[first].glyph, buffer.info[index].glyph, in: part))
      guard value != 0 else { continue }
      if isCross {
        buffer.places[index].y = value
        continue
      }
      let half = value >> 1
      buffer.places[first].advance &+= half
      buffer.places[index].advance &+= value &- half
      buffer.places[index].x &+= value &- half
    }
  }
}
