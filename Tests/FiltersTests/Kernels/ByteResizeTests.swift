import TestSupport
import Testing

@testable import Filters

@Suite struct ByteResizeTests {
  /// A plane of noise with many samples at the ends of the range, resampled.
  private final class Scene {
    let scratch = Scratch()
    let samples: UnsafeMutablePointer<UInt8>
    let plane: BytePlane
    let across: Axis
    let down: Axis

    init(
      _ width: Int, _ height: Int, to size: (x: Int, y: Int), scale: (x: Double, y: Double),
      offset: (x: Double, y: Double) = (0, 0), seed: Int = 1
    ) {
      samples = scratch.take(UInt8.self, width * height)
      var noise = Noise(seed: UInt64(seed))
      for index in 0..<width * height {
        samples[index] = [0, 255, UInt8(noise.next(256)), UInt8(noise.next(256))][noise.next(4)]
      }
      plane = BytePlane(samples: samples, width: width)
      across = Axis(
        domain: 0..<Double(width), scale: scale.x, offset: offset.x, limit: 0..<size.x,
        available: 0..<width, sampling: .bicubic, scratch: scratch)
      down = Axis(
        domain: 0..<Double(height), scale: scale.y, offset: offset.y, limit: 0..<size.y,
        available: 0..<height, sampling: .bicubic, scratch: scratch)
    }

    var resize: ByteResize { ByteResize(plane, across: across, down: down, scratch) }

    /// The sample that the axes' weights make, before it is rounded.
    func exact(_ x: Int, _ y: Int) -> Double {
      var sum = 0
      for tapY in 0..<4 {
        let row = plane.row(Int(down.starts[y]) + tapY) + Int(across.starts[x])
        for tapX in 0..<4 {
          sum +=
            Int(row[tapX]) * Int(across.weights[4 * x + tapX]) * Int(down.weights[4 * y + tapY])
        }
      }
      return min(max(Double(sum) / Double(Axis.one * Axis.one), 0), 255)
    }

    /// All rows, made in parts that end at `ends`.
    func made(_ ends: [Int]) -> [[UInt8]] {
      var rows: [[UInt8]] = []
      var first = down.first
      for end in ends {
        resize.run(Scratch(), rows: first..<end) { _ in
          nil
        } _: { row, samples in
          #expect(row == down.first + rows.count)
          rows.append(Array(UnsafeBufferPointer(start: samples, count: across.count)))
        }
        first = end
      }
      return rows
    }

    var made: [[UInt8]] { made([down.first + down.count]) }
  }

  private static let scales = [0.51, 0.7, 0.81, 0.97, 1, 1.003, 1.05, 1.21, 1.5, 1.99, 3.3, 17]

  @Test(arguments: scales)
  func `samples are those of exact sums, nearly rounded`(_ scale: Double) {
    for index in 0..<3 {
      let size = (x: [101, 64, 300][index], y: [37, 41, 23][index])
      let scene = Scene(
        [100, 333, 67][index], [40, 33, 50][index], to: size, scale: (scale, scale * 0.993),
        offset: (-0.37 * Double(index), -0.21), seed: index)
      guard scene.across.taps == 4, scene.down.taps == 4 else {
        Issue.record("\(scale): \(scene.across.taps) and \(scene.down.taps) taps")
        continue
      }
      for (y, row) in scene.made.enumerated() {
        for (x, sample) in row.enumerated() {
          let error = Double(sample) - scene.exact(x, y)
          #expect(abs(error) < 0.6, "\(scale), size \(index): \(x), \(y)")
        }
      }
    }
  }

  @Test func `errors go neither up nor down`() {
    for scale in [0.55, 0.83, 1.1, 1.5, 2.7] {
      let scene = Scene(200, 130, to: (200, 130), scale: (scale, scale), offset: (-3.3, -4.1))
      // Nothing that would be held in range.
      for index in 0..<200 * 130 {
        scene.samples[index] = scene.samples[index] / 2 + 60
      }
      var (sum, count) = (0.0, 0.0)
      for (y, row) in scene.made.enumerated() {
        for (x, sample) in row.enumerated() {
          (sum, count) = (sum + Double(sample) - scene.exact(x, y), count + 1)
        }
      }
      #expect(abs(sum / count) < 0.02, "\(scale)")
    }
  }

