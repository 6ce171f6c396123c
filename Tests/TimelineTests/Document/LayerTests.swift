import Testing

@testable import Timeline

@Suite struct LayerTests {
  @Test func `a layer is small, for there may be a million of them`() {
    #expect(MemoryLayout<Animated<Double>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Layer>.size <= 256)
  }
}
