/// Accents, and the letters that they make of others.
enum Accents {
  /// As ``LetterDrawing`` says, with the middle at 0 and for small letters.
  static let drawings = """
    \u{300} m 0 0 0 M -104 744 *1.1! L 36 606 *0.75!
    \u{301} m 0 0 0 M 104 744 *1.1! L -36 606 *0.75!
    \u{302} m 0 0 0 M -138 596 *0.9 L 0 744 ^; M 138 596 *0.9 L 0 744 ^
    \u{30C} m 0 0 0 M -138 744 *0.9 L 0 596 ^; M 138 744 *0.9 L 0 596 ^
    \u{303} m 0 0 0 &0.9 M -158 624 C -136 700 -84 712 -14 674 C 50 640 118 636 158 716
    \u{304} m 0 0 0 M -150 662 L 150 662
    \u{306} m 0 0 0 M -128 730 C -112 602 112 602 128 730
    \u{307} m 0 0 0 O 0 672 108
    \u{308} m 0 0 0 O -110 672 104; O 110 672 104
    \u{30A} m 0 0 0 &0.78 M 0 770 H -92 690 V 0 610 H 92 690 V 0 770 Z
    \u{30B} m 0 0 0 M 20 744 *1.1! L -92 606 *0.75!; M 190 744 *1.1! L 78 606 *0.75!
    \u{312} m 0 0 0 %1360 O 0 720 100; M 24 720 *0.6 C 30 650 12 610 -34 574 *0.36
    \u{315} m 0 0 0 O 0 690 100; M 24 690 *0.65 C 32 610 12 560 -36 516 *0.4
    \u{326} m 0 0 0 O 0 -110 96; M 22 -110 *0.6 C 28 -180 10 -214 -34 -244 *0.36
    \u{327} m 0 0 0 &0.84 M 10 10 ! L -16 -80 !; M -24 -78 C 70 -88 116 -110 108 -160 C 100 -216 10 -232 -80 -196
    \u{328} m 0 0 0 &0.84 M 10 16 *0.8 C -60 -40 -90 -90 -76 -140 C -62 -190 10 -206 76 -176
    """

  /// Each accent, and letters in pairs: the whole and what is under the accent.
  static let compositions: [(accent: Unicode.Scalar, letters: String)] = [
    ("\u{300}", "ÀAÈEÌIÒOÙUǸNẀWỲYàaèeìıòoùuǹnẁwỳy"),
    ("\u{301}", "ÁAÉEÍIÓOÚUÝYĆCĹLŃNŔRŚSŹZẂWǼÆǾØáaéeíıóoúuýyćcĺlńnŕrśsźzẃwǽæǿøЃГЌКѓгќк"),
    ("\u{302}", "ÂAÊEÎIÔOÛUĈCĜGĤHĴJŜSŴWŶYâaêeîıôoûuĉcĝgĥhĵȷŝsŵwŷy"),
    ("\u{303}", "ÃAÑNÕOĨIŨUãañnõoĩıũu"),
    ("\u{308}", "ÄAËEÏIÖOÜUŸYẄWäaëeïıöoüuÿyẅwЁЕЇІёеїı"),
    ("\u{30A}", "ÅAŮUåaůu"),
    ("\u{304}", "ĀAĒEĪIŌOŪUāaēeīıōoūu"),
    ("\u{306}", "ĂAĔEĞGĬIŎOŬUăaĕeğgĭıŏoŭuЙИЎУйиўу"),
    ("\u{30C}", "ČCĎDĚEŇNŘRŠSŤTŽZǍAǦGǏIǑOǓUčcěeňnřršsžzǎaǧgǐıǒoǔu"),
    ("\u{307}", "ĊCĖEĠGİIŻZẊXċcėeġgżz"),
    ("\u{30B}", "ŐOŰUőoűu"),
    ("\u{312}", "ģg"),
    ("\u{315}", "ďdľlťtĽL"),
    ("\u{326}", "ĢGĶKĻLŅNŖRȘSȚTŢTķkļlņnŗrșsțtţt"),
    ("\u{327}", "ÇCŞSçcşs"),
    ("\u{328}", "ĄAĘEĮIŲUąaęeįiųu"),
  ]

  /// Whether a character stands on the one before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  /// How far right of the letter's middle an ogonek hangs, as a part of its width.
  static func ogonek(under letter: Character) -> Double {
    switch letter {
    case "a", "u": 0.4
    case "A": 0.46
    case "E": 0.34
    case "e": 0.16
    default: 0.04
    }
  }

  /// How much higher than over small letters an accent stands.
  static func lift(over letter: Character) -> Double {
    switch letter {
    case "h", "l", "d", "t": 205
    case _ where letter.isUppercase: 178
    default: 0
    }
  }
}
