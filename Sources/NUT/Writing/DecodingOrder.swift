/// When packets of a stream are decoded, told from when they are shown.
struct DecodingOrder: Sendable {
  /// The latest times so far, as many as frames are decoded ahead.
  private var latest: [Int]

  init(_ stream: NUTStream) { latest = [Int](repeating: 0, count: stream.decodeDelay) }

  /// The decoding time of the next packet, which is shown at `time`, in the same ticks.
  mutating func decodingTime(_ time: Int) -> Int {
    var time = time
    for place in latest.indices where time > latest[place] { swap(&time, &latest[place]) }
    return time
  }
}
