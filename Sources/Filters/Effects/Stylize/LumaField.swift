import Y4M

/// A number of 16 bits at every pixel of the canvas: luma as it looks over black, or what was made
/// of it.
///
/// It lies in a borrowed frame and is valid while that is lent.
struct LumaField: BitwiseCopyable {
  /// The numbers of black and of white; what lies beyond both in a stream has room.
  static let black: Float = 4096
  static let span: Float = 49_152

  let samples: UnsafeMutablePointer<UInt16>
  let layout: PlaneLayout

  /// The format of frames that hold fields of frames of another; to be kept, as making it takes
  /// memory.
  static func format(of other: PixelFormat, depth: Int = 16) -> PixelFormat {
    PixelFormat(width: other.width, height: other.height, depth: depth, chroma: .none) ?? other
  }

  /// The first number of a row, or of the nearest row that there is.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<UInt16> {
    samples + layout.width &* min(max(y, 0), layout.height &- 1)
  }

  /// Reads a row, with the numbers at its ends repeated.
  func read(_ y: Int, _ columns: Range<Int>, to line: UnsafeMutablePointer<Float>) {
    let (row, width) = (row(y), layout.width)
    let left = min(max(-columns.lowerBound, 0), columns.count)
    let right = min(max(columns.upperBound - width, 0), columns.count)
    let count = columns.count - left - right
    line.update(repeating: Float(row[0]), count: left)
    let (source, target) = (row + (columns.lowerBound + left), line + left)
    for x in 0..<count { target[x] = Float(source[x]) }
    (target + count).update(repeating: Float(row[width - 1]), count: right)
  }

  /// Writes numbers, rounded and held within 0 to 65535.
  func write(_ line: UnsafeMutablePointer<Float>, _ y: Int, _ columns: Range<Int>) {
    let row = row(y) + columns.lowerBound
    for x in 0..<columns.count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      row[x] = UInt16(truncatingIfNeeded: (min(max(line[x], 0), 65535) + 8_388_608).bitPattern)
    }
  }
}

extension EffectJob {
  /// How far, in pixels, fields are read around what is painted, for chroma that lies between.
  static var fieldMargin: Int { 8 }

  /// The pixels whose numbers are read to paint ``box``, and so many more.
  func fieldBox(_ more: Int = 0) -> Box {
    box.grown(by: Self.fieldMargin + more).intersection(
      Box(x: 0, y: 0, width: width, height: height))
  }

  /// Lends a field, whose numbers are whatever was left in it, for the length of `body`.
  ///
  /// - Parameter format: what ``LumaField/format(of:depth:)`` gave for frames like the source.
  func withField(_ format: PixelFormat, _ body: (LumaField) -> Void) {
    guard format.width == width, format.height == height, format.depth == 16 else { return }
    workspace.withFrame(format) { frame in
      body(LumaField(samples: frame.samples16(format.planes[0]), layout: format.planes[0]))
    }
  }

  /// Lends a field of luma, of which the pixels of `part` are read, for the length of `body`.
  func withLuma(_ format: PixelFormat, _ part: Box, _ body: (LumaField) -> Void) {
    withField(format) { field in
      eachBand(of: part, least: 32) { rows, scratch in
        if source.format.depth == 8 {
          readLuma(rows, part.x..<part.maxX, scratch, to: field) { source.samples8($0) }
        } else {
          readLuma(rows, part.x..<part.maxX, scratch, to: field) { source.samples16($0) }
        }
      }
      body(field)
    }
  }

  /// Lends a field of how opaque the pixels of `part` are, 65,535 where nothing is seen through
  /// them, for the length of `body`; nil where the frame is not premultiplied.
  func withOpacity(_ format: PixelFormat, _ part: Box, _ body: (LumaField?) -> Void) {
    guard includesAlpha, let alpha = source.format.roles.firstIndex(of: .alpha) else {
      return body(nil)
    }
    let layout = source.format.planes[alpha]
    withField(format) { field in
      eachBand(of: part, least: 32) { rows, scratch in
        if source.format.depth == 8 {
          readOpacity(source.samples8(layout), rows, part.x..<part.maxX, scratch, to: field)
        } else {
          readOpacity(source.samples16(layout), rows, part.x..<part.maxX, scratch, to: field)
        }
      }
      body(field)
    }
  }

  private func readOpacity<S: Sample>(
    _ alpha: UnsafeMutablePointer<S>, _ rows: Range<Int>, _ columns: Range<Int>,
    _ scratch: Scratch, to field: LumaField
  ) {
    let scale = 65535 / Float(source.format.peak)
    let line = scratch.take(Float.self, columns.count)
    for y in rows {
      let row = alpha + (y * source.format.width + columns.lowerBound)
      for x in 0..<columns.count { line[x] = Float(row[x]) * scale }
      field.write(line, y, columns)
    }
  }

  /// Calls `body` for bands of a part of the canvas, on several threads where there are any.
  func eachBand(of part: Box, least: Int, _ body: (Range<Int>, Scratch) -> Void) {
    let least = max(least, Workspace.leastRows(width: part.width))
    workspace.split(part.y..<part.maxY, least: least, body)
  }

  private func readLuma<S: Sample>(
    _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: Scratch, to field: LumaField,
    _ samples: (PlaneLayout) -> UnsafeMutablePointer<S>
  ) {
    let format = source.format
    let coding = RGBCoding(coding, depth: format.depth)
    let scale = LumaField.span / coding.lumaSpan
    let luma = samples(format.planes[0])
    let alpha = includesAlpha ? format.roles.firstIndex(of: .alpha) : nil
    let cover = alpha.map { samples(format.planes[$0]) }
    let line = scratch.take(Float.self, columns.count)
    // In a premultiplied frame black has the share of alpha.
    let blackOfAlpha = coding.black * scale / Float(format.peak)
    let offset = LumaField.black - (cover == nil ? coding.black * scale : 0)
    for y in rows {
      let start = y * format.width + columns.lowerBound
      let row = luma + start
      for x in 0..<columns.count { line[x] = Float(row[x]) * scale + offset }
      if let cover {
        let row = cover + start
        for x in 0..<columns.count { line[x] -= Float(row[x]) * blackOfAlpha }
      }
      field.write(line, y, columns)
    }
  }
}
