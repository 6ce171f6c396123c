import Bytes

/// A chunk that says what the colours of a PNG are (PNG 3, 11.3.2).
struct ColorChunk {
  private let name: String
  private let data: [UInt8]

  /// The chunk `cICP` of RGB in the full range, with code points of ITU-T H.273.
  init(primaries: UInt8, transfer: UInt8) {
    (name, data) = ("cICP", [primaries, transfer, 0, 1])
  }

  /// The chunk `vxLt`, which is this program's own: samples are PQ whose 1 cd/m² is white.
  init(sceneMultipliedByAlpha isMultiplied: Bool) {
    (name, data) = ("vxLt", [isMultiplied ? 1 : 0])
  }

  /// The chunk `gAMA` with a power of signals over light, in 1/100,000.
  init(gamma: UInt32) { (name, data) = ("gAMA", Self.bytes(gamma)) }

  /// The chunk `cHRM` with x and y of white, red, green and blue, in 1/100,000.
  init(chromaticities: [Int32]) {
    (name, data) = ("cHRM", chromaticities.flatMap { Self.bytes(UInt32(bitPattern: $0)) })
  }

  /// The chunk `iCCP` with a profile, which is stored as it is: the PNG is only passed on.
  init(profile: [UInt8]) {
    // A window of 32 KiB, fastest (RFC 1950), then blocks that are not packed (RFC 1951, 3.2.4).
    var packed: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(profile.count - place, 0xFFFF)
      let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
      packed.append(place + count == profile.count ? 1 : 0)
      packed += [low, high, ~low, ~high]
      packed += profile[place..<place + count]
      place += count
    } while place < profile.count
    var sum = Adler32()
    sum.update(profile)
    // The name and a 0, and 0 for the only way of packing.
    (name, data) = ("iCCP", Array("profile".utf8) + [0, 0] + packed + Self.bytes(sum.value))
  }

  /// A PNG with this chunk, where no chunk of these two kinds is in it.
  func added(to png: [UInt8]) -> [UInt8] {
    // The signature and the header.
    let place = 8 + 25
    var next = place
    while next + 12 <= png.count, !png[next + 4..<next + 8].elementsEqual("IDAT".utf8) {
      let name = png[next + 4..<next + 8]
      if name.elementsEqual("cICP".utf8) || name.elementsEqual("iCCP".utf8) { return png }
      next += 12 + TIFFDirectory.number(png[next..<next + 4], isBig: true)
    }
    guard png.count > place else { return png }
    let content = Array(name.utf8) + data
    var sum = CRC32()
    sum.update(content)
    return png[..<place] + Self.bytes(UInt32(data.count)) + content + Self.bytes(sum.value)
      + png[place...]
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
