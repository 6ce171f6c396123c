import TestNumbers
import Testing

@testable import Images

@Suite struct PNGUnfilterTests {
  /// Section 9.2 of the PNG specification, word by word.
  private func reference(_ filter: Int, _ source: [UInt8], _ above: [UInt8], _ distance: Int)
    -> [UInt8]
  {
    var row: [UInt8] = []
    for index in source.indices {
      let a = index < distance ? 0 : Int(row[index - distance])
      let b = Int(above[index])
      let c = index < distance ? 0 : Int(above[index - distance])
      let p = a + b - c
      let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
      let paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      row.append(
        UInt8(truncatingIfNeeded: Int(source[index]) + [0, a, b, (a + b) / 2, paeth][filter]))
    }
    return row
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8])
  func `every filter does what the specification says, at every pixel size`(_ distance: Int) {
    var dice = SeededNumbers(distance)
    for filter in 0...4 {
      for pixels in [1, 2, 3, 17, 300] {
        let source = (0..<pixels * distance).map { _ in UInt8.random(in: 0...255, using: &dice) }
        let above = source.shuffled(using: &dice)
        var target = [UInt8](repeating: 77, count: source.count)
        let isKnown = PNGUnfilter.run(
          UInt8(filter), source.span, above: above, into: &target, distance: distance)
        #expect(isKnown && target == reference(filter, source, above, distance), "\(filter)")
      }
    }
  }

  @Test func `the encoder's filters are undone, whichever it picks`() {
    var dice = SeededNumbers(8)
    var used: Set<UInt8> = []
    for distance in [3, 4, 6, 8] {
      var filter = PNGFilter(rowBytes: 40 * distance, distance: distance)
      var above = [UInt8](repeating: 0, count: 40 * distance)
      for kind in 0..<60 {
        let row = above.indices.map { index -> UInt8 in
          switch kind % 5 {
          case 0: UInt8.random(in: 0...255, using: &dice)
          case 1: above[index]
          case 2: UInt8(truncatingIfNeeded: index / distance * 3)
          case 3: UInt8(truncatingIfNeeded: Int(above[index]) + index / 7)
          default: UInt8((Int(above[index]) + index % 50) / 2)
          }
        }
        filter.next { line, start in line.replaceSubrange(start..., with: row) }
        used.insert(filter.number)
        #expect(reference(Int(filter.number), filter.best, above, distance) == row)
        above = row
      }
    }
    #expect(used.count >= 4)
  }
}
