import Geometry

/// Runs the program that draws a glyph of a compact font (Adobe Technical Note 5177, "Type 2
/// Charstring Format").
///
/// Hints are counted, as masks lie among the operators, and not used.
struct CharstringRunner {
  /// 48 in the first version; fonts of the second one may have 513.
  static let mostOperands = 513

  let font: CompactFont
  private(set) var store: ItemVariationStore?
  var stack: [Double] = []
  var pen = OutlinePen()
  var memory = [Double](repeating: 0, count: 32)
  private var part = CompactFont.Part()
  private var scalars: [Double]?
  private var hints = 0
  private var hasWidth = false
  private var isDone = false
  private var stepsLeft = FontLimits.charstringSteps

  init(font: CompactFont, store: ItemVariationStore?) {
    self.font = font
    self.store = store
    stack.reserveCapacity(48)
  }

  /// The shape of a glyph.
  mutating func outline(of glyph: Int) throws(FontError) -> Outline {
    try draw(glyph, isPart: false)
    return pen.outline
  }

  /// The shape of another glyph at a place of the design space; all of them share one budget.
  mutating func outline(
    of glyph: Int, at store: ItemVariationStore?
  ) throws(FontError) -> Outline {
    self.store = store
    pen = OutlinePen()
    return try outline(of: glyph)
  }

  private mutating func draw(_ glyph: Int, isPart: Bool) throws(FontError) {
    guard glyph < font.charstrings.count else { return }
    guard let code = font.charstrings[glyph] else {
      throw FontError(.truncated, "glyph \(glyph) lies beyond the end", table: "CFF")
    }
    part = font.part(of: glyph)
    (hints, hasWidth, isDone, scalars) = (0, font.isSecondVersion, false, nil)
    stack.removeAll(keepingCapacity: true)
    try run(code, depth: 0)
    if !isPart, isDone, !font.isSecondVersion, stack.count >= 4 { try drawAccented(at: code) }
  }

  /// `endchar` with four numbers: a letter and an accent, by codes of the standard encoding
  /// (Technical Note 5177, appendix C).
  private mutating func drawAccented(at code: FontTable) throws(FontError) {
    let (dx, dy, letter, accent) = (
      stack[stack.count - 4], stack[stack.count - 3], stack[stack.count - 2], stack[stack.count - 1]
    )
    guard let letter = Int(exactly: letter).flatMap(font.charset.glyph(forStandard:)),
      let accent = Int(exactly: accent).flatMap(font.charset.glyph(forStandard:))
    else { throw broken("a letter or its accent is missing", code, at: 0) }
    pen.restart(at: Vector(0, 0))
    try draw(letter, isPart: true)
    pen.restart(at: Vector(dx, dy))
    try draw(accent, isPart: true)
    stack.removeAll()
  }

  private mutating func run(_ code: FontTable, depth: Int) throws(FontError) {
    guard depth <= FontLimits.subroutineDepth else {
      throw broken("subroutines are nested too deeply", code, at: 0)
    }
    var place = 0
    while !isDone, let byte = code.u8(place) {
      place &+= 1
      stepsLeft &-= 1
      guard stepsLeft > 0, pen.outline.segments.count < FontLimits.points else {
        throw broken("a glyph has too many strokes", code, at: place)
      }
      if byte >= 32 || byte == 28 {
        try push(byte, code, at: &place)
        continue
      }
      switch byte {
      case 10: try call(part.subroutines, code, at: place, depth: depth)
      case 29: try call(font.globals, code, at: place, depth: depth)
      case 11: return
      case 12:
        guard let second = code.u8(place) else { return }
        place &+= 1
        guard escape(second) else {
          throw broken("an operator has too few operands", code, at: place)
        }
      case 14:
        // The numbers, if any, are those of an accented letter.
        isDone = true
        return
      case 1, 3, 18, 23: countHints()
      case 19, 20:
        countHints()
        place &+= (hints &+ 7) / 8
      case 15: variationIndex()
      case 16: try blend(code, at: place)
      default: path(byte)
      }
    }
  }

  private mutating func push(
    _ byte: Int, _ code: FontTable, at place: inout Int
  ) throws(FontError) {
    guard stack.count < Self.mostOperands else {
      throw broken("an operator has too many operands", code, at: place)
    }
    switch byte {
    case 32...246: stack.append(Double(byte &- 139))
    case 247...250:
      stack.append(Double((byte &- 247) &* 256 &+ (code.u8(place) ?? 0) &+ 108))
      place &+= 1
    case 251...254:
      stack.append(Double((251 &- byte) &* 256 &- (code.u8(place) ?? 0) &- 108))
      place &+= 1
    case 28:
      stack.append(Double(code.i16(place) ?? 0))
      place &+= 2
    default:
      stack.append(code.fixed(place) ?? 0)
      place &+= 4
    }
  }

  private mutating func call(
    _ list: CompactIndex?, _ code: FontTable, at place: Int, depth: Int
  ) throws(FontError) {
    guard let list, let number = stack.popLast().flatMap({ Int(exactly: $0) }),
      let subroutine = list[number &+ list.bias]
    else { throw broken("a subroutine is missing", code, at: place) }
    try run(subroutine, depth: depth + 1)
  }

  /// Counts hints, two numbers each; the first operator may have the glyph's width before them.
  private mutating func countHints() {
    hints += stack.count / 2
    hasWidth = true
    stack.removeAll(keepingCapacity: true)
  }

  /// `vsindex`: chooses among the groups of changes.
  private mutating func variationIndex() {
    if font.isSecondVersion, let index = stack.popLast().flatMap({ Int(exactly: $0) }) {
      part.variationIndex = index
      scalars = nil
    }
    stack.removeAll(keepingCapacity: true)
  }

  /// `blend`: numbers, then for each its changes in all regions, become numbers of this place.
  private mutating func blend(_ code: FontTable, at place: Int) throws(FontError) {
    guard font.isSecondVersion, let store else { return stack.removeAll(keepingCapacity: true) }
    let scalars = self.scalars ?? store.scalars(of: part.variationIndex) ?? []
    if self.scalars == nil { stepsLeft &-= scalars.count }
    self.scalars = scalars
    guard let count = stack.popLast().flatMap({ Int(exactly: $0) }), count >= 0,
      count <= Self.mostOperands, count * (scalars.count + 1) <= stack.count
    else { throw broken("a blend has too few operands", code, at: place) }
    let first = stack.count - count * (scalars.count + 1)
    var change = first + count
    for index in first..<first + count {
      var value = stack[index]
      for scalar in scalars {
        value += scalar * stack[change]
        change += 1
      }
      // Results may be blended again; without an end they would outgrow what a number holds.
      stack[index] = min(max(value, -32768), 32768)
    }
    stack.removeLast(count * scalars.count)
  }

  /// Takes the glyph's width off when the first operator has more numbers than it needs.
  mutating func dropWidth(needing count: Int) {
    if !hasWidth, stack.count > count { stack.removeFirst() }
    hasWidth = true
  }

  private func broken(_ message: String, _ code: FontTable, at place: Int) -> FontError {
    FontError(.malformed, message, table: "CFF", offset: code.start + place)
  }
}
