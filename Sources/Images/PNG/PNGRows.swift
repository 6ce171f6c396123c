/// Unpacks the rows of one picture or frame of a PNG file.
///
/// Beside the picture itself it holds two rows and the inflater's window.
struct PNGRows: ~Copyable {
  private let header: PNGHeader
  private let layout: PNGLayout
  private let width: Int
  private let height: Int
  private var inflater: Inflater
  /// The row above and the row in hand, one behind the other; they change places.
  private var lines: [UInt8]

  /// Prepares to read the zlib stream that lies in `range` of `bytes`.
  init(
    _ bytes: [UInt8], in range: Range<Int>, header: PNGHeader, layout: PNGLayout, width: Int,
    height: Int
  ) throws(ImageError) {
    // Deflate shrinks to no less than 1/1032: a match of 258 bytes takes two bits.
    let unpacked = header.unpackedBytes(width: width, height: height)
    guard unpacked / 1032 <= range.count else { throw .truncated(at: .byte(range.upperBound)) }
    let rowBytes = header.rowBytes(width)
    inflater = try Inflater(bytes, in: range, largestRead: rowBytes + 1)
    self.header = header
    self.layout = layout
    self.width = width
    self.height = height
    lines = [UInt8](repeating: 0, count: rowBytes * 2)
  }

  /// Reads all rows of a picture with 8-bit samples.
  mutating func readBytes() throws(ImageError) -> [UInt8] {
    let layout = layout
    if case .rgba8 = layout, !header.isInterlaced { return try readInPlace() }
    return try read { (row, count, pixels) in
      PNGExpansion.expand(row, layout, count: count, into: pixels)
    }
  }

  /// Reads all rows of a picture with 16-bit samples.
  mutating func readWords() throws(ImageError) -> [UInt16] {
    let layout = layout
    return try read { (row, count, pixels) in
      PNGExpansion.expand(row, layout, count: count, into: pixels)
    }
  }

  private mutating func read<Sample: FixedWidthInteger>(
    _ expand: (UnsafeBufferPointer<UInt8>, Int, UnsafeMutableBufferPointer<Sample>) -> Void
  ) throws(ImageError) -> [Sample] {
    var samples = [Sample](repeating: 0, count: width * height * 4)
    var sparse = [Sample](repeating: 0, count: header.isInterlaced ? width * 4 : 0)
    for pass in PNGPass.passes(interlaced: header.isInterlaced, width: width, height: height) {
      let rowBytes = header.rowBytes(pass.width)
      for index in lines.indices { lines[index] = 0 }
      for line in 0..<pass.height {
        try readLine(rowBytes, isOdd: line & 1 == 1)
        let start = line & 1 == 1 ? lines.count / 2 : 0
        let first = ((pass.row + line * pass.rowStep) * width + pass.column) * 4
        lines.withUnsafeBufferPointer { lines in
          let row = UnsafeBufferPointer(rebasing: lines[start..<start + rowBytes])
          samples.withUnsafeMutableBufferPointer { samples in
            let target = UnsafeMutableBufferPointer(rebasing: samples[first...])
            if pass.columnStep == 1 {
              expand(
                row, pass.width, UnsafeMutableBufferPointer(rebasing: target[..<(pass.width * 4)]))
              return
            }
            sparse.withUnsafeMutableBufferPointer { sparse in
              expand(
                row, pass.width, UnsafeMutableBufferPointer(rebasing: sparse[..<(pass.width * 4)]))
              Self.scatter(sparse, target, pass)
            }
          }
        }
      }
    }
    try inflater.finish()
    return samples
  }

  /// Puts the pixels of a pass's row where they belong.
  private static func scatter<Sample>(
    _ pixels: UnsafeMutableBufferPointer<Sample>, _ target: UnsafeMutableBufferPointer<Sample>,
    _ pass: PNGPass
  ) {
    for index in 0..<pass.width {
      let to = index &* pass.columnStep &* 4
      for channel in 0..<4 { target[to &+ channel] = pixels[index &* 4 &+ channel] }
    }
  }

  /// Unpacks and unfilters one row into its half of `lines`.
  private mutating func readLine(_ rowBytes: Int, isOdd: Bool) throws(ImageError) {
    let distance = header.filterDistance
    let half = lines.count / 2
    var filter: UInt8 = 0
    var isKnown = false
    try inflater.withBytes(rowBytes + 1) { (source) throws(ImageError) in
      filter = source[0]
      lines.withUnsafeMutableBufferPointer { lines in
        let even = UnsafeMutableBufferPointer(rebasing: lines[..<rowBytes])
        let odd = UnsafeMutableBufferPointer(rebasing: lines[half..<half + rowBytes])
        isKnown = PNGUnfilter.run(
          filter, UnsafeBufferPointer(rebasing: source[1...]),
          above: UnsafeBufferPointer(isOdd ? even : odd), into: isOdd ? odd : even,
          distance: distance)
      }
    }
    if !isKnown { throw inflater.malformed("filter", Int(filter)) }
  }

  /// Reads rows that need no expansion straight into the picture; its rows are the rows above.
  private mutating func readInPlace() throws(ImageError) -> [UInt8] {
    let rowBytes = width * 4
    var samples = [UInt8](repeating: 0, count: rowBytes * height)
    let blank = lines
    for line in 0..<height {
      var filter: UInt8 = 0
      var isKnown = false
      try inflater.withBytes(rowBytes + 1) { (source) throws(ImageError) in
        filter = source[0]
        let start = line * rowBytes
        blank.withUnsafeBufferPointer { blank in
          samples.withUnsafeMutableBufferPointer { samples in
            let target = UnsafeMutableBufferPointer(rebasing: samples[start..<start + rowBytes])
            let above =
              line == 0
              ? UnsafeBufferPointer(rebasing: blank[..<rowBytes])
              : UnsafeBufferPointer(rebasing: samples[start - rowBytes..<start])
            isKnown = PNGUnfilter.run(
              filter, UnsafeBufferPointer(rebasing: source[1...]), above: above, into: target,
              distance: 4)
          }
        }
      }
      if !isKnown { throw inflater.malformed("filter", Int(filter)) }
    }
    try inflater.finish()
    return samples
  }
}
