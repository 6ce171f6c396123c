import Colors
import Fonts
import Shapes

/// A part of a shape layer: what is drawn, how, and what becomes of it.
indirect enum LottieItem: Sendable {
  case group([LottieItem], LottieTransform)
  case path(LottiePath)
  case style(LottieStyle)
  case trim(LottieTrim)
  /// The radius of corners.
  case corners(LottieTrack)
  /// How far points are drawn to the middle, in percent.
  case bloat(LottieTrack)
  case zigzag(size: LottieTrack, ridges: LottieTrack, isSmooth: Bool)
  /// By how much areas grow.
  case offset(LottieTrack)
  case merge(LottieMerge)
  case repeater(copies: LottieTrack, offset: LottieTrack, isAbove: Bool, LottieTransform)
}

/// What becomes of several paths.
enum LottieMerge: Int, Sendable {
  case merge = 1
  case add, subtract, intersect, exclude
}

/// A path by its points or by its measures.
struct LottiePath: Sendable {
  enum Figure: Sendable {
    case points(LottieTrack)
    case rectangle(position: LottieTrack, size: LottieTrack, radius: LottieTrack)
    case ellipse(position: LottieTrack, size: LottieTrack)
    case star(LottieStar)
  }

  let figure: Figure
  /// Whether it runs the other way round.
  let isReversed: Bool
}

/// A star, or a polygon.
struct LottieStar: Sendable {
  let isPolygon: Bool
  let position: LottieTrack
  let points: LottieTrack
  let rotation: LottieTrack
  let outer: LottieTrack
  let outerRoundness: LottieTrack
  let inner: LottieTrack
  let innerRoundness: LottieTrack
}

/// Which part of paths is left.
struct LottieTrim: Sendable {
  let start: LottieTrack
  let end: LottieTrack
  let offset: LottieTrack
  /// Whether all paths are cut one after another, as one.
  let isSequential: Bool
}

/// A fill or a line, and its colour.
struct LottieStyle: Sendable {
  enum Ink: Sendable {
    /// Red, green and blue, and what is all of each: 255 in old files.
    case color(LottieTrack, whole: Double)
    case gradient(LottieGradient)
  }

  let ink: Ink
  let opacity: LottieTrack
  let rule: FillRule
  /// Nil for a fill.
  let line: LottieLine?
  let blend: BlendMode

  /// How much work its colours are.
  var work: Int {
    guard case .gradient(let gradient) = ink else { return 0 }
    return LottieBudget.Cost.gradient + LottieBudget.Cost.stop * gradient.stops.count
  }
}

/// What a line along paths looks like.
struct LottieLine: Sendable {
  let width: LottieTrack
  let cap: LineCap
  let join: LineJoin
  let miterLimit: LottieTrack
  let dashes: [LottieTrack]
  let dashOffset: LottieTrack
}

/// Colours that run into each other.
struct LottieGradient: Sendable {
  let isRadial: Bool
  let start: LottieTrack
  let end: LottieTrack
  /// How far the brightest place is from the middle, in percent of the radius, and in which
  /// direction.
  let highlight: (length: LottieTrack, angle: LottieTrack)
  /// Four numbers for each colour, then two for each step of opacity.
  let stops: LottieTrack
  let colors: Int
}
