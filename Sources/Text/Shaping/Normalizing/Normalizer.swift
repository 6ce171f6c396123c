/// Brings a run to the composed or decomposed characters that its font has.
///
/// Three rounds: characters are taken apart where the font lacks them, or where marks follow; marks
/// are put in order; and what the font has composed is put together again.
struct Normalizer {
  enum Mode: Sendable { case none, composed, composedFully }

  /// Longer rows of marks are left in their order.
  private static let mostMarks = 32

  var buffer: GlyphBuffer
  let face: ShapingFace
  let plan: ShapingPlan
  private let mode: Mode
  private var isSimple = true

  init(_ buffer: GlyphBuffer, face: ShapingFace, plan: ShapingPlan) {
    self.buffer = buffer
    self.face = face
    self.plan = plan
    mode = plan.script.normalization
  }

  mutating func normalize() {
    if mapAll() { return }
    decomposeAll()
    if !isSimple { orderMarks() }
    if !isSimple, mode != .none { composeAll() }
  }

  /// Maps a run that needs nothing else: no marks, and the font has all of it.
  private mutating func mapAll() -> Bool {
    guard mode != .composedFully else { return false }
    for index in buffer.info.indices {
      let record = buffer.info[index]
      guard !record.isUnicodeMark, let glyph = face.glyph(record.code) else { return false }
      buffer.info[index].nominal = UInt32(glyph)
    }
    return true
  }

  // MARK: Taking apart

  private mutating func decomposeAll() {
    let shortest = mode != .composedFully
    buffer.beginOutput()
    let count = buffer.count
    while buffer.index < count {
      var end = buffer.index + 1
      while end < count, !buffer.info[end].isUnicodeMark { end += 1 }
      // One base stays for its marks.
      if end < count { end -= 1 }
      while buffer.index < end { decomposeCurrent(shortest: shortest) }
      guard buffer.index < count else { break }
      isSimple = false
      end = buffer.index + 1
      while end < count, buffer.info[end].isUnicodeMark { end += 1 }
      decomposeCluster(end)
    }
    buffer.endOutput()
  }

  private mutating func decomposeCluster(_ end: Int) {
    for index in buffer.index..<end where Self.isSelector(buffer.info[index].code) {
      mapSelected(end)
      return
    }
    while buffer.index < end { decomposeCurrent(shortest: mode == .none) }
  }

  static func isSelector(_ code: UInt32) -> Bool {
    switch code {
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  /// Maps characters with a selector behind them.
  private mutating func mapSelected(_ end: Int) {
    while buffer.index + 1 < end {
      let (own, next) = (buffer.info[buffer.index], buffer.info[buffer.index + 1])
      guard Self.isSelector(next.code) else {
        mapCurrent()
        continue
      }
      if let glyph = face.glyph(own.code, selector: next.code) {
        buffer.mergeClusters(buffer.index, buffer.index + 2)
        buffer.current.nominal = UInt32(glyph)
        buffer.next()
        buffer.skip()
      } else {
        mapCurrent()
        mapCurrent()
      }
      while buffer.index < end, Self.isSelector(buffer.current.code) { mapCurrent() }
    }
    if buffer.index < end { mapCurrent() }
  }

  private mutating func mapCurrent() {
    buffer.current.nominal = UInt32(face.glyph(buffer.current.code) ?? 0)
    buffer.next()
  }

  private mutating func decomposeCurrent(shortest: Bool) {
    let code = buffer.current.code
    let own = face.glyph(code)
    if shortest, let own { return take(own) }
    if decompose(code, shortest: shortest) > 0 {
      buffer.skip()
      return
    }
    if let own { return take(own) }
    if buffer.current.scalarTraits.contains(.space), FallbackSpaces.isKnown(code),
      let space = face.space
    {
      buffer.current.scalarTraits.insert(.replacedSpace)
      buffer.current.spaceKind = FallbackSpaces.kind(code)
      buffer.seen.insert(.replacedSpace)
      return take(space)
    }
    // The hyphen that does not break is the only character of its kind that is no space.
    if code == 0x2011, let hyphen = face.glyph(0x2010) { return take(hyphen) }
    take(0)
  }

  private mutating func take(_ glyph: Int) {
    buffer.current.nominal = UInt32(glyph)
    buffer.next()
  }

  /// Writes the parts of a character if the font has them; the number of them.
  private mutating func decompose(_ code: UInt32, shortest: Bool) -> Int {
    guard let parts = plan.script.parts(of: code) else { return 0 }
    var second: Int?
    if let code = parts.second {
      second = face.glyph(code)
      guard second != nil else { return 0 }
    }
    let first = face.glyph(parts.first)
    var count = 0
    if shortest, let first {
      write(parts.first, first)
      count = 1
    } else {
      count = decompose(parts.first, shortest: shortest)
      if count == 0, let first {
        write(parts.first, first)
        count = 1
      }
    }
    guard count > 0 else { return 0 }
    if let code = parts.second, let second {
      write(code, second)
      count += 1
    }
    return count
  }

  private mutating func write(_ code: UInt32, _ glyph: Int) {
    buffer.insert(Int(code))
    let last = buffer.out.count - 1
    buffer.out[last].nominal = UInt32(glyph)
    buffer.out[last].findFacts()
  }

  // MARK: Order

  private mutating func orderMarks() {
    var index = 0
    while index < buffer.count {
      guard buffer.info[index].combiningClass != 0 else {
        index += 1
        continue
      }
      var end = index + 1
      while end < buffer.count, buffer.info[end].combiningClass != 0 { end += 1 }
      if end - index <= Self.mostMarks {
        buffer.sort(index, end) { $0.combiningClass }
        plan.script.reorderMarks(&buffer, index, end)
      }
      index = end
    }
    // A grapheme joiner that has kept marks apart is hidden from contexts no more.
    for index in 1..<max(buffer.count - 1, 1) where buffer.info[index].code == 0x034F {
      let (before, after) = (buffer.info[index - 1], buffer.info[index + 1])
      if after.combiningClass == 0 || before.combiningClass <= after.combiningClass {
        buffer.info[index].scalarTraits.remove(.hidden)
      }
    }
  }

  // MARK: Putting together

  private mutating func composeAll() {
    guard buffer.count > 0 else { return }
    buffer.beginOutput()
    var starter = 0
    buffer.next()
    while buffer.index < buffer.count {
      let record = buffer.current
      // Only marks compose: jamos that stand apart are meant to.
      if record.isUnicodeMark,
        starter == buffer.out.count - 1
          || buffer.out[buffer.out.count - 1].combiningClass < record.combiningClass,
        let whole = plan.script.composed(buffer.out[starter].code, record.code, plan),
        let glyph = face.glyph(whole)
      {
        buffer.next()
        buffer.mergeOutputClusters(starter, buffer.out.count)
        buffer.out.removeLast()
        buffer.out[starter].code = whole
        buffer.out[starter].nominal = UInt32(glyph)
        buffer.out[starter].findFacts()
        continue
      }
      buffer.next()
      if buffer.out[buffer.out.count - 1].combiningClass == 0 { starter = buffer.out.count - 1 }
    }
    buffer.endOutput()
  }
}
