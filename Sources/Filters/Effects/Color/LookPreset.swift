import Timeline

/// The looks by name; the page of looks shows their parts as a timeline has them.
enum LookPreset: String, Choice {
  case bleachBypass = "bleach-bypass"
  case tealOrange = "teal-orange"
  case crossProcess = "cross-process"
  case vintage
  case noir
  case dayForNight = "day-for-night"
  case goldenHour = "golden-hour"
  case arctic
  case pastel
  case twoStrip = "two-strip"
  case neon

  /// The effects of a look, from the lowest up.
  var parts: [LookPart] {
    switch self {
    case .bleachBypass: Self.bleachBypassParts
    case .tealOrange: Self.tealOrangeParts
    case .crossProcess: Self.crossProcessParts
    case .vintage: Self.vintageParts
    case .noir: Self.noirParts
    case .dayForNight: Self.dayForNightParts
    case .goldenHour: Self.goldenHourParts
    case .arctic: Self.arcticParts
    case .pastel: Self.pastelParts
    case .twoStrip: Self.twoStripParts
    case .neon: Self.neonParts
    }
  }
}

/// An effect of a look with its arguments.
struct LookPart: Sendable {
  let effect: any ColorEffect.Type
  let arguments: Arguments

  init(_ effect: any ColorEffect.Type, _ arguments: Arguments) {
    (self.effect, self.arguments) = (effect, arguments)
  }
}

extension LookPreset {
  /// Silver that stays in the film: harder, and nearly grey.
  private static let bleachBypassParts = [
    LookPart(
      Adjust.self,
      Arguments().setting(Adjust.contrast, to: 1.2).setting(Adjust.saturation, to: 0.4)
        .setting(Adjust.pivot, to: 0.45)),
    LookPart(
      Curves.self,
      Arguments().setting(
        Curves.master, to: CurvePoints([(0, 0), (0.25, 0.2), (0.75, 0.84), (1, 1)]))),
    LookPart(Wheels.self, Arguments().setting(Wheels.gain, to: ChannelTriple(0.98, 1, 1.02))),
  ]

