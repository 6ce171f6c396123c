extension PixelFormat {
  /// The code value of opaque black in a plane.
  package func black(_ role: PlaneRole, _ range: ColorRange) -> Int {
    switch role {
    case .luma: range == .full ? 0 : 16 << (depth - 8)
    case .blue, .red: 128 << (depth - 8)
    case .alpha: peak
    }
  }
}

extension Frame {
  /// Makes all luma of a frame of 8 bits the same.
  package func fillLuma(_ value: UInt8) {
    let count = format.planes[0].width * format.planes[0].height * format.sampleBytes
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
      .initializeMemory(as: UInt8.self, repeating: value)
  }

  /// Makes all samples black, from the one that holds payload byte `start` on.
  package func fillBlack(fromByte start: Int = 0, range: ColorRange) {
    for (plane, role) in zip(format.planes, format.roles) {
      let value = format.black(role, range)
      let count = plane.width * plane.height
      let first = min(count, max(0, start - plane.offset) / format.sampleBytes)
      let end = plane.offset + count * format.sampleBytes
      let rest = UnsafeMutableRawBufferPointer(
        rebasing: bytes[(plane.offset + first * format.sampleBytes)..<end])
      if format.sampleBytes == 1 {
        rest.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value))
      } else {
        rest.initializeMemory(
          as: UInt16.self, repeating: UInt16(truncatingIfNeeded: value).littleEndian)
      }
    }
  }
}
