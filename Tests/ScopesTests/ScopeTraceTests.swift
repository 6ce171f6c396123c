import Testing
import Y4M

@testable import Scopes

@Suite struct ScopeTraceTests {
  private func counts(
    _ width: Int, _ height: Int, depth: Int = 8, _ code: (Int, Int) -> Int
  ) throws -> ScopeCounts {
    let format = try #require(
      PixelFormat(width: width, height: height, depth: depth, chroma: .none))
    return ScopeCounts(
      ScopeFrames.frame(format) { _, x, y in code(x, y) }, ScopeFrames.coding(depth))
  }

  /// Every level stands in every column as often as the others, so all is as bright as the rest,
  /// whatever the plot's size.
  @Test(arguments: [(100, 256), (97, 413), (31, 90)], [8, 10])
  func `what is even has no stripes`(_ size: (width: Int, height: Int), _ depth: Int) throws {
    let codes = 1 << depth
    let counts = try counts(200, codes, depth: depth) { _, y in y }
    let axis = ScopeAxis(counts.coding, size: size.height)
    let trace = ScopeTrace(counts.waves[0], axis, width: size.width)
    let (low, high) = (trace.brightness.min() ?? 0, trace.brightness.max() ?? 1)
    #expect(low > 0.2 && high - low < 1e-3, "\(low) \(high)")
  }

  @Test(arguments: [(100, 256), (333, 200), (64, 777)])
  func `a ramp is a diagonal`(_ size: (width: Int, height: Int)) throws {
    let counts = try counts(256, 4) { x, _ in x }
    let axis = ScopeAxis(counts.coding, size: size.height)
    let trace = ScopeTrace(counts.waves[0], axis, width: size.width)
    for column in 0..<size.width {
      let rows = (0..<size.height).filter { trace.brightness[$0 * size.width + column] > 0 }
      let first = try #require(rows.first)
      let last = try #require(rows.last)
      #expect(rows.count == last - first + 1)
      // The codes that the column shows, and the rows that they take.
      let (start, end) = (column * 256 / size.width, ((column + 1) * 256 - 1) / size.width)
      let bottom = Double(size.height) - axis.edge(Double(start))
      let top = Double(size.height) - axis.edge(Double(end + 1))
      #expect(Double(first) >= top - 1 && Double(last) <= bottom, "column \(column)")
    }
  }

  @Test func `a flat picture is one bright line at its level`() throws {
    let counts = try counts(64, 64, depth: 10) { _, _ in 940 }
    let axis = ScopeAxis(counts.coding, size: 300)
    let trace = ScopeTrace(counts.waves[0], axis, width: 50)
    let rows = (0..<300).filter { trace.brightness[$0 * 50] > 0 }
    #expect(rows.contains(299 - axis.pixel(percent: 100)))
    #expect(rows.count <= 2 && trace.brightness.max() == 1)
  }

  @Test(arguments: [8, 10, 12])
  func `bars hit their targets`(_ depth: Int) throws {
    let format = try #require(
      PixelFormat(width: 7, height: 1, depth: depth, chroma: .planes(x: 0, y: 0)))
    let coding = ScopeFrames.coding(depth)
    let frame = ScopeFrames.frame(format) { role, x, _ in
      let samples = ScopeFrames.samples(ScopeFrames.bars[x], depth: depth)
      return role == .luma ? samples.luma : role == .blue ? samples.blue : samples.red
    }
    let vectors = ScopeCounts(frame, coding).vectors
    for bar in ScopeFrames.bars {
      let target = coding.chroma(bar)
      let blue = Int((target.blue * coding.chromaSpan).rounded()) + coding.neutral
      let red = Int((target.red * coding.chromaSpan).rounded()) + coding.neutral
      let found = vectors.counts[red >> vectors.shift * vectors.levels + blue >> vectors.shift]
      #expect(found == 1, "\(bar)")
    }
  }

  @Test func `counts that are spread are all still there`() {
    let spread = ScopeSpread(edges: [0, 0.3, 2.5, 2.75, 7], size: 7)
    for index in 0..<spread.count {
      var sum: Float = 0
      spread.spread(index) { pixel, share in
        #expect((0..<7).contains(pixel))
        sum += share
      }
      #expect((sum - 1).magnitude < 1e-6)
    }
  }
}
