/// A state machine of a subtable of "morx" or "kerx", with 32-bit places (Apple, "Font Tables",
/// "Extended State Tables"), or of "kern", with 16-bit ones ("State Tables").
struct MorphMachine {
  /// What happens at a glyph in a state: where to go, and what to do by flags and numbers.
  struct Entry {
    let state: Int
    let flags: Int
    /// Where its own numbers stand.
    let data: Int

    /// Bit 14: the same glyph is looked at again in the new state.
    var stays: Bool { flags & 0x4000 != 0 }
  }

  /// What a step costs of ``GlyphBuffer/steps``: it looks up a class and an entry and writes a
  /// glyph, while other steps only look at one.
  private static let cost = 4

  private enum Class {
    static let endOfText = 0, unknown = 1, deleted = 2
  }

  let bytes: LayoutBytes
  let start: Int
  private let entrySize: Int
  private let classCount: Int
  private let classes: Int
  private let states: Int
  private let entries: Int
  private let isCompact: Bool

  /// The machine of a subtable's body, whose entries have so many bytes of their own.
  init(_ bytes: LayoutBytes, at start: Int, dataSize: Int) {
    self.bytes = bytes
    self.start = start
    entrySize = 4 + dataSize
    classCount = bytes.u32(start)
    classes = start + bytes.u32(start + 4)
    states = start + bytes.u32(start + 8)
    entries = start + bytes.u32(start + 12)
    isCompact = false
  }

  /// A machine with 16-bit places, of which an entry's flags are its numbers.
  init(compact bytes: LayoutBytes, at start: Int) {
    self.bytes = bytes
    self.start = start
    entrySize = 4
    classCount = bytes.u16(start)
    classes = start + bytes.u16(start + 2)
    states = start + bytes.u16(start + 4)
    entries = start + bytes.u16(start + 6)
    isCompact = true
  }

  /// The place that a 32-bit offset at `place` of the body leads to.
  func place(at place: Int) -> Int { start + bytes.u32(start + place) }

  private func entry(_ state: Int, _ kind: Int) -> Entry {
    let kind = kind < classCount ? kind : Class.unknown
    if isCompact {
      let place = entries + entrySize * bytes.u8(states + state * classCount + kind)
      // States are named by the places of their rows.
      let next = (bytes.u16(place) - (states - start)) / classCount
      return Entry(state: next, flags: bytes.u16(place + 2), data: place + 4)
    }
    let place = entries + entrySize * bytes.u16(states + 2 * (state * classCount + kind))
    return Entry(state: bytes.u16(place), flags: bytes.u16(place + 2), data: place + 4)
  }

  private func kind(of glyph: Int) -> Int {
    if glyph == MorphGlyph.deleted { return Class.deleted }
    if isCompact {
      let index = glyph - bytes.u16(classes)
      guard index >= 0, index < bytes.u16(classes + 2) else { return Class.unknown }
      return bytes.u8(classes + 4 + index)
    }
    return MorphLookup.value(glyph, in: bytes, at: classes) ?? Class.unknown
  }

  /// Whether a machine of kerning does anything with a run: a glyph in it is remembered or moved in
  /// the first state, or leads to another.
  func concerns(_ buffer: GlyphBuffer) -> Bool {
    guard classCount >= 4, entries < bytes.count else { return false }
    return buffer.info.contains { record in
      let entry = entry(0, kind(of: record.glyph))
      return entry.state != 0 || entry.flags & 0x8000 != 0
        || (isCompact ? entry.flags & 0x3FFF != 0 : bytes.u16(entry.data) != 0xFFFF)
    }
  }

  /// Goes through a run once, and lets `action` change it.
  func run(_ action: inout some MorphAction, _ buffer: inout GlyphBuffer) {
    guard classCount >= 4, entries < bytes.count else { return }
    buffer.index = 0
    if action.rewrites { buffer.beginOutput() }
    var state = 0
    while buffer.steps > 0, buffer.out.count < buffer.longest {
      buffer.steps &-= Self.cost
      let isEnd = buffer.index >= buffer.count
      let entry = entry(state, isEnd ? Class.endOfText : kind(of: buffer.current.glyph))
      action.apply(entry, &buffer)
      state = entry.state
      if buffer.index >= buffer.count { break }
      if entry.stays, buffer.operations > 0 {
        buffer.operations &-= 1
      } else {
        buffer.next()
      }
    }
    if action.rewrites { buffer.endOutput() } else { buffer.index = 0 }
  }
}

/// What a kind of subtable does as its machine goes through a run; those that rewrite it take
/// glyphs in or out, others change glyphs or their places.
protocol MorphAction {
  /// Whether it takes glyphs in or out, so that the run is written anew.
  var rewrites: Bool { get }
  /// Acts at the current glyph, or at the end behind the last.
  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer)
}
