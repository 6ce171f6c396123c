/// Smooths the edges between blocks (RFC 6386, section 15).
///
/// Sixteen places of an edge are filtered at once: the samples across them are taken into eight
/// rows of numbers, four on either side, and put back.
struct VP8LoopFilter {
  /// How many places of an edge are filtered at once.
  private static let lanes = 16

  private typealias Samples = UnsafeMutableBufferPointer<UInt8>
  private typealias Lanes = UnsafeMutableBufferPointer<Int16>

  private let filter: VP8Header.Filter

  init(_ filter: VP8Header.Filter) { self.filter = filter }

  /// Filters the edges of one macroblock after another.
  ///
  /// - Precondition: the planes have as many macroblocks as there are edges, `columns` in a row.
  func run(_ planes: inout VP8Planes, _ edges: [VP8Edges], columns: Int) {
    guard filter != .none, columns > 0 else { return }
    var lanes = [Int16](repeating: 0, count: 8 * Self.lanes)
    lanes.withUnsafeMutableBufferPointer { lanes in
      runLuma(&planes.luma, lanes, edges, columns)
      if filter == .normal {
        Self.runChroma(&planes.blueness, &planes.redness, lanes, edges, columns)
      }
    }
  }

  private func runLuma(
    _ plane: inout VP8Plane, _ lanes: Lanes, _ edges: [VP8Edges], _ columns: Int
  ) {
    let (origin, stride) = (plane.origin, plane.stride)
    plane.samples.withUnsafeMutableBufferPointer { samples in
      for (index, edge) in edges.enumerated() where edge.limit > 0 {
        let (row, column) = (index / columns, index % columns)
        Self.runLuma(
          samples, lanes, origin + 16 * (row * stride + column), stride, edge,
          isSimple: filter == .simple, hasLeft: column > 0, hasAbove: row > 0)
      }
    }
  }

  private static func runChroma(
    _ blueness: inout VP8Plane, _ redness: inout VP8Plane, _ lanes: Lanes, _ edges: [VP8Edges],
    _ columns: Int
  ) {
    let (origin, stride) = (blueness.origin, blueness.stride)
    blueness.samples.withUnsafeMutableBufferPointer { blue in
      redness.samples.withUnsafeMutableBufferPointer { red in
        for (index, edge) in edges.enumerated() where edge.limit > 0 {
          let (row, column) = (index / columns, index % columns)
          runChroma(
            blue, red, lanes, origin + 8 * (row * stride + column), stride, edge,
            hasLeft: column > 0, hasAbove: row > 0)
        }
      }
    }
  }

  /// Filters a macroblock of luma: its left edge, those within it, its upper edge, and those within
  /// it.
  private static func runLuma(
    _ samples: Samples, _ rows: Lanes, _ place: Int, _ stride: Int, _ edge: VP8Edges,
    isSimple: Bool, hasLeft: Bool, hasAbove: Bool
  ) {
    if hasLeft {
      takeColumns(samples, place, stride, rows, 0, 16)
      if filter(rows, edge, isOuter: true, isSimple) {
        putColumns(samples, place, stride, rows, 0, 16)
      }
    }
    if edge.isInside {
      for step in 1..<4 {
        let at = place &+ 4 &* step
        takeColumns(samples, at, stride, rows, 0, 16)
        if filter(rows, edge, isOuter: false, isSimple) {
          putColumns(samples, at, stride, rows, 0, 16)
        }
      }
    }
    if hasAbove {
      takeRows(samples, place, stride, rows, 0, 16)
      if filter(rows, edge, isOuter: true, isSimple) {
        putRows(samples, place, stride, rows, 0, 16)
      }
    }
    if edge.isInside {
      for step in 1..<4 {
        let at = place &+ 4 &* step &* stride
        takeRows(samples, at, stride, rows, 0, 16)
        if filter(rows, edge, isOuter: false, isSimple) {
          putRows(samples, at, stride, rows, 0, 16)
        }
      }
    }
  }

  /// Filters a macroblock of both chromas, which have eight places each.
  private static func runChroma(
    _ blue: Samples, _ red: Samples, _ rows: Lanes, _ place: Int, _ stride: Int,
    _ edge: VP8Edges, hasLeft: Bool, hasAbove: Bool
  ) {
    for (isNeeded, at, isOuter) in [
      (hasLeft, place, true), (edge.isInside, place &+ 4, false),
    ] where isNeeded {
      takeColumns(blue, at, stride, rows, 0, 8)
      takeColumns(red, at, stride, rows, 8, 8)
      if filter(rows, edge, isOuter: isOuter, false) {
        putColumns(blue, at, stride, rows, 0, 8)
        putColumns(red, at, stride, rows, 8, 8)
      }
    }
    for (isNeeded, at, isOuter) in [
      (hasAbove, place, true), (edge.isInside, place &+ 4 &* stride, false),
    ] where isNeeded {
      takeRows(blue, at, stride, rows, 0, 8)
      takeRows(red, at, stride, rows, 8, 8)
      if filter(rows, edge, isOuter: isOuter, false) {
        putRows(blue, at, stride, rows, 0, 8)
        putRows(red, at, stride, rows, 8, 8)
      }
    }
  }

