import Bytes
import Timeline
import Y4M

/// Lets beams shine from what is bright, away from a point.
///
/// In linear light c becomes `c + amount * color * r`, where r is the mean of what is bright along
/// the way to `center`: of `B(center + (p - center) (1 - length)^t)`, t from 0 to 1, weighted by
/// `(1 - decay)^t`. B is what ``Bloom`` blurs.
struct Rays: Effect {
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point from which the beams come; it may lie outside the picture.")
  static let length = Parameter<Double>(
    "length", default: 0.5, in: 0...0.98,
    "How far back light is gathered, as a share of the way to the centre; 0 changes little.")
  static let threshold = Parameter<Double>(
    "threshold", default: 0.7, in: 0...1, "The luma, 0 to 1, from which on half of a colour shines."
  )
  static let softness = GlowParameters.softness
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...16, "How bright the beams are; 0 changes nothing.")
  static let decay = Parameter<Double>(
    "decay", default: 0.7, in: 0...0.99, "How much of a beam is gone at its end.")
  static let color = Parameter<Color>("color", default: .white, "What the beams are multiplied by.")

  static let declaration = Declaration(
    name: "rays",
    summary: "Lets beams shine from what is bright, away from a point.",
    discussion: """
      The linear light of what is brighter than `threshold` is smeared away from `center` and \
      added, cut at white: a place at a distance d from the centre gets the mean of what lies \
      between it and `(1 - length) d`, where what is far from it counts for less by `decay`. Beams \
      are as wide as the lights they come from; between dark leaves in front of a bright sky they \
      are narrow.
      """,
    example: #"""
      { "type": "effect", "effect": "rays", "center": ["70%", "10%"], "length": 0.6, "amount": 1.5 }
      """#,
    parameters: [center, length, threshold, softness, amount, decay, color])

  static let names = EffectNames(
    synonyms: ["god-rays", "sunbeams", "light-rays", "shine"],
    elsewhere: ["Natron GodRays", "Core Image CISunbeamsGenerator", "After Effects CC Light Rays"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let center: Animated<Point>
  private let length: Animated<Double>
  private let threshold: Animated<Double>
  private let softness: Animated<Double>
  private let amount: Animated<Double>
  private let decay: Animated<Double>
  private let color: Animated<Color>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    center = arguments[Self.center]
    length = arguments[Self.length]
    threshold = arguments[Self.threshold]
    softness = arguments[Self.softness]
    amount = arguments[Self.amount]
    decay = arguments[Self.decay]
    color = arguments[Self.color]
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...16)
    let color = color.value(at: time)
    if amount == 0 || color.alpha <= 0 { return }
    let curve = LightCurve(job.coding.light.transfer.curve)
    let source = BrightLight(
      threshold: threshold.value(at: time, within: 0...1),
      softness: softness.value(at: time, within: 0...1), curve: curve,
      luma: LumaWeights(job.coding.matrix))
    // About a hundred thousand cells.
    var factor = 1
    while job.width * job.height > (factor * factor) << 17 { factor *= 2 }
    let blur = LightBlur.none(job.scratch)
    let whole = Box(x: 0, y: 0, width: job.width, height: job.height)
    let grid = LightGrid(job, whole, factor: factor, down: blur)
    grid.fill(from: job, source, across: blur)
    let center = center.value(at: time)
    func cell(_ length: Length, _ side: Int) -> Double {
      let place = length.resolved(against: Double(side)) / Double(factor)
      return (min(max(place, -65536), 65536) * 4096).rounded() / 4096 - 0.5
    }
    let beams = Beams(
      center: SIMD2(cell(center.x, job.width), cell(center.y, job.height)),
      length: length.value(at: time, within: 0...0.98),
      decay: decay.value(at: time, within: 0...0.99), grid)
    let smeared = beams.smear(grid, job)
    let gain = color.light(job, curve) * Float(amount * min(color.alpha, 1)) * beams.scale
    Lighting(
      job: job, rule: AddedLight(grid: smeared, curve: curve, gain: gain, mixing: .sum)
    ).run()
  }
}

/// A smear away from a point, in steps that double it: `2^steps` places are added up, each nearer
/// to the centre by the same ratio.
private struct Beams {
  private let center: SIMD2<Double>
  private let steps: Int
  /// How much nearer a place lies than the one before, and how much less it counts.
  private let ratio: Double
  private let share: Double
  /// One over the sum of all shares.
  let scale: Float

  init(center: SIMD2<Double>, length: Double, decay: Double, _ grid: LightGrid) {
    self.center = center
    // Of the longest way, places lie about half a cell apart.
    let far = SIMD2(
      max(center.x - Double(grid.columns.lowerBound), Double(grid.columns.upperBound) - center.x),
      max(center.y - Double(grid.rows.lowerBound), Double(grid.rows.upperBound) - center.y))
    let way = -Maths.log(1 - length) * (far * far).sum().squareRoot()
    var steps = 3
    while steps < 10, Double(1 << steps) < 2 * way { steps += 1 }
    self.steps = steps
    let count = Double(1 << steps)
    ratio = Maths.pow(1 - length, 1 / count)
    share = Maths.pow(1 - decay, 1 / count)
    var (sum, power) = (1.0, share)
    for _ in 0..<steps {
      sum *= 1 + power
      power *= power
    }
    scale = Float(1 / sum)
  }

  /// The sums of places; the grid is used up.
  func smear(_ grid: LightGrid, _ job: EffectJob) -> LightGrid {
    var (source, target) = (grid, LightGrid(like: grid, job.scratch))
    // Places stand for the middles of equal parts of the way.
    var step = Step(ratio: ratio.squareRoot(), keep: 0, share: 1)
    for _ in 0...steps {
      let (from, to, next) = (source, target, step)
      job.workspace.split(grid.rows, least: 16) { rows, scratch in
        let places = scratch.take(Int32.self, grid.columns.count)
        let parts = scratch.take(Float.self, grid.columns.count)
        locate(grid, next.ratio, places, parts)
        for row in rows { add(from, to, row, next, places, parts) }
      }
      swap(&source, &target)
      step =
        step.keep == 0
        ? Step(ratio: ratio, keep: 1, share: share)
        : Step(ratio: step.ratio * step.ratio, keep: 1, share: step.share * step.share)
    }
    return source
  }

  /// What a cell becomes: a share of its own and one of what lies nearer by a ratio.
  private struct Step {
    let ratio: Double
    let keep: Double
    let share: Double
  }

  /// Which cells columns are read from, and how far beyond these.
  private func locate(
    _ grid: LightGrid, _ ratio: Double, _ places: UnsafeMutablePointer<Int32>,
    _ parts: UnsafeMutablePointer<Float>
  ) {
    let last = Double(grid.columns.count - 1)
    for x in 0..<grid.columns.count {
      let column = Double(grid.columns.lowerBound + x)
      let place = center.x + (column - center.x) * ratio - Double(grid.columns.lowerBound)
      let held = min(max(place, 0), last)
      let whole = min(held.rounded(.down), max(last - 1, 0))
      places[x] = Int32(whole)
      parts[x] = Float(held - whole)
    }
  }

  /// Adds to a row of cells those that are nearer.
  private func add(
    _ from: LightGrid, _ to: LightGrid, _ row: Int, _ step: Step,
    _ places: UnsafeMutablePointer<Int32>, _ parts: UnsafeMutablePointer<Float>
  ) {
    let place = center.y + (Double(row) - center.y) * step.ratio
    let whole = min(
      max(place.rounded(.down), Double(from.rows.lowerBound)), Double(from.rows.upperBound - 1))
    let (share, keep) = (Float(step.share), Float(step.keep))
    let part = Float(min(max(place - whole, 0), 1)) * share
    let (upper, rest) = (Int(whole), share - part)
    for channel in 0..<3 {
      let (here, target) = (from.row(channel, row), to.row(channel, row))
      let (above, below) = (from.row(channel, upper), from.row(channel, upper + 1))
      for x in 0..<from.columns.count {
        let cell = Int(places[x])
        let (one, two) = (above[cell] * rest + below[cell] * part, parts[x])
        let next = above[cell &+ 1] * rest + below[cell &+ 1] * part
        target[x] = here[x] * keep + one + (next - one) * two
      }
    }
  }
}
