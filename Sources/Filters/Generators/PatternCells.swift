import Geometry
import Timeline

/// The cells of a pattern that has some across and down, as they lie at a time.
struct PatternCells: Sendable {
  /// What repeats in one direction, in pixels: how often, how much of that is the pattern, and how
  /// far that is moved.
  typealias Wave = (period: Double, band: Double, shift: Double)

  private let size: (width: Animated<Length>, height: Animated<Length>)
  private let angle: Animated<Angle>
  private let offset: Animated<Point>
  private let softness: Animated<Double>
  private let side: Double

  /// - Parameters:
  ///   - height: the parameter that counts where it is given; else a cell is as high as wide.
  ///   - side: the shorter side of the canvas.
  init(
    _ arguments: Arguments, width: Parameter<Length>, height: Parameter<Length>,
    angle: Parameter<Angle>, offset: Parameter<Point>, side: Double
  ) {
    size = (arguments[width], arguments[arguments.isGiven(height) ? height : width])
    self.angle = arguments[angle]
    self.offset = arguments[offset]
    softness = arguments[PatternColors.softness]
    self.side = side
  }

  var isStill: Bool {
    size.width.constantValue != nil && size.height.constantValue != nil
      && angle.constantValue != nil && offset.constantValue != nil
      && softness.constantValue != nil
  }

  /// What is where in a raster; `wave` says what becomes of a side of a cell.
  func bands(
    _ raster: BoxRaster, at time: Time, _ mixing: CrossedBands.Mixing,
    wave: (_ length: Double) -> Wave
  ) -> CrossedBands {
    let degrees = angle.value(at: time).degrees
    let softness = softness.value(at: time)
    let move = offset.value(at: time)
    func bands(_ length: Animated<Length>, isAcross: Bool, _ move: Length) -> BandWave {
      let wave = wave(max(length.pixels(at: time, side), 0.01))
      return BandWave(
        raster, degrees: degrees, isAcross: isAcross, period: wave.period, band: wave.band,
        offset: move.resolved(against: side) + wave.shift, softness: softness)
    }
    return CrossedBands(
      across: bands(size.width, isAcross: false, move.x),
      down: bands(size.height, isAcross: true, move.y), mixing: mixing)
  }
}
