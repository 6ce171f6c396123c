import Bytes

/// Numbers of sRGB, of 16 bits, and the light that they stand for (IEC 61966-2-1).
package enum LightCodes {
  private static let lights: [UInt16] = (0...65535).map { code in
    let value = Double(code) / 65535
    return Plate.share(value <= 0.04045 ? value / 12.92 : Maths.pow((value + 0.055) / 1.055, 2.4))
  }

  private static let codes: [UInt16] = (0...65535).map { light in
    let value = Double(light) / 65535
    return Plate.share(
      value <= 0.0031308 ? value * 12.92 : 1.055 * Maths.pow(value, 1 / 2.4) - 0.055)
  }

  /// The light of a code.
  package static func light(_ code: UInt16) -> UInt16 { lights[Int(code)] }

  /// The code of a light.
  package static func code(_ light: UInt16) -> UInt16 { codes[Int(light)] }
}

extension Plate {
  /// Changes red, green and blue, as they are before they are multiplied by alpha.
  package mutating func change(_ changed: (UInt16) -> UInt16) {
    for at in stride(from: 0, to: samples.count, by: 4) {
      let alpha = UInt32(samples[at + 3])
      if alpha == 0 { continue }
      for part in at..<at + 3 {
        if alpha == 65535 {
          samples[part] = changed(samples[part])
        } else {
          let straight = min((UInt32(samples[part]) * 65535 + alpha / 2) / alpha, 65535)
          samples[part] = Self.product(
            changed(UInt16(truncatingIfNeeded: straight)), UInt16(truncatingIfNeeded: alpha))
        }
      }
    }
  }
}
