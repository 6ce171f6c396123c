import Fonts

/// How much of each pixel of a box is let through, in parts of 65535.
package struct PlateCover: Sendable {
  /// Where its pixels are.
  package let box: PixelBox
  /// One share for each pixel, row by row.
  package var shares: [UInt16]

  /// Covers all of a box by the same share.
  package init(_ box: PixelBox, _ share: UInt16) {
    self.box = box
    shares = [UInt16](repeating: share, count: box.width * box.height)
  }

  /// A coverage in a box.
  package init(_ coverage: Coverage, in box: PixelBox) {
    self.init(box, 0)
    let part = box.common(with: coverage.box)
    guard !part.isEmpty else { return }
    for y in part.y..<part.y + part.height {
      let at = (y - box.y) * box.width + part.x - box.x
      let from = (y - coverage.y) * coverage.width + part.x - coverage.x
      for column in 0..<part.width {
        shares[at + column] = UInt16(coverage.bytes[from + column]) &* 257
      }
    }
  }

  /// What two covers of the same box give together.
  package mutating func combine(
    _ other: PlateCover, _ combined: (UInt16, UInt16) -> UInt16
  ) {
    for at in shares.indices { shares[at] = combined(shares[at], other.shares[at]) }
  }

  /// What this cover and another give together where that is; beyond it nothing changes.
  package mutating func combine(
    within other: PlateCover, _ combined: (UInt16, UInt16) -> UInt16
  ) {
    let part = box.common(with: other.box)
    for y in part.y..<part.y + part.height {
      let at = (y &- box.y) &* box.width &+ part.x &- box.x
      let from = (y &- other.box.y) &* other.box.width &+ part.x &- other.box.x
      for column in 0..<part.width {
        shares[at &+ column] = combined(shares[at &+ column], other.shares[from &+ column])
      }
    }
  }

  /// Every share changed by itself.
  package mutating func change(_ changed: (UInt16) -> UInt16) {
    for at in shares.indices { shares[at] = changed(shares[at]) }
  }

  /// The cover as a coverage of 8 bits.
  package var coverage: Coverage {
    Coverage(
      x: box.x, y: box.y, width: box.width, height: box.height,
      bytes: shares.map { UInt8(truncatingIfNeeded: (UInt32($0) &* 255 &+ 32767) / 65535) })
  }

  /// What either covers.
  package static func union(_ one: UInt16, _ other: UInt16) -> UInt16 {
    one.plus(Plate.product(.max &- one, other))
  }
}
