import Bytes

/// Writes pictures as PNG files.
///
/// The file has as many bits as the picture, and alpha only if some pixel is not opaque. The same
/// picture always gives the same bytes.
package enum PNGEncoder {
  /// Whether a picture of this size and of 1 or 2 bytes a sample is small enough to be encoded.
  ///
  /// Sides may have 65,535 pixels, and all pixels together may take 2 GiB.
  package static func takes(width: Int, height: Int, sampleBytes: Int) -> Bool {
    let sides = 1...65_535
    guard sides.contains(width), sides.contains(height) else { return false }
    return (width * 4 * sampleBytes + 1) * height <= Deflater.longest
  }

  /// Makes the whole file of a picture that is not too large; see
  /// ``takes(width:height:sampleBytes:)``.
  ///
  /// - Parameter points: what its colours are; without any the file says nothing of them, as is
  ///   usual for sRGB.
  package static func encode(_ picture: Picture, points: CodingPoints? = nil) -> [UInt8] {
    let isOpaque = picture.isOpaque
    let isWide = if case .sixteen = picture.samples { true } else { false }
    let channels = isOpaque ? 3 : 4
    var header: [UInt8] = []
    append(UInt32(picture.width), to: &header)
    append(UInt32(picture.height), to: &header)
    header += [isWide ? 16 : 8, isOpaque ? 2 : 6, 0, 0, 0]

    let distance = channels * (isWide ? 2 : 1)
    var filter = PNGFilter(rowBytes: picture.width * distance, distance: distance)
    var packed: [UInt8] = []
    packed.reserveCapacity((picture.width * distance + 1) * picture.height)
    for row in 0..<picture.height {
      filter.next { fill(&$0, from: $1, picture, row, channels) }
      packed.append(filter.number)
      packed += filter.best
    }

    var file = PNGChunk.signature
    append("IHDR", header, to: &file)
    // No matrix, and all numbers from black to white.
    if let points { append("cICP", [points.primaries, points.transfer, 0, 1], to: &file) }
    append("IDAT", Deflater.pack(packed), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Writes the samples of a row in the order of the file, highest byte first.
  private static func fill(
    _ line: inout [UInt8], from first: Int, _ picture: Picture, _ row: Int, _ channels: Int
  ) {
    var line = line.mutableSpan
    let start = row * picture.width * 4
    switch picture.samples {
    case .eight(let values):
      let values = values.span.extracting(start..<start + picture.width * 4)
      if channels == 4 {
        for index in values.indices { line[first &+ index] = values[index] }
        return
      }
      for column in 0..<picture.width {
        let pixel = values.extracting(column &* 4..<column &* 4 &+ 4)
        let target = first &+ column &* 3
        line[target] = pixel[0]
        line[target &+ 1] = pixel[1]
        line[target &+ 2] = pixel[2]
      }
    case .sixteen(let values):
      let values = values.span.extracting(start..<start + picture.width * 4)
      var bytes = line.mutableBytes
      for column in 0..<picture.width {
        let pixel = values.extracting(column &* 4..<column &* 4 &+ 4)
        let target = first &+ column &* channels &* 2
        for channel in 0..<channels {
          bytes.storeBytes(
            of: pixel[channel].bigEndian, toByteOffset: target &+ channel &* 2, as: UInt16.self)
        }
      }
    }
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    append(UInt32(truncatingIfNeeded: data.count), to: &file)
    let start = file.count
    file += name.utf8
    file += data
    var checksum = CRC32()
    checksum.update(file[start...])
    append(checksum.value, to: &file)
  }
}
