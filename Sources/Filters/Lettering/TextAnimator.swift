import Bytes
import Geometry
import Timeline

/// A movement that the parts of a text make one after the other.
struct TextAnimator: Sendable {
  enum Kind: String, Choice {
    case typewriter, fade, slide, scale, rotate, wave, bounce
    case blurIn = "blur-in"
    case karaoke
  }

  /// What moves as one.
  enum Unit: String, Choice { case character, word, line }

  /// Which parts come first.
  enum Order: String, Choice { case forward, backward, center, edges, random }

  enum Direction: String, Choice {
    case up, down, left, right

    var vector: Vector {
      switch self {
      case .up: Vector(0, -1)
      case .down: Vector(0, 1)
      case .left: Vector(-1, 0)
      case .right: Vector(1, 0)
      }
    }
  }

  // MARK: Parameters

  private static let type = Setting<Kind>(
    "type", default: .fade, required: true,
    "How each part appears: `typewriter` at once, `fade` gradually, `slide` from the side, `scale` "
      + "by growing, `rotate` by turning, `bounce` by falling, `blur-in` out of a blur. `wave` "
      + "moves parts up and down all the time; `karaoke` changes their colour from one end to the "
      + "other.")
  private static let by = Setting<Unit?>(
    "by", default: nil, defaultText: "`character`, for `karaoke` `word`",
    "What moves as one: a `character`, a `word` or a `line`.")
  private static let delay = Setting<Time>(
    "delay", default: .zero, unit: "s", "When it starts, from the layer's start.")
  private static let duration = Setting<Time?>(
    "duration", default: nil, in: Limits(0...100_000), unit: "s",
    defaultText: "0.5, for `bounce` 0.8", "How long each part moves; a wave has no end.")
  private static let stagger = Setting<Time?>(
    "stagger", default: nil, in: Limits(0...100_000), unit: "s",
    defaultText: "0.05, for words 0.15 and for lines 0.3; for `karaoke` the duration",
    "The time between the starts of one part and the next.")
  private static let times = Setting<TimeList>(
    "times", default: TimeList(), defaultText: "none",
    "Instead of `stagger`: when each part starts, from `delay` on. The last time applies to all "
      + "remaining parts.")
  private static let order = Setting<Order>(
    "order", default: .forward, "Which parts come first.")
  private static let seed = Setting<Int>(
    "seed", default: 0, "Another number gives another order, for `random`.")
  private static let ease = Setting<EasingName?>(
    "ease", default: nil,
    defaultText: "`ease-out`, for `karaoke` `linear`, for `bounce` "
      + "`easeOutBounce`", "The easing of each part's movement.")
  private static let out = Setting<Bool>(
    "out", default: false,
    "Whether it plays backwards at the layer's end, so that parts disappear; `delay` counts from "
      + "the end.")
  private static let direction = Setting<Direction>(
    "direction", default: .up, "Which way a `slide` moves.")
  private static let distance = Setting<Length?>(
    "distance", default: nil, unit: "px", defaultText: "\"100%\", for `wave` \"15%\"",
    "How far a `slide`, a `bounce` or a `wave` moves; a percentage is of the letters' size.")
  private static let from = Setting<Double>(
    "from", default: 0, in: Limits(0...100), "The factor that a `scale` begins at.")
  private static let angle = Setting<Angle>(
    "angle", default: Angle(degrees: -90), unit: "degrees", "The turn that a `rotate` begins at.")
  private static let blur = Setting<Length>(
    "blur", default: Length(fraction: 0.4), in: Limits(0...1000), unit: "px",
    "How soft a `blur-in` begins; a percentage is of the letters' size.")
  private static let period = Setting<Time>(
    "period", default: Time(seconds: 1), in: Limits.above(0), unit: "s",
    "The period of a `wave`.")
  private static let color = PaintParameter(
    "color", .all, defaultText: "yellow",
    "The colour that `karaoke` sweeps over the letters, or a gradient or a pattern.")

