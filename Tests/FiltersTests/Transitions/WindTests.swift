import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct WindTests {
  /// The share of the next picture in a streak: it has passed a place by so much of the way.
  private func share(_ passed: Double) -> Double {
    let t = min(max(passed / 0.2, 0), 1)
    return t * t * (3 - 2 * t)
  }

  @Test(arguments: [("hlwind", true, true), ("hrwind", true, false), ("vuwind", false, true)])
  func `streaks fly as their formula says`(
    _ name: String, _ isAcross: Bool, _ isBackward: Bool
  ) throws {
    let format = PixelFormat.named("mono16", 30, 20)
    let frames = TransitionFrames(format, .flat(format, [0]), .flat(format, [65_535]))
    let drawn = try frames.frame(name, at: 0.45)
    for y in 0..<20 {
      for x in 0..<30 {
        let (place, side, lane) = isAcross ? (x, 30, (0, y)) : (y, 20, (x, 0))
        let far = Double(place) / Double(side)
        let late = Double(ShaderNoise.value(Float(lane.0), Float(lane.1))) * 0.2
        let wanted = share(0.45 * 1.2 - 0.8 * (isBackward ? 1 - far : far) - late)
        #expect(abs(Double(drawn[0, x, y]) / 65_535 - wanted) < 0.0002, "\(x), \(y)")
      }
    }
  }
}
