/// Turns finished rows into the samples of a ``Picture``.
///
/// `row` is long enough for `count` pixels, and `pixels` has room for four samples of each.
enum PNGExpansion {
  typealias Row = Span<UInt8>

  /// Expands a row of at most 8 bits a sample.
  static func expand(
    _ row: Row, _ layout: PNGLayout, count: Int, into pixels: inout MutableSpan<UInt8>
  ) {
    var raw = pixels.mutableBytes
    switch layout {
    case .table(let table, depth: 8):
      // With a known number of entries, no sample needs a check.
      let table = table.span.extracting(0..<256)
      expand(row, size: 1, count, &raw) { table[Int($0[$1])] }
    case .table(let table, let depth): expandBits(row, table.span, depth, count, &raw)
    case .rgb8(nil):
      expand(row, size: 3, count, &raw) {
        PNGLayout.pixel($0[$1], $0[$1 &+ 1], $0[$1 &+ 2], 255)
      }
    case .rgb8(let key?):
      expand(row, size: 3, count, &raw) {
        let (red, green, blue) = ($0[$1], $0[$1 &+ 1], $0[$1 &+ 2])
        let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        return PNGLayout.pixel(red, green, blue, color == key ? 0 : 255)
      }
    case .grayAlpha8:
      expand(row, size: 2, count, &raw) {
        PNGLayout.pixel($0[$1], $0[$1], $0[$1], $0[$1 &+ 1])
      }
    case .rgba8: for index in row.indices { pixels[index] = row[index] }
    case .wide: break
    }
  }

  /// Expands pixels of `size` bytes, which `pixel` reads from an offset on.
  ///
  /// Sixteen are taken at a time, so that their places are checked once.
  @inline(__always)
  private static func expand(
    _ row: Row, size: Int, _ count: Int, _ pixels: inout MutableRawSpan,
    _ pixel: (Row, Int) -> UInt32
  ) {
    var index = 0
    while index &+ 16 <= count {
      let part = row.extracting(index &* size..<index &* size &+ 16 &* size)
      for four in 0..<4 {
        let first = 4 &* four &* size
        pixels.storeBytes(
          of: SIMD4(
            pixel(part, first), pixel(part, first &+ size), pixel(part, first &+ 2 &* size),
            pixel(part, first &+ 3 &* size)),
          toByteOffset: 4 &* (index &+ 4 &* four), as: SIMD4<UInt32>.self)
      }
      index &+= 16
    }
    while index < count {
      pixels.storeBytes(of: pixel(row, index &* size), toByteOffset: 4 &* index, as: UInt32.self)
      index &+= 1
    }
  }

  /// Expands samples of less than a byte; the leftmost lies in the highest bits (section 7.2).
  private static func expandBits(
    _ row: Row, _ table: Span<UInt32>, _ depth: Int, _ count: Int, _ pixels: inout MutableRawSpan
  ) {
    let table = table.extracting(0..<256)
    let (shift, down) = (UInt8(truncatingIfNeeded: depth), UInt8(truncatingIfNeeded: 8 &- depth))
    var place = 0
    for index in row.indices {
      var byte = row[index]
      for _ in 0..<Swift.min(8 / depth, count &- place) {
        pixels.storeBytes(
          of: table[Int(byte &>> down)], toByteOffset: 4 &* place, as: UInt32.self)
        byte &<<= shift
        place &+= 1
      }
    }
  }

  /// Expands a row of 16 bits a sample.
  static func expand(
    _ row: Row, _ layout: PNGLayout, count: Int, into pixels: inout MutableSpan<UInt16>
  ) {
    guard case .wide(let channels, let key) = layout else { return }
    var raw = pixels.mutableBytes
    switch (channels, key) {
    case (1, nil): expandWide(row, size: 2, count, &raw) { gray($0, .max) }
    case (1, let key?):
      expandWide(row, size: 2, count, &raw) { gray($0, UInt64(sample($0, 0)) == key ? 0 : .max) }
    case (2, _): expandWide(row, size: 4, count, &raw) { gray($0, sample($0, 1)) }
    case (3, nil): expandWide(row, size: 6, count, &raw) { color($0, .max) }
    case (3, let key?):
      expandWide(row, size: 6, count, &raw) {
        let (red, green, blue) = (sample($0, 0), sample($0, 1), sample($0, 2))
        let color = UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue)
        return SIMD4(red, green, blue, color == key ? 0 : .max)
      }
    default: expandWide(row, size: 8, count, &raw) { color($0, sample($0, 3)) }
    }
  }

  @inline(__always)
  private static func expandWide(
    _ row: Row, size: Int, _ count: Int, _ pixels: inout MutableRawSpan,
    _ pixel: (Row) -> SIMD4<UInt16>
  ) {
    for index in 0..<count {
      let part = row.extracting(index &* size..<index &* size &+ size)
      pixels.storeBytes(of: pixel(part), toByteOffset: 8 &* index, as: SIMD4<UInt16>.self)
    }
  }

  @inline(__always)
  private static func sample(_ pixel: Row, _ channel: Int) -> UInt16 {
    UInt16(pixel[2 &* channel]) &<< 8 | UInt16(pixel[2 &* channel &+ 1])
  }

  @inline(__always)
  private static func gray(_ pixel: Row, _ alpha: UInt16) -> SIMD4<UInt16> {
    let gray = sample(pixel, 0)
    return SIMD4(gray, gray, gray, alpha)
  }

  @inline(__always)
  private static func color(_ pixel: Row, _ alpha: UInt16) -> SIMD4<UInt16> {
    SIMD4(sample(pixel, 0), sample(pixel, 1), sample(pixel, 2), alpha)
  }
}
