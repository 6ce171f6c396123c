/// Glyphs that are put together of others, made smaller.
enum Assemblies {
  struct Part: Sendable {
    var letter: Unicode.Scalar
    /// Its size; the pen gets less thin than the letter gets small.
    var scale = 1.0
    /// How far up it goes, in thousandths of an em.
    var rise = 0.0
    /// How much nearer than its advance it comes to the part before it.
    var tuck = 0.0
    /// Whether it stands in the middle of the part before it.
    var isInside = false

    init(
      _ letter: Unicode.Scalar, scale: Double = 1, rise: Double = 0, tuck: Double = 0,
      isInside: Bool = false
    ) {
      self.letter = letter
      self.scale = scale
      self.rise = rise
      self.tuck = tuck
      self.isInside = isInside
    }
  }

  static let all: [(whole: Unicode.Scalar, parts: [Part])] = [
    ("¹", [Part("1", scale: 0.58, rise: 294)]),
    ("²", [Part("2", scale: 0.58, rise: 294)]),
    ("³", [Part("3", scale: 0.58, rise: 294)]),
    ("¼", fraction("1", "4")),
    ("½", fraction("1", "2")),
    ("¾", fraction("3", "4")),
    ("ª", [Part("a", scale: 0.6, rise: 394)]),
    ("º", [Part("o", scale: 0.6, rise: 394)]),
    ("™", [Part("T", scale: 0.56, rise: 308), Part("M", scale: 0.56, rise: 308)]),
    ("©", [Part("○"), Part("C", scale: 0.54, rise: 161, isInside: true)]),
    ("®", [Part("○"), Part("R", scale: 0.5, rise: 175, isInside: true)]),
    ("Ĳ", [Part("I"), Part("J")]),
    ("ĳ", [Part("i"), Part("j")]),
    ("Ŀ", [Part("L"), Part("·", rise: 60, tuck: 190)]),
    ("ŀ", [Part("l"), Part("·", tuck: 30)]),
    ("ŉ", [Part("’"), Part("n")]),
  ]

  private static func fraction(_ over: Unicode.Scalar, _ under: Unicode.Scalar) -> [Part] {
    [
      Part(over, scale: 0.58, rise: 294), Part("⁄", tuck: 8),
      Part(under, scale: 0.58, tuck: 8),
    ]
  }
}
