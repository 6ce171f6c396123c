import Testing

@testable import Y4M

@Suite struct FrameSamplesTests {
  @Test(arguments: Colorspace.all)
  func `black has its code values`(_ colorspace: Colorspace) throws {
    let format = try #require(colorspace.format(width: 3, height: 3))
    let frame = Frame(format)
    frame.fillBlack(range: .limited)
    for (plane, role) in zip(format.planes, format.roles) {
      let first = Int(frame.bytes[plane.offset])
      let sample =
        format.sampleBytes == 1 ? first : first + Int(frame.bytes[plane.offset + 1]) << 8
      let expected: Int
      switch role {
      case .luma: expected = 16 << (format.depth - 8)
      case .blue, .red: expected = 1 << (format.depth - 1)
      case .alpha: expected = 255
      }
      #expect(sample == expected)
    }
    #expect(format.black(.luma, .full) == 0)
  }

  /// The payload ends within a sample, so that sample is black too.
  @Test func `filling starts at a whole sample`() throws {
    let format = try #require(PixelFormat(width: 4, height: 1, depth: 10, chroma: .none))
    let frame = Frame(format)
    frame.bytes.initializeMemory(as: UInt8.self, repeating: 1)
    frame.fillBlack(fromByte: 3, range: .limited)
    #expect(Array(frame.bytes) == [1, 1, 64, 0, 64, 0, 64, 0])
  }
}
