/// Where syncpoints stand and which key frames follow them, for the end of the stream.
///
/// Every second syncpoint is left out again whenever there are more than it may remember: whoever
/// seeks then goes back a little further.
struct SyncpointIndex: Sendable {
  /// How many numbers are remembered at most.
  private static let most = 1 << 18

  private var positions: [UInt64] = []
  /// For each syncpoint and stream the time of the first key frame behind it, or -1.
  private var keys: [Int] = []
  private let streams: Int
  /// How many syncpoints there are for each that is remembered, and how many came since the last
  /// one.
  private var stride = 1
  private var passed = 0
  /// The latest time of all, and its clock.
  private var latest: (ticks: Int, timeBase: Int) = (0, 0)

  init(streams: Int) { self.streams = streams }

  /// Notes a syncpoint at `offset`.
  mutating func addSyncpoint(at offset: UInt64) {
    passed += 1
    guard positions.isEmpty || passed >= stride else { return }
    passed = 0
    if (positions.count + 1) * (streams + 1) > Self.most, positions.count > 2 { thin() }
    positions.append(offset)
    keys += repeatElement(-1, count: streams)
  }

  /// Leaves out every second syncpoint; its key frames follow the one before.
  private mutating func thin() {
    var (kept, keptKeys): ([UInt64], [Int]) = ([], [])
    for place in positions.indices where place % 2 == 0 {
      kept.append(positions[place])
      for stream in 0..<streams {
        let own = keys[place * streams + stream]
        let next = place + 1 < positions.count ? keys[(place + 1) * streams + stream] : -1
        keptKeys.append(own >= 0 ? own : next)
      }
    }
    (positions, keys) = (kept, keptKeys)
    stride *= 2
  }

  /// Notes a frame.
  mutating func addFrame(_ packet: NUTPacket, _ header: NUTHeader) {
    let timeBase = header.streams[packet.stream].timeBase
    let now = header.timeBases[timeBase].seconds(packet.ticks)
    if now > header.timeBases[latest.timeBase].seconds(latest.ticks) {
      latest = (packet.ticks, timeBase)
    }
    guard packet.isKey, let last = positions.indices.last else { return }
    let place = last * streams + packet.stream
    if keys[place] < 0 { keys[place] = packet.ticks }
  }

  /// The packet, which also says its own length, so that it is found from the end of a file.
  func packet(timeBases: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.append(number: latest.ticks, timeBase: latest.timeBase, of: timeBases)
    body.append(number: positions.count)
    var last: UInt64 = 0
    for position in positions {
      body.append(number: Int((position >> 4) - (last >> 4)))
      last = position
    }
    for stream in 0..<streams { appendKeys(of: stream, to: &body) }
    // Eight bytes for the length itself.
    let length = StartCode.index.packet(body + StartCode.bytes(of: 0)).count
    return StartCode.index.packet(body + StartCode.bytes(of: UInt64(length)))
  }

  /// Appends runs of syncpoints with and without key frames in front of them, and the times of
  /// those.
  private func appendKeys(of stream: Int, to body: inout [UInt8]) {
    // In front of the first syncpoint there is none, and those behind the last one are not said.
    var times = positions.isEmpty ? [] : [-1]
    var last = -1
    for place in positions.indices.dropLast() {
      // A time that does not rise cannot be said.
      let time = keys[place * streams + stream]
      times.append(time > last ? time : -1)
      last = max(last, time)
    }
    last = -1
    var next = 0
    while next < times.count {
      let hasKey = times[next] >= 0
      var end = next
      while end < times.count, (times[end] >= 0) == hasKey { end += 1 }
      body.append(number: 1 + (hasKey ? 2 : 0) + 4 * (end - next))
      // The run, and one syncpoint of the other kind.
      for time in times[next..<min(end + 1, times.count)] where time >= 0 {
        body.append(number: time - last)
        last = time
      }
      next = end + 1
    }
  }
}
