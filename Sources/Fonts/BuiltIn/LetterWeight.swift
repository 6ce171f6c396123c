/// How heavy the built-in font is drawn, and what follows from that.
///
/// All weights have one skeleton, drawn for 400. What a weight changes beyond the pen is here.
struct LetterWeight: Hashable, Sendable {
  /// As CSS counts: 400 is regular, 700 is bold.
  let value: Double

  init(_ value: Double) { self.value = min(max(value, 300), 800) }

  static let regular = LetterWeight(400)
  static let bold = LetterWeight(700)

  /// The pen's width in stems of lower case, in thousandths of an em.
  var stem: Double { between([60, 84, 146, 162]) }
  /// The pen's height as a part of its width: level strokes look thicker than upright ones.
  var flatness: Double { between([0.93, 0.9, 0.79, 0.77]) }
  /// The pen's width where an arch leaves its stem: joints clog otherwise.
  var joint: Double { between([0.78, 0.7, 0.5, 0.46]) }
  /// How much of the room at a letter's sides stays: counters of heavy letters are smaller, so
  /// their neighbours come nearer.
  var bearing: Double { between([1.04, 1, 0.8, 0.76]) }
  /// The pen's width in glyphs that are made much smaller, which would get too light.
  var smallPen: Double { between([1.42, 1.36, 1.1, 1.06]) }
  /// How much wider the stem is than in the regular weight.
  var growth: Double { stem - 84 }

  /// Straight lines through the values at 300, 400, 700 and 800.
  private func between(_ values: [Double]) -> Double {
    let places = [300.0, 400, 700, 800]
    for index in 1..<places.count where value <= places[index] {
      let part = (value - places[index - 1]) / (places[index] - places[index - 1])
      return values[index - 1] + (values[index] - values[index - 1]) * part
    }
    return values[values.count - 1]
  }
}

/// What sort of glyph a drawing is: which of its heights are edges, and how thick its pen is.
enum LetterCase: UInt8, Sendable {
  /// Lower case: edges at descender, baseline, x-height and ascender.
  case lower = 0x6C  // l
  /// Capitals: edges at baseline and capital height.
  case upper = 0x75  // u
  /// Figures: as capitals, a little lighter, all of one advance.
  case figure = 0x66  // f
  /// Marks and signs, whose heights are those of the pen's middle.
  case sign = 0x73  // s
  /// Accents, whose middle is 0; heights as signs, of no advance.
  case mark = 0x6D  // m

  /// The pen's width as a part of ``LetterWeight/stem``.
  var pen: Double {
    switch self {
    case .lower: 1
    case .upper: 1.07
    case .figure: 1.04
    case .sign: 0.94
    case .mark: 0.9
    }
  }

  /// Heights at which the outline, and not the pen's middle, shall stand, upwards: whether it is
  /// the lower edge of what stands above, or the upper edge of what stands below.
  var edges: [(height: Double, isLower: Bool)] {
    switch self {
    case .lower: [(-200, true), (0, true), (510, false), (735, false)]
    case .upper, .figure: [(0, true), (700, false)]
    case .sign, .mark: []
    }
  }
}
