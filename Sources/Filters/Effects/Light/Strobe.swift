import Bytes
import Timeline
import Y4M

/// What a flash does to the picture.
enum StrobeMode: String, Choice {
  case white
  case black
  case color
  case invert
  case transparent
  /// The picture at its beginning, held.
  case hold
}

/// How a flash goes on after its start.
enum StrobeCurve: String, Choice {
  /// As strong to its end.
  case square
  /// Weaker and weaker, by the square of what is left of its time.
  case decay
}

/// Lets the picture flash, again and again or at given times.
///
/// A flash begins with every cycle of `rate` and lasts its share `duty`. While it is on, R'G'B' c
/// becomes `c + s (f - c)`: s is its strength, and f a colour, `1 - c`, or nothing.
struct Strobe: HistoryEffect {
  static let rate = Parameter<Double>(
    "rate", default: 4, in: 0...60, unit: "Hz", "How many flashes there are in a second.")
  static let duty = Parameter<Double>(
    "duty", default: 0.5, in: 0...1, "How much of its cycle a flash takes.")
  static let mode = Setting<StrobeMode>(
    "mode", default: .white,
    """
    What is flashed: `white`, `black`, the `color`; `invert` turns brightness and colours around, \
    `transparent` shows what is below a layer, and black over everything; `hold` shows the picture \
    at the beginning of the flash, of at most 256 frames before.
    """)
  static let color = Parameter<Color>(
    "color", default: .white, "The colour of the mode `color`, as far as it is opaque.")
  static let curve = Setting<StrobeCurve>(
    "curve", default: .square, "`square` flashes go out at once, `decay` ones fade away.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How strong a flash is; 0 changes nothing.")
  static let beats = Setting<TimeList>(
    "beats", default: TimeList(), defaultText: "none",
    "When flashes begin, from the effect's start; `rate` and `duty` say how long they last.")

