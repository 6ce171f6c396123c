/// The samples of luma or of one chroma, in whole macroblocks, with a border that prediction reads.
struct VP8Plane {
  /// How many samples stand before a row, of which prediction reads one.
  private static let before = 16
  /// How many stand behind it; prediction reads four.
  private static let behind = 16

  let stride: Int
  /// Where the first sample of the picture stands.
  let origin: Int
  var samples: [UInt8]

  /// Makes a plane whose border is as it is at the edges of a picture (RFC 6386, section 12.2 and
  /// 12.3).
  init(width: Int, height: Int) {
    stride = Self.before + width + Self.behind
    origin = stride + Self.before
    samples = [UInt8](repeating: 127, count: stride * (height + 1))
    for row in 0..<height { samples[origin + row * stride - 1] = 129 }
  }
}

/// The samples of a lossy picture.
struct VP8Planes {
  var luma: VP8Plane
  var blueness: VP8Plane
  var redness: VP8Plane
  private let columns: Int

  init(_ header: VP8Header) {
    columns = header.columns
    luma = VP8Plane(width: 16 * header.columns, height: 16 * header.rows)
    blueness = VP8Plane(width: 8 * header.columns, height: 8 * header.rows)
    redness = blueness
  }

  /// Predicts a macroblock, and adds what its coefficients say.
  ///
  /// - Parameter isEmpty: whether all of these are 0.
  mutating func draw(
    _ block: VP8Block, _ coefficients: borrowing VP8Coefficients, isEmpty: Bool, column: Int,
    row: Int
  ) {
    let (values, contents) = (coefficients.values.span, coefficients.contents.span)
    Self.drawLuma(
      &luma, block, values, contents, isEmpty: isEmpty, column: column, row: row, of: columns)
    Self.drawChroma(
      &blueness, block, values, contents, from: 16, isEmpty: isEmpty, column: column, row: row)
    Self.drawChroma(
      &redness, block, values, contents, from: 20, isEmpty: isEmpty, column: column, row: row)
  }

  private static func drawLuma(
    _ plane: inout VP8Plane, _ block: VP8Block, _ values: Span<Int16>, _ contents: Span<UInt8>,
    isEmpty: Bool, column: Int, row: Int, of columns: Int
  ) {
    let place = plane.origin + 16 * (row * plane.stride + column)
    let stride = plane.stride
    var samples = plane.samples.mutableSpan
    guard block.isSplit else {
      VP8BlockPrediction.predict(
        block.modes[0], &samples, at: place, stride: stride, size: 16, hasAbove: row > 0,
        hasLeft: column > 0)
      if isEmpty { return }
      for index in 0..<16 {
        let at = place &+ 4 &* ((index &>> 2) &* stride &+ (index & 3))
        add(values, contents, index, to: &samples, at: at, stride)
      }
      return
    }
    let right = place &- stride &+ 16
    if column == columns - 1, row > 0 {
      // Behind the picture's last column stands what is in it.
      let last = samples[right &- 1]
      for index in right..<right &+ 4 { samples[index] = last }
    }
    for index in 0..<16 {
      let (down, across) = (index &>> 2, index & 3)
      let at = place &+ 4 &* (down &* stride &+ across)
      // Blocks further down do not have those to the right yet, and take the macroblock's.
      VP8BlockPrediction.predict4(
        block.modes[index], &samples, at: at, stride: stride,
        right: across == 3 ? right : at &- stride &+ 4)
      if !isEmpty { add(values, contents, index, to: &samples, at: at, stride) }
    }
  }

  private static func drawChroma(
    _ plane: inout VP8Plane, _ block: VP8Block, _ values: Span<Int16>, _ contents: Span<UInt8>,
    from first: Int, isEmpty: Bool, column: Int, row: Int
  ) {
    let place = plane.origin + 8 * (row * plane.stride + column)
    let stride = plane.stride
    var samples = plane.samples.mutableSpan
    VP8BlockPrediction.predict(
      block.chroma, &samples, at: place, stride: stride, size: 8, hasAbove: row > 0,
      hasLeft: column > 0)
    if isEmpty { return }
    for index in 0..<4 {
      let at = place &+ 4 &* ((index &>> 1) &* stride &+ (index & 1))
      add(values, contents, first &+ index, to: &samples, at: at, stride)
    }
  }

  /// Adds what the coefficients of a block say.
  @inline(__always)
  private static func add(
    _ values: Span<Int16>, _ contents: Span<UInt8>, _ index: Int,
    to samples: inout MutableSpan<UInt8>, at place: Int, _ stride: Int
  ) {
    switch contents[index] {
    case VP8Coefficients.Content.some:
      VP8Transform.add(values, from: 16 &* index, to: &samples, at: place, stride: stride)
    case VP8Coefficients.Content.mean:
      VP8Transform.addMean(values[16 &* index], to: &samples, at: place, stride: stride)
    default: break
    }
  }
}
