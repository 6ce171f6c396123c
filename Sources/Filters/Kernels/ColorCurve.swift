import Bytes

/// A function of one channel: a line, a shape over 0 to 1, and a line again.
struct ColorCurve: Hashable, Sendable {
  /// What is between the lines.
  enum Shape: Hashable, Sendable {
    /// The number itself.
    case straight
    /// A power; of what is below 0, the negative of the magnitude's. Beyond 1 it goes on.
    case power(Double)
    /// A curve through points.
    case spline(CurveSpline)
    /// Values that stand evenly over 0 to 1, at least two, with lines between them.
    case samples([Float])
    /// A power whose exponent depends on the number itself; see ``ToneBalance``.
    case balance(ToneBalance)
  }

  /// `scale * x + offset`.
  struct Line: Hashable, Sendable {
    var scale = 1.0
    var offset = 0.0
  }

  var shape = Shape.straight
  /// Whether what the shape gets is cut to 0 to 1; without that it goes on beyond its ends as it
  /// ran there.
  var isCut = false
  var input = Line()
  var output = Line()

  static let identity = ColorCurve()

  /// A power of a channel.
  static func power(_ exponent: Double) -> ColorCurve {
    ColorCurve(shape: exponent == 1 ? .straight : .power(exponent))
  }

  /// Whether no number changes.
  var isIdentity: Bool { self == .identity }

  /// Whether it bends at most once within a 32nd, but for the ends of a cut.
  var isSmooth: Bool {
    // How far apart it bends, in what it gets.
    let step =
      switch shape {
      case .straight, .balance: Double.infinity
      // What comes by 0 on the way, as light of strong colours does, bends there as a step.
      case .power(let exponent): exponent < 0.5 ? 0 : Double.infinity
      case .spline(let spline): spline.leastStep
      case .samples(let values): 1 / Double(max(values.count - 1, 1))
      }
    // A cut bends twice, and hard.
    return !isCut && step >= input.scale.magnitude / 24
  }

  /// What becomes of a number, in full precision.
  func callAsFunction(_ number: Double) -> Double {
    var x = input.scale * number + input.offset
    if isCut { x = min(max(x, 0), 1) }
    return output.scale * shaped(x) + output.offset
  }

  /// The shape alone.
  func shaped(_ x: Double) -> Double {
    switch shape {
    case .straight: x
    case .power(let exponent): x < 0 ? -Maths.pow(-x, exponent) : Maths.pow(x, exponent)
    case .spline(let spline): spline.value(at: x)
    case .samples(let values): Self.between(values, x)
    case .balance(let balance): balance.value(at: x)
    }
  }

  private static func between(_ values: [Float], _ x: Double) -> Double {
    guard values.count > 1 else { return x }
    let place = x * Double(values.count - 1)
    let first = Int(min(max(place, 0), Double(values.count - 2)))
    let (low, high) = (Double(values[first]), Double(values[first + 1]))
    return low + (high - low) * (place - Double(first))
  }
}

/// A curve for each channel; nil where one stays as it is.
struct ColorCurves: Hashable, Sendable {
  var red: ColorCurve?
  var green: ColorCurve?
  var blue: ColorCurve?

  /// One curve for all channels.
  init(_ all: ColorCurve) { self.init(all, all, all) }

  /// A curve for each channel; those that change nothing are left out.
  init(_ red: ColorCurve, _ green: ColorCurve, _ blue: ColorCurve) {
    self.red = red.isIdentity ? nil : red
    self.green = green.isIdentity ? nil : green
    self.blue = blue.isIdentity ? nil : blue
  }

  /// Whether no channel changes.
  var isIdentity: Bool { red == nil && green == nil && blue == nil }
  var isSmooth: Bool { [red, green, blue].allSatisfy { $0?.isSmooth ?? true } }
  var count: Int { [red, green, blue].count { $0 != nil } }
}

/// A curve of luma, with which colours move.
struct LumaCurve: Hashable, Sendable {
  /// What happens to the channels.
  enum Following: Hashable, Sendable {
    /// All become as much brighter: chroma stays.
    case difference
    /// All become so many times as bright: chroma grows with luma. Channels below black stay, and
    /// count as none in luma: else a strong colour of little luma would become many times its light.
    case ratio
  }

  let curve: ColorCurve
  let weights: LumaWeights
  var following = Following.difference
}

/// Brighter shadows and darker highlights, as a power of luma.
struct ToneBalance: Hashable, Sendable {
  /// The exponent's power of two at black, negated: 1 is the square root.
  let shadows: Double
  /// The same at white.
  let highlights: Double

  func value(at x: Double) -> Double {
    if x < 0 { return -value(at: -x) }
    guard x > 0, x < 1 else { return x }
    return Maths.pow(x, exponent(at: x))
  }

  /// The power to which a luma of `x`, from 0 to 1, is raised.
  func exponent(at x: Double) -> Double {
    let low = 1 - Maths.smoothstep(x, from: 0, to: 0.5)
    let high = Maths.smoothstep(x, from: 0.5, to: 1)
    return Maths.exp2(-(shadows * low + highlights * high))
  }
}
