/// Hebrew: points in an order of their own, and letters composed with them for older fonts.
enum HebrewShaping {
  /// A meteg goes before a sheva or hiriq that follows a patah or qamats.
  static func reorderMarks(_ buffer: inout GlyphBuffer, _ start: Int, _ end: Int) {
    typealias Class = ModifiedCombiningClass
    guard end - start > 2 else { return }
    for index in start + 2..<end {
      let first = buffer.info[index - 2].combiningClass
      let second = buffer.info[index - 1].combiningClass
      let third = buffer.info[index].combiningClass
      if first == Class.patah || first == Class.qamats,
        second == Class.sheva || second == 23,
        third == Class.meteg || third == Class.below
      {
        buffer.mergeClusters(index - 1, index + 1)
        buffer.info.swapAt(index - 1, index)
        break
      }
    }
  }

  /// The presentation form of a letter with a point, which Unicode's composition leaves out.
  static func composed(_ letter: UInt32, _ point: UInt32) -> UInt32? {
    switch (point, letter) {
    case (0x05B4, 0x05D9): 0xFB1D
    case (0x05B7, 0x05F2): 0xFB1F
    case (0x05B7, 0x05D0): 0xFB2E
    case (0x05B8, 0x05D0): 0xFB2F
    case (0x05B9, 0x05D5): 0xFB4B
    case (0x05BC, 0xFB2A): 0xFB2C
    case (0x05BC, 0xFB2B): 0xFB2D
    case (0x05BF, 0x05D1): 0xFB4C
    case (0x05BF, 0x05DB): 0xFB4D
    case (0x05BF, 0x05E4): 0xFB4E
    case (0x05C1, 0x05E9): 0xFB2A
    case (0x05C1, 0xFB49): 0xFB2C
    case (0x05C2, 0x05E9): 0xFB2B
    case (0x05C2, 0xFB49): 0xFB2D
    // The letters without a form with dagesh: het, final mem, final nun, ayin, final tsadi.
    case (0x05BC, 0x05D7), (0x05BC, 0x05DD), (0x05BC, 0x05DF), (0x05BC, 0x05E2),
      (0x05BC, 0x05E5):
      nil
    case (0x05BC, 0x05D0...0x05EA): letter - 0x05D0 + 0xFB30
    default: nil
    }
  }
}