  /// Skin against its complement: shadows and blues turn to teal, highlights to orange.
  private static let tealOrangeParts = [
    LookPart(
      HueCurves.self,
      Arguments().setting(
        HueCurves.hue,
        to: CurvePoints([(0, 8), (30, 0), (60, -16), (120, 35), (180, 0), (240, -40), (300, 15)])
      )
      .setting(
        HueCurves.saturation,
        to: CurvePoints([(0, 1), (30, 1.2), (120, 0.7), (190, 1.15), (300, 0.7)]))),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x0A5A_66FF))
        .setting(SplitTone.highlights, to: Color(packed: 0xF2A2_5AFF))
        .setting(SplitTone.amount, to: 0.24)),
    LookPart(
      Curves.self,
      Arguments().setting(
        Curves.master, to: CurvePoints([(0, 0), (0.25, 0.21), (0.75, 0.79), (1, 1)]))),
  ]

  /// Slide film in the bath for negatives: hard, yellow in the lights and blue in the shadows.
  private static let crossProcessParts = [
    LookPart(
      Curves.self,
      Arguments()
        .setting(Curves.red, to: CurvePoints([(0, 0), (0.25, 0.15), (0.7, 0.8), (1, 1)]))
        .setting(Curves.green, to: CurvePoints([(0, 0), (0.25, 0.21), (0.7, 0.78), (1, 1)]))
        .setting(Curves.blue, to: CurvePoints([(0, 0.14), (0.5, 0.48), (1, 0.84)]))),
    LookPart(Adjust.self, Arguments().setting(Adjust.saturation, to: 1.2)),
  ]

  /// An old print: faded, brown in the shadows and cream in the lights.
  private static let vintageParts = [
    LookPart(
      Curves.self,
      Arguments()
        .setting(Curves.red, to: CurvePoints([(0, 0.04), (0.45, 0.5), (1, 0.98)]))
        .setting(Curves.blue, to: CurvePoints([(0, 0.06), (0.5, 0.44), (1, 0.82)]))),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x6B40_28FF))
        .setting(SplitTone.highlights, to: Color(packed: 0xF3D9_A0FF))
        .setting(SplitTone.amount, to: 0.2)),
    LookPart(
      MatteLook.self,
      Arguments().setting(MatteLook.black, to: 0.07).setting(MatteLook.saturation, to: 0.75)),
  ]

  /// Black and white with hard light, in which skin is pale and sky dark.
  private static let noirParts = [
    LookPart(
      BlackAndWhite.self,
      Arguments().setting(BlackAndWhite.red, to: 0.5).setting(BlackAndWhite.green, to: 0.42)
        .setting(BlackAndWhite.blue, to: 0.08)),
    LookPart(
      Curves.self,
      Arguments().setting(
        Curves.master, to: CurvePoints([(0, 0), (0.2, 0.08), (0.5, 0.46), (0.78, 0.9), (1, 1)]))),
  ]

  /// Daylight as moonlight: dark, blue and pale.
  private static let dayForNightParts = [
    LookPart(WhiteBalance.self, Arguments().setting(WhiteBalance.temperature, to: 11000)),
    LookPart(
      Curves.self,
      Arguments().setting(
        Curves.master, to: CurvePoints([(0, 0), (0.35, 0.12), (0.75, 0.36), (1, 0.58)]))),
    LookPart(
      Adjust.self, Arguments().setting(Adjust.saturation, to: 0.5)),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x0C24_50FF))
        .setting(SplitTone.highlights, to: Color(packed: 0x9DB8_E8FF))
        .setting(SplitTone.amount, to: 0.3)),
  ]

  /// Low sun: warm light, soft shadows.
  private static let goldenHourParts = [
    LookPart(WhiteBalance.self, Arguments().setting(WhiteBalance.temperature, to: 5100)),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x5C3A_4EFF))
        .setting(SplitTone.highlights, to: Color(packed: 0xFFBE_5CFF))
        .setting(SplitTone.amount, to: 0.18)),
    LookPart(ShadowsHighlights.self, Arguments().setting(ShadowsHighlights.shadows, to: 0.2)),
    LookPart(Vibrance.self, Arguments().setting(Vibrance.amount, to: 0.25)),
  ]

  /// Cold light over snow: blue shadows, little colour.
  private static let arcticParts = [
    LookPart(WhiteBalance.self, Arguments().setting(WhiteBalance.temperature, to: 8200)),
    LookPart(
      Adjust.self,
      Arguments().setting(Adjust.brightness, to: 0.02).setting(Adjust.contrast, to: 1.08)
        .setting(Adjust.saturation, to: 0.65)),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x1E44_66FF))
        .setting(SplitTone.highlights, to: Color(packed: 0xE2F0_FFFF))
        .setting(SplitTone.amount, to: 0.2)),
  ]

  /// Light and soft: bright, flat, with pale colours.
  private static let pastelParts = [
    LookPart(Exposure.self, Arguments().setting(Exposure.ev, to: 0.3)),
    LookPart(
      MatteLook.self,
      Arguments().setting(MatteLook.black, to: 0.16).setting(MatteLook.white, to: 0.97)
        .setting(MatteLook.saturation, to: 0.8)),
    LookPart(Vibrance.self, Arguments().setting(Vibrance.amount, to: 0.2)),
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x7F8F_C8FF))
        .setting(SplitTone.highlights, to: Color(packed: 0xFFDD_D2FF))
        .setting(SplitTone.amount, to: 0.15)),
  ]

  /// Film of two colours, as of 1922: red, and a green that stands for blue too.
  private static let twoStripParts = [
    LookPart(
      ChannelMixer.self,
      Arguments()
        .setting(ChannelMixer.green, to: MixerRow(0, 0.75, 0.25))
        .setting(ChannelMixer.blue, to: MixerRow(0, 0.55, 0.45))),
    LookPart(
      Adjust.self,
      Arguments().setting(Adjust.contrast, to: 1.08).setting(Adjust.saturation, to: 1.15)),
  ]

  /// A street at night: violet shadows, magenta lights, strong colours.
  private static let neonParts = [
    LookPart(
      SplitTone.self,
      Arguments().setting(SplitTone.shadows, to: Color(packed: 0x2418_8CFF))
        .setting(SplitTone.highlights, to: Color(packed: 0xFF4F_B0FF))
        .setting(SplitTone.balance, to: -0.3).setting(SplitTone.amount, to: 0.4)),
    LookPart(Vibrance.self, Arguments().setting(Vibrance.amount, to: 0.5)),
    LookPart(
      Curves.self,
      Arguments().setting(
        Curves.master, to: CurvePoints([(0, 0), (0.3, 0.22), (0.75, 0.82), (1, 1)]))),
  ]
}
