/// Turns samples of a stream into floats, full scale to -1 and 1.
///
/// Whole numbers of up to 24 bits come out exactly; 32 bits and doubles are rounded to the nearest
/// float, ties to even.
enum SampleDecoder {
  /// Decodes all of `raw` into the first sample frames of `block`, whose count it sets.
  static func decode(_ raw: RawSamples, into block: AudioBlock) {
    precondition(raw.channels == block.channels && raw.count <= block.capacity)
    block.count = raw.count
    guard let source = raw.bytes.baseAddress, raw.count > 0 else { return }
    if raw.samples == .s16, raw.channels == 2 {
      decodeStereo16(source, raw.count, block)
      return
    }
    for channel in 0..<raw.channels {
      guard let target = block[channel].baseAddress else { return }
      let first = source + channel * raw.samples.bytes
      // A distance that is known to the compiler makes loops that take several samples at once.
      switch raw.channels {
      case 1: decode(raw.samples, first, 1, raw.count, target)
      case 2: decode(raw.samples, first, 2, raw.count, target)
      default: decode(raw.samples, first, raw.channels, raw.count, target)
      }
    }
  }

  /// Decodes every `step`th sample.
  @inline(__always)
  private static func decode(
    _ samples: SampleFormat, _ source: UnsafeRawPointer, _ step: Int, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    switch samples {
    case .u8:
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        target[index] = Float(Int32(bytes[index &* step]) &- 128) * 0x1p-7
      }
    case .signed(2, _):
      for index in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: index &* step &* 2, as: Int16.self)
        target[index] = Float(Int32(Int16(littleEndian: value))) * 0x1p-15
      }
    case .signed(3, _): decode24(source, step &* 3, count, target)
    case .low24: decode24(source, step &* 4, count, target)
    case .signed:
      for index in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: index &* step &* 4, as: Int32.self)
        target[index] = Float(Int32(littleEndian: value)) * 0x1p-31
      }
    case .f32:
      for index in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: index &* step &* 4, as: UInt32.self)
        target[index] = Float(bitPattern: UInt32(littleEndian: value))
      }
    case .f64:
      for index in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: index &* step &* 8, as: UInt64.self)
        target[index] = Float(Double(bitPattern: UInt64(littleEndian: value)))
      }
    case .aLaw: decode(G711.aLaw, source, step, count, target)
    case .muLaw: decode(G711.muLaw, source, step, count, target)
    }
  }

  /// Decodes samples of three bytes that are `step` bytes apart.
  @inline(__always)
  private static func decode24(
    _ source: UnsafeRawPointer, _ step: Int, _ count: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count {
      let place = index &* step
      let value =
        UInt32(bytes[place]) << 8 | UInt32(bytes[place &+ 1]) << 16
        | UInt32(bytes[place &+ 2]) << 24
      target[index] = Float(Int32(bitPattern: value)) * 0x1p-31
    }
  }

  private static func decode(
    _ law: G711, _ source: UnsafeRawPointer, _ step: Int, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    law.values.withUnsafeBufferPointer { values in
      for index in 0..<count {
        target[index] = Float(values[Int(bytes[index &* step])]) * 0x1p-15
      }
    }
  }

  /// Decodes a pair of samples at a time: both are the upper half of some 32-bit number.
  private static func decodeStereo16(
    _ source: UnsafeRawPointer, _ count: Int, _ block: AudioBlock
  ) {
    guard let left = block[0].baseAddress, let right = block[1].baseAddress else { return }
    for index in 0..<count {
      let pair = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
      left[index] = Float(Int32(bitPattern: pair &<< 16)) * 0x1p-31
      right[index] = Float(Int32(bitPattern: pair & 0xFFFF_0000)) * 0x1p-31
    }
  }
}
