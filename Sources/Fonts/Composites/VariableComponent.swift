import Geometry

/// One part of a glyph of ``VariableComposites``: which glyph, at which place of the design space,
/// and how it is moved and turned.
struct VariableComponent: Sendable {
  private(set) var glyph = 0
  /// Whether axes that it does not set stand where the whole font does, and not where the glyph
  /// does that it is a part of.
  private(set) var isReset = false
  private(set) var condition: Int?
  /// The axes that it sets.
  private(set) var axes: [Int] = []
  /// Where it sets them, in 1/16384.
  private(set) var values: [Double] = []
  private var valueChange: Int?
  private var mapChange: Int?
  private var flags = 0
  /// What its map is made of, in units of the file: those of ``fields`` that the flags name.
  private var numbers: [Double] = []

  private enum Field: Int {
    case moveX, moveY, turn, scaleX, scaleY, skewX, skewY, centerX, centerY
  }

  /// The fields in the order of the file: the bit of the flags that each has, and its unit.
  private static let fields: [(field: Field, bit: Int, unit: Double)] = [
    (.moveX, 4, 1), (.moveY, 5, 1), (.turn, 6, 4096), (.scaleX, 8, 1024), (.scaleY, 9, 1024),
    (.skewX, 13, 4096), (.skewY, 14, 4096), (.centerX, 10, 1), (.centerY, 11, 1),
  ]

  /// Reads the part at `place`, and goes on behind it; nil where the bytes end early.
  init?(_ table: FontTable, at place: inout Int, of composites: VariableComposites) {
    func number() -> Int? {
      guard let (value, length) = table.variable(place) else { return nil }
      place += length
      return value
    }
    func has(_ bit: Int) -> Bool { flags >> bit & 1 != 0 }
    guard let flags = number() else { return nil }
    self.flags = flags
    guard let glyph = has(12) ? table.u24(place) : table.u16(place) else { return nil }
    self.glyph = glyph
    place += has(12) ? 3 : 2
    isReset = has(0)
    if has(7) {
      guard let condition = number() else { return nil }
      self.condition = condition
    }
    if has(1) {
      guard let list = number(), let axes = composites.axes(list),
        let rest = axes.isEmpty ? FontTable([]) : table.sub(place)
      else { return nil }
      var reader = PackedReader(rest)
      guard let values = reader.deltas(count: axes.count) else { return nil }
      place += reader.place
      (self.axes, self.values) = (axes, values.map(Double.init))
    }
    if has(2) {
      guard let change = number() else { return nil }
      valueChange = change
    }
    if has(3) {
      guard let change = number() else { return nil }
      mapChange = change
    }
    for (_, bit, _) in Self.fields where has(bit) {
      guard let value = table.i16(place) else { return nil }
      numbers.append(Double(value))
      place += 2
    }
    // What later versions add has one number for each bit.
    for bit in 15..<32 where has(bit) {
      guard number() != nil else { return nil }
    }
  }

  /// Where the part stands in the design space, when the glyph around it stands at `place` and the
  /// font at `font`.
  func place(
    in place: [Double], of font: [Double], store: TupleStore?, steps: inout Int
  ) -> [Double] {
    var moved = isReset ? font : place
    let changes = valueChange.flatMap {
      store?.deltas($0, count: axes.count, at: place, steps: &steps)
    }
    for (index, axis) in axes.enumerated() where axis >= 0 && axis < FontLimits.axes {
      if axis >= moved.count {
        moved.append(contentsOf: repeatElement(0, count: axis + 1 - moved.count))
      }
      let value = values[index] + (changes?[index] ?? 0)
      moved[axis] = min(max(value.rounded() / 16384, -1), 1)
    }
    return moved
  }

  /// How the part is moved and turned, when the glyph around it stands at `place`.
  func map(at place: [Double], store: TupleStore?, steps: inout Int) -> Affine {
    let changes = mapChange.flatMap {
      store?.deltas($0, count: numbers.count, at: place, steps: &steps)
    }
    var found: [Field: Double] = [:]
    var index = 0
    for (field, bit, unit) in Self.fields where flags >> bit & 1 != 0 {
      found[field] = (numbers[index] + (changes?[index] ?? 0)) / unit
      index += 1
    }
    func value(_ field: Field, _ standard: Double = 0) -> Double { found[field] ?? standard }
    let (x, y) = (value(.centerX), value(.centerY))
    let scale = value(.scaleX, 1)
    return Affine.translation(value(.moveX) + x, value(.moveY) + y)
      .after(.rotation(degrees: 180 * value(.turn)))
      .after(.scale(scale, value(.scaleY, scale)))
      .after(.skew(degreesX: -180 * value(.skewX), degreesY: 180 * value(.skewY)))
      .after(.translation(-x, -y))
  }
}

extension FontTable {
  /// A number of 32 bits in one to five bytes, whose first one says how many, and their number
  /// (boring-expansion-spec, "VARC.md", "uint32var").
  fileprivate func variable(_ offset: Int) -> (value: Int, length: Int)? {
    guard let first = u8(offset) else { return nil }
    switch first {
    case ..<0x80: return (first, 1)
    case ..<0xC0: return u8(offset + 1).map { ((first & 0x3F) << 8 | $0, 2) }
    case ..<0xE0: return u16(offset + 1).map { ((first & 0x1F) << 16 | $0, 3) }
    case ..<0xF0: return u24(offset + 1).map { ((first & 0x0F) << 24 | $0, 4) }
    default: return u32(offset + 1).map { ($0, 5) }
    }
  }
}
