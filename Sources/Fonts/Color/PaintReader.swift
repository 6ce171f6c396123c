import Bytes
import Geometry

/// Reads the paint tables of "COLR" version 1.
struct PaintReader {
  private let table: FontTable
  private let start: Int
  private let variations: ColorVariations
  /// The first of the variable numbers' changes, if the paint has such.
  private var base: Int?

  /// Reads the paint at an offset from the table's start.
  static func paint(at offset: Int, in colors: ColorTable) throws(FontError) -> GlyphPaint {
    guard let table = colors.table.sub(offset), let format = table.u8(0) else {
      throw FontError(.truncated, "a paint lies outside its table", table: "COLR")
    }
    var reader = PaintReader(table: table, start: offset, variations: colors.variations)
    guard let paint = reader.paint(format) else {
      throw FontError(
        (1...32).contains(format) ? .truncated : .malformed, "a paint can't be read",
        table: "COLR", offset: table.start)
    }
    return paint
  }

  private init(table: FontTable, start: Int, variations: ColorVariations) {
    self.table = table
    self.start = start
    self.variations = variations
  }

  private mutating func paint(_ format: Int) -> GlyphPaint? {
    switch format {
    case 1: layers()
    case 2, 3: solid(isVariable: format == 3)
    case 4, 5: linear(isVariable: format == 5)
    case 6, 7: radial(isVariable: format == 7)
    case 8, 9: sweep(isVariable: format == 9)
    case 10: glyph()
    case 11: table.u16(1).map { .colorGlyph(GlyphID($0)) }
    case 12, 13: affine(isVariable: format == 13)
    case 14...31: transform(format & ~1, isVariable: format & 1 == 1)
    case 32: composite()
    default: nil
    }
  }

  /// The number of two bytes at `offset`, the variable one number `index`.
  private func number(_ offset: Int, _ index: Int) -> Double? {
    table.i16(offset).map { Double($0) + variations.delta(base, index) }
  }

  /// A radius, which may be below nothing at some places of the design space.
  private func radius(_ offset: Int, _ index: Int) -> Double? {
    table.u16(offset).map { Double($0) + variations.delta(base, index) }
  }

  /// The number with 14 bits behind the point.
  private func fraction(_ offset: Int, _ index: Int) -> Double? {
    number(offset, index).map { $0 / 16_384 }
  }

  private func point(_ offset: Int, _ index: Int) -> Vector? {
    guard let x = number(offset, index), let y = number(offset + 2, index + 1) else { return nil }
    return Vector(x, y)
  }

  /// Where a child begins, counted from the table's start.
  private func child(_ offset: Int) -> Int? { table.u24(offset).map { start &+ $0 } }

  private func layers() -> GlyphPaint? {
    guard let count = table.u8(1), let first = table.u32(2) else { return nil }
    return .layers(first: first, count: count)
  }

  private mutating func solid(isVariable: Bool) -> GlyphPaint? {
    if isVariable { base = table.u32(5) }
    guard let index = table.u16(1), let alpha = fraction(3, 0) else { return nil }
    return .solid(PaletteEntry(index: index, alpha: alpha))
  }

  private mutating func linear(isVariable: Bool) -> GlyphPaint? {
    if isVariable { base = table.u32(16) }
    guard let line = line(isVariable), let first = point(4, 0), let second = point(8, 2),
      let third = point(12, 4)
    else { return nil }
    return .gradient(Gradient(shape: .linear(first, second, third), line: line))
  }

  private mutating func radial(isVariable: Bool) -> GlyphPaint? {
    if isVariable { base = table.u32(16) }
    guard let line = line(isVariable), let first = point(4, 0), let radius = self.radius(8, 2),
      let second = point(10, 3), let other = self.radius(14, 5)
    else { return nil }
    return .gradient(Gradient(shape: .radial(first, radius, second, other), line: line))
  }

