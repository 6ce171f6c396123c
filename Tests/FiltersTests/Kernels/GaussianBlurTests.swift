import TestSupport
import Testing

@testable import Filters

@Suite struct GaussianBlurTests {
  /// A plane of samples that can be blurred as a whole or in part.
  struct Plane<S: Sample> {
    let width: Int
    let height: Int
    let depth: Int
    var samples: [S]

    init(_ width: Int, _ height: Int, depth: Int, _ value: (Int, Int) -> Int) {
      self.width = width
      self.height = height
      self.depth = depth
      samples = (0..<width * height).map { S(value($0 % width, $0 / width)) }
    }

    var box: Box { Box(x: 0, y: 0, width: width, height: height) }
    var exact: ExactGaussian {
      ExactGaussian(width: width, height: height, values: samples.map { Double($0) })
    }

    /// Blurs `boxes`, one after the other; what is in none of them becomes 0.
    func blurred(_ sigmaX: Double, _ sigmaY: Double, in boxes: [Box]? = nil) -> Plane {
      var (source, result) = (samples, self)
      result.samples = source.map { _ in 0 }
      let scratch = Scratch()
      source.withUnsafeMutableBufferPointer { source in
        result.samples.withUnsafeMutableBufferPointer { target in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          func grid(_ samples: UnsafeMutablePointer<S>) -> GaussianGrid<S> {
            GaussianGrid(samples, width: width, height: height)
          }
          for box in boxes ?? [box] {
            scratch.scope {
              GaussianBlur(
                source: grid(from), target: grid(to), depth: depth,
                across: GaussianAxis(sigma: sigmaX, scratch),
                down: GaussianAxis(sigma: sigmaY, scratch), scratch: scratch
              ).run(box)
            }
          }
        }
      }
      return result
    }

    /// The largest difference from the exact blur.
    func worstError(_ sigmaX: Double, _ sigmaY: Double) -> Double {
      let exact = exact.blurred(sigmaX: sigmaX, sigmaY: sigmaY).values
      return zip(blurred(sigmaX, sigmaY).samples, exact).map { abs(Double($0) - $1) }.max() ?? 0
    }
  }

  typealias Bytes = Plane<UInt8>
  typealias Words = Plane<UInt16>

  /// Pictures of `peak` and nothing: noise, single samples that alternate, and edges.
  static func hard(_ kind: Int, _ peak: Int, _ noise: inout Noise) -> (Int, Int) -> Int {
    let values = (0..<4096).map { _ in noise.next(2) * peak }
    return { x, y in
      switch kind {
      case 0: values[(x * 61 + y * 17 * 61) % 4096]
      case 1: (x + y) % 2 * peak
      case 2: x > 20 ? peak : 0
      case 3: y > 13 ? peak : 0
      default: x / 3 % 2 * peak
      }
    }
  }

  /// Around every change of the number of halvings too.
  static let sigmas = [
    0.3, 0.5, 0.8, 1.2, 2, 3.3, 3.49, 3.5, 4.5, 6.99, 7, 8, 11, 13.9, 14, 20, 27.9, 28, 40, 60,
  ]

  @Test(arguments: sigmas)
  func `a blur is the exact gaussian, rounded`(_ sigma: Double) {
    var noise = Noise(seed: 5)
    for kind in 0..<5 {
      let bytes = Bytes(45, 33, depth: 8, Self.hard(kind, 255, &noise))
      #expect(bytes.worstError(sigma, sigma) < 0.6, "picture \(kind)")
      let words = Words(45, 33, depth: 16, Self.hard(kind, 65535, &noise))
      #expect(words.worstError(sigma, sigma) < 30, "picture \(kind)")
    }
  }

