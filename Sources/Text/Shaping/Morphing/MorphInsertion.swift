/// Puts glyphs beside the current one or beside one that was marked.
struct MorphInsertion: MorphAction {
  private let bytes: LayoutBytes
  private let definitions: GlyphDefinitions
  private let glyphs: Int
  private var mark = 0

  init(_ machine: MorphMachine, _ definitions: GlyphDefinitions) {
    bytes = machine.bytes
    self.definitions = definitions
    glyphs = machine.place(at: 16)
  }

  var rewrites: Bool { true }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    let here = buffer.out.count
    let (current, marked) = (bytes.u16(entry.data), bytes.u16(entry.data + 2))
    if marked != 0xFFFF {
      let count = entry.flags & 0x1F
      guard buffer.move(to: mark) else { return }
      let added = insert(count, from: marked, isBefore: entry.flags & 0x400 != 0, &buffer)
      guard buffer.move(to: here + added) else { return }
    }
    if entry.flags & 0x8000 != 0 { mark = here }
    if current != 0xFFFF {
      let end = buffer.out.count
      let count = entry.flags >> 5 & 0x1F
      let added = insert(count, from: current, isBefore: entry.flags & 0x800 != 0, &buffer)
      // Those who look at the glyph again see what was put in.
      _ = buffer.move(to: entry.stays ? end : end + added)
    }
  }

  /// Writes glyphs before or behind the current one; tells how many.
  private func insert(
    _ count: Int, from first: Int, isBefore: Bool, _ buffer: inout GlyphBuffer
  ) -> Int {
    let start = glyphs + 2 * first
    guard count > 0, buffer.operations > count, start + 2 * count <= bytes.count,
      buffer.out.count + count < buffer.longest
    else { return 0 }
    buffer.operations &-= count
    let goesBehind = !isBefore && buffer.index < buffer.count
    if goesBehind { buffer.next() }
    var record = goesBehind || buffer.index >= buffer.count ? buffer.out.last : buffer.current
    for index in 0..<count {
      record?.become(bytes.u16(start + 2 * index), definitions)
      record.map { buffer.out.append($0) }
    }
    return record == nil ? 0 : count
  }
}
