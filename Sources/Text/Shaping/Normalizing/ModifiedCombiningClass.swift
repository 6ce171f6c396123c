/// Canonical combining classes, changed where their order is not that in which fonts expect marks.
enum ModifiedCombiningClass {
  // What Hebrew and Arabic marks are ordered by.
  static let patah: UInt8 = 20, qamats: UInt8 = 21, sheva: UInt8 = 22, hiriq: UInt8 = 18
  static let meteg: UInt8 = 25
  /// Above and below, but before all other marks of Arabic.
  static let earlyBelow: UInt8 = 25, earlyAbove: UInt8 = 26
  static let below: UInt8 = 220, above: UInt8 = 230

  static func of(_ scalar: Unicode.Scalar) -> UInt8 {
    switch scalar.value {
    // Marks that must come behind vowels: sakot, and two of Tibetan.
    case 0x1A60, 0x0FC6: return 254
    case 0x0F39: return 127
    default: return modified(scalar.combiningClass)
    }
  }

  private static func modified(_ own: UInt8) -> UInt8 {
    switch own {
    // Hebrew, after the order of the SBL Hebrew manual.
    case 10: 22
    case 11: 15
    case 12: 16
    case 13: 17
    case 14: 23
    case 15: 18
    case 16: 19
    case 17: 20
    case 18: 21
    case 19: 14
    case 20: 24
    case 21: 12
    case 22: 25
    case 23: 13
    case 24: 10
    case 25: 11
    // Arabic: shadda before the vowels.
    case 27...32: own + 1
    case 33: 27
    // Telugu: length marks, ordered with the other signs.
    case 84: 4
    case 91: 5
    // Thai: sara u and sara uu before phinthu.
    case 103: 3
    // Tibetan.
    case 130: 132
    case 132: 131
    default: own
    }
  }
}
