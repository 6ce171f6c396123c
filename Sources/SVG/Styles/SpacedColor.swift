import Bytes

/// Colours of CSS Color Module Level 4 that are written in other spaces than sRGB: `color()`,
/// `lab()`, `lch()`, `oklab()`, `oklch()` and `hwb()`.
struct SpacedColor {
  /// The nearest colour of sRGB, part by part.
  let color: SVGColor

  /// Reads a function; nil for others, and for what breaks the grammar.
  init?(_ name: String, _ arguments: String) {
    var words = arguments.split { $0.isWhitespace || $0 == "," }.map(String.init)
      .flatMap { word -> [String] in
        // A stroke may stand without blanks around it.
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
          ? [String(parts[0]), "/", String(parts[1])].filter { !$0.isEmpty } : [word]
      }
    var alpha = 1.0
    if let stroke = words.firstIndex(of: "/") {
      guard stroke == words.count - 2, let share = Self.number(words[stroke + 1], of: 1)
      else { return nil }
      alpha = min(max(share, 0), 1)
      words = Array(words[..<stroke])
    }
    let space = name == "color" ? words.first ?? "" : name
    if name == "color", !words.isEmpty { words.removeFirst() }
    guard words.count == 3, let linear = Self.light(space, words) else { return nil }
    func code(_ light: Double) -> Double {
      let light = min(max(light, 0), 1)
      return light <= 0.003_130_8 ? light * 12.92 : 1.055 * Maths.pow(light, 1 / 2.4) - 0.055
    }
    color = SVGColor(
      red: code(linear.x), green: code(linear.y), blue: code(linear.z), alpha: alpha)
  }

  /// A number, a share of a whole, or `none`, which is 0.
  private static func number(_ text: String, of whole: Double) -> Double? {
    if text == "none" { return 0 }
    guard text.hasSuffix("%") else { return text.wholeNumber }
    return text.share.map { $0 * whole }
  }

  private static func hue(_ text: String) -> Double? {
    text == "none" ? 0 : SVGAngle.degrees(text)
  }

  /// Light of the primaries of sRGB; nil for spaces that are not known.
  private static func light(_ space: String, _ words: [String]) -> SIMD3<Double>? {
    switch space {
    case "hwb":
      guard let hue = hue(words[0]), let white = number(words[1], of: 100),
        let black = number(words[2], of: 100)
      else { return nil }
      return hwb(hue, min(max(white / 100, 0), 1), min(max(black / 100, 0), 1))
    case "lab", "oklab", "lch", "oklch":
      return labLight(isOk: space.hasPrefix("ok"), isRound: space.hasSuffix("lch"), words)
    default:
      let parts = words.compactMap { number($0, of: 1) }
      guard parts.count == 3 else { return nil }
      return light(of: SIMD3(parts[0], parts[1], parts[2]), in: space)
    }
  }

  private static func light(of parts: SIMD3<Double>, in space: String) -> SIMD3<Double>? {
    func decoded(_ code: (Double) -> Double) -> SIMD3<Double> {
      func signed(_ value: Double) -> Double { value < 0 ? -code(-value) : code(value) }
      return SIMD3(signed(parts.x), signed(parts.y), signed(parts.z))
    }
    func standard(_ code: Double) -> Double {
      code <= 0.040_45 ? code / 12.92 : Maths.pow((code + 0.055) / 1.055, 2.4)
    }
    switch space {
    case "srgb": return decoded(standard)
    case "srgb-linear": return parts
    case "display-p3": return product(displayP3, decoded(standard))
    case "a98-rgb": return product(adobe, decoded { Maths.pow($0, 563.0 / 256) })
    case "rec2020":
      return product(
        rec2020,
        decoded {
          $0 < 0.081_242_858 ? $0 / 4.5 : Maths.pow(($0 + 0.099_296_8) / 1.099_296_8, 1 / 0.45)
        })
    case "xyz", "xyz-d65": return product(fromXYZ, parts)
    default: return nil
    }
  }

