import Timeline

/// An effect that is a function of a colour and of nothing else: not of its place, nor of what is
/// around it. Those that lie right above one another are drawn as one.
protocol ColorEffect: Effect {
  /// Adds what the effect does to colours at `time`; nothing where it changes none.
  func add(to run: inout ColorRun, at time: Time)
}

extension ColorEffect {
  func margin(at time: Time, width: Int, height: Int) -> Int? { ColorRun.margin }

  func apply(_ job: EffectJob, at time: Time) {
    var run = ColorRun()
    add(to: &run, at: time)
    job.run(run)
  }
}

/// What a run of effects does to a colour, from the lowest effect up.
///
/// Values beyond black and white pass from one to the next; they are cut at the end.
struct ColorRun: Sendable {
  /// How far around a sample colours are read. Chroma is raised to luma, and luma gathered for chroma:
  /// neighbours of 4:1:0 are four apart.
  static let margin = 8

  /// All of them as one change.
  private var matrix = ColorMatrix.identity

  /// Whether no colour changes.
  var isIdentity: Bool { matrix == .identity }

  /// Adds an affine change.
  mutating func append(_ change: ColorMatrix) { matrix = change.after(matrix) }
}

extension ColorRun: ColorChange {
  func apply(to colors: RGBRow, scratch: Scratch) {
    let (forRed, forGreen) = (SIMD4<Float>(matrix.red), SIMD4<Float>(matrix.green))
    let forBlue = SIMD4<Float>(matrix.blue)
    let (rr, rg, rb, r1) = (forRed.x, forRed.y, forRed.z, forRed.w)
    let (gr, gg, gb, g1) = (forGreen.x, forGreen.y, forGreen.z, forGreen.w)
    let (br, bg, bb, b1) = (forBlue.x, forBlue.y, forBlue.z, forBlue.w)
    for x in 0..<colors.count {
      let (red, green, blue) = (colors.red[x], colors.green[x], colors.blue[x])
      colors.red[x] = rr * red + rg * green + rb * blue + r1
      colors.green[x] = gr * red + gg * green + gb * blue + g1
      colors.blue[x] = br * red + bg * green + bb * blue + b1
    }
  }
}

extension EffectJob {
  /// Changes all colours within ``box`` by a run of effects.
  func run(_ change: ColorRun) {
    if change.isIdentity { return }
    Recoloring(
      source: source, target: target, change: change, coding: coding,
      isPremultiplied: includesAlpha
    ).run(box, workspace)
  }
}
