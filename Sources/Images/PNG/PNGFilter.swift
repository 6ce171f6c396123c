/// Filters rows for packing: of the five filters, each row takes the one that leaves the least
/// (PNG, third edition, section 9.2 and 12.7).
struct PNGFilter {
  private let rowBytes: Int
  private let distance: Int
  /// The last two rows, each behind as many zeros as a pixel has bytes.
  private var above: [UInt8]
  private var line: [UInt8]
  /// A row for each filter, its number first.
  private var candidates: [[UInt8]]
  /// The filtered row, its filter's number first.
  private(set) var best: [UInt8]

  init(rowBytes: Int, distance: Int) {
    self.rowBytes = rowBytes
    self.distance = distance
    above = [UInt8](repeating: 0, count: rowBytes + distance)
    line = above
    candidates = (0..<5).map { [UInt8($0)] + [UInt8](repeating: 0, count: rowBytes) }
    best = []
  }

  /// Takes the next row, which `fill` writes, and filters it.
  mutating func next(_ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    swap(&above, &line)
    let distance = distance
    line.withUnsafeMutableBufferPointer { line in
      fill(UnsafeMutableBufferPointer(rebasing: line[distance...]))
    }
    var least = Int.max
    for filter in candidates.indices {
      let cost = apply(filter)
      if cost < least {
        least = cost
        best = candidates[filter]
      }
    }
  }

  /// Filters the row; returns the sum of the distances of its bytes from zero.
  private mutating func apply(_ filter: Int) -> Int {
    let (rowBytes, distance) = (rowBytes, distance)
    return candidates[filter].withUnsafeMutableBufferPointer { target in
      let target = UnsafeMutableBufferPointer(rebasing: target[1...])
      return line.withUnsafeBufferPointer { line in
        above.withUnsafeBufferPointer { above in
          Self.apply(filter, line, above, rowBytes, distance, target)
          var sum = 0
          for index in 0..<rowBytes {
            sum &+= Int(Int8(bitPattern: target[index]).magnitude)
          }
          return sum
        }
      }
    }
  }

  private static func apply(
    _ filter: Int, _ line: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>,
    _ rowBytes: Int, _ distance: Int, _ target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let here = UnsafeBufferPointer(rebasing: line[distance...])
    let up = UnsafeBufferPointer(rebasing: above[distance...])
    switch filter {
    case 1: for index in 0..<rowBytes { target[index] = here[index] &- line[index] }
    case 2: for index in 0..<rowBytes { target[index] = here[index] &- up[index] }
    case 3:
      for index in 0..<rowBytes {
        let sum = UInt16(line[index]) &+ UInt16(up[index])
        target[index] = here[index] &- UInt8(truncatingIfNeeded: sum &>> 1)
      }
    case 4:
      for index in 0..<rowBytes {
        let predicted = PNGUnfilter.predict(
          left: Int16(line[index]), above: Int16(up[index]), corner: Int16(above[index]))
        target[index] = here[index] &- UInt8(truncatingIfNeeded: predicted)
      }
    default: _ = target.update(fromContentsOf: here[..<rowBytes])
    }
  }
}
