/// Replaces glyphs one by one: all that a table has, or where a state machine says so.
struct MorphSubstitution: MorphAction {
  private let bytes: LayoutBytes
  private let definitions: GlyphDefinitions
  /// The list of tables that entries choose from.
  private let tables: Int
  private var mark: Int?

  init(_ machine: MorphMachine, _ definitions: GlyphDefinitions) {
    bytes = machine.bytes
    self.definitions = definitions
    tables = machine.place(at: 16)
  }

  var rewrites: Bool { false }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    guard buffer.count > 0, buffer.index < buffer.count || mark != nil else { return }
    replace(mark ?? 0, by: bytes.u16(entry.data), &buffer)
    replace(min(buffer.index, buffer.count - 1), by: bytes.u16(entry.data + 2), &buffer)
    if entry.flags & 0x8000 != 0 { mark = buffer.index }
  }

  private func replace(_ index: Int, by number: Int, _ buffer: inout GlyphBuffer) {
    guard number != 0xFFFF, index < buffer.count else { return }
    let table = tables + bytes.u32(tables + 4 * number)
    if let glyph = MorphLookup.value(buffer.info[index].glyph, in: bytes, at: table) {
      buffer.info[index].become(glyph, definitions)
    }
  }

  /// Replaces each glyph that the table at `start` has.
  static func apply(
    _ bytes: LayoutBytes, at start: Int, _ definitions: GlyphDefinitions,
    _ buffer: inout GlyphBuffer
  ) {
    for index in buffer.info.indices {
      if let glyph = MorphLookup.value(buffer.info[index].glyph, in: bytes, at: start) {
        buffer.info[index].become(glyph, definitions)
      }
    }
    buffer.steps &-= buffer.count
  }
}

extension GlyphRecord {
  /// Takes another glyph, with what the font says of it.
  mutating func become(_ glyph: Int, _ definitions: GlyphDefinitions) {
    code = UInt32(truncatingIfNeeded: glyph)
    if definitions.hasClasses { glyphTraits = definitions.traits(glyph) }
  }
}
