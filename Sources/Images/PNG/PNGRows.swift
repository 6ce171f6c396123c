/// Unpacks the rows of one picture or frame of a PNG file.
///
/// Beside the picture itself it holds three rows and the inflater's window.
struct PNGRows: ~Copyable {
  private let header: PNGHeader
  private let layout: PNGLayout
  private let width: Int
  private let height: Int
  private var inflater: Inflater
  /// The row above and the row in hand; they change places.
  private var above: [UInt8] = []
  private var line: [UInt8] = []

  /// Prepares to read the zlib stream that lies in `range` of `bytes`.
  init(
    _ bytes: [UInt8], in range: Range<Int>, header: PNGHeader, layout: PNGLayout, width: Int,
    height: Int
  ) throws(ImageError) {
    // Deflate shrinks to no less than 1/1032: a match of 258 bytes takes two bits.
    let unpacked = header.unpackedBytes(width: width, height: height)
    guard unpacked / 1032 <= range.count else { throw .truncated(at: .byte(range.upperBound)) }
    inflater = try Inflater(bytes, in: range, largestRead: header.rowBytes(width) + 1)
    self.header = header
    self.layout = layout
    self.width = width
    self.height = height
  }

  /// Reads all rows of a picture with 8-bit samples.
  mutating func readBytes() throws(ImageError) -> [UInt8] {
    let layout = layout
    if case .rgba8 = layout, !header.isInterlaced { return try readAsTheyAre() }
    return try read { (row, count, pixels) in
      PNGExpansion.expand(row, layout, count: count, into: &pixels)
    }
  }

  /// Reads all rows of a picture with 16-bit samples.
  mutating func readWords() throws(ImageError) -> [UInt16] {
    let layout = layout
    return try read { (row, count, pixels) in
      PNGExpansion.expand(row, layout, count: count, into: &pixels)
    }
  }

  private mutating func read<Sample: FixedWidthInteger & SIMDScalar>(
    _ expand: (Span<UInt8>, Int, inout MutableSpan<Sample>) -> Void
  ) throws(ImageError) -> [Sample] where Sample.SIMD4Storage: BitwiseCopyable {
    var samples: [Sample] = []
    if header.isInterlaced {
      samples = [Sample](repeating: 0, count: width * height * 4)
    } else {
      samples.reserveCapacity(width * height * 4)
    }
    var pixels = [Sample](repeating: 0, count: width * 4)
    for pass in PNGPass.passes(interlaced: header.isInterlaced, width: width, height: height) {
      begin(pass.width)
      for row in 0..<pass.height {
        try readLine()
        var expanded = pixels.mutableSpan
        expand(line.span, pass.width, &expanded)
        if header.isInterlaced {
          let first = ((pass.row + row * pass.rowStep) * width + pass.column) * 4
          Self.scatter(pixels.span, &samples, from: first, pass)
        } else {
          samples += pixels
        }
      }
    }
    try inflater.finish()
    return samples
  }

  /// Puts the pixels of a pass's row where they belong.
  private static func scatter<Sample: SIMDScalar>(
    _ pixels: Span<Sample>, _ samples: inout [Sample], from first: Int, _ pass: PNGPass
  ) where Sample.SIMD4Storage: BitwiseCopyable {
    var target = samples.mutableSpan
    var bytes = target.mutableBytes
    for index in 0..<pass.width {
      let pixel = pixels.extracting(index &* 4..<index &* 4 &+ 4)
      let to = first &+ index &* pass.columnStep &* 4
      bytes.storeBytes(
        of: SIMD4(pixel[0], pixel[1], pixel[2], pixel[3]),
        toByteOffset: to &* MemoryLayout<Sample>.size, as: SIMD4<Sample>.self)
    }
  }

  /// Prepares to read rows of `width` pixels; above the first there is nothing.
  private mutating func begin(_ width: Int) {
    line = [UInt8](repeating: 0, count: header.rowBytes(width))
    above = line
  }

  /// Unpacks and unfilters one row into `line`.
  private mutating func readLine() throws(ImageError) {
    swap(&above, &line)
    let distance = header.filterDistance
    var filter: UInt8 = 0
    var isKnown = false
    try inflater.withBytes(line.count + 1) { (source) throws(ImageError) in
      filter = source[0]
      isKnown = PNGUnfilter.run(
        filter, source.extracting(1..<source.count), above: above, into: &line, distance: distance)
    }
    if !isKnown { throw inflater.malformed("filter", Int(filter)) }
  }

  /// Reads rows that need no expansion.
  private mutating func readAsTheyAre() throws(ImageError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 4)
    begin(width)
    for _ in 0..<height {
      try readLine()
      samples += line
    }
    try inflater.finish()
    return samples
  }
}
