extension FontMetrics {
  /// What the tables say, with common measures where they say nothing.
  ///
  /// Ascent, descent and gap are those of OS/2 where the font asks for it (USE_TYPO_METRICS), else
  /// of `hhea`, else of OS/2 as it has them: what browsers and HarfBuzz take.
  init(_ header: FontHeader) {
    let em = Double(header.unitsPerEm)
    let os2 = header.os2
    func number(_ table: FontTable?, _ offset: Int) -> Double? {
      table?.i16(offset).map(Double.init)
    }
    var lines = (number(header.horizontal, 4), number(header.horizontal, 6))
    var gap = number(header.horizontal, 8)
    let typo = (number(os2, 68), number(os2, 70))
    let prefersTypo = (os2?.u16(62) ?? 0) & 0x80 != 0
    let isEmpty = (lines.0 ?? 0) == 0 && (lines.1 ?? 0) == 0
    if prefersTypo || isEmpty, (typo.0 ?? 0) != 0 || (typo.1 ?? 0) != 0 {
      (lines, gap) = (typo, number(os2, 72))
    } else if isEmpty, let above = os2?.u16(74), let below = os2?.u16(76), above + below > 0 {
      (lines, gap) = ((Double(above), -Double(below)), 0)
    }
    let hasLines = (lines.0 ?? 0) != 0 || (lines.1 ?? 0) != 0
    let thickness = number(header.post, 10).flatMap { $0 > 0 ? $0 : nil } ?? em / 20
    let strike = number(os2, 26).flatMap { $0 > 0 ? $0 : nil } ?? thickness
    // Version 2 of OS/2 and later have the heights of letters.
    let heights = (os2?.u16(0) ?? 0) >= 2
    let small = heights ? number(os2, 86).flatMap { $0 > 0 ? $0 : nil } : nil
    let capital = heights ? number(os2, 88).flatMap { $0 > 0 ? $0 : nil } : nil
    let xHeight = small ?? em * 0.5
    self.init(
      unitsPerEm: em,
      ascent: hasLines ? lines.0 ?? 0 : em * 0.8,
      // Some fonts state the descent without its sign.
      descent: hasLines ? -(lines.1 ?? 0).magnitude : -em * 0.2,
      lineGap: max(gap ?? 0, 0),
      capHeight: capital ?? em * 0.7, xHeight: xHeight,
      // `post` and OS/2 tell where the top of the line is.
      underlinePosition: (number(header.post, 8) ?? -em / 10) - thickness / 2,
      underlineThickness: thickness,
      strikeoutPosition: (number(os2, 28).flatMap { $0 > 0 ? $0 : nil } ?? xHeight * 0.6)
        - strike / 2,
      strikeoutThickness: strike)
  }
}
