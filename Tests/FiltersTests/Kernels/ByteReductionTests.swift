import TestSupport
import Testing

@testable import Filters

@Suite struct ByteReductionTests {
  /// A plane of noise with many samples at the ends of the range.
  private struct Plane: RowSource, @unchecked Sendable {
    let width: Int
    let height: Int
    let samples: UnsafeMutablePointer<UInt8>

    init(_ width: Int, _ height: Int, _ scratch: Scratch, seed: Int = 1) {
      (self.width, self.height) = (width, height)
      samples = scratch.take(UInt8.self, width * height)
      var noise = Noise(seed: UInt64(seed))
      for index in 0..<width * height {
        samples[index] = [0, 255, UInt8(noise.next(256)), UInt8(noise.next(256))][noise.next(4)]
      }
    }

    var bytes: BytePlane? { BytePlane(samples: samples, width: width) }

    func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
      for x in columns { row.y[x] = UInt16(samples[y * width + x]) << 8 }
    }
  }

  private static func resize(
    _ plane: Plane, _ scaleX: Double, _ scaleY: Double, offset: Double = 0, _ scratch: Scratch
  ) -> Resize<Plane> {
    func axis(_ count: Int, _ scale: Double) -> Axis {
      let made = Int((Double(count) * scale.magnitude + offset.magnitude).rounded(.up)) + 1
      return Axis(
        domain: 0..<Double(count), scale: scale,
        offset: scale < 0 ? Double(count) * -scale + offset : offset, limit: 0..<made,
        available: 0..<count, sampling: .bicubic, scratch: scratch)
    }
    return Resize(
      source: plane, channels: .single, across: axis(plane.width, scaleX),
      down: axis(plane.height, scaleY))
  }

  private static func made(_ resize: Resize<Plane>, _ ends: [Int]? = nil) -> [[UInt8]]? {
    let scratch = Scratch()
    guard let reduction = ByteReduction(resize, scratch) else { return nil }
    var rows: [[UInt8]] = []
    var first = resize.down.first
    for end in ends ?? [first + resize.down.count] {
      reduction.run(Scratch(), rows: first..<end) { _ in
        nil
      } _: { row, samples in
        #expect(row == resize.down.first + rows.count)
        rows.append(Array(UnsafeBufferPointer(start: samples, count: resize.across.count)))
      }
      first = end
    }
    return withExtendedLifetime(scratch) { rows }
  }

  /// What the axes' weights make in units of 16 bits, rounded to code values.
  private static func general(_ resize: Resize<Plane>) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    resize.run { _, samples in
      rows.append(
        (0..<resize.across.count).map { UInt8(min((Int(samples[0][$0]) + 128) >> 8, 255)) })
    }
    return rows
  }

  @Test(arguments: [0.25, 0.125])
  func `halves of halves are exact`(_ scale: Double) throws {
    for offset in [0, 0.25, 0.5, -0.375] {
      let scratch = Scratch()
      let resize = Self.resize(Plane(233, 190, scratch), scale, scale, offset: offset, scratch)
      // At the edges, a mean is of what there is of the picture, of any part of it.
      let (made, general) = (try #require(Self.made(resize)), Self.general(resize))
      #expect(made.count == general.count)
      for (one, other) in zip(made.dropFirst().dropLast(2), general.dropFirst().dropLast(2)) {
        #expect(one.dropFirst().dropLast(2) == other.dropFirst().dropLast(2))
      }
    }
  }

  @Test(arguments: [(0.23, 0.24), (0.31, 0.13), (0.11, 0.19), (0.04, 0.12), (-0.2, 0.17)])
  func `samples are those of exact sums, nearly rounded`(_ x: Double, _ y: Double) throws {
    let scratch = Scratch()
    let plane = Plane(300, 270, scratch)
    let resize = Self.resize(plane, x, y, offset: 0.3, scratch)
    let (across, down) = (resize.across, resize.down)
    var (count, off) = (0, 0)
    for (y, row) in try #require(Self.made(resize)).enumerated() {
      for (x, sample) in row.enumerated() {
        var sum = 0
        for tapY in 0..<down.taps {
          let source = (Int(down.starts[y]) + tapY) * plane.width + Int(across.starts[x])
          for tapX in 0..<across.taps {
            sum +=
              Int(plane.samples[source + tapX]) * Int(across.weights[across.taps * x + tapX])
              * Int(down.weights[down.taps * y + tapY])
          }
        }
        let exact = Double(sum) / Double(Axis.one * Axis.one)
        #expect(abs(Double(sample) - exact) < 0.53)
        off += Double(sample) == (exact + 0.5).rounded(.down) ? 0 : 1
        count += 1
      }
    }
    #expect(off <= count / 100)
  }

  @Test(arguments: [0.25, 0.21, 0.13])
  func `an even plane stays even`(_ scale: Double) throws {
    for value in stride(from: UInt8.min, through: 255, by: 5) {
      let scratch = Scratch()
      let plane = Plane(60, 70, scratch)
      plane.samples.update(repeating: value, count: 60 * 70)
      let rows = try #require(
        Self.made(Self.resize(plane, scale, scale, offset: 0.4, scratch)))
      for row in rows { #expect(row.allSatisfy { $0 == value }, "\(value)") }
    }
  }

  @Test func `parts of the rows are those of the whole`() throws {
    let scratch = Scratch()
    let resize = Self.resize(Plane(200, 300, scratch), 0.22, 0.2, offset: 0.7, scratch)
    let end = resize.down.first + resize.down.count
    let parts = [1, 17, 18, 40].map { resize.down.first + $0 } + [end]
    let whole = try #require(Self.made(resize))
    #expect(Self.made(resize, parts) == whole)
  }

  @Test func `curves and long windows go another way`() {
    let scratch = Scratch()
    let plane = Plane(300, 300, scratch)
    for (x, y) in [(2, 0.2), (0.2, 2), (0.2, 0.01), (2, 2)] {
      #expect(Self.made(Self.resize(plane, x, y, scratch)) == nil)
    }
  }
}
