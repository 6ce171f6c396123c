import Timeline
import Y4M

/// A light that is drawn over the picture, as settings say it: where it stands, its size, its colour
/// and how bright it is.
struct DrawnLight {
  private let position: Animated<Point>
  private let color: Animated<Color>
  private let size: Animated<Length>
  private let amount: Animated<Double>

  init(
    position: Animated<Point>, color: Animated<Color>, size: Animated<Length>,
    amount: Animated<Double>
  ) {
    (self.position, self.color, self.size, self.amount) = (position, color, size, amount)
  }

  /// The light at a time on a job's picture; nil where nothing of it is seen.
  func moment(at time: Time, on job: EffectJob) -> Moment? {
    let amount = amount.value(at: time, within: 0...1)
    let shorter = Double(min(job.width, job.height))
    let size = min(max(size.value(at: time).resolved(against: shorter), 0), 100_000)
    let color = color.value(at: time)
    if amount == 0 || size < 1 || color.alpha <= 0 { return nil }
    let position = position.value(at: time)
    func place(_ length: Length, _ side: Int) -> Double {
      min(max(length.resolved(against: Double(side)), -1_000_000), 1_000_000)
    }
    return Moment(
      place: SIMD2(place(position.x, job.width), place(position.y, job.height)), size: size,
      color: color.signal(job), gain: Float(amount * min(color.alpha, 1)))
  }

  /// The light at one time.
  struct Moment {
    /// Where it stands, in pixels; at most a million from the origin, along each axis.
    let place: SIMD2<Double>
    /// In pixels, 1 to 100,000.
    let size: Double
    /// R'G'B', whatever its opacity.
    let color: SIMD3<Float>
    /// How bright it is, 0 to 1.
    private let gain: Float

    fileprivate init(place: SIMD2<Double>, size: Double, color: SIMD3<Float>, gain: Float) {
      (self.place, self.size, self.color, self.gain) = (place, size, color, gain)
    }

    /// Screens what was drawn on a grid over the picture.
    func screen(_ grid: LightGrid, over job: EffectJob) {
      Lighting(job: job, rule: ScreenedLight(grid: grid, gain: SIMD3(repeating: gain))).run()
    }
  }
}
