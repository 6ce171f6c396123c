import Bytes
import Timeline
import Y4M

/// How echoes are put together with the picture.
enum EchoMode: String, Choice {
  /// The mean, weighed by how strong each is.
  case blend
  /// The lightest of each channel.
  case lighten
  /// The sum, up to white.
  case add
  /// The darkest of each channel.
  case darken
  /// One behind the other, where the picture is transparent.
  case behind
}

/// Lets what is seen linger: earlier pictures, weaker and weaker.
///
/// Echo n is the picture n times `delay` ago, as strong as the nth power of `decay`. It is made of
/// the pictures themselves and not of earlier results, so any frame alone is right.
struct Echo: HistoryEffect {
  static let count = Setting<Int>(
    "count", default: 5, in: 1...32, "How many earlier pictures are seen.")
  static let delay = Setting<Time>(
    "delay", default: Time(2, 25) ?? .zero,
    "The time from one echo to the next: at least a frame, rounded to frames.")
  static let decay = Parameter<Double>(
    "decay", default: 0.6, in: 0...1,
    "The strength of each echo relative to the newer one before it; 0 changes nothing.")
  static let mode = Setting<EchoMode>(
    "mode", default: .blend,
    """
    How they are put together: a weighed mean (`blend`), the lightest or darkest of each channel of \
    R'G'B' (`lighten`, `darken`), a sum up to white (`add`), or one `behind` the other, which shows \
    where the picture is transparent: in a group, or in a layer's own `effects`.
    """)

