import Bytes
import Colors
import Fonts
import Images

/// Pixels that are drawn on: red, green, blue and alpha of 16 bits, multiplied by alpha.
package struct Plate: Sendable {
  /// Where its pixels are.
  package let box: PixelBox
  /// Four numbers for each pixel, row by row.
  package var samples: [UInt16]

  /// A transparent plate.
  package init(_ box: PixelBox) {
    self.box = box
    samples = [UInt16](repeating: 0, count: box.width * box.height * 4)
  }

  /// The product of two shares of 65535.
  @inline(__always) package static func product(_ one: UInt16, _ other: UInt16) -> UInt16 {
    let product = UInt32(one) &* UInt32(other) &+ 32768
    return UInt16(truncatingIfNeeded: (product &+ product &>> 16) &>> 16)
  }

  /// A share from 0 to 1 in parts of 65535.
  package static func share(_ value: Double) -> UInt16 {
    // What is no number is nothing.
    value > 0 ? UInt16(min(value, 1) * 65535 + 0.5) : 0
  }

  /// Puts another plate over this one.
  package mutating func add(_ other: Plate, opacity: UInt16 = .max, _ blend: BlendMode = .normal) {
    let part = box.common(with: other.box)
    guard !part.isEmpty, opacity > 0 else { return }
    for y in part.y..<part.y + part.height {
      var at = ((y - box.y) * box.width + part.x - box.x) * 4
      var from = ((y - other.box.y) * other.box.width + part.x - other.box.x) * 4
      if blend != .normal {
        blendRow(at, other, from, part.width, opacity, blend)
        continue
      }
      for _ in 0..<part.width {
        let alpha = Self.product(other.samples[from &+ 3], opacity)
        if alpha != 0 {
          let rest = UInt16.max &- alpha
          for part in 0..<4 {
            let own = Self.product(other.samples[from &+ part], opacity)
            samples[at &+ part] = own.plus(Self.product(samples[at &+ part], rest))
          }
        }
        at &+= 4
        from &+= 4
      }
    }
  }

  /// Multiplies all by the shares of a mask of the same box.
  package mutating func limit(to mask: PlateCover) {
    for pixel in 0..<mask.shares.count {
      let share = mask.shares[pixel]
      if share == .max { continue }
      for at in pixel * 4..<pixel * 4 + 4 {
        samples[at] = Self.product(samples[at], share)
      }
    }
  }

  /// Its alpha, or how bright it is.
  package func cover(byLuma: Bool, isInverted: Bool) -> PlateCover {
    var cover = PlateCover(box, .max)
    for pixel in 0..<cover.shares.count {
      let at = pixel * 4
      var share = samples[at + 3]
      if byLuma {
        // Rec. 709 in parts of 65536, of numbers that are multiplied by alpha already.
        let sum =
          UInt64(samples[at]) * 13_933 + UInt64(samples[at + 1]) * 46_871
          + UInt64(samples[at + 2]) * 4_732
        share = UInt16(min(sum >> 16, 65535))
      }
      cover.shares[pixel] = isInverted ? .max - share : share
    }
    return cover
  }

  /// The plate as a picture of 8 bits whose colours are not multiplied by alpha.
  package var picture: Picture {
    var bytes = [UInt8](repeating: 0, count: samples.count)
    for pixel in 0..<samples.count / 4 {
      let at = pixel * 4
      let alpha = UInt32(samples[at + 3])
      if alpha == 0 { continue }
      for part in at..<at + 3 {
        let color = (UInt32(samples[part]) * 255 + alpha / 2) / alpha
        bytes[part] = UInt8(truncatingIfNeeded: min(color, 255))
      }
      bytes[at + 3] = UInt8(truncatingIfNeeded: (alpha * 255 + 32767) / 65535)
    }
    return Picture(width: box.width, height: box.height, samples: .eight(bytes))
  }
}

extension UInt16 {
  /// The sum, or the most there is.
  @inlinable @inline(__always) public func plus(_ other: UInt16) -> UInt16 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}

extension PixelBox {
  /// The pixels that are in both.
  package func common(with other: PixelBox) -> PixelBox {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x &+ width, other.x &+ other.width)
    let bottom = min(y &+ height, other.y &+ other.height)
    return PixelBox(x: left, y: top, width: max(right &- left, 0), height: max(bottom &- top, 0))
  }

  /// The box with so many pixels more on each side.
  package func grown(by margin: Int) -> PixelBox {
    PixelBox(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
