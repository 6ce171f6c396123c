import Bytes
import Geometry
import Timeline
import Y4M

/// Zooms in on every beat, and out again.
///
/// t seconds after a beat the picture is 1 + `amount` e^(-t / `decay`) times as large.
struct ZoomPulse: ViewEffect {
  static let amount = Parameter<Double>(
    "amount", default: 0.1, in: 0...4, "How much larger the picture is on the beat; 0.1 is 10 %.")
  static let decay = Parameter<Double>(
    "decay", default: 0.3, in: 0.01...60, unit: "s",
    "The time in which the pulse fades to 37 %.")
  static let bpm = Setting<Double>(
    "bpm", default: 120, in: 1...1000, "Beats a minute, from the layer's start.")
  static let beats = Setting<TimeList>(
    "beats", default: TimeList(), defaultText: "those of bpm",
    "The times of all beats, from the layer's start.")
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)), unit: "px",
    "The point that stays in its place.")

  static let declaration = Declaration(
    name: "zoom-pulse",
    summary: "Zooms in on every beat, and out again.",
    discussion: """
      Beats come evenly, `bpm` a minute from the layer's start on, or at the times that `beats` \
      lists. t seconds after a beat the picture is 1 + `amount` e^(-t / `decay`) times as large.
      """,
    example: #"""
      { "type": "effect", "effect": "zoom-pulse", "start": 2, "duration": 8, "bpm": 128,
        "amount": 0.08, "decay": 0.15 }
      """#,
    parameters: [amount, decay, bpm, beats, center, MapSettings.sampling, ViewExposure.motionBlur])

  static let names = EffectNames(
    synonyms: ["beat-zoom", "pulse", "heartbeat", "punch-zoom", "bounce", "beat", "throb"],
    elsewhere: ["MLT dance", "CapCut beat zoom", "After Effects Scale"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let decay: Animated<Double>
  private let bpm: Double
  private let beats: [Time]
  private let center: Animated<Point>
  private let sampling: WarpSampling
  let exposure: ViewExposure

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    decay = arguments[Self.decay]
    bpm = arguments[Self.bpm]
    beats = arguments[Self.beats].times
    center = arguments[Self.center]
    sampling = arguments[MapSettings.sampling]
    exposure = ViewExposure(arguments, setting)
  }

  func view(at time: Time, width: Double, height: Double) -> CameraView {
    let decay = min(max(decay.value(at: time), 0.01), 60)
    let amount = min(max(amount.value(at: time), 0), 4)
    let center = center.value(at: time)
    return CameraView(
      anchor: Vector(center.x.resolved(against: width), center.y.resolved(against: height)),
      pan: Vector(0, 0),
      zoom: passed(at: time).map { 1 + amount * Maths.exp(-$0 / decay) } ?? 1, roll: 0)
  }

  func draw(_ job: EffectJob, _ map: Affine, zoom: Double, at time: Time) {
    job.draw(AffinePictureMap(map: map), edges: PictureEdges(.clamp), sampling: sampling)
  }

  /// The seconds since the latest beat; nil before the first one.
  private func passed(at time: Time) -> Double? {
    guard beats.isEmpty else {
      var (low, high) = (0, beats.count)
      while low < high {
        let middle = (low + high) / 2
        if beats[middle] <= time { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? (time - beats[low - 1]).seconds : nil
    }
    let period = 60 / bpm
    // A frame on the beat belongs to it, however its time is rounded.
    let beat = (time.seconds / period + 1e-6).rounded(.down)
    return beat < 0 ? nil : max(time.seconds - beat * period, 0)
  }
}
