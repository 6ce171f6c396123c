/// Makes one glyph of several that a state machine has collected.
struct MorphLigature: MorphAction {
  /// So many glyphs are remembered.
  private static let mostComponents = 64

  private let bytes: LayoutBytes
  private let definitions: GlyphDefinitions
  private let actions: Int
  private let components: Int
  private let ligatures: Int
  /// Where the collected glyphs stand in what has been written.
  private var places: [Int] = []

  init(_ machine: MorphMachine, _ definitions: GlyphDefinitions) {
    bytes = machine.bytes
    self.definitions = definitions
    actions = machine.place(at: 16)
    components = machine.place(at: 20)
    ligatures = machine.place(at: 24)
  }

  var rewrites: Bool { true }

  mutating func apply(_ entry: MorphMachine.Entry, _ buffer: inout GlyphBuffer) {
    if entry.flags & 0x8000 != 0 {
      // A glyph that is looked at twice is one component.
      if places.last == buffer.out.count { places.removeLast() }
      if places.count == Self.mostComponents { places.removeFirst() }
      places.append(buffer.out.count)
    }
    guard entry.flags & 0x2000 != 0, !places.isEmpty, buffer.index < buffer.count else { return }
    let end = buffer.out.count
    join(actions + 4 * bytes.u16(entry.data), &buffer)
    _ = buffer.move(to: end)
  }

  /// Goes back over the collected glyphs, as long as the list of actions at `place` says, and adds
  /// up their numbers to the ligature's.
  private mutating func join(_ place: Int, _ buffer: inout GlyphBuffer) {
    var (place, cursor, number) = (place, places.count, 0)
    while buffer.steps > 0 {
      guard cursor > 0 else { return places.removeAll(keepingCapacity: true) }
      cursor -= 1
      guard buffer.move(to: places[cursor]), buffer.index < buffer.count, place + 4 <= bytes.count
      else { return }
      buffer.steps &-= 1
      let action = bytes.u32(place)
      // Its low 30 bits are a number with a sign.
      let offset = (action & 0x3FFF_FFFF ^ 0x2000_0000) - 0x2000_0000
      let component = components + 2 * (buffer.current.glyph + offset)
      guard component >= 0, component + 2 <= bytes.count else { return }
      number += bytes.u16(component)
      if action & 0xC000_0000 != 0 {
        let ligature = ligatures + 2 * number
        guard ligature + 2 <= bytes.count, store(bytes.u16(ligature), at: cursor, &buffer) else {
          return
        }
      }
      if action & 0x8000_0000 != 0 { return }
      place += 4
    }
  }

  /// Puts the ligature in the place of a component, and takes those behind it out.
  private mutating func store(_ glyph: Int, at cursor: Int, _ buffer: inout GlyphBuffer) -> Bool {
    buffer.current.become(glyph, definitions)
    buffer.next()
    let end = (places.last ?? 0) + 1
    while places.count - 1 > cursor {
      let place = places.removeLast()
      guard buffer.move(to: place), buffer.index < buffer.count else { return false }
      buffer.current.become(MorphGlyph.deleted, definitions)
      buffer.next()
    }
    guard buffer.move(to: end) else { return false }
    buffer.mergeOutputClusters(places[cursor], buffer.out.count)
    return true
  }
}
