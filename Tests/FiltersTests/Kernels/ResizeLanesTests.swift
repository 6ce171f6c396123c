import TestSupport
import Testing

@testable import Filters

@Suite struct ResizeLanesTests {
  /// Four weights that add up to one, some of them negative.
  private func weights(_ noise: inout Noise) -> [Int] {
    var four = (0..<3).map { _ in noise.next(9000) - 1500 }
    four.append(Axis.one - four.reduce(0, +))
    return four
  }

  private func exact(_ samples: [UInt16], _ weights: [Int]) -> UInt16 {
    let sum = zip(samples, weights).reduce(0) { $0 + Int($1.0) * $1.1 }
    return UInt16(min(max((sum + 1 << 13) >> 14, 0), 65535))
  }

  @Test(arguments: [1, 7, 255, 256, 257, 700])
  func `sums are those of whole numbers`(_ count: Int) {
    var noise = Noise(seed: UInt64(count))
    let scratch = Scratch()
    scratch.scope {
      let lanes = ResizeLanes(scratch)
      let source = scratch.take(UInt16.self, 4 * count + 8)
      for x in 0..<4 * count + 8 {
        source[x] = [0, 65535, UInt16(noise.next(65536)), UInt16(noise.next(65536))][noise.next(4)]
      }
      let output = scratch.take(UInt16.self, count)
      let shared = weights(&noise)
      let rows = (0..<4).map { source + $0 * count }
      lanes.combine(
        rows[0], rows[1], rows[2], rows[3],
        SIMD4(shared.map { Int16($0) }), to: output, count: count)
      for x in 0..<count { #expect(output[x] == exact(rows.map { $0[x] }, shared)) }

      let starts = scratch.take(Int32.self, count)
      let own = scratch.take(Int16.self, 4 * count)
      var all: [[Int]] = []
      for x in 0..<count {
        starts[x] = Int32(noise.next(4 * count + 4))
        all.append(weights(&noise))
        for tap in 0..<4 { own[4 * x + tap] = Int16(all[x][tap]) }
      }
      lanes.add(source, starts, own, to: output, count: count)
      for x in 0..<count {
        let four = (0..<4).map { source[Int(starts[x]) + $0] }
        #expect(output[x] == exact(four, all[x]))
      }
    }
  }
}
