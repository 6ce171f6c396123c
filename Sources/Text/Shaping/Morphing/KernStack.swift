/// Moves glyphs that a state machine of "kerx" or "kern" has collected by a list of values.
struct KernStack: MorphAction {
  /// So many glyphs are remembered.
  private static let mostGlyphs = 8

  private let bytes: LayoutBytes
  private let isExtended: Bool
  private let isCross: Bool
  private let mask: UInt32
  /// Where the machine and its values begin.
  private let start: Int
  private let values: Int
  /// How far apart the values of a list are: those that vary stand behind each other.
  private let step: Int
  private var glyphs: [Int] = []

  init(_ machine: MorphMachine, _ part: KernTable.Part, isExtended: Bool, mask: UInt32) {
    bytes = machine.bytes
    start = machine.start
    self.isExtended = isExtended
    isCross = part.isCross
    self.mask = mask
    values = isExtended ? machine.place(at: 16) : start + machine.bytes.u16(start + 8)
    step = 2 * max(part.variations, 1)
  }

  var rewrites: Bool { false }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    if isExtended, entry.flags & 0x2000 != 0 { glyphs.removeAll(keepingCapacity: true) }
    if entry.flags & 0x8000 != 0 {
      let isFull = glyphs.count == Self.mostGlyphs
      glyphs = isFull ? [] : glyphs + [buffer.index]
    }
    guard !glyphs.isEmpty, var place = list(entry) else { return }
    var isLast = false
    while !isLast, place + 2 <= bytes.count, let index = glyphs.popLast() {
      // The end of the list is marked by an odd value.
      let value = bytes.i16(place)
      place += step
      guard index < buffer.count else { continue }
      isLast = value & 1 != 0
      move(index, by: Int32(truncatingIfNeeded: value & ~1), &buffer)
    }
  }

  /// Where the list of an entry begins; nil for none.
  private func list(_ entry: MorphMachine.Entry) -> Int? {
    if isExtended {
      // What is called an index counts bytes.
      let offset = bytes.u16(entry.data)
      return offset == 0xFFFF ? nil : values + offset & ~1
    }
    let place = start + entry.flags & 0x3FFF
    guard entry.flags & 0x3FFF != 0 else { return nil }
    return place < values ? bytes.count : values + (place - values) & ~1
  }

  private func move(_ index: Int, by value: Int32, _ buffer: inout GlyphBuffer) {
    if !isCross {
      guard buffer.info[index].mask & mask != 0 else { return }
      buffer.places[index].advance &+= value
      buffer.places[index].x &+= value
    } else if value == -0x8000 {
      // Back to the line: not in the specification, but in its example of "kern".
      buffer.places[index].attachment = .none
      buffer.places[index].chain = 0
      buffer.places[index].y = 0
    } else if buffer.places[index].attachment != .none {
      buffer.places[index].y &+= value
    }
  }
}