  static let animate = ParameterGroups(
    "animate",
    [
      type, by, delay, duration, stagger, times, order, seed, ease, out, direction, distance, from,
      angle, blur, period, color,
    ],
    "How the text's characters, words or lines appear one after another. Several animations play "
      + "together.")

  /// The animation of captions, whose words begin when they are spoken.
  static let animateWords = ParameterGroups(
    "animate", [type, duration, ease, direction, distance, from, angle, blur, period],
    defaultText: "by `style`",
    "How each word appears when it is spoken, as in text layers; `karaoke` sweeps over it while it is "
      + "spoken, whatever its `duration`. Several animations play together.")

  /// A movement that each word makes when it is spoken.
  static func word(
    _ kind: Kind, duration: Time? = nil, ease: String = "linear", from: Double = 0
  ) -> TextAnimator {
    var animator = TextAnimator(word: Arguments().setting(type, to: kind))
    animator.duration = duration ?? animator.duration
    animator.ease = (try? Easing(parsing: ease)) ?? .linear
    animator.from = from
    return animator
  }

  // MARK: Values

  let kind: Kind
  private(set) var unit: Unit
  /// What karaoke sweeps over the letters.
  let paint: Paint
  private let delay: Time
  private var duration: Time
  private let stagger: Time
  private let times: [Time]
  private let order: Order
  private let seed: Int
  private(set) var ease: Easing
  /// The layer's length, for what plays at its end; nil for what plays at its start.
  private let end: Time?
  private let direction: Vector
  private let distance: Length
  private var from: Double
  private let angle: Double
  private let blur: Length
  private let period: Time

  /// - Parameter length: the layer's; nil when it lasts to the stream's end.
  /// - Throws: what is wrong with it, for a message.
  init(_ arguments: Arguments, length: Time?) throws(Fault) {
    guard !arguments[Self.out] || length != nil else { throw Fault.noEnd }
    self.init(arguments, end: arguments[Self.out] ? length : nil)
  }

  /// A movement of single words.
  init(word arguments: Arguments) {
    self.init(arguments, end: nil)
    unit = .word
  }

  private init(_ arguments: Arguments, end: Time?) {
    kind = arguments[Self.type]
    unit = arguments[Self.by] ?? (kind == .karaoke ? .word : .character)
    paint = arguments[Self.color] ?? .color(.constant(Color(packed: 0xFFD8_00FF)))
    delay = arguments[Self.delay]
    let isJump = kind == .typewriter
    duration =
      isJump ? .zero : arguments[Self.duration] ?? Time(kind == .bounce ? 8 : 5, 10) ?? .zero
    let standard: (Int, Int) =
      switch unit {
      case .character: (1, 20)
      case .word: (3, 20)
      case .line: (3, 10)
      }
    stagger =
      arguments[Self.stagger]
      ?? (kind == .karaoke ? duration : Time(standard.0, standard.1) ?? .zero)
    times = arguments[Self.times].times
    order = arguments[Self.order]
    seed = arguments[Self.seed]
    ease = arguments[Self.ease]?.easing ?? Self.standardEase(kind)
    self.end = end
    direction = arguments[Self.direction].vector
    distance = arguments[Self.distance] ?? Length(fraction: kind == .wave ? 0.15 : 1)
    from = arguments[Self.from]
    angle = arguments[Self.angle].degrees
    blur = arguments[Self.blur]
    period = arguments[Self.period]
  }

  enum Fault: Error { case noEnd }

  private static func standardEase(_ kind: Kind) -> Easing {
    let name =
      switch kind {
      case .karaoke, .typewriter, .wave: "linear"
      case .bounce: "easeOutBounce"
      case .fade, .slide, .scale, .rotate, .blurIn: "ease-out"
      }
    return (try? Easing(parsing: name)) ?? .linear
  }

  // MARK: Parts in order