  @Test(arguments: [9, 10, 12, 14])
  func `samples of every depth are as exact`(_ depth: Int) {
    var noise = Noise(seed: 6)
    let peak = 1 << depth - 1
    for sigma in [1.0, 4, 8, 20] {
      let plane = Words(40, 30, depth: depth, Self.hard(0, peak, &noise))
      #expect(plane.worstError(sigma, sigma) < 0.6 + Double(peak) / 2400, "sigma \(sigma)")
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (5, 5), (1, 40), (40, 1), (17, 2), (33, 7)])
  func `small pictures are as exact as large ones`(_ width: Int, _ height: Int) {
    var noise = Noise(seed: 7)
    for sigma in [0.4, 2, 3.6, 8, 15, 100, 1000] {
      let bytes = Bytes(width, height, depth: 8) { _, _ in noise.next(256) }
      #expect(bytes.worstError(sigma, sigma) < 0.6, "sigma \(sigma)")
      let words = Words(width, height, depth: 10) { _, _ in noise.next(1024) }
      #expect(words.worstError(sigma, sigma) < 0.8, "sigma \(sigma)")
    }
  }

  @Test func `each axis has a blur of its own`() {
    var noise = Noise(seed: 8)
    for (x, y) in [(0.0, 8.0), (8, 0), (2, 20), (20, 2), (4, 8), (8, 4), (0.5, 60), (60, 4)] {
      let bytes = Bytes(37, 35, depth: 8, Self.hard(0, 255, &noise))
      #expect(bytes.worstError(x, y) < 0.6, "\(x), \(y)")
      let words = Words(36, 34, depth: 12, Self.hard(0, 4095, &noise))
      #expect(words.worstError(x, y) < 2, "\(x), \(y)")
    }
  }

  @Test(arguments: sigmas + [200, 1000])
  func `a flat picture stays as it is`(_ sigma: Double) {
    for value in [0, 1, 77, 127, 128, 254, 255] {
      let plane = Bytes(21, 19, depth: 8) { _, _ in value }
      #expect(plane.blurred(sigma, sigma).samples == plane.samples)
    }
    for depth in [9, 10, 12, 16] {
      for value in [0, 1, 300, 1 << depth - 2, 1 << depth - 1] {
        let plane = Words(21, 19, depth: depth) { _, _ in value }
        #expect(plane.blurred(sigma, sigma).samples == plane.samples)
      }
    }
  }

  @Test(arguments: [1.0, 2.5, 3.6, 5, 7.1, 8, 12, 14.5, 20])
  func `a line keeps its place and gets the width that was asked for`(_ sigma: Double) {
    // Where the line lies against the coarse grid makes no difference.
    for place in 160..<168 {
      let row = Words(330, 1, depth: 16) { x, _ in x == place ? 65535 : 0 }
      let column = Words(1, 330, depth: 16) { _, y in y == place ? 65535 : 0 }
      for blurred in [row.blurred(sigma, 0).samples, column.blurred(0, sigma).samples] {
        let reach = Int(4.5 * sigma)
        var (sum, first, second) = (0.0, 0.0, 0.0)
        for distance in -reach...reach {
          let value = Double(blurred[place + distance])
          sum += value
          first += value * Double(distance)
          second += value * Double(distance * distance)
        }
        #expect(abs(first / sum) < 1.0 / 40, "at \(place)")
        #expect(abs((second / sum).squareRoot() / sigma - 1) < 0.02, "at \(place)")
      }
    }
  }

