@testable import Images

/// Makes JPEG files out of segments, right or wrong.
///
/// Blocks are grey: a bit of 0 for the same as before or 1 and three bits for a difference, and a
/// bit of 0 for their end.
struct JPEGBuilder {
  var bytes: [UInt8] = [0xFF, 0xD8]

  /// A file without a segment.
  init() {}

  /// A file with all that a frame of these sides needs before its scan.
  init(
    width: Int, height: Int, frame: UInt8 = 0xC0, depth: UInt8 = 8, sampling: [UInt8] = [0x11]
  ) {
    add(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    var head: [UInt8] = [depth]
    for side in [height, width] { head += [UInt8(side >> 8), UInt8(side & 255)] }
    head.append(UInt8(sampling.count))
    for (index, factors) in sampling.enumerated() { head += [UInt8(index + 1), factors, 0] }
    add(frame, head)
    add(0xC4, [0, 2] + [UInt8](repeating: 0, count: 15) + [0, 3])
    add(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
  }

  /// Appends a segment.
  mutating func add(_ marker: UInt8, _ data: [UInt8]) {
    let length = data.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]
    bytes += data
  }

  func adding(_ marker: UInt8, _ data: [UInt8]) -> JPEGBuilder {
    var copy = self
    copy.add(marker, data)
    return copy
  }

  /// Appends a scan of the first components; a band of a progressive one has its bits last.
  func scan(
    _ data: [UInt8], components: Int = 1, tables: UInt8 = 0, band: [UInt8] = [0, 63, 0]
  ) -> JPEGBuilder {
    var head = [UInt8(components)]
    for index in 0..<components { head += [UInt8(index + 1), tables] }
    var copy = adding(0xDA, head + band)
    copy.bytes += data
    return copy
  }

  /// The file with its end.
  var ended: [UInt8] { bytes + [0xFF, 0xD9] }
}
