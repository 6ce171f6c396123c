/// Moves glyphs at the ends of a sequence to its other end.
struct MorphRearrangement: MorphAction {
  /// How many glyphs of the sequence's start and end change places, by the verb; 3 means that two
  /// do, and are turned around.
  private static let verbs: [(first: Int, last: Int)] = [
    (0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (3, 0), (0, 2), (0, 3),
    (1, 2), (1, 3), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (3, 3),
  ]
  private static let longest = 64

  private var start = 0
  private var end = 0

  var rewrites: Bool { false }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    if entry.flags & 0x8000 != 0 { start = buffer.index }
    if entry.flags & 0x2000 != 0 { end = min(buffer.index + 1, buffer.count) }
    let verb = Self.verbs[entry.flags & 15]
    let (first, last) = (min(verb.first, 2), min(verb.last, 2))
    guard entry.flags & 15 != 0, start < end, end - start >= first + last,
      end - start <= Self.longest
    else { return }
    buffer.steps &-= end - start
    buffer.mergeClusters(start, min(buffer.index + 1, buffer.count))
    buffer.mergeClusters(start, end)
    var head = Array(buffer.info[start..<start + first])
    var tail = Array(buffer.info[end - last..<end])
    if verb.first == 3 { head.reverse() }
    if verb.last == 3 { tail.reverse() }
    tail += buffer.info[start + first..<end - last]
    buffer.info.replaceSubrange(start..<end, with: tail + head)
  }
}
