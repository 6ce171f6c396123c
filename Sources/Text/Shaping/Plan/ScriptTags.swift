import Fonts

/// How OpenType names scripts.
extension Script {
  /// The tags that fonts have for a script, the newest first. OpenType, "Script tags".
  var openTypeTags: [Tag] {
    switch self {
    case .common, .inherited, .unknown: return []
    case .bengali: return ["bng3", "bng2", "beng"]
    case .devanagari: return ["dev3", "dev2", "deva"]
    case .gujarati: return ["gjr3", "gjr2", "gujr"]
    case .gurmukhi: return ["gur3", "gur2", "guru"]
    case .kannada: return ["knd3", "knd2", "knda"]
    case .malayalam: return ["mlm3", "mlm2", "mlym"]
    case .oriya: return ["ory3", "ory2", "orya"]
    case .tamil: return ["tml3", "tml2", "taml"]
    case .telugu: return ["tel3", "tel2", "telu"]
    case .myanmar: return ["mym2", "mymr"]
    case .hiragana: return ["kana"]
    case .lao: return ["lao "]
    case .yi: return ["yi  "]
    case .nko: return ["nko "]
    case .vai: return ["vai "]
    default: return [Tag(tag.lowercased())]
    }
  }

  /// Whether letters of the script run from right to left; nil for scripts written both ways.
  var isRightToLeft: Bool? {
    switch self {
    case .oldHungarian, .oldItalic, .runic, .tifinagh: nil
    case .arabic, .hebrew, .syriac, .thaana, .cypriot, .kharoshthi, .phoenician, .nko, .lydian,
      .avestan, .imperialAramaic, .inscriptionalPahlavi, .inscriptionalParthian,
      .oldSouthArabian, .oldTurkic, .samaritan, .mandaic, .meroiticCursive,
      .meroiticHieroglyphs, .manichaean, .mendeKikakui, .nabataean, .oldNorthArabian,
      .palmyrene, .psalterPahlavi, .hatran, .adlam, .hanifiRohingya, .oldSogdian, .sogdian,
      .elymaic, .chorasmian, .yezidi, .oldUyghur:
      true
    default: false
    }
  }
}
