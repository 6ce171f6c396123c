import Bytes

/// The sources of a list that count more frames in a second than the list does, as the numbers in
/// their timecodes show: Avid writes them as the source counts.
struct EDLSourceRates {
  private var bases: [String: Int] = [:]

  init(_ events: [EDLEvent], list: FrameRate) {
    var most: [String: Int] = [:]
    for event in events {
      let frame = max(event.times[0].frame, event.times[1].frame)
      most[Self.key(event), default: 0] = max(most[Self.key(event)] ?? 0, frame)
    }
    bases = most.filter { $0.value >= list.timecodeBase }.mapValues(Self.base)
  }

  /// The usual count of frames in a second that has a frame of this number.
  static func base(_ frame: Int) -> Int {
    [24, 25, 30, 50, 60, 100].first { frame < $0 } ?? max(frame, 119) + 1
  }

  /// The rate that the source of an event counts.
  func rate(of event: EDLEvent, list: FrameRate) -> FrameRate {
    guard let base = bases[Self.key(event)] else { return list }
    // Beside 23.976, 30 frames are 29.97; 25 and 50 are what they are.
    let isSlowed = list.denominator == 1001 && base % 25 != 0
    return FrameRate(isSlowed ? base * 1000 : base, isSlowed ? 1001 : 1) ?? list
  }

  private static func key(_ event: EDLEvent) -> String {
    "\(event.reel)\n\(event.files.first ?? "")"
  }
}