  @Test func `a blur that grows never jumps`() {
    var noise = Noise(seed: 9)
    let plane = Words(40, 30, depth: 16, Self.hard(0, 65535, &noise))
    for change in [3.5, 7, 14, 28] {
      let before = plane.blurred(change - 1.0 / 1024, change - 1.0 / 1024)
      let after = plane.blurred(change, change)
      let jump = zip(before.samples, after.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
      // In 8 bits, an eighth of a level.
      #expect(jump < 32, "at \(change)")
    }
    var last = plane.blurred(3, 3)
    for step in 1...64 {
      let next = plane.blurred(3 + Double(step) / 64, 3 + Double(step) / 64)
      let jump = zip(last.samples, next.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(jump < 600)
      last = next
    }
  }

  @Test(arguments: [0.7, 2, 3.6, 8, 14.5, 30])
  func `a part of a picture is blurred as in the whole`(_ sigma: Double) {
    var noise = Noise(seed: 10)
    func parts(_ width: Int, _ height: Int) -> [Box] {
      let (x, y) = (noise.next(width - 1) + 1, noise.next(height - 1) + 1)
      return [
        Box(x: 0, y: 0, width: x, height: y), Box(x: x, y: 0, width: width - x, height: y),
        Box(x: 0, y: y, width: x, height: height - y),
        Box(x: x, y: y, width: width - x, height: height - y),
      ]
    }
    for _ in 0..<6 {
      let bytes = Bytes(83, 61, depth: 8) { _, _ in noise.next(256) }
      let whole = bytes.blurred(sigma, sigma).samples
      #expect(bytes.blurred(sigma, sigma, in: parts(83, 61)).samples == whole)
      let words = Words(47, 62, depth: 10) { _, _ in noise.next(1024) }
      let wide = words.blurred(sigma, 4).samples
      #expect(words.blurred(sigma, 4, in: parts(47, 62)).samples == wide)
    }
  }

  @Test(arguments: [0.7, 2, 3.6, 8, 14.5, 30])
  func `what lies beyond the stated reach makes no difference`(_ sigma: Double) {
    var noise = Noise(seed: 11)
    let reach = GaussianAxis.reach(sigma: sigma)
    let side = 2 * reach + 60
    for _ in 0..<4 {
      let box = Box(
        x: reach + noise.next(30), y: reach + noise.next(30), width: 1 + noise.next(25),
        height: 1 + noise.next(25))
      let near = box.grown(by: reach)
      let one = Bytes(side, side, depth: 8) { x, y in (x * 7 + y * 13) % 256 }
      var other = one
      for y in 0..<side {
        for x in 0..<side
        where !(near.x..<near.maxX).contains(x) || !(near.y..<near.maxY).contains(y) {
          other.samples[y * side + x] = UInt8(noise.next(256))
        }
      }
      #expect(
        one.blurred(sigma, sigma, in: [box]).samples
          == other.blurred(sigma, sigma, in: [box]).samples)
    }
  }

  @Test(arguments: [0.7, 2, 3.6, 8, 14.5, 30, 60])
  func `what lies beyond the source is blurred as if its edges went on`(_ sigma: Double) {
    func blurred<S: Sample>(_ type: S.Type, _ depth: Int) -> (near: [S], far: [S]) {
      var noise = Noise(seed: 12)
      let (width, height, margin) = (45, 33, 300)
      let samples = (0..<width * height).map { _ in S(noise.next(1 << depth)) }
      let scratch = Scratch()
      func grid(_ margin: Int) -> GaussianGrid<S> {
        let grid = GaussianGrid<S>(
          x: -margin..<width + margin, y: -margin..<height + margin, scratch)
        for y in grid.y {
          for x in grid.x {
            let column = min(max(x, 0), width - 1)
            grid.row(y)[x + margin] = samples[min(max(y, 0), height - 1) * width + column]
          }
        }
        return grid
      }
      func blur(_ source: GaussianGrid<S>) -> [S] {
        let target = GaussianGrid<S>(x: -90..<30, y: -40..<100, scratch)
        // Rows above the source, some of it, and rows below.
        for rows in [-40 ..< -30, -30..<2, 2..<10, 10..<60, 60..<100] {
          scratch.scope {
            GaussianBlur(
              source: source, target: target, depth: depth,
              across: GaussianAxis(sigma: sigma, scratch),
              down: GaussianAxis(sigma: sigma, scratch), scratch: scratch
            ).run(Box(x: -90, y: rows.lowerBound, width: 120, height: rows.count))
          }
        }
        return target.y.flatMap { y in (0..<120).map { target.row(y)[$0] } }
      }
      return (blur(grid(0)), blur(grid(margin)))
    }
    let words = blurred(UInt16.self, 16)
    #expect(words.near == words.far)
    let bytes = blurred(UInt8.self, 8)
    #expect(bytes.near == bytes.far)
  }
}
