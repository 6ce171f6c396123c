import Bytes

/// A stretch of a source, in frames, of which each counts by how much of it lies in the stretch.
package struct FrameMean: Hashable, Sendable {
  private let start: Rational
  private let length: Rational

  /// The stretch from a place on, in frames: 1.5 is the middle of frame 1.
  ///
  /// - Parameter length: more than 0.
  package init(from start: Rational, length: Rational) {
    (self.start, self.length) = (start, length)
  }

  /// The stretch that follows this one by so many frames.
  func later(by count: Int) -> FrameMean {
    FrameMean(from: start + Rational(count), length: length)
  }

  /// The share of a frame in 65,536ths; those of all frames from the first to the last are 65,536.
  package func share(of frame: Int) -> UInt32 { share(of: frame..<frame &+ 1) }

  /// The share of all these frames.
  package func share(of frames: Range<Int>) -> UInt32 {
    sum(before: frames.upperBound) - sum(before: frames.lowerBound)
  }

  /// The shares of all frames before this one.
  private func sum(before frame: Int) -> UInt32 {
    let way = Rational(reducing: Int128(frame), over: 1) - start
    guard way > .zero, let share = way.divided(by: length) else { return 0 }
    guard share < .one else { return 65536 }
    return UInt32(clamping: (share * Rational(65536)).rounded)
  }
}

/// How long the shutter is open for a mean of frames, in frames of the output.
struct MeanShutter: Hashable, Sendable {
  /// When it opens, after the frame's time.
  let opening: Rational
  let length: Rational

  /// All of a frame's time from its own on, unless the timeline says otherwise; what is as long
  /// before the frame's time as after it where it says how long alone.
  init(_ blur: MotionBlur?) {
    let shutter = blur?.givenShutter ?? 360
    let phase = blur?.givenPhase ?? (blur?.givenShutter == nil ? 0 : -shutter / 2)
    let degree = Rational(reducing: 1, over: 360)
    opening = Rational(approximating: phase) * degree
    length = Rational(approximating: shutter) * degree
  }
}

extension Retiming {
  /// The mean of the frames of a source of `rate` that pass while the shutter is open.
  ///
  /// Where the source turns back or begins again, that is the part of the time before or after it
  /// in which the frame's own time lies.
  ///
  /// - Parameter frameTime: of the output.
  func mean(at time: Time, rate: FrameRate, frameTime: Time) -> FrameChoice {
    let opening = time + frameTime * shutter.opening
    let pass = pass(holding: way(at: time))
    let low = max(way(at: opening), pass.start)
    let closing = way(at: opening + frameTime * shutter.length)
    let high = pass.end.map { min(closing, $0) } ?? closing
    let part = partFrames(rate: rate)
    guard low < high else {
      let here = instant(at: time)
      let place = here.time.value * rate.exact
      return FrameChoice(part.holding(here.isBackward ? place.ceiling - 1 : place.floor))
    }
    let ends = (pass.isBackward ? (high, low) : (low, high))
    let (from, to) = (pass.place(ends.0) * rate.exact, pass.place(ends.1) * rate.exact)
    let (lowest, highest) = (part.holding(from.floor), part.holding(to.ceiling - 1))
    guard lowest < highest else { return FrameChoice(highest) }
    let start = max(from, Rational(lowest))
    let mean = FrameMean(from: start, length: min(to, Rational(highest + 1)) - start)
    return FrameChoice(
      first: pass.isBackward ? highest : lowest, second: pass.isBackward ? lowest : highest,
      mean: mean)
  }
}
