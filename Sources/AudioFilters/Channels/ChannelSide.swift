import Timeline
import WAV

/// The channels of a layout that are at one phase of a movement between left and right.
struct ChannelSide: Hashable, Sendable {
  /// How far the movement is ahead of the one on the left, in turns from 0 to 1.
  let phase: Double
  let channels: [Int]

  /// The sides of a layout, whose right channels are ahead of the left ones, and those in the middle
  /// half as much; of channels that nobody knows, every second one is.
  ///
  /// A channel of low-frequency effects is on none.
  static func sides(of layout: ChannelLayout, phase: Angle) -> [ChannelSide] {
    let map = SpeakerMap(layout)
    var sides: [ChannelSide] = []
    for channel in 0..<layout.count where channel != map[.low] {
      let share = layout.count == 1 ? 0 : map.share(of: channel)
      let turns = phase.degrees / 360 * share
      let ahead = turns - turns.rounded(.down)
      if let index = sides.firstIndex(where: { $0.phase == ahead }) {
        sides[index] = ChannelSide(phase: ahead, channels: sides[index].channels + [channel])
      } else {
        sides.append(ChannelSide(phase: ahead, channels: [channel]))
      }
    }
    return sides
  }

  /// Whether left and right are apart under this phase.
  static func areApart(_ phase: Angle) -> Bool {
    phase.degrees.truncatingRemainder(dividingBy: 360) != 0
  }
}

extension SpeakerMap {
  /// Where a channel is between left, which is 0, and right, which is 1.
  fileprivate func share(of channel: Int) -> Double {
    guard isKnown, let speaker = Speaker.allCases.first(where: { self[$0] == channel }) else {
      return Double(channel & 1)
    }
    switch speaker {
    case .left, .backLeft, .leftOfCentre, .sideLeft, .topFrontLeft, .topBackLeft: return 0
    case .right, .backRight, .rightOfCentre, .sideRight, .topFrontRight, .topBackRight: return 1
    case .centre, .low, .backCentre, .topCentre, .topFrontCentre, .topBackCentre: return 0.5
    }
  }
}
