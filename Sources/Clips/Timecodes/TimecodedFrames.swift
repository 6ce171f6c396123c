import Bytes
import Y4M

/// When the frames of a stream are shown whose times a file of timecodes says: as ticks of a clock.
package struct TimecodedFrames: Sendable {
  /// The clock, which begins with the first frame.
  package let clock: FrameClock
  /// The file with the times, as messages call it.
  let name: String
  private let timecodes: Timecodes

  /// The frames of a file of timecodes.
  ///
  /// - Returns: nil where the file has no time.
  package init?(_ timecodes: Timecodes, name: String) {
    guard let start = timecodes.time(of: 0), let ticks = FrameRate(timecodes.precision, 1) else {
      return nil
    }
    (self.timecodes, self.name) = (timecodes, name)
    clock = FrameClock(ticks: ticks, start: start)
  }

  /// How many frames have a time; nil where all have.
  var count: Int? { timecodes.count }

  /// The tick with which a frame begins, counted from the first; nil where it has no time.
  func tick(of frame: Int) -> Int? {
    timecodes.time(of: frame).map { time in
      let ticks = (time - clock.start) * clock.exactTicks
      return Int(clamping: ticks.rounded)
    }
  }

  /// The tick with which a frame begins, counted from the time 0; nil where it has no time.
  package func exactTick(of frame: Int) -> Int? {
    timecodes.time(of: frame).map { Int(clamping: ($0 * clock.exactTicks).floor) }
  }

  /// How many ticks a frame lasts: up to the next, or as long as the one before.
  func length(of frame: Int) -> Int {
    if let start = tick(of: frame), let next = tick(of: frame + 1) { return max(1, next - start) }
    return frame > 0 ? length(of: frame - 1) : clock.ticks.numerator / 25
  }
}
