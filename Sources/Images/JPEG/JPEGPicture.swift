/// Decodes the picture of a JPEG file.
enum JPEGPicture {
  /// What comes out of a file.
  struct Decoded {
    /// Red, green, blue and 255, turned as they are seen.
    var pixels: [UInt8]
    /// What is wrong with the data; the first that is found. Then parts of the picture are grey, or
    /// wrong.
    var flaw: ImageError?
  }

  static func decode(_ file: JPEGFile) -> Decoded {
    let frame = file.frame
    if file.isDrawnAsRead {
      var reader = JPEGScanReader(file.bytes, file.scans[0], frame)
      var rows = JPEGRows(frame, file.coding, file.turn)
      for row in 0..<frame.rows {
        reader.draw(row, &rows)
        rows.finish(row)
      }
      return Decoded(pixels: rows.pixels, flaw: reader.flaw)
    }
    var planes = JPEGPlanes(frame)
    var flaw: ImageError?
    for scan in file.scans {
      if frame.isArithmetic {
        var reader = JPEGDecisionReader(file.bytes, scan)
        reader.read(frame, &planes)
        flaw = flaw ?? reader.flaw
      } else {
        var reader = JPEGScanReader(file.bytes, scan, frame)
        reader.read(frame, &planes)
        flaw = flaw ?? reader.flaw
      }
    }
    var rows = JPEGRows(frame, file.coding, file.turn)
    for row in 0..<frame.rows {
      planes.draw(row, &rows)
      rows.finish(row)
    }
    return Decoded(pixels: rows.pixels, flaw: flaw)
  }
}

/// The coefficients of a picture that is not drawn as it is read.
struct JPEGPlanes {
  private let frame: JPEGFrame
  /// Those of each component, block by block, as they are stored.
  var values: [[Int16]]

  init(_ frame: JPEGFrame) {
    self.frame = frame
    values = frame.components.map {
      [Int16](
        repeating: 0, count: 64 * $0.across * frame.columns * $0.down * frame.rows)
    }
  }

  /// The bytes that those of a frame take.
  static func bytes(of frame: JPEGFrame) -> Int { 128 * frame.blocks }

  /// Draws a row of units.
  func draw(_ row: Int, _ rows: inout JPEGRows) {
    for (index, component) in frame.components.enumerated() {
      var factors = [Int16](repeating: 0, count: 64)
      for place in 0..<64 {
        factors[Int(JPEGOrder.places[place])] = component.factors?[place] ?? 0
      }
      for line in row * component.down..<(row + 1) * component.down {
        if frame.depth > 8 {
          Self.drawDeep(
            values[index], component.across * frame.columns, line, factors, &rows.strips[index])
        } else {
          Self.draw(
            values[index], component.across * frame.columns, line, factors, &rows.strips[index])
        }
      }
    }
  }

  /// Draws a row of blocks whose samples have more than 8 bits.
  private static func drawDeep(
    _ values: [Int16], _ columns: Int, _ line: Int, _ factors: [Int16], _ strip: inout JPEGStrip
  ) {
    let values = values.span.extracting(64 * line * columns..<64 * (line + 1) * columns)
    let (start, stride) = (strip.place(column: 0, row: line), strip.stride)
    var samples = strip.samples.mutableSpan
    for column in 0..<columns {
      JPEGDeepTransform.draw(
        values.extracting(64 * column..<64 * (column + 1)), factors.span, to: &samples,
        at: start + 8 * column, stride: stride)
    }
  }

  /// Draws a row of blocks.
  private static func draw(
    _ values: [Int16], _ columns: Int, _ line: Int, _ factors: [Int16], _ strip: inout JPEGStrip
  ) {
    let values = values.span.extracting(64 * line * columns..<64 * (line + 1) * columns)
    var block = [Int16](repeating: 0, count: 64)
    let (start, stride) = (strip.place(column: 0, row: line), strip.stride)
    var samples = strip.samples.mutableSpan
    let factors = factors.span.extracting(0..<64)
    for column in 0..<columns {
      let stored = values.extracting(64 &* column..<64 &* column &+ 64)
      var others: Int16 = 0
      for index in 1..<64 { others |= stored[index] }
      if others == 0 {
        JPEGTransform.fill(
          stored[0] &* factors[0], to: &samples, at: start &+ 8 &* column, stride: stride)
        continue
      }
      var multiplied = block.mutableSpan
      for index in 0..<64 { multiplied[index] = stored[index] &* factors[index] }
      JPEGTransform.draw(
        block.span, to: &samples, at: start &+ 8 &* column, stride: stride)
    }
  }
}