  private mutating func sweep(isVariable: Bool) -> GlyphPaint? {
    if isVariable { base = table.u32(12) }
    guard let line = line(isVariable), let center = point(4, 0), let from = fraction(8, 2),
      let to = fraction(10, 3)
    else { return nil }
    // One is added to the angles, so that whole turns fit.
    let shape = Gradient.Shape.sweep(center, (from + 1) * 180, (to + 1) * 180)
    return .gradient(Gradient(shape: shape, line: line))
  }

  private func line(_ isVariable: Bool) -> ColorLine? {
    guard let offset = table.u24(1), let list = table.sub(offset), let extend = list.u8(0),
      let count = list.u16(1)
    else { return nil }
    let step = isVariable ? 10 : 6
    var stops: [ColorLine.Stop] = []
    for number in 0..<min(count, ColorLine.mostStops) {
      let place = 3 + step * number
      guard let offset = list.i16(place), let index = list.u16(place + 2),
        let alpha = list.i16(place + 4)
      else { return nil }
      let base = isVariable ? list.u32(place + 6) : nil
      stops.append(
        ColorLine.Stop(
          offset: (Double(offset) + variations.delta(base, 0)) / 16_384,
          entry: PaletteEntry(
            index: index, alpha: (Double(alpha) + variations.delta(base, 1)) / 16_384)))
    }
    let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
    return ColorLine(
      extend: ColorLine.Extend(rawValue: extend) ?? .pad, stops: order.map { stops[$0] })
  }

  private func glyph() -> GlyphPaint? {
    guard let child = child(1), let glyph = table.u16(4) else { return nil }
    return .glyph(GlyphID(glyph), child: child)
  }

  private func composite() -> GlyphPaint? {
    guard let source = child(1), let mode = table.u8(4), let backdrop = child(5) else { return nil }
    return .composite(
      PaintComposite(rawValue: mode) ?? .sourceOver, source: source, backdrop: backdrop)
  }

  private mutating func affine(isVariable: Bool) -> GlyphPaint? {
    guard let child = child(1), let matrix = table.u24(4).flatMap({ table.sub($0) }) else {
      return nil
    }
    base = isVariable ? matrix.u32(24) : nil
    func part(_ index: Int) -> Double? {
      matrix.i32(4 * index).map { (Double($0) + variations.delta(base, index)) / 65_536 }
    }
    guard let a = part(0), let b = part(1), let c = part(2), let d = part(3), let x = part(4),
      let y = part(5)
    else { return nil }
    return .transform(Affine(a: a, b: b, c: c, d: d, tx: x, ty: y), child: child)
  }

  /// The formats 14 to 31: a child, some numbers, and the place that stays where it is.
  private mutating func transform(_ format: Int, isVariable: Bool) -> GlyphPaint? {
    // Pairs: what moves, and the same around a centre.
    let isAround = [18, 22, 26, 30].contains(format)
    let kind = isAround ? format - 2 : format
    let count = kind == 20 || kind == 24 ? 1 : 2
    let center = 4 + 2 * count
    if isVariable { base = table.u32(isAround ? center + 4 : center) }
    guard let child = child(1), let map = plainMap(kind) else { return nil }
    guard isAround else { return .transform(map, child: child) }
    guard let place = point(center, count) else { return nil }
    let there = Affine.translation(place.x, place.y)
    let back = Affine.translation(-place.x, -place.y)
    return .transform(there.after(map.after(back)), child: child)
  }

  private func plainMap(_ kind: Int) -> Affine? {
    switch kind {
    case 14: point(4, 0).map { Affine.translation($0.x, $0.y) }
    case 16:
      fraction(4, 0).flatMap { x in fraction(6, 1).map { Affine.scale(x, $0) } }
    case 20: fraction(4, 0).map { Affine.scale($0, $0) }
    // Counterclockwise with `y` up is clockwise with `y` down: the same numbers.
    case 24: fraction(4, 0).map { Affine.rotation(degrees: $0 * 180) }
    default:
      fraction(4, 0).flatMap { x in
        fraction(6, 1).map { Affine.skew(degreesX: -x * 180, degreesY: $0 * 180) }
      }
    }
  }
}
