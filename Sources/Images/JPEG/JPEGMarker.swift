import Bytes

/// A marker of a JPEG file: the byte that stands behind one of FF (ISO/IEC 10918-1, B.1.1.3).
struct JPEGMarker: Hashable, Sendable {
  let code: UInt8

  static let start = JPEGMarker(code: 0xD8)
  static let end = JPEGMarker(code: 0xD9)
  static let scan = JPEGMarker(code: 0xDA)
  static let quantizers = JPEGMarker(code: 0xDB)
  static let height = JPEGMarker(code: 0xDC)
  static let interval = JPEGMarker(code: 0xDD)
  static let codes = JPEGMarker(code: 0xC4)
  static let conditioning = JPEGMarker(code: 0xCC)
  static let jfif = JPEGMarker(code: 0xE0)
  static let exif = JPEGMarker(code: 0xE1)
  static let profile = JPEGMarker(code: 0xE2)
  static let adobe = JPEGMarker(code: 0xEE)

  /// Whether nothing stands behind it that belongs to it.
  var isAlone: Bool { code == 0x01 || isRestart || self == .start || self == .end }

  /// Whether it stands within a scan, where decoding begins anew.
  var isRestart: Bool { code & 0xF8 == 0xD0 }

  /// Whether a frame begins with it.
  var isFrame: Bool {
    code & 0xF0 == 0xC0 && self != .codes && code != 0xC8 && self != .conditioning
  }

  /// What of a frame that begins with it is not read; nil for those that are.
  var limitation: String? {
    switch code {
    case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: nil
    case 0xC3, 0xCB: "lossless coding"
    case 0xC5...0xC7, 0xDE: "hierarchical coding"
    case 0xCD...0xCF: "hierarchical arithmetic coding"
    case 0xF7: "JPEG-LS coding"
    default: nil
    }
  }

  /// Its name in the standard.
  var text: String {
    switch code {
    case 0xC4: "DHT"
    case 0xCC: "DAC"
    case 0xC0...0xCF: "SOF\(code & 15)"
    case 0xD0...0xD7: "RST\(code & 7)"
    case 0xD8: "SOI"
    case 0xD9: "EOI"
    case 0xDA: "SOS"
    case 0xDB: "DQT"
    case 0xDC: "DNL"
    case 0xDD: "DRI"
    case 0xDE: "DHP"
    case 0xDF: "EXP"
    case 0xE0...0xEF: "APP\(code & 15)"
    case 0xFE: "COM"
    default: "FF\(String(code, radix: 16, uppercase: true))"
    }
  }
}

/// One marker with what belongs to it.
struct JPEGSegment {
  let marker: JPEGMarker
  /// The offset of the marker's byte of FF.
  let start: Int
  /// Where its contents lie, behind their length; empty for a marker that stands alone.
  let data: Range<Int>

  /// Looks for the next marker from `place` on, and steps over bytes that are none, as libjpeg
  /// does.
  ///
  /// - Throws: ``ImageError/truncated(at:)`` when the segment is not all there.
  init(in bytes: [UInt8], from place: Int) throws(ImageError) {
    var place = place
    while true {
      place = JPEGBytes.markerByte(bytes.span, from: place)
      guard place + 1 < bytes.count else { throw .truncated(at: .byte(bytes.count)) }
      if bytes[place + 1] != 0, bytes[place + 1] != 0xFF { break }
      place += 1
    }
    start = place
    marker = JPEGMarker(code: bytes[place + 1])
    if marker.isAlone {
      data = place + 2..<place + 2
      return
    }
    var cursor = ByteCursor(bytes, in: place + 2..<bytes.count)
    guard let length = cursor.bigEndian16() else { throw .truncated(at: .byte(bytes.count)) }
    guard length >= 2 else {
      throw .malformed(.segment(marker.text), at: .byte(place))
    }
    guard let data = cursor.skip(length - 2) else { throw .truncated(at: .byte(bytes.count)) }
    self.data = data
  }

  /// The error of a segment that is out of place or of a wrong length.
  var misplaced: ImageError { .malformed(.segment(marker.text), at: .byte(start)) }

  /// The error of a segment that stands there again.
  var repeated: ImageError { .malformed(.repeated("segment \(marker.text)"), at: .byte(start)) }
}

/// Looks through bytes of packed pictures.
enum JPEGBytes {
  /// The place of the first byte of FF from `place` on; the end where there is none.
  static func markerByte(_ bytes: Span<UInt8>, from place: Int) -> Int {
    var place = Swift.max(place, 0)
    while place &+ 16 <= bytes.count {
      if bytes.sixteen(at: place).max() == 0xFF { break }
      place &+= 16
    }
    while place < bytes.count, bytes[place] != 0xFF { place &+= 1 }
    return Swift.min(place, bytes.count)
  }

  /// Where the data of a scan end that begin at `place`: at a marker other than those of restarts.
  static func endOfScan(_ bytes: Span<UInt8>, from place: Int) -> Int {
    var place = place
    while true {
      place = markerByte(bytes, from: place)
      guard place &+ 1 < bytes.count else { return bytes.count }
      let next = bytes[place &+ 1]
      if next == 0xFF {
        place &+= 1
      } else if next == 0 || JPEGMarker(code: next).isRestart {
        place &+= 2
      } else {
        return place
      }
    }
  }
}
