import Y4M

/// What stands in a frame: how often each code value is found, and where.
///
/// Luma and chroma are those of the stream. Red, green and blue are computed at each sample of
/// luma, from chroma that is interpolated between its true places, and rounded to code values whose
/// black and white are those of luma.
package struct ScopeCounts: Sendable {
  /// What the code values mean.
  let coding: ScopeCoding
  /// Whether there is chroma.
  let hasColor: Bool
  /// Luma by columns; then red, green and blue, held within the code values.
  private(set) var waves: [WaveCounts]
  /// Pairs of Cb and Cr, none where there is no chroma.
  private(set) var vectors: VectorCounts
  /// Luma, red, green and blue, and then Cb and Cr where there is chroma.
  private(set) var levels: [LevelCounts]
  /// The sums of each of ``levels`` in nine parts of the picture, row by row.
  private(set) var gridSums: [[Int]]
  /// How many samples of luma, and of chroma, each of these parts has.
  private(set) var gridCounts: (luma: [Int], chroma: [Int])
  /// The sums of luma, red, green and blue where luma is dark, between, and bright.
  private(set) var zoneSums: [[Int]]
  private(set) var zoneCounts: [Int]
  /// How many samples of luma have a red, green or blue beyond -5 % to 105 % (EBU R 103).
  private(set) var strayCount = 0

  /// Counts a frame, whose depth is that of the coding.
  package init(_ frame: SharedFrame, _ coding: ScopeCoding) {
    let format = frame.format
    let rows = ScopeRows(frame)
    self.coding = coding
    hasColor = rows.chroma != nil
    waves = Array(repeating: WaveCounts(width: format.width, depth: coding.depth), count: 4)
    vectors = VectorCounts(depth: coding.depth)
    let (inside, around) = (0...coding.peak, -2 * coding.peak...3 * coding.peak)
    levels = [inside, around, around, around].map { LevelCounts($0) }
    if hasColor { levels += [inside, inside].map { LevelCounts($0) } }
    gridSums = Array(repeating: Array(repeating: 0, count: 9), count: levels.count)
    gridCounts = (Array(repeating: 0, count: 9), Array(repeating: 0, count: 9))
    zoneSums = Array(repeating: Array(repeating: 0, count: 3), count: 4)
    zoneCounts = Array(repeating: 0, count: 3)
    countPixels(rows)
    if let chroma = rows.chroma { countChroma(rows, chroma) }
  }

  // MARK: Chroma

  private mutating func countChroma(_ rows: ScopeRows, _ planes: (blue: Int, red: Int)) {
    let layout = rows.frame.format.planes[planes.blue]
    var blue = [Int32](repeating: 0, count: layout.width)
    var red = blue
    for y in 0..<layout.height {
      rows.read(planes.blue, y, into: &blue)
      rows.read(planes.red, y, into: &red)
      levels[4].add(blue)
      levels[5].add(red)
      for x in 0..<layout.width {
        let (cb, cr) = (Int(blue[x]), Int(red[x]))
        vectors.add(cb, cr)
        let cell = y * 3 / layout.height * 3 + x * 3 / layout.width
        gridCounts.chroma[cell] += 1
        gridSums[4][cell] += cb
        gridSums[5][cell] += cr
      }
    }
  }

  // MARK: Pixels

  private mutating func countPixels(_ rows: ScopeRows) {
    let format = rows.frame.format
    let (width, height) = (format.width, format.height)
    var blue = rows.chroma.map { ChromaRow(rows, plane: $0.blue) }
    var red = rows.chroma.map { ChromaRow(rows, plane: $0.red) }
    let empty = [Int32](repeating: 0, count: width)
    // Luma, red, green and blue.
    var colors = [empty, empty, empty, empty]
    for y in 0..<height {
      rows.read(rows.luma, y, into: &colors[0])
      if blue != nil, red != nil {
        blue?.move(to: y)
        red?.move(to: y)
        decode(&colors, blue?.values ?? empty, red?.values ?? empty)
      } else {
        for channel in 1..<4 { colors[channel] = colors[0] }
      }
      for channel in 0..<4 { count(colors[channel], channel, row: y * 3 / height) }
      count(colors, row: y * 3 / height)
    }
  }

  /// More than any red, green or blue is below 0.
  private static let lift: Int32 = 1 << 18

  /// Computes red, green and blue of a row from its luma; chroma is in 64ths of a code value.
  private func decode(_ colors: inout [[Int32]], _ blue: [Int32], _ red: [Int32]) {
    let decoder = coding.decoder
    let low = SIMD3(repeating: Double(-2 * coding.peak))
    let high = SIMD3(repeating: Double(3 * coding.peak))
    for x in blue.indices {
      let rgb = decoder(Int(colors[0][x]), Double(blue[x]) / 64, Double(red[x]) / 64)
        .clamped(lowerBound: low, upperBound: high)
      // What is positive is rounded down by the conversion, which takes no call.
      colors[1][x] = Int32(rgb.x + Double(Self.lift)) &- Self.lift
      colors[2][x] = Int32(rgb.y + Double(Self.lift)) &- Self.lift
      colors[3][x] = Int32(rgb.z + Double(Self.lift)) &- Self.lift
    }
  }

  /// Counts a row of one channel.
  private mutating func count(_ codes: [Int32], _ channel: Int, row: Int) {
    waves[channel].add(codes, peak: Int32(coding.peak))
    levels[channel].add(codes)
    for column in 0..<3 {
      let xs = Self.third(column, of: codes.count)
      gridSums[channel][row * 3 + column] += codes[xs].reduce(0) { $0 &+ Int($1) }
    }
  }

  /// The pixels of a row of which `x * 3 / width` is `column`.
  private static func third(_ column: Int, of width: Int) -> Range<Int> {
    (column * width + 2) / 3..<((column + 1) * width + 2) / 3
  }

  /// Counts what all channels of a row have to do with.
  private mutating func count(_ colors: [[Int32]], row: Int) {
    let (luma, red, green, blue) = (colors[0], colors[1], colors[2], colors[3])
    let span = coding.white - coding.black
    for column in 0..<3 {
      gridCounts.luma[row * 3 + column] += Self.third(column, of: luma.count).count
    }
    var counts = SIMD4<Int>()
    var sums = [SIMD4<Int>](repeating: .zero, count: 3)
    let reach = (span * 5 + 50) / 100
    let legal = Int32(coding.black - reach)...Int32(coding.white + reach)
    for x in luma.indices {
      let above = 3 * (Int(luma[x]) - coding.black)
      let zone = above < span ? 0 : above < 2 * span ? 1 : 2
      counts[zone] &+= 1
      sums[zone] &+= SIMD4(Int(luma[x]), Int(red[x]), Int(green[x]), Int(blue[x]))
      let isInside = legal.contains(red[x]) && legal.contains(green[x]) && legal.contains(blue[x])
      if !isInside { strayCount &+= 1 }
    }
    for zone in 0..<3 {
      zoneCounts[zone] += counts[zone]
      for channel in 0..<4 { zoneSums[channel][zone] += sums[zone][channel] }
    }
  }
}