  /// Lightness and two more numbers, or lightness, how strong a colour is, and its hue.
  private static func labLight(isOk: Bool, isRound: Bool, _ words: [String]) -> SIMD3<Double>? {
    let reach = isOk ? 0.4 : isRound ? 150 : 125
    guard let lightness = number(words[0], of: isOk ? 1 : 100),
      let second = number(words[1], of: reach),
      let third = isRound ? hue(words[2]) : number(words[2], of: reach)
    else { return nil }
    var (a, b) = (second, third)
    if isRound {
      let turn = third * .pi / 180
      (a, b) = (max(second, 0) * Maths.cos(turn), max(second, 0) * Maths.sin(turn))
    }
    let light = min(max(lightness, 0), isOk ? 1 : 100)
    return isOk ? oklab(light, a, b) : lab(light, a, b)
  }

  private static func oklab(_ light: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
    let roots = product(
      [
        SIMD3(1, 0.396_337_777_376_174_9, 0.215_803_757_309_913_6),
        SIMD3(1, -0.105_561_345_815_658_6, -0.063_854_172_825_813_3),
        SIMD3(1, -0.089_484_177_529_811_9, -1.291_485_548_019_409_2),
      ], SIMD3(light, a, b))
    return product(
      [
        SIMD3(4.076_741_636_075_957, -3.307_711_539_258_063, 0.230_969_903_182_104_2),
        SIMD3(-1.268_437_973_285_031, 2.609_757_349_287_688, -0.341_319_376_002_657_7),
        SIMD3(-0.004_196_076_138_675_5, -0.703_418_617_935_936, 1.707_614_694_074_611_6),
      ], roots * roots * roots)
  }

  private static func lab(_ light: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let y = (light + 16) / 116
    func share(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > epsilon ? cube : (116 * root - 16) / kappa
    }
    // The white of lab() is D50.
    let d50 = SIMD3(
      share(y + a / 500) * 0.964_295_676_429_567_6, light > 8 ? y * y * y : light / kappa,
      share(y - b / 200) * 0.825_104_602_510_460_2)
    return product(
      fromXYZ,
      product(
        [
          SIMD3(0.955_473_421_488_075_2, -0.023_098_454_948_764_71, 0.063_259_243_200_570_72),
          SIMD3(-0.028_369_709_333_863_7, 1.009_995_398_081_304_1, 0.021_041_441_191_917_323),
          SIMD3(0.012_314_014_864_481_998, -0.020_507_649_298_898_964, 1.330_365_926_242_124),
        ], d50))
  }

  private static func hwb(_ hue: Double, _ white: Double, _ black: Double) -> SIMD3<Double>? {
    guard let pure = SVGColor("hsl(\(hue) 100% 50%)") else { return nil }
    var parts = SIMD3(pure.red, pure.green, pure.blue)
    if white + black >= 1 {
      parts = SIMD3(repeating: white / (white + black))
    } else {
      parts = parts * (1 - white - black) + SIMD3(repeating: white)
    }
    return light(of: parts, in: "srgb")
  }

  private static func product(
    _ rows: [SIMD3<Double>], _ parts: SIMD3<Double>
  ) -> SIMD3<Double> {
    SIMD3((rows[0] * parts).sum(), (rows[1] * parts).sum(), (rows[2] * parts).sum())
  }

  private static let fromXYZ: [SIMD3<Double>] = [
    SIMD3(3.240_969_941_904_521, -1.537_383_177_570_093, -0.498_610_760_293_003),
    SIMD3(-0.969_243_636_280_87, 1.875_967_501_507_72, 0.041_555_057_407_175),
    SIMD3(0.055_630_079_696_993, -0.203_976_958_888_976, 1.056_971_514_242_878),
  ]
  private static let displayP3: [SIMD3<Double>] = [
    SIMD3(1.224_940_176_280_560, -0.224_940_176_280_560, 0),
    SIMD3(-0.042_056_954_709_688, 1.042_056_954_709_688, 0),
    SIMD3(-0.019_637_554_590_334, -0.078_636_045_550_632, 1.098_273_600_140_966),
  ]
  private static let adobe: [SIMD3<Double>] = [
    SIMD3(1.398_355_743_960_773, -0.398_355_743_960_773, 0), SIMD3(0, 1, 0),
    SIMD3(0, -0.042_928_989_294_473, 1.042_928_989_294_473),
  ]
  private static let rec2020: [SIMD3<Double>] = [
    SIMD3(1.660_491_002_108_435, -0.587_641_138_788_549, -0.072_849_863_319_885),
    SIMD3(-0.124_550_474_521_591, 1.132_899_897_125_960, -0.008_349_422_604_369),
    SIMD3(-0.018_150_763_354_905, -0.100_578_898_008_007, 1.118_729_661_362_913),
  ]
}