  /// The place in the order of each of `count` parts.
  func ranks(of count: Int) -> [Int] {
    switch order {
    case .forward: return Array(0..<count)
    case .backward: return (0..<count).map { count - 1 - $0 }
    case .center: return (0..<count).map { abs(2 * $0 - (count - 1)) / 2 }
    case .edges:
      return (0..<count).map { (count - 1) / 2 - abs(2 * $0 - (count - 1)) / 2 }
    case .random:
      var ranks = Array(0..<count)
      var state = UInt64(bitPattern: Int64(seed))
      for last in stride(from: count - 1, to: 0, by: -1) {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed &>> 31
        ranks.swapAt(last, Int(mixed.multipliedFullWidth(by: UInt64(last + 1)).high))
      }
      return ranks
    }
  }

  /// When the part with a rank begins, from the animator's own start.
  private func begin(_ rank: Int) -> Time {
    if let last = times.last { return rank < times.count ? times[rank] : last }
    return stagger * Rational(rank)
  }

  /// How far a part has come, from 0 to 1; nil before it begins.
  ///
  /// - Parameter last: the highest rank that there is.
  private func progress(_ rank: Int, last: Int, at time: Time) -> Rational? {
    var (rank, time) = (rank, time)
    if let end {
      // What comes first goes first.
      (rank, time) = (last - rank, end - time)
    }
    let passed = time - delay - begin(rank)
    guard passed >= .zero else { return nil }
    // Backwards, a jump belongs to the time before it.
    if duration <= .zero { return end != nil && passed == .zero ? nil : .one }
    guard passed < duration, let share = passed.divided(by: duration) else { return .one }
    return share
  }

  /// Adds to the states of a unit's atoms what this one does.
  ///
  /// - Parameters:
  ///   - rank: the unit's place in the order, of at most `last`.
  ///   - middle: of the unit's box.
  ///   - size: of the letters.
  func apply(
    to state: inout AtomState, rank: Int, last: Int, middle: Vector, size: Double, at time: Time
  ) {
    if kind == .wave {
      let turns = (time - delay - begin(rank)).divided(by: period)?.double ?? 0
      let phase = turns - turns.rounded(.down)
      if time >= delay {
        state.move(Vector(0, -Maths.sin(2 * .pi * phase) * distance.resolved(against: size)))
      }
      return
    }
    guard let progress = progress(rank, last: last, at: time) else {
      if kind != .karaoke { state.opacity = 0 }
      return
    }
    if progress == .one { return }
    let share = ease(progress)
    let left = 1 - share
    // What moves is there before it has arrived.
    if kind != .karaoke {
      state.opacity *= kind == .fade || kind == .blurIn ? share : min(2 * progress.double, 1)
    }
    switch kind {
    case .typewriter, .fade, .wave, .karaoke: break
    case .slide:
      let way = distance.resolved(against: size) * -left
      state.move(Vector(direction.x * way, direction.y * way))
    case .bounce: state.move(Vector(0, -left * distance.resolved(against: size)))
    case .scale:
      let factor = max(from + (1 - from) * share, 0)
      state.turn(.scale(factor, factor), about: middle)
    case .rotate: state.turn(.rotation(degrees: angle * left), about: middle)
    case .blurIn: state.blur += max(blur.resolved(against: size) * left / 2, 0)
    }
  }

  /// How far karaoke has swept over a part: 0 before it, 1 behind it.
  func swept(_ rank: Int, last: Int, at time: Time) -> Double {
    progress(rank, last: last, at: time).map { min(max(ease($0), 0), 1) } ?? 0
  }

  /// Whether nothing moves any more from `time` on, for parts of ranks up to `last`.
  func isOver(last: Int, at time: Time) -> Bool {
    guard kind != .wave, end == nil else { return false }
    return time >= delay + begin(last) + duration
  }
}

extension AtomState {
  fileprivate mutating func move(_ offset: Vector) {
    map = Affine.translation(offset.x, offset.y).after(map)
  }

  fileprivate mutating func turn(_ turn: Affine, about middle: Vector) {
    map = Affine.translation(middle.x, middle.y).after(turn)
      .after(.translation(-middle.x, -middle.y)).after(map)
  }
}
