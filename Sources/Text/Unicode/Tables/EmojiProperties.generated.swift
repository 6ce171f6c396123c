// Written by scripts/unicode from the Unicode Character Database 15.0.0. Do not edit.
// Derived from data files that are copyright 1991-2022 Unicode, Inc., under the Unicode License
// (https://www.unicode.org/license.txt).

/// What Unicode says of a scalar as an emoji (UTS #51 1.4).
struct EmojiProperties: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let emoji = EmojiProperties(rawValue: 1)
  static let presentation = EmojiProperties(rawValue: 2)
  static let modifier = EmojiProperties(rawValue: 4)
  static let modifierBase = EmojiProperties(rawValue: 8)
  static let component = EmojiProperties(rawValue: 16)
  static let extendedPictographic = EmojiProperties(rawValue: 32)

  static let table = RangeTable(
    """
    jBABRGABRFAKRvDABhBEABhB+6HABQuBABhBMABhB5EABQ+BABhBWABhB6CAGhBPAChBvLACjBMABhB-CABgBmCABhBZ\
    AEjBDhBBjBChBBjBEADhBnGABhBnHAChBKABhBJABhB6BAChBCjBBAFhBBgBBAHgBBhBCgBBhBBgBBACjBCgBBhBEgBB\
    pBCgBBhBBgBChBCgBBhBDgBBhBDgBChBIgBDhBFgBBhBBgBBhBFgBMjBLgBChBCgBBhBBgBChBBgBBhBSgBBhBCgBBhB\
    BjBGgBKACgBBhBBjBEhBBgBBhBBgBChBDgBBhBBjBFgBBhBCgBCjBEgBChBLgBCjBFgBCjBCgBBhBFgBBjBBhBBgBBhB\
    BgBBhBBjBUgBBhBBjBFgBChBCjBBhBBjBBgBChBBpBBjBCgBBjBEgBBhBCgBBjBCAChBCrBCpBBgBBhBCgBBhBBABhBB\
    ABhBGABhBDABhBGABjBKAChBPABhBCABhBEABjBBABjBEADjBBABjBLAChBDgBtBADjBJABhBOABjBOABjB0LAChBvOA\
    DhBTACjBzBABjBEABjB6mBABhBMABhB5SABhBBABhB17yBABQwv8BAEgBBjBqGgBBjBwBgBNADgBfABgB8BAEgBChBMA\
    ChBOABjBCAKjBSA5BgBaTBABjBBhBNgBKABjBUABjBCAFjBBhBDjBBAEgBJAHgBCjBuFgBhBjBBhBCgBJhBJjBBhBmCj\
    BBhBHjBBrBOjBCgBChBBgBDhBCgBChBiBjBDrBCjBBrBCjBBrBCpBChBFjBMhBRjBCgBBhBBjBBhBBgBBhBDjBFX-BjB\
    BhBBjBBhBCrBCjBLrBVjBTrBDjBBrBEjBDrBBjBDrBHjBBrBBjBBrBYjBBrByCjBBhBBgB-BjBIADgBChBEjBBgBYjBH\
    gBChBCgBBhBCpBEhBBrBMgBBhBCgBEhBCgBBpBEgBCrBNgBBjBBhBCgBBhBIgBChBJgBBhBFgBDhBMgBDhBIgBDhBCgB\
    BhBBgBBhBEgBBhBGgBBhBDgBBhBGgBBhBqCjBDrBDjBFrBwBAjBjBBrBQjBDrBJjBBrBFjBFgBBhBBrBDhBDjBCgBDjB\
    EgBEjBGhBDgBBhBBgBCjBDgBBhBCgBBhBJjBDgB0DAMgB1CALgBMjBEgBBjBPgBMAEgB4BAIgBKAGgBoBAIgBeAyCgBM\
    ABrBCjBBrBIjBIrBGjBBrBJjBKrBBjBBADrBHjBBAwBjBBrB4BjBEzBBjBCrBBjBCrBBjBBrBRjBDrBBjBNrBiBjBwDg\
    BNjBDgBJjBHgBuBjBBgBEjBDrBIgBOjBEgBJjBHgBJrBHgBgIA+fgBihgYAgDQg8-FA
    """)
}
