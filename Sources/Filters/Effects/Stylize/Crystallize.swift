import Timeline

/// Breaks the picture into crystals of its own colours.
struct Crystallize: Effect {
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 20), in: 0...CellGrid.largest, unit: "px",
    "How far apart crystals are; a percentage is of the canvas's shorter side, 1 px and less "
      + "changes nothing.")
  static let jitter = Parameter<Double>(
    "jitter", default: 1, in: 0...1, "How irregular crystals are: 0 makes squares.")
  static let seed = Setting<Int>(
    "seed", default: 1, "Another number gives another arrangement of crystals.")

  static let declaration = Declaration(
    name: "crystallize",
    summary: "Breaks the picture into crystals of its own colours.",
    discussion: """
      Crystals grow around the points of a jittered grid, which depends on `seed` alone, so they \
      keep their places from frame to frame: each holds what is nearer to its point than to any \
      other (a Voronoi diagram), and takes the mean of that.
      """,
    example: #"""
      { "type": "effect", "effect": "crystallize", "size": 24, "start": 2, "duration": 3 }
      """#,
    parameters: [size, jitter, seed])

  static let names = EffectNames(
    synonyms: ["crystals", "voronoi", "stained-glass", "facet"],
    elsewhere: ["Core Image CICrystallize", "Photoshop Crystallize", "After Effects CC Cells"])

  static let identity: Arguments? = Arguments().setting(size, to: Length(pixels: 0))

  private let size: Animated<Length>
  private let jitter: Animated<Double>
  private let seed: Int

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    size = arguments[Self.size]
    jitter = arguments[Self.jitter]
    seed = arguments[Self.seed]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let size = size.pixels(at: time, width, height, upTo: CellGrid.largest)
    return size > 1 ? SeedField.margin(size: size) : 0
  }

  func apply(_ job: EffectJob, at time: Time) {
    let size = size.pixels(at: time, job.width, job.height, upTo: CellGrid.largest)
    guard size > 1 else { return }
    let jitter = jitter.value(at: time, within: 0...1)
    job.run(SeedCells(field: .scattered(size: size, jitter: jitter, seed: seed)))
  }
}
