/// What Vietnamese has beyond other letters with accents: the horn, the hook, the dot below, and
/// tones that stand on a circumflex or a breve; ``LetterDrawing`` says how they are written down.
///
/// Two accents are one drawing, as each is smaller and lower than it is alone. Acute, grave and
/// hook stand beside the circumflex's top, as Vietnamese readers expect, and the tilde over it; on
/// a breve all stand above. Capitals have flatter ones, so that lines keep their distance.
enum Vietnamese {
  static let drawings = """
    ơ l 488 R 60 M 244 521 H 0 255 V 244 -11 H 488 255 V 244 521 Z; M 400 452 *0.8 C 484 452 548 486 548 596 *0.8
    ư l 424 S 86 M 424 510 L 424 0; M 0 510 L 0 180 V 198 -11 H 424 220 ~; M 410 452 *0.8 C 470 452 524 486 524 596 *0.8
    Ơ u 690 R 52 M 345 711 H 0 350 V 345 -11 H 690 350 V 345 711 Z; M 560 610 *0.8 C 664 610 742 640 742 760 *0.8
    Ư u 564 S 94 M 0 700 L 0 258 V 282 -11 H 564 258 L 564 700; M 550 630 *0.8 C 620 630 672 664 672 780 *0.8
    \u{309} m 0 0 0 &0.84 M -78 728 C -62 768 -32 788 2 788 H 76 728 C 76 676 4 672 4 606
    \u{31B} m 0 0 0 &0.8 M 160 470 C 240 470 300 500 300 596
    \u{323} m 0 0 0 O 0 -118-.5g 108
    """
    + "\n" + lowerTones + "\n" + upperTones

  /// Small letters' circumflex with acute, grave, hook, tilde and the dot below, then the breve's.
  private static let lowerTones = """
    \u{E000} m 0 0 0 &0.86-.0022g M -160 590 *0.9 L -36 706 ^; M 88 590 *0.9 L -36 706 ^; M 206 850 *1.1! L 104 724 *0.75!
    \u{E001} m 0 0 0 &0.86-.0022g M 160 590 *0.9 L 36 706 ^; M -88 590 *0.9 L 36 706 ^; M -206 850 *1.1! L -104 724 *0.75!
    \u{E002} m 0 0 0 &0.86-.0022g M -160 590 *0.9 L -36 706 ^; M 88 590 *0.9 L -36 706 ^; M 62 826 *0.9 C 76 860 100 876 130 876 H 198 828 C 198 782 142 780 142 716 *0.9
    \u{E003} m 0 0 0 &0.86-.0022g M -128 590 *0.9 L 0 706 ^; M 128 590 *0.9 L 0 706 ^; M -150 774 C -130 842 -76 850 -12 818 C 46 788 112 784 150 858
    \u{E004} m 0 0 0 M -138 596 *0.9 L 0 744 ^; M 138 596 *0.9 L 0 744 ^; O 0 -118-.5g 108
    \u{E005} m 0 0 0 &0.86-.0022g M -124 694 C -108 574 108 574 124 694; M 84 876 *1.1! L -24 740 *0.75!
    \u{E006} m 0 0 0 &0.86-.0022g M -124 694 C -108 574 108 574 124 694; M -84 876 *1.1! L 24 740 *0.75!
    \u{E007} m 0 0 0 &0.86-.0022g M -124 694 C -108 574 108 574 124 694; M -68 844 *0.9 C -54 878 -30 894 0 894 H 68 844 C 68 798 4 798 4 738 *0.9
    \u{E008} m 0 0 0 &0.86-.0022g M -124 694 C -108 574 108 574 124 694; M -150 784 C -130 852 -76 860 -12 828 C 46 798 112 794 150 868
    \u{E009} m 0 0 0 M -128 730 C -112 602 112 602 128 730; O 0 -118-.5g 108
    """

