/// The mean of frames of one format, made frame by frame: samples as code values, each by its
/// share.
package struct FrameSum {
  /// The format of the frames; nil before the first mean is begun.
  package private(set) var format: PixelFormat?
  private var sums: [UInt32] = []

  /// A sum of nothing.
  package init() {}

  /// Begins anew, with frames of a format.
  package mutating func begin(_ format: PixelFormat) {
    let count = format.frameBytes / format.sampleBytes
    if sums.count != count { sums = [UInt32](repeating: 0, count: count) }
    sums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    self.format = format
  }

  /// Adds a frame of that format; one of another is left out.
  ///
  /// - Parameter share: in 65,536ths; all of them together are to be 65,536.
  package mutating func add(_ frame: SharedFrame, _ share: UInt32) {
    guard let format, frame.format == format, share > 0, let bytes = frame.bytes.baseAddress else {
      return
    }
    sums.withUnsafeMutableBufferPointer { sums in
      if format.sampleBytes == 1 {
        let samples = bytes.assumingMemoryBound(to: UInt8.self)
        for index in sums.indices { sums[index] &+= UInt32(samples[index]) &* share }
      } else {
        let samples = bytes.assumingMemoryBound(to: UInt16.self)
        for index in sums.indices { sums[index] &+= UInt32(samples[index]) &* share }
      }
    }
  }

  /// Writes the mean, rounded, to a frame of that format.
  package func write(to frame: Frame) {
    guard let format, frame.format == format, let bytes = frame.bytes.baseAddress else { return }
    sums.withUnsafeBufferPointer { sums in
      if format.sampleBytes == 1 {
        let samples = bytes.assumingMemoryBound(to: UInt8.self)
        for index in sums.indices {
          samples[index] = UInt8(truncatingIfNeeded: (sums[index] &+ 32768) &>> 16)
        }
      } else {
        let samples = bytes.assumingMemoryBound(to: UInt16.self)
        for index in sums.indices {
          samples[index] = UInt16(truncatingIfNeeded: (sums[index] &+ 32768) &>> 16)
        }
      }
    }
  }
}
