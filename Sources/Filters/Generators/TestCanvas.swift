import Y4M

/// A rectangle of luma samples, half-open on both axes; parts outside the picture are not drawn.
struct TestArea: Sendable {
  let x: Range<Int>
  let y: Range<Int>
}

/// Draws the parts of the test picture into a frame.
struct TestCanvas {
  let frame: Frame
  let codes: CodeValues

  /// One of these two is drawn on.
  private var bytes: TypedCanvas<UInt8> { TypedCanvas(frame: frame, codes: codes) }
  private var words: TypedCanvas<UInt16> { TypedCanvas(frame: frame, codes: codes) }
  private var isOfBytes: Bool { frame.format.sampleBytes == 1 }

  /// Fills `area` with one colour.
  func fill(_ area: TestArea, _ color: BarColor) {
    if isOfBytes { bytes.fill(area, color) } else { words.fill(area, color) }
  }

  /// Fills the disc that touches the sides of the square `area`.
  func fillDisc(_ area: TestArea, _ color: BarColor) {
    if isOfBytes { bytes.fillDisc(area, color) } else { words.fillDisc(area, color) }
  }

  /// Fills `area` with a grey ramp from black to white that starts `shift` samples further left.
  func fillRamp(_ area: TestArea, shift: Int) {
    if isOfBytes { bytes.fillRamp(area, shift: shift) } else { words.fillRamp(area, shift: shift) }
  }

  /// Fills `area` with rings that grow finer outwards, up to one cycle in two samples at its left
  /// and right edges, and are turned by `phase` 2^32ths of a cycle.
  func fillZonePlate(_ area: TestArea, phase: UInt32) {
    if isOfBytes {
      bytes.fillZonePlate(area, phase: phase)
    } else {
      words.fillZonePlate(area, phase: phase)
    }
  }

  /// Fills `area` with noise over the whole range, in luma and in chroma.
  func fillNoise(_ area: TestArea, seed: UInt64) {
    if isOfBytes { bytes.fillNoise(area, seed: seed) } else { words.fillNoise(area, seed: seed) }
  }
}

/// The same in a frame whose samples are of type `S`, which is known in this file: so its loops are
/// compiled for both types, also where files are compiled one by one.
///
/// A chroma sample takes the colour of the luma sample at the top left of those that it covers.
/// Samples are stored little-endian, the order of every machine that this is built for.
private struct TypedCanvas<S: FixedWidthInteger & UnsignedInteger> {
  let frame: Frame
  let codes: CodeValues

  /// One plane's samples, and where `area` lies in it.
  private struct Window {
    let role: PlaneRole
    let layout: PlaneLayout
    let samples: UnsafeMutableBufferPointer<S>
    let x: Range<Int>
    let y: Range<Int>

    /// The samples of one row of the window.
    func row(_ y: Int) -> UnsafeMutableBufferPointer<S> {
      let start = y &* layout.width
      return UnsafeMutableBufferPointer(
        rebasing: samples[start &+ x.lowerBound..<start &+ x.upperBound])
    }
  }

  private func windows(_ area: TestArea) -> [Window] {
    zip(frame.format.planes, frame.format.roles).map { layout, role in
      let bytes = layout.width * layout.height * MemoryLayout<S>.stride
      let plane = UnsafeMutableRawBufferPointer(
        rebasing: frame.bytes[layout.offset..<layout.offset + bytes])
      return Window(
        role: role, layout: layout, samples: plane.bindMemory(to: S.self),
        x: part(area.x, shift: layout.shiftX, length: layout.width),
        y: part(area.y, shift: layout.shiftY, length: layout.height))
    }
  }

  /// The samples of a plane whose top left luma sample lies in `range`.
  private func part(_ range: Range<Int>, shift: Int, length: Int) -> Range<Int> {
    let round = 1 << shift - 1
    let lower = min(max((range.lowerBound + round) >> shift, 0), length)
    let upper = min(max((range.upperBound + round) >> shift, lower), length)
    return lower..<upper
  }