  /// The tones of capitals.
  private static let upperTones = """
    \u{E010} m 0 0 0 &0.84-.0024g M -166 762 *0.9 L -36 858 ^; M 94 762 *0.9 L -36 858 ^; M 216 978 *1.1! L 114 868 *0.75!
    \u{E011} m 0 0 0 &0.84-.0024g M 166 762 *0.9 L 36 858 ^; M -94 762 *0.9 L 36 858 ^; M -216 978 *1.1! L -114 868 *0.75!
    \u{E012} m 0 0 0 &0.84-.0024g M -166 762 *0.9 L -36 858 ^; M 94 762 *0.9 L -36 858 ^; M 76 952 *0.9 C 90 984 114 998 142 998 H 208 952 C 208 910 154 908 154 852 *0.9
    \u{E013} m 0 0 0 &0.84-.0024g M -134 762 *0.9 L 0 852 ^; M 134 762 *0.9 L 0 852 ^; M -156 908 C -134 966 -80 974 -12 946 C 48 920 116 916 156 980
    \u{E014} m 0 0 0 M -138 774 *0.9 L 0 922 ^; M 138 774 *0.9 L 0 922 ^; O 0 -118-.5g 108
    \u{E015} m 0 0 0 &0.84-.0024g M -130 846 C -112 740 112 740 130 846; M 82 990 *1.1! L -24 878 *0.75!
    \u{E016} m 0 0 0 &0.84-.0024g M -130 846 C -112 740 112 740 130 846; M -82 990 *1.1! L 24 878 *0.75!
    \u{E017} m 0 0 0 &0.84-.0024g M -130 846 C -112 740 112 740 130 846; M -66 966 *0.9 C -52 994 -30 1006 0 1006 H 66 966 C 66 926 4 926 4 880 *0.9
    \u{E018} m 0 0 0 &0.84-.0024g M -130 846 C -112 740 112 740 130 846; M -156 918 C -134 976 -80 984 -12 956 C 48 930 116 926 156 990
    \u{E019} m 0 0 0 M -128 908 C -112 780 112 780 128 908; O 0 -118-.5g 108
    """

  /// As ``Accents/compositions``.
  static let compositions: [(accent: Unicode.Scalar, letters: String)] = [
    ("\u{300}", "ỜƠỪƯờơừư"), ("\u{301}", "ỚƠỨƯớơứư"), ("\u{303}", "ẼEỸYỠƠỮƯẽeỹyỡơữư"),
    ("\u{309}", "ẢAẺEỈIỎOỦUỶYỞƠỬƯảaẻeỉıỏoủuỷyởơửư"),
    ("\u{323}", "ẠAẸEỊIỌOỤUỴYỢƠỰƯạaẹeịiọoụuỵyợơựư"),
    ("\u{E000}", "ấaếeốo"), ("\u{E001}", "ầaềeồo"), ("\u{E002}", "ẩaểeổo"),
    ("\u{E003}", "ẫaễeỗo"), ("\u{E004}", "ậaệeộo"), ("\u{E005}", "ắa"), ("\u{E006}", "ằa"),
    ("\u{E007}", "ẳa"), ("\u{E008}", "ẵa"), ("\u{E009}", "ặa"), ("\u{E010}", "ẤAẾEỐO"),
    ("\u{E011}", "ẦAỀEỒO"), ("\u{E012}", "ẨAỂEỔO"), ("\u{E013}", "ẪAỄEỖO"),
    ("\u{E014}", "ẬAỆEỘO"), ("\u{E015}", "ẮA"), ("\u{E016}", "ẰA"), ("\u{E017}", "ẲA"),
    ("\u{E018}", "ẴA"), ("\u{E019}", "ẶA"),
  ]

  /// Whether a name stands for two accents in one, which no text asks for.
  static func isPair(_ scalar: Unicode.Scalar) -> Bool { (0xE000...0xE019).contains(scalar.value) }
}
