/// The time of the last frame of a stream, from which that of the next one is known.
struct StreamClock: Hashable, Sendable {
  /// The time of the last frame in ticks.
  private(set) var last = 0
  /// Low bits of a time that may stand for all of it.
  private let bits: Int
  /// How far the next frame may be without a checksum.
  private let longestStep: Int

  init(_ stream: NUTStream) {
    bits = stream.timeBits
    longestStep = stream.longestStep
  }

  /// The time that stands for `coded` in a frame; nil where there is no such time.
  func time(coded: Int) -> Int? {
    let window = 1 << bits
    guard coded < window else { return Self.checked(coded - window) }
    // The nearest time to the last one that has these low bits.
    let (lowest, isLow) = last.subtractingReportingOverflow((window - 1) / 2)
    let (time, isHigh) = lowest.addingReportingOverflow((coded &- lowest) & (window - 1))
    return isLow || isHigh ? nil : Self.checked(time)
  }

  /// The time `step` ticks after the last frame.
  func time(step: Int) -> Int? {
    let (time, isFar) = last.addingReportingOverflow(step)
    return isFar ? nil : Self.checked(time)
  }

  private static func checked(_ time: Int) -> Int? {
    (0...NUTPacket.latest).contains(time) ? time : nil
  }

  /// How a time is written.
  func coded(_ time: Int) -> Int {
    let low = time & (1 << bits - 1)
    return self.time(coded: low) == time ? low : time + 1 << bits
  }

  /// Whether a frame of this time needs a checksum.
  func isFar(_ time: Int) -> Bool { (time - last).magnitude > UInt(longestStep) }

  /// Notes the time of a frame or a syncpoint.
  mutating func set(_ time: Int) { last = time }
}
