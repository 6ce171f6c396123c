import Y4M

/// A synthetic film: colour bars, motion and a frame counter.
///
/// Every frame is a pure function of the format, the matrix, the range, the seed and the frame's
/// number, and has the same bytes on every machine. Seven bars of 75 % stand over a band of their
/// blue parts; below run a grey ramp, a zone plate and noise. A red box and a white disc cross the
/// picture by whole steps of four samples, so that subsampled chroma moves with them exactly.
package struct TestSource: Sendable {
  /// The format of every frame.
  package let format: PixelFormat
  private let codes: CodeValues
  private let seed: UInt64
  /// What does not move. Nothing writes to it after `init`.
  private let background: Frame

  /// Draws what does not move; equal arguments give equal frames.
  package init(
    _ format: PixelFormat, matrix: Matrix = .bt709, range: ColorRange = .limited, seed: UInt64 = 0
  ) {
    self.format = format
    self.seed = mixed(seed)
    codes = CodeValues(matrix: matrix, isFullRange: range == .full, depth: format.depth)
    background = Frame(format)
    drawBars(TestCanvas(frame: background, codes: codes))
  }

  /// Draws frame `index`, counted from 0, over all of `frame`, which has ``format``.
  ///
  /// May be called from several threads at once, each with a frame of its own.
  package func draw(frame index: Int, into frame: Frame) {
    frame.copy(from: background)
    drawMotion(TestCanvas(frame: frame, codes: codes), max(index, 0))
  }

  /// Where bar `index` begins; bar 7 begins at the right edge.
  private func barEdge(_ index: Int) -> Int {
    let edge = format.width * index / 7
    return index == 7 || format.width < 56 ? edge : edge & ~3
  }

  /// Where the part `numerator / 12` of the height ends.
  private func bandEdge(_ numerator: Int) -> Int {
    let edge = format.height * numerator / 12
    return format.height < 48 ? edge : edge & ~3
  }

  private func drawBars(_ canvas: TestCanvas) {
    let (upper, lower) = (bandEdge(8), bandEdge(9))
    for index in 0..<7 {
      let x = barEdge(index)..<barEdge(index + 1)
      canvas.fill(TestArea(x: x, y: 0..<upper), BarColor.bars[index])
      canvas.fill(TestArea(x: x, y: upper..<lower), BarColor.reversed[index])
    }
    canvas.fill(TestArea(x: 0..<format.width, y: lower..<format.height), .black)
  }

  private func drawMotion(_ canvas: TestCanvas, _ index: Int) {
    let y = bandEdge(9)..<format.height
    let ramp = TestArea(x: 0..<barEdge(3), y: y)
    canvas.fillRamp(ramp, shift: index % max(ramp.x.count, 1) * 4)
    let phase = UInt32(truncatingIfNeeded: index) &* 0x0800_0000
    canvas.fillZonePlate(TestArea(x: barEdge(3)..<barEdge(5), y: y), phase: phase)
    let noise = mixed(seed &+ UInt64(index))
    canvas.fillNoise(TestArea(x: barEdge(5)..<format.width, y: y), seed: noise)

    let side = max(min(format.width, format.height) / 8 & ~3, 1)
    canvas.fillDisc(square(side, at: index, speed: 2, seed: seed >> 32), .white)
    canvas.fill(square(side, at: index, speed: 1, seed: seed & 0xFFFF_FFFF), .red)
    drawCounter(canvas, index)
  }

  /// Where a square that bounces between the edges stands at frame `index`.
  private func square(_ side: Int, at index: Int, speed: Int, seed: UInt64) -> TestArea {
    /// Goes from 0 to `span` and back in steps of four.
    func place(_ span: Int, _ seed: UInt64) -> Int {
      let steps = span / 4
      guard steps > 0 else { return 0 }
      let start = Int(seed % UInt64(2 * steps))
      let step = (index % (2 * steps) * speed + start) % (2 * steps)
      return 4 * (step > steps ? 2 * steps - step : step)
    }
    let x = place(format.width - side, seed & 0xFFFF)
    let y = place(format.height - side, seed >> 16)
    return TestArea(x: x..<x + side, y: y..<y + side)
  }

  /// Writes the frame's number, six digits or more, white on black, above the middle.
  private func drawCounter(_ canvas: TestCanvas, _ index: Int) {
    var digits: [Int] = []
    var rest = index
    while rest > 0 || digits.count < 6 {
      digits.append(rest % 10)
      rest /= 10
    }
    let advance = DigitFont.width + 1
    let columns = digits.count * advance + 3
    let scale = max(1, min(format.height / 100, format.width / (columns + 4)))
    let left = (format.width - columns * scale) / 2 & ~3
    let top = format.height / 4 & ~3
    let box = TestArea(
      x: left..<left + columns * scale, y: top..<top + (DigitFont.height + 4) * scale)
    canvas.fill(box, .black)
    for (place, digit) in digits.reversed().enumerated() {
      let x = left + (2 + place * advance) * scale
      drawDigit(canvas, digit, x: x, y: top + 2 * scale, scale: scale)
    }
  }

  private func drawDigit(_ canvas: TestCanvas, _ digit: Int, x: Int, y: Int, scale: Int) {
    for row in 0..<DigitFont.height {
      for column in 0..<DigitFont.width {
        guard DigitFont.isSet(digit, column: column, row: row) else { continue }
        let left = x + column * scale
        let top = y + row * scale
        canvas.fill(TestArea(x: left..<left + scale, y: top..<top + scale), .white)
      }
    }
  }
}
