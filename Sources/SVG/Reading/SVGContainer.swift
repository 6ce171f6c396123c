import Images

/// The bytes of a picture's XML.
enum SVGContainer {
  /// How far into a file its root is looked for.
  private static let lookout = 1 << 16

  /// Whether bytes are those of a file that is thought to be an SVG picture, packed or not.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    if GzipBytes.isOne(bytes) {
      return (try? unpacked(bytes)).map { isMarkup($0) } ?? false
    }
    return isMarkup(bytes)
  }

  /// Unpacks what is packed, and makes UTF-8 of other encodings.
  static func xml(_ bytes: [UInt8]) throws(SVGError) -> [UInt8] {
    guard GzipBytes.isOne(bytes) else { return XMLEncoding.decoded(bytes) }
    do throws(ImageError) { return XMLEncoding.decoded(try unpacked(bytes)) } catch {
      throw .unsupported("what is packed can't be unpacked: \(error)")
    }
  }

  private static func unpacked(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    try GzipBytes.unpack(bytes, most: SVGLimits.bytes)
  }

  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let bytes =
      XMLEncoding.isWide(bytes) ? XMLEncoding.decoded(Array(bytes.prefix(lookout))) : bytes
    guard let start = bytes.firstIndex(where: { !blanks.contains($0) }), bytes[start] == 0x3C
    else { return false }
    let head = Array(bytes[start...].prefix(lookout))
    let name = Array("svg".utf8)
    for at in head.indices.dropFirst().dropLast(3)
    where head[at] == name[0] && head[at..<at + 3].elementsEqual(name) {
      // `<svg` or `<prefix:svg`, and no name that goes on.
      let before = head[at - 1]
      let after = head[at + 3]
      let ends = blanks.contains(after) || after == 0x3E || after == 0x2F
      if ends, before == 0x3C || before == 0x3A { return true }
    }
    return false
  }
}
