/// The data of a scan, interval by interval, without the zeros behind bytes of FF (ISO/IEC 10918-1,
/// F.1.2.3 and E.2.4).
struct JPEGIntervals {
  private let bytes: [UInt8]
  private let end: Int
  /// Where the data behind the interval begin: at a marker, or at the end.
  private var place: Int
  /// The number of the next marker.
  private var next: UInt8 = 0
  /// Whether the data are not those of an interval that is asked for.
  private(set) var isMissing = false
  /// The data of the interval.
  private(set) var data: [UInt8] = []
  var bits = JPEGBits()
  /// What is wrong with the data; the first that is found.
  private(set) var flaw: ImageError?

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = Swift.min(range.upperBound, bytes.count)
    place = range.lowerBound
    load()
  }

  /// Whether neither data of this interval nor others are left.
  var isOver: Bool { isMissing && place + 1 >= end }

  /// Notes that something is wrong with the data.
  mutating func note(_ fault: String) {
    if flaw == nil { flaw = .malformed(.coded(fault), at: .byte(place)) }
  }

  /// Notes that the data end too early, where they do.
  ///
  /// - Returns: whether they do.
  @discardableResult
  mutating func checkEnd() -> Bool {
    guard isMissing || bits.isOver(data.span) else { return false }
    if !isMissing { note("data of a scan end too early") }
    isMissing = true
    return true
  }

  /// Goes on to the next interval. Where another marker stands than should, it is libjpeg's guess
  /// which is missing.
  mutating func advance() {
    isMissing = false
    while place + 1 < end {
      let found = bytes[place + 1] & 7
      let ahead = (found &- next) & 7
      if ahead == 1 || ahead == 2 {
        // The marker that should stand here is lost, with its interval.
        note("a restart is missing")
        break
      }
      place += 2
      if ahead == 6 || ahead == 7 {
        note("a restart is out of place")
        skip()
        continue
      }
      if ahead != 0 { note("a restart is out of place") }
      next = (next + 1) & 7
      load()
      return
    }
    if place + 1 >= end { note("data of a scan end too early") }
    next = (next + 1) & 7
    isMissing = true
    data.removeAll(keepingCapacity: true)
    bits = JPEGBits()
  }

  /// Takes the data up to the next marker.
  private mutating func load() {
    data.removeAll(keepingCapacity: true)
    bits = JPEGBits()
    while true {
      let start = place
      place = Swift.min(JPEGBytes.markerByte(bytes.span, from: place), end)
      data += bytes[start..<place]
      guard place + 1 < end else {
        place = end
        return
      }
      switch bytes[place + 1] {
      case 0:
        data.append(0xFF)
        place += 2
      case 0xFF: place += 1
      default: return
      }
    }
  }

  /// Steps over data up to the next marker.
  private mutating func skip() {
    while place < end {
      place = Swift.min(JPEGBytes.markerByte(bytes.span, from: place), end)
      if place + 1 >= end {
        place = end
      } else if bytes[place + 1] == 0xFF {
        place += 1
      } else if bytes[place + 1] == 0 {
        place += 2
      } else {
        return
      }
    }
  }
}
