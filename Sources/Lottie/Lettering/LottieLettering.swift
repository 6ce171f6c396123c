import Geometry

/// The letters of a text, each where it stands, and what moves them apart from each other.
struct LottieLettering: Sendable {
  let letters: [LottieLetter]
  /// The height of letters, in units of the layer.
  let size: Double
  /// Which part of what is free of a line is on its left.
  let share: Double
  /// Red, green and blue; nil for letters that are not filled, or have no line.
  let fill: [Double]?
  let line: [Double]?
  let lineWidth: Double
  /// Whether the line is drawn over what is filled.
  let isLineAbove: Bool
  var animators: [LottieTextAnimator] = []
  var grouping = LottieTextGrouping.letter
  /// Where letters are turned and scaled about, in percent of half their size away from the middle
  /// of the base line.
  var alignment = LottieTrack([0, 0])
  var course: LottieTextCourse?

  /// Whether it is drawn as it stands.
  var isPlain: Bool { animators.isEmpty && course == nil }
}

/// A letter of a text.
struct LottieLetter: Sendable {
  /// Its outline, in hundredths of the letters' size.
  let paths: [LottieItem]
  /// The start of its base line.
  let place: Vector
  /// How wide it is, without what tracking adds.
  let width: Double
  /// The number of its line, and the width of that line.
  let line: Int
  let lineWidth: Double
  let isBlank: Bool
}

/// What letters are turned and scaled about together.
enum LottieTextGrouping: Int, Sendable {
  case letter = 1
  case word, line, all
}

/// Changes of letters, and which letters are changed how much.
struct LottieTextAnimator: Sendable {
  let selectors: [LottieTextSelector]
  let anchor: LottieTrack?
  let position: LottieTrack?
  /// In percent.
  let scale: LottieTrack?
  /// Turns in degrees: in the picture, and about the axes that lie in it.
  let rotation: LottieTrack?
  let tilt: (x: LottieTrack, y: LottieTrack)?
  let skew: LottieTrack?
  let skewAxis: LottieTrack?
  /// In percent, as those of what is filled and of lines.
  let opacity: LottieTrack?
  let fillOpacity: LottieTrack?
  let lineOpacity: LottieTrack?
  let fill: LottieTrack?
  let line: LottieTrack?
  let lineWidth: LottieTrack?
  let tracking: LottieTrack?
}

/// A range of letters, words or lines.
struct LottieTextSelector: Sendable {
  /// What it counts.
  enum Basis: Int, Sendable {
    case letters = 1
    case lettersWithoutBlanks, words, lines
  }

  /// How much it changes what lies in it.
  enum Figure: Int, Sendable {
    case square = 1
    case rampUp, rampDown, triangle, round, smooth
  }

  /// What becomes of what those before it choose.
  enum Mode: Int, Sendable {
    case add = 1
    case subtract, intersect, least, most, difference
  }

  let basis: Basis
  let figure: Figure
  let mode: Mode
  /// Whether its ends are numbers of what it counts, and not percent of all.
  let isCounted: Bool
  let start: LottieTrack
  /// Nil for the end of all.
  let end: LottieTrack?
  let offset: LottieTrack
  /// In percent.
  let amount: LottieTrack
  let easeHigh: LottieTrack
  let easeLow: LottieTrack
  let smoothness: LottieTrack
  /// Whether what it counts is in no order.
  let isShuffled: Bool
}

/// A path that letters follow.
struct LottieTextCourse: Sendable {
  let path: LottieTrack
  /// How far from its start the text begins, and from its end it ends, in units of the layer.
  let first: LottieTrack
  let last: LottieTrack
  let isReversed: LottieTrack
  /// Whether letters are turned the way that the path goes.
  let turnsLetters: LottieTrack
  /// Whether the letters are spread over all of it.
  let fillsPath: LottieTrack
}
