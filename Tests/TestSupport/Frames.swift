import Y4M

/// Numbers that look random and are the same in every run.
package struct Noise {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from 0 to `bound` less one.
  package mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 16) % UInt64(max(bound, 1)))
  }
}

extension Frame {
  /// Whether any sample lies above the format's peak.
  package var exceedsPeak: Bool {
    format.planes.indices.contains { plane in
      let layout = format.planes[plane]
      return (0..<layout.height).contains { y in
        (0..<layout.width).contains { self[plane, $0, y] > format.peak }
      }
    }
  }

  /// The code value of a sample.
  package subscript(plane: Int, x: Int, y: Int) -> Int {
    get {
      let layout = format.planes[plane]
      let index = y * layout.width + x
      if format.depth == 8 { return Int(bytes[layout.offset + index]) }
      return Int(bytes.load(fromByteOffset: layout.offset + 2 * index, as: UInt16.self))
    }
    set {
      let layout = format.planes[plane]
      let index = y * layout.width + x
      if format.depth == 8 {
        bytes[layout.offset + index] = UInt8(newValue)
      } else {
        bytes.storeBytes(
          of: UInt16(newValue), toByteOffset: layout.offset + 2 * index, as: UInt16.self)
      }
    }
  }

  /// All code values of a plane, row after row.
  package func samples(_ plane: Int) -> [Int] {
    let layout = format.planes[plane]
    return (0..<layout.height).flatMap { y in (0..<layout.width).map { self[plane, $0, y] } }
  }

  /// Sets every sample to noise below the peak.
  package func fill(_ noise: Noise) {
    var noise = noise
    for (index, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width { self[index, x, y] = noise.next(format.peak + 1) }
      }
    }
  }

  /// Sets all samples of each plane to one value, the last value for all planes that follow.
  package func fill(_ values: [Int]) {
    for (index, layout) in format.planes.enumerated() {
      let value = values[min(index, values.count - 1)]
      for y in 0..<layout.height {
        for x in 0..<layout.width { self[index, x, y] = value }
      }
    }
  }

  /// A frame of noise.
  package static func noise(_ format: PixelFormat, seed: UInt64 = 1) -> Frame {
    let frame = Frame(format)
    frame.fill(Noise(seed: seed))
    return frame
  }

  /// A frame of one value a plane, as ``fill(_:)-([Int])`` takes them.
  package static func flat(_ format: PixelFormat, _ values: [Int]) -> Frame {
    let frame = Frame(format)
    frame.fill(values)
    return frame
  }

  /// Whether every byte is that of `other`.
  package func isIdentical(to other: Frame) -> Bool {
    format == other.format && bytes.elementsEqual(other.bytes)
  }

  /// The largest difference of two samples.
  package func greatestDifference(from other: Frame) -> Int {
    format.planes.indices.map { greatestDifference(from: other, plane: $0) }.max() ?? 0
  }

  /// The largest difference of two samples of a plane.
  package func greatestDifference(from other: Frame, plane: Int) -> Int {
    zip(samples(plane), other.samples(plane)).map { abs($0 - $1) }.max() ?? 0
  }
}

extension PixelFormat {
  /// A format that the test knows to be possible.
  package static func named(_ colorspace: String, _ width: Int, _ height: Int) -> PixelFormat {
    guard let format = Colorspace.named(colorspace)?.format(width: width, height: height) else {
      preconditionFailure("no format C\(colorspace) of \(width)x\(height)")
    }
    return format
  }
}
