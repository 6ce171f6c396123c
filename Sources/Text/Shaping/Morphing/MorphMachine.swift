/// A state machine of a subtable of "morx", with 32-bit places (Apple, "Font Tables", "Extended
/// State Tables").
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

  /// The machine of a subtable's body, whose entries have so many bytes of their own.
  init(_ bytes: LayoutBytes, at start: Int, dataSize: Int) {
    self.bytes = bytes
    self.start = start
    entrySize = 4 + dataSize
    classCount = bytes.u32(start)
    classes = start + bytes.u32(start + 4)
    states = start + bytes.u32(start + 8)
    entries = start + bytes.u32(start + 12)
  }

  /// The place that a 32-bit offset at `place` of the body leads to.
  func place(at place: Int) -> Int { start + bytes.u32(start + place) }

  private func entry(_ state: Int, _ kind: Int) -> Entry {
    let kind = kind < classCount ? kind : Class.unknown
    let place = entries + entrySize * bytes.u16(states + 2 * (state * classCount + kind))
    return Entry(state: bytes.u16(place), flags: bytes.u16(place + 2), data: place + 4)
  }

  private func kind(of glyph: Int) -> Int {
    if glyph == MorphGlyph.deleted { return Class.deleted }
    return MorphLookup.value(glyph, in: bytes, at: classes) ?? Class.unknown
  }

  /// Goes through a run once, and lets `action` change it.
  func run(_ action: inout some MorphAction, _ buffer: inout GlyphBuffer) {
    guard classCount >= 4, entries < bytes.count else { return }
    buffer.index = 0
    if action.rewrites { buffer.beginOutput() }
    var state = 0
    while buffer.steps > 0, buffer.out.count < buffer.longest {
      buffer.steps &-= 1
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

/// What a kind of subtable does as its machine goes through a run.
protocol MorphAction {
  /// Whether it takes glyphs in or out, so that the run is written anew.
  var rewrites: Bool { get }
  /// Acts at the current glyph, or at the end behind the last.
  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer)
}
