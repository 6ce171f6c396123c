import Colors

/// What becomes of the picture of a layer.
enum LottieEffect: Sendable {
  /// One colour wherever there is something, of an opacity from 0 to 1.
  case fill(LottieHue, opacity: LottieTrack)
  /// Colours by how bright the picture is, from dark to bright, and how much of them in percent.
  case tones([LottieHue], amount: LottieTrack, isInverse: Bool)
  case levels([LottieLevels])
  /// How blurred it is, in which directions (1 both, 2 across, 3 down), and whether edges go on.
  case blur(LottieTrack, axes: LottieTrack, repeatsEdges: LottieTrack)
  case shadow(LottieShadow)
  case brush(LottieBrush)
  /// A colour over it where there is something, of an opacity in percent.
  case overlay(LottieHue, opacity: LottieTrack, BlendMode)
  /// A line of one colour around what there is, so many units of the layer wide.
  case outline(LottieHue, width: LottieTrack)
  /// Colours that run from one place to another, over what there is.
  case ramp(LottieRamp)
}

/// A colour that may change.
struct LottieHue: Sendable {
  private let track: LottieTrack
  private let whole: Double

  /// The colour of numbers up to 1, or in old files up to 255.
  init(_ track: LottieTrack) {
    self.track = track
    whole = track.greatest(of: 3) > 1 ? 255 : 1
  }

  /// The colour at a frame.
  func color(at frame: Double) -> LottieColor {
    LottieColor(track.value(at: frame), whole: whole)
  }
}

/// Two colours that run into each other.
struct LottieRamp: Sendable {
  let start: LottieTrack
  let first: LottieHue
  let end: LottieTrack
  let last: LottieHue
  /// 1 along a line, 2 around the start.
  let kind: LottieTrack
  /// How much is left of what there was: from 0 to 1, or in percent.
  let rest: LottieTrack
}

/// How some of red, green, blue and alpha are drawn out.
struct LottieLevels: Sendable {
  /// Which of the four; none for those that do not change.
  let parts: Range<Int>
  /// Numbers from 0 to 1.
  let black: LottieTrack
  let white: LottieTrack
  let gamma: LottieTrack
  let outBlack: LottieTrack
  let outWhite: LottieTrack
}

/// A line along masks, which is drawn, or shows the layer where it goes.
struct LottieBrush: Sendable {
  let paths: [LottieTrack]
  /// Whether the paths are drawn one after another.
  let isSequential: Bool
  let color: LottieHue
  /// Half the width, in units of the layer.
  let size: LottieTrack
  /// From 0 to 1.
  let opacity: LottieTrack
  /// Which part of the way is drawn, in percent.
  let start: LottieTrack
  let end: LottieTrack
  /// 1 over the layer, 2 alone, 3 as what is seen of the layer.
  let kind: LottieTrack
}

/// A shadow or a glow of a layer's outline.
struct LottieShadow: Sendable {
  let color: LottieHue
  /// From 0 to `wholeOpacity`.
  let opacity: LottieTrack
  let wholeOpacity: Double
  /// In degrees: clockwise from above, or that of the light, against the clock from the right.
  let angle: LottieTrack
  let isAngleOfLight: Bool
  /// How far away it lies, and how soft it is, in units of the layer.
  let distance: LottieTrack
  let softness: LottieTrack
  /// How much of what is soft is full, in percent.
  let spread: LottieTrack
  /// Whether it is seen without its layer.
  let isAlone: LottieTrack
  /// Whether it falls into the layer, and not below it.
  let isInside: Bool
  let blend: BlendMode
}
