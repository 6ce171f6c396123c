/// Kerning by a table "kern" or "kerx".
enum Kerning {
  static func apply(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ face: ShapingFace) {
    guard let kern = face.kern else { return }
    let isWanted = plan.kerning != 0
    var (isReversed, isChained) = (false, false)
    for part in kern.horizontalParts {
      let machine = kern.machine(part)
      if let machine, !machine.concerns(buffer) { continue }
      if part.isCross, !isChained {
        chain(&buffer)
        isChained = true
      }
      // Pairs are from left to right, and so are machines that do not go backward.
      if (part.isBackward != buffer.isRightToLeft) != isReversed {
        buffer.reverse()
        isReversed.toggle()
      }
      guard let machine else {
        if isWanted { apply(&buffer, plan, kern, part) }
        continue
      }
      if part.format == 4 {
        var action = KernAttachment(machine, face, isReversed: isReversed)
        machine.run(&action, &buffer)
      } else if isWanted || part.isCross {
        var action = KernStack(
          machine, part, isExtended: kern.isExtended, mask: plan.kerning)
        machine.run(&action, &buffer)
      }
    }
    if isReversed { buffer.reverse() }
  }

  /// What moves across the line takes all glyphs behind it along.
  private static func chain(_ buffer: inout GlyphBuffer) {
    for index in buffer.places.indices {
      buffer.places[index].attachment = .cursive
      buffer.places[index].chain = buffer.isRightToLeft ? 1 : -1
    }
  }

  private static func apply(
    _ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ kern: KernTable, _ part: KernTable.Part
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
      if part.isCross {
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