  // MARK: - Samples

  /// Takes the samples across an upright edge.
  @inline(__always)
  private static func takeColumns(
    _ samples: Samples, _ place: Int, _ stride: Int,
    _ rows: Lanes, _ first: Int, _ count: Int
  ) {
    for lane in 0..<count {
      let at = place &+ lane &* stride &- 4
      for row in 0..<8 {
        rows[row &* lanes &+ first &+ lane] = Int16(truncatingIfNeeded: samples[at &+ row])
      }
    }
  }

  /// Puts back what a filter may have changed: all but the outermost.
  @inline(__always)
  private static func putColumns(
    _ samples: Samples, _ place: Int, _ stride: Int,
    _ rows: Lanes, _ first: Int, _ count: Int
  ) {
    for lane in 0..<count {
      let at = place &+ lane &* stride &- 4
      for row in 1..<7 {
        samples[at &+ row] = UInt8(truncatingIfNeeded: rows[row &* lanes &+ first &+ lane])
      }
    }
  }

  /// Takes the samples across a level edge.
  @inline(__always)
  private static func takeRows(
    _ samples: Samples, _ place: Int, _ stride: Int,
    _ rows: Lanes, _ first: Int, _ count: Int
  ) {
    for row in 0..<8 {
      let at = place &+ (row &- 4) &* stride
      for lane in 0..<count {
        rows[row &* lanes &+ first &+ lane] = Int16(truncatingIfNeeded: samples[at &+ lane])
      }
    }
  }

  @inline(__always)
  private static func putRows(
    _ samples: Samples, _ place: Int, _ stride: Int,
    _ rows: Lanes, _ first: Int, _ count: Int
  ) {
    for row in 1..<7 {
      let at = place &+ (row &- 4) &* stride
      for lane in 0..<count {
        samples[at &+ lane] = UInt8(truncatingIfNeeded: rows[row &* lanes &+ first &+ lane])
      }
    }
  }

  // MARK: - Filters

  @inline(__always)
  private static func clamped(_ value: Int16, _ low: Int16, _ high: Int16) -> Int16 {
    Swift.min(Swift.max(value, low), high)
  }

  @inline(__always)
  private static func difference(_ first: Int16, _ second: Int16) -> Int16 {
    Swift.max(first, second) &- Swift.min(first, second)
  }

  /// Filters an edge that has been taken; false where nothing is changed.
  private static func filter(
    _ rows: Lanes, _ edge: VP8Edges, isOuter: Bool, _ isSimple: Bool
  ) -> Bool {
    guard rows.count == 8 &* lanes else { return false }
    let limit = 2 &* (Int16(edge.limit) &+ (isOuter ? 4 : 0)) &+ 1
    if isSimple { return soften(rows, limit) }
    let (inner, threshold) = (Int16(edge.inner), Int16(edge.threshold))
    return isOuter
      ? smoothOuter(rows, limit, inner, threshold) : smoothInner(rows, limit, inner, threshold)
  }

  /// The simple filter (section 15.2), of which two samples change.
  private static func soften(_ rows: Lanes, _ limit: Int16) -> Bool {
    for lane in 0..<lanes {
      let (p1, p0) = (rows[2 &* lanes &+ lane], rows[3 &* lanes &+ lane])
      let (q0, q1) = (rows[4 &* lanes &+ lane], rows[5 &* lanes &+ lane])
      let isNear = 4 &* difference(p0, q0) &+ difference(p1, q1) <= limit
      let wanted = 3 &* (q0 &- p0) &+ clamped(p1 &- q1, -128, 127)
      let mask: Int16 = isNear ? -1 : 0
      let up = clamped((wanted &+ 4) &>> 3, -16, 15) & mask
      let down = clamped((wanted &+ 3) &>> 3, -16, 15) & mask
      rows[3 &* lanes &+ lane] = clamped(p0 &+ down, 0, 255)
      rows[4 &* lanes &+ lane] = clamped(q0 &- up, 0, 255)
    }
    return true
  }

