/// Turns floats into samples of a stream.
///
/// It keeps room for a tile of each channel.
///
/// Unchecked: it belongs to one thread at a time.
final class SampleEncoder: @unchecked Sendable {
  let samples: SampleFormat
  let channels: Int
  private let frameBytes: Int
  /// Whole numbers, a tile of each channel after another.
  private let tiles: UnsafeMutablePointer<Int32>

  init(_ samples: SampleFormat, channels: Int) {
    self.samples = samples
    self.channels = channels
    frameBytes = samples.bytes * channels
    tiles = .allocate(capacity: Quantizer.tile * channels)
    tiles.initialize(repeating: 0, count: Quantizer.tile * channels)
  }

  deinit { tiles.deallocate() }

  /// Encodes the samples `range` of `block` to their places in `target`, and gives how many were
  /// beyond full scale; the first of the block stands at `position` of the stream.
  ///
  /// Without `dither` samples are only rounded.
  func encode(
    _ block: AudioBlock, _ range: Range<Int>, to target: UnsafeMutableRawPointer,
    position: Int, dither: Dither?
  ) -> Int {
    precondition(block.channels == channels && range.upperBound <= block.count)
    var clipped = 0
    var start = range.lowerBound
    while start < range.upperBound {
      // A tile does not lie across a multiple of 2^32, for the sake of the noise.
      let place = position &+ start
      let room = (1 << 32) - (place & 0xFFFF_FFFF)
      let count = min(Quantizer.tile, range.upperBound - start, room)
      clipped &+= encode(block, start, count, target + start * frameBytes, place, dither)
      start += count
    }
    return clipped
  }

  private func encode(
    _ block: AudioBlock, _ start: Int, _ count: Int, _ target: UnsafeMutableRawPointer,
    _ place: Int, _ dither: Dither?
  ) -> Int {
    var clipped = 0
    for channel in 0..<channels {
      guard let base = block[channel].baseAddress else { return 0 }
      let source = UnsafePointer(base + start)
      switch samples {
      case .f32: store32(source, count, channel, target)
      case .f64: store64(source, count, channel, target)
      default:
        clipped &+= quantize(source, count, channel, place, dither)
        if !isStereo16 { pack(tiles + channel * Quantizer.tile, count, channel, target) }
      }
    }
    if isStereo16 { packStereo16(count, target) }
    return clipped
  }

  private var isStereo16: Bool { samples == .s16 && channels == 2 }

  /// Rounds samples to the bits of the format, those of G.711 to 16, into the channel's tile.
  private func quantize(
    _ source: UnsafePointer<Float>, _ count: Int, _ channel: Int, _ place: Int, _ dither: Dither?
  ) -> Int {
    let tile = tiles + channel * Quantizer.tile
    let quantizer = Quantizer(bits: samples.integerBits ?? 16)
    guard let dither else { return quantizer.round(source, count, into: tile) }
    return quantizer.dither(
      source, count, into: tile, position: UInt32(truncatingIfNeeded: place),
      key: dither.key(channel: channel, position: place))
  }
}

// MARK: - Packing

extension SampleEncoder {
  private func pack(
    _ tile: UnsafePointer<Int32>, _ count: Int, _ channel: Int, _ target: UnsafeMutableRawPointer
  ) {
    let first = target + channel * samples.bytes
    switch channels {
    case 1: Self.pack(samples, tile, count, first, 1)
    case 2: Self.pack(samples, tile, count, first, 2)
    default: Self.pack(samples, tile, count, first, channels)
    }
  }

  /// Stores whole numbers as every `step`th sample.
  @inline(__always)
  private static func pack(
    _ samples: SampleFormat, _ tile: UnsafePointer<Int32>, _ count: Int,
    _ target: UnsafeMutableRawPointer, _ step: Int
  ) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    switch samples {
    case .u8:
      for index in 0..<count {
        bytes[index &* step] = UInt8(truncatingIfNeeded: tile[index] &+ 128)
      }
    case .signed(2, let bits):
      let shift = Int32(truncatingIfNeeded: 16 - bits)
      for index in 0..<count {
        let value = Int16(truncatingIfNeeded: tile[index] &<< shift)
        target.storeBytes(
          of: value.littleEndian, toByteOffset: index &* step &* 2, as: Int16.self)
      }
    case .signed(3, let bits):
      let shift = Int32(truncatingIfNeeded: 24 - bits)
      for index in 0..<count {
        let value = tile[index] &<< shift
        let place = index &* step &* 3
        bytes[place] = UInt8(truncatingIfNeeded: value)
        bytes[place &+ 1] = UInt8(truncatingIfNeeded: value &>> 8)
        bytes[place &+ 2] = UInt8(truncatingIfNeeded: value &>> 16)
      }
    case .signed(_, let bits):
      let shift = Int32(truncatingIfNeeded: 32 - bits)
      for index in 0..<count {
        let value = tile[index] &<< shift
        target.storeBytes(
          of: value.littleEndian, toByteOffset: index &* step &* 4, as: Int32.self)
      }
    case .low24:
      for index in 0..<count {
        let value = tile[index] & 0xFF_FFFF
        target.storeBytes(
          of: value.littleEndian, toByteOffset: index &* step &* 4, as: Int32.self)
      }
    case .aLaw: pack(G711.aLaw, tile, count, bytes, step)
    case .muLaw: pack(G711.muLaw, tile, count, bytes, step)
    case .f32, .f64: break
    }
  }

  private static func pack(
    _ law: G711, _ tile: UnsafePointer<Int32>, _ count: Int, _ target: UnsafeMutablePointer<UInt8>,
    _ step: Int
  ) {
    law.codes.withUnsafeBufferPointer { codes in
      for index in 0..<count { target[index &* step] = codes[Int(tile[index] &+ 32768)] }
    }
  }

  private func packStereo16(_ count: Int, _ target: UnsafeMutableRawPointer) {
    let (left, right) = (tiles, tiles + Quantizer.tile)
    for index in 0..<count {
      let pair =
        UInt32(bitPattern: left[index]) & 0xFFFF | UInt32(bitPattern: right[index]) &<< 16
      target.storeBytes(of: pair.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    }
  }

  private func store32(
    _ source: UnsafePointer<Float>, _ count: Int, _ channel: Int, _ target: UnsafeMutableRawPointer
  ) {
    let first = target + channel * 4
    let step = channels &* 4
    for index in 0..<count {
      first.storeBytes(
        of: source[index].bitPattern.littleEndian, toByteOffset: index &* step, as: UInt32.self)
    }
  }

  private func store64(
    _ source: UnsafePointer<Float>, _ count: Int, _ channel: Int, _ target: UnsafeMutableRawPointer
  ) {
    let first = target + channel * 8
    let step = channels &* 8
    for index in 0..<count {
      first.storeBytes(
        of: Double(source[index]).bitPattern.littleEndian, toByteOffset: index &* step,
        as: UInt64.self)
    }
  }
}