  static let declaration = Declaration(
    name: "echo",
    summary: "Lets what is seen linger: earlier pictures, weaker and weaker.",
    discussion: """
      Echo n shows what lies below the effect `n * delay` ago, with the strength `decay` to the power \
      of n. `blend` divides the sum by that of all strengths; `lighten` takes the greatest of c and \
      all `strength * c`; `darken` the least of c and all `1 - strength * (1 - c)`. Before the \
      film's beginning there are no echoes. On a layer of its own it is the trail of what moves \
      there. As many frames are kept as `count * delay` says, at most 256.
      """,
    example: #"""
      { "type": "effect", "effect": "echo", "count": 4, "delay": "3f", "decay": 0.7,
        "mode": "lighten" }
      """#,
    parameters: [count, delay, decay, mode])

  static let names = EffectNames(
    synonyms: ["trails", "trail", "ghost", "lagfun", "tmix", "motion-trail", "afterimage"],
    elsewhere: [
      "After Effects Echo", "ffmpeg lagfun, tmix", "frei0r baltan, aech0r, delay0r", "MLT trails",
      "CapCut Ghost",
    ])

  static let identity: Arguments? = Arguments().setting(decay, to: 0)

  let history: Int
  private let delay: Int
  private let count: Int
  private let decay: Animated<Double>
  private let mode: EchoMode
  private let canShowBehind: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    count = arguments[Self.count]
    delay = max(1, setting.frames(in: arguments[Self.delay]))
    decay = arguments[Self.decay]
    mode = arguments[Self.mode]
    canShowBehind = setting.includesAlpha
    history = count * delay
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    if decay.value(at: time, within: 0...1) == 0 || (mode == .behind && !canShowBehind) {
      return []
    }
    return (1...count).map { $0 * delay }.filter { $0 <= past.count }
  }

  func apply(_ job: EffectJob, at time: Time) {
    let decay = decay.value(at: time, within: 0...1)
    let echoes = job.past.frames
    guard decay > 0, !echoes.isEmpty else { return }
    let shares = echoes.map { Float(Maths.pow(decay, Double($0.number / delay))) }
    let frames = echoes.map(\.frame)
    switch mode {
    case .blend: job.run(EchoMeans(past: frames, shares: shares))
    case .behind: job.run(EchoesBehind(past: frames, shares: shares))
    case .add: fold(job, frames, EchoSum(shares: shares))
    case .lighten: fold(job, frames, EchoLightest(shares: shares))
    case .darken: fold(job, frames, EchoDarkest(shares: shares))
    }
  }

  private func fold(_ job: EffectJob, _ frames: [SharedFrame], _ fold: some ColorFold) {
    job.run(FoldedColors(source: job.source, past: frames, coding: job.coding, fold: fold))
  }
}

/// Adds echoes.
private struct EchoSum: ColorFold {
  let shares: [Float]

  func fold(_ row: Line, _ index: Int, into sum: Line, count: Int, isAlpha: Bool, cover: Line?) {
    let share = shares[index]
    for x in 0..<count { sum[x] += row[x] * share }
  }
}

/// Takes the greatest.
private struct EchoLightest: ColorFold {
  let shares: [Float]

  func fold(_ row: Line, _ index: Int, into sum: Line, count: Int, isAlpha: Bool, cover: Line?) {
    let share = shares[index]
    for x in 0..<count { sum[x] = max(sum[x], row[x] * share) }
  }
}

/// Takes the least.
private struct EchoDarkest: ColorFold {
  let shares: [Float]

  func fold(_ row: Line, _ index: Int, into sum: Line, count: Int, isAlpha: Bool, cover: Line?) {
    let (share, rest) = (shares[index], 1 - shares[index])
    for x in 0..<count { sum[x] = min(sum[x], rest + row[x] * share) }
  }
}

/// The kernel of `blend`: weighed means of samples, which are those of R'G'B'.
private struct EchoMeans: PlaneKernel {
  let past: [SharedFrame]
  /// How strong each is beside the picture.
  let shares: [Float]

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let sum = scratch.take(Float.self, box.width)
    let scale = 1 / shares.reduce(1, +)
    for plane in planes {
      let layout = plane.source.layout
      for y in box.y..<box.maxY {
        let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
        for x in 0..<box.width { sum[x] = Float(source[x]) }
        for (frame, share) in zip(past, shares) {
          let row = frame.samples(layout, as: S.self) + (y * layout.width + box.x)
          for x in 0..<box.width { sum[x] += Float(row[x]) * share }
        }
        for x in 0..<box.width {
          // The lowest bits of a float above 2^23 are those of the whole number next to it.
          target[x] = S(truncatingIfNeeded: (sum[x] * scale + 0x1p23).bitPattern)
        }
      }
    }
  }
}

/// The kernel of `behind`: each echo shows through what is before it; of premultiplied frames.
private struct EchoesBehind: PlaneKernel {
  let past: [SharedFrame]
  let shares: [Float]

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    guard let alpha = planes.first(where: { $0.source.role == .alpha })?.source else { return }
    let width = box.width
    // How much of each echo shows, and then how much is left.
    let shown = scratch.take(Float.self, width * past.count)
    let left = scratch.take(Float.self, width)
    let sum = scratch.take(Float.self, width)
    let (peak, scale) = (Float(alpha.peak), 1 / Float(alpha.peak))
    for y in box.y..<box.maxY {
      let own = alpha.row(y) + box.x
      for x in 0..<width { left[x] = 1 - Float(own[x]) * scale }
      for (index, frame) in past.enumerated() {
        let row = frame.samples(alpha.layout, as: S.self) + (y * alpha.width + box.x)
        let (line, share) = (shown + index * width, shares[index])
        for x in 0..<width {
          line[x] = left[x] * share
          left[x] -= line[x] * Float(row[x]) * scale
        }
      }
      for plane in planes {
        let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
        for x in 0..<width { sum[x] = Float(source[x]) }
        for (index, frame) in past.enumerated() {
          let row = frame.samples(plane.source.layout, as: S.self) + (y * alpha.width + box.x)
          let line = shown + index * width
          for x in 0..<width { sum[x] += Float(row[x]) * line[x] }
        }
        for x in 0..<width {
          target[x] = S(truncatingIfNeeded: (min(sum[x], peak) + 0x1p23).bitPattern)
        }
      }
    }
  }
}