  /// Whether an edge is to be filtered at a lane: all ones, or 0.
  @inline(__always)
  private static func isSmooth(
    _ rows: Lanes, _ lane: Int, _ limit: Int16, _ inner: Int16
  ) -> Int16 {
    let (p3, p2) = (rows[lane], rows[lanes &+ lane])
    let (p1, p0) = (rows[2 &* lanes &+ lane], rows[3 &* lanes &+ lane])
    let (q0, q1) = (rows[4 &* lanes &+ lane], rows[5 &* lanes &+ lane])
    let (q2, q3) = (rows[6 &* lanes &+ lane], rows[7 &* lanes &+ lane])
    let near = Swift.max(difference(p1, p0), difference(q1, q0))
    let far = Swift.max(
      Swift.max(difference(p3, p2), difference(p2, p1)),
      Swift.max(difference(q3, q2), difference(q2, q1)))
    let across: Int16 = 4 &* difference(p0, q0) &+ difference(p1, q1) <= limit ? -1 : 0
    let along: Int16 = Swift.max(near, far) <= inner ? -1 : 0
    return across & along
  }

  /// Whether the samples beside an edge differ: all ones, or 0.
  @inline(__always)
  private static func isSharp(
    _ rows: Lanes, _ lane: Int, _ threshold: Int16
  ) -> Int16 {
    let (p1, p0) = (rows[2 &* lanes &+ lane], rows[3 &* lanes &+ lane])
    let (q0, q1) = (rows[4 &* lanes &+ lane], rows[5 &* lanes &+ lane])
    return Swift.max(difference(p1, p0), difference(q1, q0)) > threshold ? -1 : 0
  }

  /// The normal filter of edges between macroblocks (section 15.3), of which six samples change.
  private static func smoothOuter(
    _ rows: Lanes, _ limit: Int16, _ inner: Int16, _ threshold: Int16
  ) -> Bool {
    var isAny: Int16 = 0
    for lane in 0..<lanes {
      let mask = isSmooth(rows, lane, limit, inner)
      let sharp = isSharp(rows, lane, threshold)
      isAny |= mask
      let (p2, p1, p0) = (
        rows[lanes &+ lane], rows[2 &* lanes &+ lane], rows[3 &* lanes &+ lane]
      )
      let (q0, q1, q2) = (
        rows[4 &* lanes &+ lane], rows[5 &* lanes &+ lane], rows[6 &* lanes &+ lane]
      )
      let wanted = 3 &* (q0 &- p0) &+ clamped(p1 &- q1, -128, 127)
      // Beside a real edge, two samples change as with the simple filter.
      let up = clamped((wanted &+ 4) &>> 3, -16, 15) & sharp
      let down = clamped((wanted &+ 3) &>> 3, -16, 15) & sharp
      let much = clamped(wanted, -128, 127) & ~sharp
      let first = ((27 &* much &+ 63) &>> 7) & ~sharp
      let second = ((18 &* much &+ 63) &>> 7) & mask
      let third = ((9 &* much &+ 63) &>> 7) & mask
      rows[lanes &+ lane] = clamped(p2 &+ third, 0, 255)
      rows[2 &* lanes &+ lane] = clamped(p1 &+ second, 0, 255)
      rows[3 &* lanes &+ lane] = clamped(p0 &+ ((first | down) & mask), 0, 255)
      rows[4 &* lanes &+ lane] = clamped(q0 &- ((first | up) & mask), 0, 255)
      rows[5 &* lanes &+ lane] = clamped(q1 &- second, 0, 255)
      rows[6 &* lanes &+ lane] = clamped(q2 &- third, 0, 255)
    }
    return isAny != 0
  }

  /// The normal filter of edges within macroblocks (section 15.3), of which four samples change.
  private static func smoothInner(
    _ rows: Lanes, _ limit: Int16, _ inner: Int16, _ threshold: Int16
  ) -> Bool {
    var isAny: Int16 = 0
    for lane in 0..<lanes {
      let mask = isSmooth(rows, lane, limit, inner)
      let sharp = isSharp(rows, lane, threshold)
      isAny |= mask
      let (p1, p0) = (rows[2 &* lanes &+ lane], rows[3 &* lanes &+ lane])
      let (q0, q1) = (rows[4 &* lanes &+ lane], rows[5 &* lanes &+ lane])
      let wanted = 3 &* (q0 &- p0) &+ (clamped(p1 &- q1, -128, 127) & sharp)
      let up = clamped((wanted &+ 4) &>> 3, -16, 15) & mask
      let down = clamped((wanted &+ 3) &>> 3, -16, 15) & mask
      let outer = ((up &+ 1) &>> 1) & ~sharp
      rows[2 &* lanes &+ lane] = clamped(p1 &+ outer, 0, 255)
      rows[3 &* lanes &+ lane] = clamped(p0 &+ down, 0, 255)
      rows[4 &* lanes &+ lane] = clamped(q0 &- up, 0, 255)
      rows[5 &* lanes &+ lane] = clamped(q1 &- outer, 0, 255)
    }
    return isAny != 0
  }
}
