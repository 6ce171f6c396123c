/// Arabic forms for fonts without lookups for them, but with Unicode's presentation forms.
enum ArabicFallback {
  /// Letters with the first of their presentation forms – isolated, final, initial, medial – and
  /// how many there are.
  private static let letters: [(code: UInt32, form: UInt32, count: UInt32)] = {
    var letters: [(UInt32, UInt32, UInt32)] = []
    // The block of U+FE80 has the letters from hamza to yeh in order.
    var form: UInt32 = 0xFE80
    for code: UInt32 in Array(0x0621...0x063A) + Array(0x0641...0x064A) {
      let count: UInt32 =
        switch code {
        case 0x0621: 1
        case 0x0622...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0649: 2
        default: 4
        }
      letters.append((code, form, count))
      form += count
    }
    return letters + [
      (0x0671, 0xFB50, 2), (0x0677, 0xFBDD, 1), (0x0679, 0xFB66, 4), (0x067A, 0xFB5E, 4),
      (0x067B, 0xFB52, 4), (0x067E, 0xFB56, 4), (0x067F, 0xFB62, 4), (0x0680, 0xFB5A, 4),
      (0x0683, 0xFB76, 4), (0x0684, 0xFB72, 4), (0x0686, 0xFB7A, 4), (0x0687, 0xFB7E, 4),
      (0x0688, 0xFB88, 2), (0x068C, 0xFB84, 2), (0x068D, 0xFB82, 2), (0x068E, 0xFB86, 2),
      (0x0691, 0xFB8C, 2), (0x0698, 0xFB8A, 2), (0x06A4, 0xFB6A, 4), (0x06A6, 0xFB6E, 4),
      (0x06A9, 0xFB8E, 4), (0x06AD, 0xFBD3, 4), (0x06AF, 0xFB92, 4), (0x06B1, 0xFB9A, 4),
      (0x06B3, 0xFB96, 4), (0x06BA, 0xFB9E, 2), (0x06BB, 0xFBA0, 4), (0x06BE, 0xFBAA, 4),
      (0x06C0, 0xFBA4, 2), (0x06C1, 0xFBA6, 4), (0x06C5, 0xFBE0, 2), (0x06C6, 0xFBD9, 2),
      (0x06C7, 0xFBD7, 2), (0x06C8, 0xFBDB, 2), (0x06C9, 0xFBE2, 2), (0x06CB, 0xFBDE, 2),
      (0x06CC, 0xFBFC, 4), (0x06D0, 0xFBE4, 4), (0x06D2, 0xFBAE, 2), (0x06D3, 0xFBB0, 2),
    ]
  }()

  /// The order of the forms by the index of the feature in ``ArabicShaping/features``.
  private static let forms: [UInt8: UInt32] = [0: 0, 1: 1, 6: 2, 4: 3]

  static func shape(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan, _ face: ShapingFace) {
    guard plan.map["init"]?.needsFallback ?? true, plan.map["fina"]?.needsFallback ?? true,
      plan.map["medi"]?.needsFallback ?? true, plan.map["isol"]?.needsFallback ?? true
    else { return }
    var substitutes: [UInt32: UInt32] = [:]
    for letter in letters {
      guard let glyph = face.glyph(letter.code) else { continue }
      for form in 0..<letter.count {
        if let other = face.glyph(letter.form + form) {
          substitutes[UInt32(glyph) << 2 | form] = UInt32(other)
        }
      }
    }
    // The initial and medial forms of alef maksura stand apart.
    for (form, code): (UInt32, UInt32) in [(2, 0xFBE8), (3, 0xFBE9)] {
      guard let glyph = face.glyph(0x0649), let other = face.glyph(code) else { continue }
      substitutes[UInt32(glyph) << 2 | form] = UInt32(other)
    }
    for index in buffer.info.indices {
      guard let form = forms[buffer.info[index].category],
        let other = substitutes[buffer.info[index].code << 2 | form]
      else { continue }
      buffer.info[index].code = other
      buffer.info[index].glyphTraits.insert(.substituted)
    }
    ArabicFallbackLigatures.apply(&buffer, face)
  }
}
