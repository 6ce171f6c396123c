/// Filters rows for packing: of the five filters, each row takes the one that leaves the least
/// (PNG, third edition, section 9.2 and 12.7).
struct PNGFilter {
  private let rowBytes: Int
  private let distance: Int
  /// The last two rows, each behind as many zeros as a pixel has bytes.
  private var above: [UInt8]
  private var line: [UInt8]
  /// A row for each filter.
  private var candidates: [[UInt8]]
  /// The filter of the row.
  private(set) var number: UInt8 = 0

  init(rowBytes: Int, distance: Int) {
    self.rowBytes = rowBytes
    self.distance = distance
    above = [UInt8](repeating: 0, count: rowBytes + distance)
    line = above
    candidates = [[UInt8]](repeating: [UInt8](repeating: 0, count: rowBytes), count: 5)
  }

  /// The filtered row.
  var best: [UInt8] { candidates[Int(number)] }

  /// Takes the next row, which `fill` writes from an index on, and filters it.
  mutating func next(_ fill: (_ line: inout [UInt8], _ start: Int) -> Void) {
    swap(&above, &line)
    fill(&line, distance)
    var least = Int.max
    for filter in candidates.indices {
      let cost = Self.apply(filter, to: line, above, distance, into: &candidates[filter])
      if cost < least {
        least = cost
        number = UInt8(filter)
      }
    }
  }

  /// Filters a row; returns the sum of the distances of its bytes from zero.
  private static func apply(
    _ filter: Int, to line: [UInt8], _ above: [UInt8], _ distance: Int,
    into filtered: inout [UInt8]
  ) -> Int {
    var target = filtered.mutableSpan
    let rowBytes = target.count
    let before = line.span.extracting(0..<rowBytes)
    let here = line.span.extracting(distance..<distance + rowBytes)
    let corner = above.span.extracting(0..<rowBytes)
    let up = above.span.extracting(distance..<distance + rowBytes)
    switch filter {
    case 1: for index in here.indices { target[index] = here[index] &- before[index] }
    case 2: for index in here.indices { target[index] = here[index] &- up[index] }
    case 3:
      for index in here.indices {
        let sum = UInt16(before[index]) &+ UInt16(up[index])
        target[index] = here[index] &- UInt8(truncatingIfNeeded: sum &>> 1)
      }
    case 4:
      for index in here.indices {
        let predicted = PNGUnfilter.predict(
          left: Int16(before[index]), above: Int16(up[index]), corner: Int16(corner[index]))
        target[index] = here[index] &- UInt8(truncatingIfNeeded: predicted)
      }
    default: for index in here.indices { target[index] = here[index] }
    }
    var sum = 0
    for index in target.indices { sum &+= Int(Int8(bitPattern: target[index]).magnitude) }
    return sum
  }
}
