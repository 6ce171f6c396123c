/// Sample frames as they are written in a stream, for sound that passes unchanged.
///
/// Storage is taken once, for `capacity` sample frames.
///
/// Unchecked: it belongs to one thread at a time.
package final class RawSamples: @unchecked Sendable {
  /// How each sample is written.
  package let samples: SampleFormat
  /// How many samples a sample frame has.
  package let channels: Int
  /// The most sample frames that it can hold.
  package let capacity: Int
  /// Sample frames in use, 0 to ``capacity``.
  package internal(set) var count = 0
  private let storage: UnsafeMutableRawBufferPointer

  /// Makes room for sample frames as `header` has them.
  package convenience init(_ header: WAVHeader, capacity: Int) {
    self.init(header.samples, channels: header.format.channels, capacity: capacity)
  }

  /// Makes room for `capacity` sample frames.
  package init(_ samples: SampleFormat, channels: Int, capacity: Int) {
    self.samples = samples
    self.channels = channels
    self.capacity = capacity
    // The kernels load and store a few bytes at once.
    storage = .allocate(byteCount: capacity * channels * samples.bytes + 64, alignment: 64)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { storage.deallocate() }

  /// The bytes of a sample frame.
  package var frameBytes: Int { channels * samples.bytes }

  /// The bytes of the sample frames in use.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[..<(count * frameBytes)])
  }

  /// Room for sample frames, from number `first` on: all that there is.
  func room(from first: Int = 0) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      rebasing: storage[(first * frameBytes)..<(capacity * frameBytes)])
  }

  /// Makes the bytes of room from `byte` on silent, up to the end of sample frame `last`.
  func silence(fromByte byte: Int, to last: Int) {
    let width = samples.bytes
    let value: UInt8
    switch samples {
    case .u8: value = 0x80
    case .aLaw: value = 0xD5
    case .muLaw: value = 0xFF
    case .signed, .low24, .f32, .f64: value = 0
    }
    // A sample that is cut in the middle is silent as a whole.
    let start = byte / width * width
    for index in start..<max(start, last * frameBytes) { storage[index] = value }
  }
}
