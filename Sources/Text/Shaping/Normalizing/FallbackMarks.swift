import Fonts
import Geometry

/// Marks put over and under their bases by the glyphs' boxes, for fonts that do not say where.
enum FallbackMarks {
  /// Gives marks the classes that say where they go, rather than how they are ordered.
  static func classify(_ buffer: inout GlyphBuffer) {
    for index in buffer.info.indices
    where buffer.info[index].scalarTraits.contains(.nonspacingMark) {
      let record = buffer.info[index]
      buffer.info[index].combiningClass = place(record.code, record.combiningClass)
    }
  }

  // The fixed positions of UAX #44.
  private static let attachedAbove: UInt8 = 214
  private static let belowRight: UInt8 = 222, aboveLeft: UInt8 = 228, aboveRight: UInt8 = 232
  private static let below: UInt8 = 220, above: UInt8 = 230

  private static func place(_ code: UInt32, _ own: UInt8) -> UInt8 {
    if own >= 200 { return own }
    if own == 0 {
      switch code {
      case 0x0E31, 0x0E34...0x0E37, 0x0E47, 0x0E4C...0x0E4E: return aboveRight
      case 0x0EB1, 0x0EB4...0x0EB7, 0x0EBB, 0x0ECC, 0x0ECD: return above
      case 0x0EBC: return below
      default: return own
      }
    }
    if code == 0x0E3A { return belowRight }
    switch own {
    // Hebrew points; 10 and 11 are the dots of shin, 12 is the dagesh, 13 and 14 rafe and holam.
    case 15...25: return below
    case 13: return attachedAbove
    case 10: return aboveRight
    case 11, 14: return aboveLeft
    case 26...29, 31, 32, 34...36: return above
    case 30, 33: return below
    // Thai, Lao and Tibetan.
    case 3: return belowRight
    case 107: return aboveRight
    case 118, 129, 131: return below
    case 122, 132: return above
    default: return own
    }
  }

  /// A glyph's box, `top` and `bottom` as distances up from the baseline.
  private struct Box {
    var left: Int, top: Int, width: Int, height: Int
  }

  static func place(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    var base = 0
    while base < buffer.count {
      guard !buffer.info[base].isUnicodeMark else {
        base += 1
        continue
      }
      var end = base + 1
      while end < buffer.count, buffer.info[end].isUnicodeMark || buffer.info[end].isIgnorable {
        end += 1
      }
      placeMarks(&buffer, face, base, end)
      base = end
    }
  }

  private static func box(_ glyph: Int, _ face: ShapingFace) -> Box? {
    guard let outline = try? face.font.outline(of: GlyphID(truncatingIfNeeded: glyph)) else {
      return nil
    }
    let points = outline.segments.flatMap(\.points)
    guard let first = points.first else { return Box(left: 0, top: 0, width: 0, height: 0) }
    let bounds = points.reduce((first.x, first.y, first.x, first.y)) {
      (min($0.0, $1.x), min($0.1, $1.y), max($0.2, $1.x), max($0.3, $1.y))
    }
    func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    let (left, top) = (whole(bounds.0.rounded(.down)), whole(bounds.3.rounded(.up)))
    return Box(
      left: left, top: top, width: whole(bounds.2.rounded(.up)) - left,
      height: whole(bounds.1.rounded(.down)) - top)
  }

  private static func placeMarks(
    _ buffer: inout GlyphBuffer, _ face: ShapingFace, _ base: Int, _ end: Int
  ) {
    guard end > base + 1, var whole = box(buffer.info[base].glyph, face) else { return }
    whole.left = 0
    whole.width = Int(face.advance(buffer.info[base].glyph))
    whole.top += Int(buffer.places[base].y)
    let forward = !buffer.isRightToLeft
    let components = buffer.info[base].componentCount
    let number = buffer.info[base].ligatureNumber
    var x: Int32 = forward ? 0 &- buffer.places[base].advance : 0
    var part = whole
    var around = whole
    var lastComponent = -1
    var lastClass: UInt8 = 255
    for index in base + 1..<end {
      let record = buffer.info[index]
      guard record.combiningClass != 0 else {
        x &+= forward ? 0 &- buffer.places[index].advance : buffer.places[index].advance
        continue
      }
      if components > 1 {
        var component = record.ligatureComponent - 1
        if number == 0 || number != record.ligatureNumber || component < 0
          || component >= components
        {
          component = components - 1
        }
        if component != lastComponent {
          lastComponent = component
          lastClass = 255
          part = whole
          let place = forward ? component : components - 1 - component
          part.left += place * part.width / components
          part.width /= components
        }
      }
      if record.combiningClass != lastClass {
        lastClass = record.combiningClass
        around = part
      }
      place(&buffer, index, face, &around)
      buffer.places[index].advance = 0
      buffer.places[index].x &+= x
    }
  }

  /// Puts one mark by its class around a box, which grows by it.
  private static func place(
    _ buffer: inout GlyphBuffer, _ index: Int, _ face: ShapingFace, _ around: inout Box
  ) {
    guard let mark = box(buffer.info[index].glyph, face) else { return }
    let gap = face.unitsPerEm / 16
    let own = buffer.info[index].combiningClass
    var (x, y) = (0, 0)
    switch own {
    case 233, 234:
      x = around.left + (buffer.isRightToLeft ? 0 : around.width) - mark.width / 2 - mark.left
    case 200, 218, 228: x = around.left - mark.left
    case 216, 222, 232: x = around.left + around.width - mark.width - mark.left
    default: x = around.left + (around.width - mark.width) / 2 - mark.left
    }
    switch own {
    case 233, 218, 220, 222, 200, 202:
      if own > 202 { around.height -= gap }
      y = around.top + around.height - mark.top
      // Never up.
      if (gap > 0) == (y > 0) {
        around.height -= y
        y = 0
      }
      around.height += mark.height
    case 234, 228, 230, 232, 214, 216:
      if own > 216 {
        around.top += gap
        around.height -= gap
      }
      y = around.top - (mark.top + mark.height)
      // Not down too far.
      if (gap > 0) != (y > 0) {
        let correction = -y / 2
        around.top += correction
        around.height -= correction
        y += correction
      }
      around.top -= mark.height
      around.height += mark.height
    default: break
    }
    buffer.places[index].x = Int32(truncatingIfNeeded: x)
    buffer.places[index].y = Int32(truncatingIfNeeded: y)
  }
}

extension Outline.Segment {
  fileprivate var points: [Vector] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quadratic(let control, let point): [control, point]
    case .cubic(let first, let second, let point): [first, second, point]
    }
  }
}
