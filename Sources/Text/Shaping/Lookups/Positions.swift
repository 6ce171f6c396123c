/// Adjustments of one glyph and of pairs. OpenType, "GPOS – Glyph Positioning Table".
extension LookupApplier {
  mutating func adjust(_ subtable: Subtable) -> Bool {
    let index = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard index >= 0 else { return false }
    let format = bytes.u16(subtable.start + 4)
    switch subtable.format {
    case 1: apply(value: subtable.start + 6, format, from: subtable.start, to: buffer.index)
    case 2:
      guard index < bytes.u16(subtable.start + 6) else { return false }
      let size = Self.size(format)
      apply(
        value: subtable.start + 8 + size * index, format, from: subtable.start, to: buffer.index)
    default: return false
    }
    buffer.index += 1
    return true
  }

  mutating func adjustPair(_ subtable: Subtable) -> Bool {
    let start = subtable.start
    let glyph = buffer.current.glyph
    let index = bytes.coverageIndex(subtable.coverage, glyph)
    guard index >= 0 else { return false }
    var walker = walker(from: buffer.index)
    guard forward(&walker) else { return false }
    let second = buffer.info[walker.index].glyph
    let formats = (bytes.u16(start + 4), bytes.u16(start + 6))
    let sizes = (Self.size(formats.0), Self.size(formats.1))
    let base: Int
    let values: Int
    switch subtable.format {
    case 1:
      guard index < bytes.u16(start + 8) else { return false }
      base = bytes.offset(start + 10 + 2 * index, from: start)
      guard base > 0, let record = pair(second, in: base, size: 2 + sizes.0 + sizes.1)
      else { return false }
      values = record + 2
    case 2:
      let other = bytes.glyphClass(bytes.offset(start + 10, from: start), second)
      let own = bytes.glyphClass(bytes.offset(start + 8, from: start), glyph)
      guard own < bytes.u16(start + 12), other < bytes.u16(start + 14) else {
        return false
      }
      base = start
      values = start + 16 + (own * bytes.u16(start + 14) + other) * (sizes.0 + sizes.1)
    default: return false
    }
    apply(value: values, formats.0, from: base, to: buffer.index)
    apply(value: values + sizes.0, formats.1, from: base, to: walker.index)
    // A second glyph that was adjusted does not begin a pair.
    buffer.index = walker.index + (sizes.1 > 0 ? 1 : 0)
    return true
  }

  private func pair(_ second: Int, in set: Int, size: Int) -> Int? {
    var (low, high) = (0, bytes.u16(set))
    while low < high {
      let middle = (low + high) / 2
      let record = set + 2 + size * middle
      let glyph = bytes.u16(record)
      if glyph == second { return record }
      if glyph < second { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// How many bytes a value record has.
  static func size(_ format: Int) -> Int { 2 * (format & 0xFF).nonzeroBitCount }

  /// Adds a value record: offsets and advances, and what varies them.
  private mutating func apply(value start: Int, _ format: Int, from base: Int, to index: Int) {
    guard format != 0, index < buffer.places.count else { return }
    var place = start
    var shifts = (x: 0, y: 0, advance: 0)
    for bit in 0..<8 where format & (1 << bit) != 0 {
      switch bit {
      case 0: shifts.x += bytes.i16(place)
      case 1: shifts.y += bytes.i16(place)
      case 2: shifts.advance += bytes.i16(place)
      case 4: shifts.x += deviceDelta(bytes.offset(place, from: base))
      case 5: shifts.y += deviceDelta(bytes.offset(place, from: base))
      case 6: shifts.advance += deviceDelta(bytes.offset(place, from: base))
      default: break
      }
      place += 2
    }
    buffer.places[index].x &+= Int32(truncatingIfNeeded: shifts.x)
    buffer.places[index].y &+= Int32(truncatingIfNeeded: shifts.y)
    buffer.places[index].advance &+= Int32(truncatingIfNeeded: shifts.advance)
  }

  /// What a device table adds: nothing for those that correct pixels at small sizes.
  func deviceDelta(_ device: Int) -> Int {
    guard device > 0, bytes.u16(device + 4) == 0x8000 else { return 0 }
    let delta = face.definitions.delta(
      outer: bytes.u16(device), inner: bytes.u16(device + 2))
    return Int(delta.rounded())
  }

  /// The place of an anchor, in font units.
  func anchor(_ start: Int) -> (x: Int, y: Int) {
    var (x, y) = (bytes.i16(start + 2), bytes.i16(start + 4))
    if bytes.u16(start) == 3 {
      x += deviceDelta(bytes.offset(start + 6, from: start))
      y += deviceDelta(bytes.offset(start + 8, from: start))
    }
    return (x, y)
  }
}
