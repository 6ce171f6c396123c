/// Turns finished rows into the samples of a ``Picture``.
///
/// `row` is long enough for `count` pixels, and `pixels` has room for four samples of each.
enum PNGExpansion {
  typealias Row = UnsafeBufferPointer<UInt8>

  /// Expands a row of at most 8 bits a sample.
  static func expand(
    _ row: Row, _ layout: PNGLayout, count: Int, into pixels: UnsafeMutableBufferPointer<UInt8>
  ) {
    let raw = UnsafeMutableRawBufferPointer(pixels)
    switch layout {
    case .table(let table, let depth):
      table.withUnsafeBufferPointer { expandTable(row, $0, depth, count, raw) }
    case .rgb8(let key): expandColors(row, key, count, raw)
    case .grayAlpha8:
      for index in 0..<count {
        let gray = row[index &* 2]
        raw.storeBytes(
          of: PNGLayout.pixel(gray, gray, gray, row[index &* 2 &+ 1]), toByteOffset: index &* 4,
          as: UInt32.self)
      }
    case .rgba8: _ = pixels.update(fromContentsOf: row)
    case .wide: break
    }
  }

  private static func expandTable(
    _ row: Row, _ table: UnsafeBufferPointer<UInt32>, _ depth: Int, _ count: Int,
    _ pixels: UnsafeMutableRawBufferPointer
  ) {
    if depth == 8 {
      for index in 0..<count {
        pixels.storeBytes(
          of: table[Int(row[index])], toByteOffset: index &* 4, as: UInt32.self)
      }
      return
    }
    let mask = (1 &<< depth) &- 1
    for index in 0..<count {
      // The leftmost pixel lies in the highest bits (section 7.2).
      let bit = index &* depth
      let sample = Int(row[bit &>> 3]) &>> (8 &- depth &- (bit & 7)) & mask
      pixels.storeBytes(of: table[sample], toByteOffset: index &* 4, as: UInt32.self)
    }
  }

  private static func expandColors(
    _ row: Row, _ key: UInt32?, _ count: Int, _ pixels: UnsafeMutableRawBufferPointer
  ) {
    guard let key else {
      for index in 0..<count {
        pixels.storeBytes(
          of: PNGLayout.pixel(row[index &* 3], row[index &* 3 &+ 1], row[index &* 3 &+ 2], 255),
          toByteOffset: index &* 4, as: UInt32.self)
      }
      return
    }
    for index in 0..<count {
      let (red, green, blue) = (row[index &* 3], row[index &* 3 &+ 1], row[index &* 3 &+ 2])
      let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      pixels.storeBytes(
        of: PNGLayout.pixel(red, green, blue, color == key ? 0 : 255), toByteOffset: index &* 4,
        as: UInt32.self)
    }
  }

  /// Expands a row of 16 bits a sample.
  static func expand(
    _ row: Row, _ layout: PNGLayout, count: Int, into pixels: UnsafeMutableBufferPointer<UInt16>
  ) {
    guard case .wide(let channels, let key) = layout else { return }
    let raw = UnsafeRawBufferPointer(row)
    func sample(_ index: Int) -> UInt16 {
      UInt16(bigEndian: raw.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
    }
    let isColor = channels >= 3
    let hasAlpha = channels == 2 || channels == 4
    for index in 0..<count {
      let from = index &* channels
      let to = index &* 4
      let red = sample(from)
      let green = isColor ? sample(from &+ 1) : red
      let blue = isColor ? sample(from &+ 2) : red
      var alpha = UInt16.max
      if hasAlpha {
        alpha = sample(from &+ channels &- 1)
      } else if let key {
        let color =
          isColor ? UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue) : UInt64(red)
        if color == key { alpha = 0 }
      }
      pixels[to] = red
      pixels[to &+ 1] = green
      pixels[to &+ 2] = blue
      pixels[to &+ 3] = alpha
    }
  }
}
