import Fonts

/// Attaches glyphs to one that a state machine of "kerx" has marked.
struct KernAttachment: MorphAction {
  private let bytes: LayoutBytes
  private let face: ShapingFace
  /// What two glyphs are put together by: points of their outlines, anchors, or coordinates.
  private let kind: Int
  private let list: Int
  private let isReversed: Bool
  private var mark: Int?

  init(_ machine: MorphMachine, _ face: ShapingFace, isReversed: Bool) {
    bytes = machine.bytes
    self.face = face
    self.isReversed = isReversed
    let flags = bytes.u32(machine.start + 16)
    kind = flags >> 30
    list = machine.start + flags & 0xFF_FFFF
  }

  var rewrites: Bool { false }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    let number = bytes.u16(entry.data)
    if let mark, number != 0xFFFF, buffer.index < buffer.count, mark < buffer.count {
      attach(to: mark, by: number, &buffer)
    }
    if entry.flags & 0x8000 != 0 { mark = buffer.index }
  }

  private func attach(to mark: Int, by number: Int, _ buffer: inout GlyphBuffer) {
    let (from, to) = (buffer.current.glyph, buffer.info[mark].glyph)
    let place = list + (kind == 2 ? 8 : 4) * number
    guard kind < 3, place + (kind == 2 ? 8 : 4) <= bytes.count else { return }
    let (first, second) = (bytes.u16(place), bytes.u16(place + 2))
    let there: (x: Int, y: Int)
    let here: (x: Int, y: Int)
    switch kind {
    case 0:
      guard let other = face.font.point(first, of: GlyphID(truncatingIfNeeded: to)),
        let own = face.font.point(second, of: GlyphID(truncatingIfNeeded: from))
      else { return }
      (there, here) = (other, own)
    case 1:
      there = face.anchors?.anchor(first, of: to) ?? (0, 0)
      here = face.anchors?.anchor(second, of: from) ?? (0, 0)
    default:
      there = (bytes.i16(place), bytes.i16(place + 2))
      here = (bytes.i16(place + 4), bytes.i16(place + 6))
    }
    buffer.places[buffer.index].x = Int32(truncatingIfNeeded: there.x - here.x)
    buffer.places[buffer.index].y = Int32(truncatingIfNeeded: there.y - here.y)
    buffer.places[buffer.index].attachment = .mark
    let chain = Int32(truncatingIfNeeded: mark - buffer.index)
    buffer.places[buffer.index].chain = isReversed ? 0 &- chain : chain
  }
}