  func fill(_ area: TestArea, _ color: BarColor) {
    for window in windows(area) {
      let code = S(truncatingIfNeeded: codes.code(color, for: window.role))
      for y in window.y { window.row(y).update(repeating: code) }
    }
  }

  func fillDisc(_ area: TestArea, _ color: BarColor) {
    // Twice the distance from the middle, so that all stays whole.
    let middleX = area.x.lowerBound &+ area.x.upperBound &- 1
    let middleY = area.y.lowerBound &+ area.y.upperBound &- 1
    let limit = area.x.count &* area.x.count
    for window in windows(area) {
      let code = S(truncatingIfNeeded: codes.code(color, for: window.role))
      for y in window.y {
        let dy = 2 &* (y << window.layout.shiftY) &- middleY
        let row = window.row(y)
        for index in row.indices {
          let x = (index &+ window.x.lowerBound) << window.layout.shiftX
          let dx = 2 &* x &- middleX
          if dx &* dx &+ dy &* dy <= limit { row[index] = code }
        }
      }
    }
  }

  func fillRamp(_ area: TestArea, shift: Int) {
    let length = area.x.count
    let range = codes.lumaRange
    for window in windows(area) {
      guard window.role == .luma else {
        fillGrey(window)
        continue
      }
      guard let first = window.y.first else { continue }
      let source = window.row(first)
      for index in source.indices {
        let step = (index &+ shift) % length
        let code = range.lowerBound &+ step &* (range.count &- 1) / max(length &- 1, 1)
        source[index] = S(truncatingIfNeeded: code)
      }
      for y in window.y.dropFirst() { _ = window.row(y).update(from: source) }
    }
  }

  func fillZonePlate(_ area: TestArea, phase: UInt32) {
    let middleX = (area.x.lowerBound + area.x.upperBound) / 2
    let middleY = (area.y.lowerBound + area.y.upperBound) / 2
    // The phase is a r^2; its slope 2 a r is half a cycle where r is half the width.
    let factor = UInt32.max / UInt32(max(2 * area.x.count, 2))
    let wave = self.wave
    for window in windows(area) {
      guard window.role == .luma else {
        fillGrey(window)
        continue
      }
      for y in window.y {
        let dy = UInt32(truncatingIfNeeded: y &- middleY)
        let start = dy &* dy &* factor &+ phase
        let row = window.row(y)
        for index in row.indices {
          let dx = UInt32(truncatingIfNeeded: index &+ window.x.lowerBound &- middleX)
          row[index] = wave[Int((dx &* dx &* factor &+ start) >> 22)]
        }
      }
    }
  }

  /// One cycle of a wave between black and white, made of parabolas, in 1024 steps.
  private var wave: [S] {
    let range = codes.lumaRange
    let middle = (range.lowerBound + range.upperBound) / 2
    return (0..<1024).map { step in
      let half = step & 511
      let height = (range.count / 2) * half * (512 - half) / (256 * 256)
      return S(truncatingIfNeeded: step < 512 ? middle + height : middle - height)
    }
  }

  func fillNoise(_ area: TestArea, seed: UInt64) {
    for window in windows(area) {
      let range = window.role == .luma ? codes.lumaRange : codes.chromaRange
      guard window.role != .alpha else { continue }
      let low = UInt64(range.lowerBound)
      let span = UInt64(range.count)
      for y in window.y {
        var state = mixed(seed &+ UInt64(window.role.rawValue) << 40 &+ UInt64(y))
        let row = window.row(y)
        for index in row.indices {
          // The multiplier and increment of Knuth's MMIX; its high bits are the good ones.
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          row[index] = S(truncatingIfNeeded: low &+ ((state >> 40) &* span) >> 24)
        }
      }
    }
  }

  private func fillGrey(_ window: Window) {
    let code = S(truncatingIfNeeded: codes.code(.black, for: window.role))
    for y in window.y { window.row(y).update(repeating: code) }
  }
}

/// Spreads a number over all 64 bits (the finalizer of SplitMix64, Steele et al. 2014).
func mixed(_ number: UInt64) -> UInt64 {
  var value = number &+ 0x9E37_79B9_7F4A_7C15
  value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
  value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
  return value ^ (value >> 31)
}
