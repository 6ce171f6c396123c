import Bytes

/// Makes the pixels of a picture of its components, as soon as all of these are there.
struct JPEGRows {
  private let frame: JPEGFrame
  private let coding: JPEGCoding
  /// Rows of samples of each component.
  var strips: [JPEGStrip]
  private let turn: PictureTurn
  /// The pixels as they are seen.
  private(set) var pixels: [UInt8]
  /// Rows of pixels that are not turned yet, of a picture that is turned.
  private var band: [UInt8]
  /// How many rows these are at most: a pixel of each is as much as memory is read at a time.
  private static let bandHeight = 16
  /// The next row of pixels.
  private var next = 0
  /// The units of a row.
  var columns: Int { frame.columns }
  /// Whether the last row of a unit needs the unit below it.
  private let needsNext: Bool

  init(_ frame: JPEGFrame, _ coding: JPEGCoding, _ turn: PictureTurn) {
    (self.frame, self.coding, self.turn) = (frame, coding, turn)
    strips = frame.components.map {
      JPEGStrip($0, columns: frame.columns, width: frame.width)
    }
    needsNext = strips.contains { $0.needsNext }
    pixels = [UInt8](repeating: 255, count: 4 * frame.width * frame.height)
    band = [UInt8](
      repeating: 255, count: turn == .none ? 0 : 4 * frame.width * Self.bandHeight)
  }

  /// Takes that the samples of a row of units are there.
  mutating func finish(_ row: Int) {
    let end =
      row == frame.rows - 1 ? frame.height : (row + 1) * frame.unitHeight - (needsNext ? 1 : 0)
    while next < Swift.min(end, frame.height) {
      let line = 4 * frame.width
      guard turn != .none else {
        Self.draw(next, &strips, coding, frame.width, to: &pixels, at: next * line)
        next += 1
        continue
      }
      let index = next % Self.bandHeight
      Self.draw(next, &strips, coding, frame.width, to: &band, at: index * line)
      next += 1
      if index == Self.bandHeight - 1 || next == frame.height {
        turn.put(
          band, rows: next - 1 - index..<next, width: frame.width, height: frame.height,
          into: &pixels)
      }
    }
  }

  /// Draws a row of pixels from byte `place` on.
  private static func draw(
    _ row: Int, _ strips: inout [JPEGStrip], _ coding: JPEGCoding, _ count: Int,
    to pixels: inout [UInt8], at place: Int
  ) {
    let first = strips[0].row(row)
    let luma = first.samples.span.extracting(first.range)
    guard strips.count > 2 else {
      var output = pixels.mutableSpan
      return JPEGColors.gray(luma, count: count, to: &output, at: place)
    }
    let (second, third) = (strips[1].row(row), strips[2].row(row))
    let fourth = strips.count > 3 ? strips[3].row(row) : nil
    let blueness = second.samples.span.extracting(second.range)
    let redness = third.samples.span.extracting(third.range)
    var output = pixels.mutableSpan
    switch coding {
    case .gray, .yCbCr, .ycck:
      JPEGColors.yCbCr(luma, blueness, redness, count: count, to: &output, at: place)
    case .rgb, .cmyk:
      JPEGColors.rgb(luma, blueness, redness, count: count, to: &output, at: place)
    }
    guard let fourth else { return }
    JPEGColors.ink(
      fourth.samples.span.extracting(fourth.range), isComplement: coding == .ycck, count: count,
      of: &output, at: place)
  }
}
