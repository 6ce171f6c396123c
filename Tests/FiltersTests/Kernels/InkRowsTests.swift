import TestSupport
import Testing

@testable import Filters

/// Every sample is what the formulas say in numbers that hold all of a product, at any length of a
/// row.
struct InkRowsTests {
  private static let corners: [UInt16] = [0, 1, 32767, 32768, 32769, 65534, 65535]

  private static func share(_ share: UInt16, of sample: UInt16) -> Int {
    let parts = Int(share) + (share >= 32768 ? 1 : 0)
    return (Int(sample) * parts + 32768) / 65536
  }

  private static func row(_ count: Int, _ noise: inout Noise) -> [UInt16] {
    (0..<count).map { _ in
      noise.next(2) == 0 ? corners[noise.next(corners.count)] : UInt16(noise.next(65536))
    }
  }

  @Test(arguments: [1, 15, 16, 17, 47, 200])
  func `colours are painted by the formulas`(count: Int) {
    var noise = Noise(seed: UInt64(count))
    for _ in 0..<200 {
      let (cover, alpha) = (Self.row(count, &noise), Self.row(count, &noise))
      let before = Self.row(count, &noise)
      let values = Self.row(2, &noise)
      var (beneath, atop) = (before, before)
      beneath.withUnsafeMutableBufferPointer {
        guard let samples = $0.baseAddress else { return }
        InkRows.addBeneath(values[0], cover, alpha, to: samples, count: count)
      }
      atop.withUnsafeMutableBufferPointer {
        guard let samples = $0.baseAddress else { return }
        InkRows.mixAtop(values[0], values[1], cover, alpha, to: samples, count: count)
      }
      for x in 0..<count {
        let part = UInt16(Self.share(cover[x], of: values[0]))
        let below = Int(before[x]) + Self.share(65535 - alpha[x], of: part)
        let keep = 65535 - UInt16(Self.share(cover[x], of: values[1]))
        let above = Self.share(keep, of: before[x]) + Self.share(alpha[x], of: part)
        #expect(Int(beneath[x]) == min(below, 65535))
        #expect(Int(atop[x]) == min(above, 65535))
      }
    }
  }

  @Test func `alpha may be what is painted on`() {
    let cover: [UInt16] = (0..<40).map { UInt16($0 * 1600) }
    var alpha = Array(cover.reversed())
    let before = alpha
    alpha.withUnsafeMutableBufferPointer {
      guard let samples = $0.baseAddress else { return }
      InkRows.addBeneath(65535, cover, samples, to: samples, count: 40)
    }
    for x in 0..<40 {
      let part = UInt16(Self.share(cover[x], of: 65535))
      #expect(Int(alpha[x]) == Int(before[x]) + Self.share(65535 - before[x], of: part))
    }
  }
}