  @Test(arguments: [0.6, 0.98, 1.07, 1.5, 4])
  func `an even plane stays even`(_ scale: Double) {
    for value in stride(from: UInt8.min, through: 255, by: 5) {
      let scene = Scene(24, 18, to: (22, 17), scale: (scale, scale), offset: (0.4, -0.7))
      scene.samples.update(repeating: value, count: 24 * 18)
      for row in scene.made { #expect(row.allSatisfy { $0 == value }, "\(value)") }
    }
  }

  @Test func `a mirrored picture is the mirror image`() {
    let straight = Scene(90, 40, to: (99, 44), scale: (1.1, 1.1))
    let mirrored = Scene(90, 40, to: (99, 44), scale: (-1.1, 1.1), offset: (99, 0))
    let pairs = zip(straight.made, mirrored.made)
    var (off, count) = (0, 0)
    for (one, other) in pairs {
      for (a, b) in zip(one, other.reversed()) {
        #expect(abs(Int(a) - Int(b)) <= 1)
        (off, count) = (off + (a == b ? 0 : 1), count + 1)
      }
    }
    #expect(count == 99 * 44)
    #expect(off < count / 20)
  }

  @Test func `parts of the rows are those of the whole`() {
    let scene = Scene(120, 80, to: (130, 90), scale: (1.13, 1.13), offset: (-2, 3))
    let end = scene.down.first + scene.down.count
    let parts = [1, 17, 18, 60].map { scene.down.first + $0 } + [end]
    #expect(scene.made(parts) == scene.made)
  }

  @Test func `rows are written where they belong and not beyond`() {
    for scale in [0.8, 1.06, 3] {
      let scene = Scene(150, 20, to: (131, 18), scale: (scale, scale), offset: (2.5, 0))
      let width = scene.across.count
      let target = scene.scratch.take(UInt8.self, (width + 5) * 18 + 5)
      target.update(repeating: 77, count: (width + 5) * 18 + 5)
      let rows = scene.down.first..<scene.down.first + scene.down.count
      scene.resize.run(Scratch(), rows: rows) { row in
        target + (5 + (row - rows.lowerBound) * (width + 5))
      } _: { _, _ in
      }
      for (index, row) in scene.made.enumerated() {
        let found = UnsafeBufferPointer(start: target + index * (width + 5), count: width + 5)
        #expect(Array(found) == [77, 77, 77, 77, 77] + row, "\(scale)")
      }
    }
  }

  @Test func `whole chunks of a run lie within the source's row`() {
    let scratch = Scratch()
    for width in [19, 20, 47, 64, 200] {
      for scale in Self.scales {
        let axis = Axis(
          domain: 0..<Double(width), scale: scale, offset: -0.4, limit: 0..<width,
          available: 0..<width, sampling: .bicubic, scratch: scratch)
        let runs = ByteAxis(axis, width: width, scratch)
        #expect(runs.wholeRuns <= runs.runs)
        for run in 0..<runs.runs {
          let (place, end) = (Int(runs.places[run]), Int(runs.places[run + 1]))
          #expect(place < end)
          for x in place..<end {
            #expect(Int(axis.starts[x]) == Int(axis.starts[place]) + x - place)
          }
          let chunks = (end - place + ByteAxis.chunk - 1) / ByteAxis.chunk
          let last = Int(axis.starts[place]) + 3 + chunks * ByteAxis.chunk
          if run < runs.wholeRuns { #expect(last <= width) }
        }
        if runs.runs > 0 { #expect(Int(runs.places[runs.runs]) == axis.count) }
      }
    }
  }

  @Test func `runs are copied where they are long`() {
    let scratch = Scratch()
    func runs(_ scale: Double) -> Int {
      let axis = Axis(
        domain: 0..<300, scale: scale, offset: 0, limit: 0..<300, available: 0..<300,
        sampling: .bicubic, scratch: scratch)
      return ByteAxis(axis, width: 300, scratch).runs
    }
    #expect((20...40).contains(runs(1.1)))
    #expect((20...60).contains(runs(0.9)))
    #expect(runs(-1.1) == 0)
    #expect(runs(7) == 0)
  }
}
