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
      (0x067E, 0xFB56, 4), (0x0686, 0xFB7A, 4), (0x0698, 0xFB8A, 2), (0x06A9, 0xFB8E, 4),
      (0x06AF, 0xFB92, 4), (0x06CC, 0xFBFC, 4), (0x0679, 0xFB66, 4), (0x0688, 0xFB88, 2),
      (0x0691, 0xFB8C, 2), (0x06BA, 0xFB9E, 2), (0x06BE, 0xFBAA, 4), (0x06C1, 0xFBA6, 4),
      (0x06D2, 0xFBAE, 2),
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
    guard !substitutes.isEmpty else { return }
    for index in buffer.info.indices {
      guard let form = forms[buffer.info[index].category],
        let other = substitutes[buffer.info[index].code << 2 | form]
      else { continue }
      buffer.info[index].code = other
      buffer.info[index].glyphTraits.insert(.substituted)
    }
    ligate(&buffer, face)
  }

  /// Lam and alef are one.
  private static func ligate(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    // Initial and medial lam with the final alefs, and what they become.
    let alefs: [(UInt32, UInt32)] = [
      (0xFE82, 0xFEF5), (0xFE84, 0xFEF7), (0xFE88, 0xFEF9), (0xFE8E, 0xFEFB),
    ]
    var ligatures: [UInt64: UInt32] = [:]
    for (lam, offset): (UInt32, UInt32) in [(0xFEDF, 0), (0xFEE0, 1)] {
      for (alef, whole) in alefs {
        guard let first = face.glyph(lam), let second = face.glyph(alef),
          let glyph = face.glyph(whole + offset)
        else { continue }
        ligatures[UInt64(first) << 32 | UInt64(second)] = UInt32(glyph)
      }
    }
    guard !ligatures.isEmpty else { return }
    buffer.beginOutput()
    while buffer.index < buffer.count {
      var next = buffer.index + 1
      while next < buffer.count, buffer.info[next].isMark { next += 1 }
      guard next < buffer.count,
        let glyph = ligatures[UInt64(buffer.current.code) << 32 | UInt64(buffer.info[next].code)]
      else {
        buffer.next()
        continue
      }
      buffer.mergeClusters(buffer.index, next + 1)
      let number = buffer.nextLigature()
      buffer.current.becomeLigature(number, components: 2)
      buffer.current.glyphTraits = [.ligature, .substituted, .ligated]
      buffer.replace(by: Int(glyph))
      while buffer.index < next {
        buffer.current.becomeMark(of: number, component: 1)
        buffer.next()
      }
      buffer.skip()
    }
    buffer.endOutput()
  }
}