  static let declaration = Declaration(
    name: "strobe",
    summary: "Lets the picture flash, again and again or at given times.",
    discussion: """
      A flash lasts `duty / rate` seconds. Bright flashes of more than three a second over a large \
      part of the picture can cause seizures (W3C, WCAG 2.3.1): lower `amount`, `rate` or the \
      effect's `region` where others will see them.
      """,
    example: #"""
      { "type": "effect", "effect": "strobe", "beats": [0, 0.5, 1, 1.5], "curve": "decay",
        "amount": 0.8, "duration": 2 }
      """#,
    parameters: [rate, duty, mode, color, curve, amount, beats])

  static let names = EffectNames(
    synonyms: ["flash", "flicker", "blink"],
    elsewhere: ["MLT strobe", "After Effects Strobe Light", "CapCut Flash"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let rate: Animated<Double>
  private let duty: Animated<Double>
  private let color: Animated<Color>
  private let amount: Animated<Double>
  private let mode: StrobeMode
  private let curve: StrobeCurve
  /// When flashes begin, in seconds.
  private let beats: [Double]
  let history: Int

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    rate = arguments[Self.rate]
    duty = arguments[Self.duty]
    color = arguments[Self.color]
    amount = arguments[Self.amount]
    mode = arguments[Self.mode]
    curve = arguments[Self.curve]
    beats = arguments[Self.beats].times.map { $0.seconds }
    history = mode == .hold ? Self.longest(rate, duty, setting) : 0
  }

  /// How many frames a flash may last at most.
  private static func longest(
    _ rate: Animated<Double>, _ duty: Animated<Double>, _ setting: EffectSetting
  ) -> Int {
    let slowest = min(max(rate.keys.map(\.value).min() ?? 0, 0), 60)
    let largest = min(max(duty.keys.map(\.value).max() ?? 0, 0), 1)
    guard slowest > 0 else { return HistoryUse.most }
    let length = Time(Rational(approximating: min(largest / slowest, 1e4)))
    return min(setting.frames(in: length) + 1, HistoryUse.most)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { mode == .hold ? nil : 0 }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    guard mode == .hold, strength(at: time) > 0 else { return [] }
    let age = Time(Rational(approximating: min(max(flash(at: time).elapsed - 1e-6, 0), 1e4)))
    let number = past.number(at: age)
    return number > 0 ? [number] : []
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    strength(at: time) == 0 ? .empty : nil
  }

  func apply(_ job: EffectJob, at time: Time) {
    let strength = Float(strength(at: time))
    if strength == 0 { return }
    let (depth, coding) = (job.source.format.depth, job.coding)
    switch mode {
    case .white: flash(job, Fading(.white, coding, depth: depth), keep: 1 - strength)
    case .black: flash(job, Fading(.black, coding, depth: depth), keep: 1 - strength)
    case .color:
      let color = color.value(at: time)
      let share = Float(min(max(color.alpha, 0), 1))
      flash(job, Fading(color, coding, depth: depth), keep: 1 - strength * share)
    case .invert:
      flash(job, Fading(middleOf: coding, depth: depth), keep: 1 - 2 * strength)
    case .transparent:
      if job.includesAlpha {
        job.run(Fainting(keep: 1 - strength))
      } else {
        flash(job, Fading(.black, coding, depth: depth), keep: 1 - strength)
      }
    case .hold:
      if let held = job.past.frames.first?.frame { job.run(HeldFlash(held: held, share: strength)) }
    }
  }

  private func flash(_ job: EffectJob, _ fading: Fading, keep: Float) {
    job.run(Flash(fading: fading, keep: keep))
  }

  /// How strong the flash is at a time.
  private func strength(at time: Time) -> Double {
    let amount = amount.value(at: time, within: 0...1)
    let duty = duty.value(at: time, within: 0...1)
    if amount == 0 || duty == 0 { return 0 }
    let share = flash(at: time).share
    guard share < duty else { return 0 }
    let left = 1 - share / duty
    return curve == .square ? amount : amount * left * left
  }

  /// How much of its cycle the latest flash has seen, and for how many seconds; before the first,
  /// more than it lasts.
  private func flash(at time: Time) -> (share: Double, elapsed: Double) {
    if !beats.isEmpty {
      guard let since = sinceBeat(time.seconds) else { return (2, 0) }
      return (since * rate.value(at: time, within: 0...60), since)
    }
    var share = rate.cycles(at: time, within: 0...60)
    share -= share.rounded(.down)
    return (share, share / max(rate.value(at: time, within: 0...60), 1e-6))
  }

  /// How long ago the latest beat was; nil before the first.
  private func sinceBeat(_ seconds: Double) -> Double? {
    // A frame whose time is rounded belongs to the flash that begins with it.
    let moment = seconds + 1e-9
    var (low, high) = (0, beats.count)
    while low < high {
      let middle = (low + high) / 2
      if beats[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? moment - beats[low - 1] : nil
  }
}

/// Mixes a colour in everywhere.
private struct Flash: PlaneKernel {
  let fading: Fading
  let keep: Float

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let shares = scratch.take(Float.self, box.width)
    shares.update(repeating: keep, count: box.width)
    for y in box.y..<box.maxY { fading.mix(planes, y, box.x..<box.maxX, keep: shares) }
  }
}

/// Mixes an earlier picture in everywhere.
private struct HeldFlash: PlaneKernel {
  let held: SharedFrame
  let share: Float

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    for plane in planes {
      let layout = plane.source.layout
      for y in box.y..<box.maxY {
        let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
        let other = held.samples(layout, as: S.self) + (y * layout.width + box.x)
        for x in 0..<box.width {
          let own = Float(source[x])
          target[x] = S(
            truncatingIfNeeded: (own + (Float(other[x]) - own) * share + 8_388_608).bitPattern)
        }
      }
    }
  }
}

/// Lets colours and alpha of a premultiplied frame fade.
private struct Fainting: PlaneKernel {
  let keep: Float

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    for plane in planes {
      for y in box.y..<box.maxY {
        let (source, target) = (plane.source.row(y), plane.target.row(y))
        for x in box.x..<box.maxX {
          target[x] = S(truncatingIfNeeded: (Float(source[x]) * keep + 8_388_608).bitPattern)
        }
      }
    }
  }
}
