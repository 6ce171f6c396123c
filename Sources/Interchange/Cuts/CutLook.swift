import Bytes

/// A value over a clip's time, of one number or several.
struct CutCurve: Hashable, Sendable {
  /// A value at a moment.
  struct Key: Hashable, Sendable {
    /// Seconds from the clip's start.
    var time: Rational
    /// The numbers, as many in each key.
    var values: [Double]
    /// The easing with which the value is reached, as a timeline writes it; nil is a line.
    var ease: String?

    /// A key that is reached in a line, unless stated otherwise.
    init(_ time: Rational, _ values: [Double], ease: String? = nil) {
      (self.time, self.values, self.ease) = (time, values, ease)
    }
  }

  /// In the order of their times; never none.
  var keys: [Key]

  /// Values at moments; nil without any.
  init?(keys: [Key]) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  /// A value that does not move.
  init(_ values: Double...) { keys = [Key(.zero, values)] }

  /// The values, if they never change.
  var constant: [Double]? {
    keys.allSatisfy { $0.values == keys[0].values } ? keys[0].values : nil
  }

  /// The same with its clip beginning `time` earlier.
  func shifted(by time: Rational) -> CutCurve {
    var moved = self
    for index in moved.keys.indices { moved.keys[index].time = moved.keys[index].time + time }
    return moved
  }

  /// The same with the numbers changed.
  func mapped(_ change: ([Double]) -> [Double]) -> CutCurve {
    var changed = self
    for index in changed.keys.indices {
      changed.keys[index].values = change(changed.keys[index].values)
    }
    return changed
  }
}

/// How a clip's picture is changed, all of it measured on the canvas on which it lies.
struct CutLook: Sendable {
  /// Factors for width and height.
  var scale: CutCurve?
  /// How far its middle lies right of and below the canvas's, in shares of the canvas's sides.
  var offset: CutCurve?
  /// Degrees clockwise.
  var rotation: CutCurve?
  /// The point about which it is scaled and turned, in shares of its sides; nil is its middle.
  var pivot: [Double]?
  /// What is cut off: left, top, right, bottom, in shares of its sides.
  var crop: CutCurve?
  /// From 0 to 1.
  var opacity: CutCurve?
  /// `horizontal`, `vertical` or `both`.
  var flip: String?
  /// How it fills the canvas, as CSS object-fit names it; nil is `contain`.
  var fit: String?
  /// How it is mixed with what is below; nil is over it.
  var blend: String?
  /// A correction of its colours.
  var grade: CutGrade?

  /// An unchanged picture.
  init() {}

  /// Whether the picture is unchanged.
  var isPlain: Bool {
    !needsLayer && opacity == nil && flip == nil && blend == nil && grade == nil
  }

  /// Whether only layers of a timeline can be so.
  var needsLayer: Bool {
    scale != nil || offset != nil || rotation != nil || crop != nil || pivot != nil
  }
}

/// A correction of ASC CDL.
struct CutGrade: Hashable, Sendable {
  /// A factor for each channel.
  var slope: [Double] = [1, 1, 1]
  /// What is added to each channel.
  var offset: [Double] = [0, 0, 0]
  /// The power of each channel.
  var power: [Double] = [1, 1, 1]
  /// 1 is unchanged.
  var saturation = 1.0

  /// Changes nothing.
  init() {}
}

/// How a clip's sound is changed.
struct CutSound: Sendable {
  /// In decibels.
  var volume: CutCurve?
  /// Whether it is silent.
  var isMuted = false
  /// The seconds in which it fades in.
  var fadeIn = Rational.zero
  /// The seconds in which it fades out.
  var fadeOut = Rational.zero
  /// The curves of the fades, as a timeline names them; nil is a straight line.
  var curves = (in: String?.none, out: String?.none)
  /// From -1, left, to 1, right.
  var pan: CutCurve?

  /// An unchanged sound.
  init() {}

  /// Whether it is unchanged.
  var isPlain: Bool {
    volume == nil && !isMuted && fadeIn == .zero && fadeOut == .zero && pan == nil
  }

  /// A factor of the amplitude in decibels; -100 is silence.
  static func decibels(_ factor: Double) -> Double {
    factor > 1e-5 ? 20 * Maths.log(factor) / 2.302585092994046 : -100
  }
}
