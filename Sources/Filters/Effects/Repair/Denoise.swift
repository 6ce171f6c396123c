import Bytes
import Timeline
import Y4M

/// Takes noise away.
///
/// Each sample becomes a mean of those within three samples of it. The share of one falls with its
/// distance and with how much it differs: by itself (bilateral), or with the eight around it
/// (non-local means: Buades, Coll and Morel, "A non-local algorithm for image denoising", 2005).
/// Samples at the same place of earlier pictures count like neighbours. All read pictures as they
/// came and nothing that was made before, so that any part of any frame is right.
struct Denoise: HistoryEffect {
  static let method = Setting<DenoiseMethod>(
    "method", default: .nlmeans,
    "What is compared: neighbourhoods of samples, which finds more, or samples alone.")
  static let luma = Parameter<Double>(
    "luma", default: 4, in: 0...100,
    "The standard deviation of the noise in luma, in steps of 8 bits.")
  static let chroma = Parameter<Double>(
    "chroma", default: 3, in: 0...100,
    "The standard deviation of the noise in chroma, in steps of 8 bits.")

  static let temporal = Setting<Int>(
    "temporal", default: 0, in: 0...16,
    "How many earlier pictures count too, where they show the same at a place; 0 for none.")

  static let declaration = Declaration(
    name: "denoise",
    summary: "Takes noise away and keeps edges, within a frame or from frame to frame.",
    discussion: """
      `luma` and `chroma` say how strong the noise is: about 2 to 5 for a camera in fair light, 10 \
      and more for one in the dark. Too much of it takes fine textures away. `bilateral` compares \
      single samples: it is a little quicker and leaves more noise. Alpha stays as it is. \
      `temporal` keeps textures that noise of one picture alone would hide, and needs a camera that \
      stands still: what moves is taken from the picture itself.
      """,
    example: #"""
      { "type": "effect", "effect": "denoise", "luma": 6, "chroma": 5 }
      """#,
    parameters: [method, luma, chroma, temporal])

  static let names = EffectNames(
    synonyms: ["noise-reduction", "nlmeans", "bilateral", "hqdn3d"],
    elsewhere: [
      "Core Image CINoiseReduction", "ffmpeg nlmeans, bilateral, hqdn3d", "frei0r hqdn3d",
    ])

  static let identity: Arguments? = Arguments().setting(luma, to: 0).setting(chroma, to: 0)

  private let method: DenoiseMethod
  private let luma: Animated<Double>
  private let chroma: Animated<Double>
  let history: Int

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    method = arguments[Self.method]
    luma = arguments[Self.luma]
    chroma = arguments[Self.chroma]
    history = arguments[Self.temporal]
  }

  // Four samples of a plane that is halved twice, and what such a sample stands for.
  func margin(at time: Time, width: Int, height: Int) -> Int? { history > 0 ? nil : 24 }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    past.count > 0 ? Array(1...past.count) : []
  }

  func apply(_ job: EffectJob, at time: Time) {
    func strength(_ parameter: Animated<Double>) -> Double {
      (parameter.value(at: time, within: 0...100) * 1024).rounded() / 1024
    }
    let (luma, chroma) = (strength(luma), strength(chroma))
    guard luma > 0 || chroma > 0 else { return }
    job.run(
      AlikeMeans(
        steps: AlikeMeans.steps(of: method, job.scratch), comparesPatches: method == .nlmeans,
        luma: method.reach * luma, chroma: method.reach * chroma,
        past: job.past.frames.map(\.frame)))
  }
}

/// How likeness is measured.
enum DenoiseMethod: String, Choice {
  /// By the samples around two, as non-local means do.
  case nlmeans
  /// By the two samples.
  case bilateral

  /// How many standard deviations apart those are that have no share in each other.
  fileprivate var reach: Double { self == .nlmeans ? 3.5 : 6 }
}

extension AlikeMeans {
  /// The neighbours of a sample that follow it, with their spatial weights: a gaussian.
  fileprivate static func steps(
    of method: DenoiseMethod, _ scratch: Scratch
  ) -> UnsafeBufferPointer<Step> {
    let steps = scratch.take(Step.self, 4 * 7)
    let sigma = method == .nlmeans ? 2 : 1.5
    var count = 0
    for y in 0...reach {
      for x in (y == 0 ? 1 : -reach)...reach where x * x + y * y <= reach * reach {
        let weight = Maths.exp(-Double(x * x + y * y) / (2 * sigma * sigma))
        (steps + count).initialize(to: Step(x: x, y: y, weight: Float(weight)))
        count += 1
      }
    }
    return UnsafeBufferPointer(start: steps, count: count)
  }
}
