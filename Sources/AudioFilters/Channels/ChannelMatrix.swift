import WAV

/// How much of each channel goes into each channel of another layout.
///
/// The coefficients are those of ITU-R BS.775 (annex 4) as far as it goes, and else those with
/// which ffmpeg's `aresample` converts 32-bit floats: a centre goes into left and right, and
/// surrounds into the front, at -3 dB each; low-frequency effects are left out where there is no
/// channel for them. What comes from above goes to the loudspeaker below it, as ITU-R BS.2127 (10.4)
/// maps direct speakers; ffmpeg leaves it out. Nothing is scaled down, so that loud channels together
/// may exceed full scale.
struct ChannelMatrix: Hashable, Sendable {
  /// The gains by channel of the output, then by channel of the input.
  private(set) var rows: [[Double]]
  let inputs: Int

  /// Whether every channel stays as it is.
  var isIdentity: Bool {
    rows.count == inputs
      && rows.enumerated().allSatisfy { row, gains in
        gains.enumerated().allSatisfy { $1 == (row == $0 ? 1 : 0) }
      }
  }

  init(from input: ChannelLayout, to output: ChannelLayout) {
    inputs = input.count
    rows = Array(repeating: Array(repeating: 0, count: input.count), count: output.count)
    let (from, to) = (SpeakerMap(input), SpeakerMap(output))
    guard from.isKnown, to.isKnown, input != output else {
      // Nobody knows what the channels are for: each goes into the one of its number.
      for channel in 0..<min(input.count, output.count) { rows[channel][channel] = 1 }
      return
    }
    for speaker in Speaker.allCases {
      guard let source = from[speaker] else { continue }
      if let target = to[speaker] {
        rows[target][source] = 1
      } else {
        for (goal, gain) in Self.substitutes(for: speaker, from: from, to: to) {
          if let target = to[goal] { rows[target][source] += gain }
        }
      }
    }
  }

  /// One channel goes into two, unchanged.
  static let doubled: ChannelMatrix = {
    var matrix = ChannelMatrix(from: .mono, to: .stereo)
    matrix.rows = [[1], [1]]
    return matrix
  }()

  private static let half = 0.5.squareRoot()

  /// Where a speaker's sound goes that the output has not got, and how loud.
  private static func substitutes(
    for speaker: Speaker, from: SpeakerMap, to: SpeakerMap
  ) -> [(Speaker, Double)] {
    switch speaker {
    case .left, .right: return [(.centre, half)]
    case .centre: return [(.left, half), (.right, half)]
    case .low: return []
    case .leftOfCentre: return to[.left] == nil ? [(.centre, half)] : [(.left, 1)]
    case .rightOfCentre: return to[.right] == nil ? [(.centre, half)] : [(.right, 1)]
    case .backCentre:
      if to[.backLeft] != nil { return [(.backLeft, half), (.backRight, half)] }
      if to[.sideLeft] != nil { return [(.sideLeft, half), (.sideRight, half)] }
      return to[.left] == nil ? [(.centre, 0.5)] : [(.left, 0.5), (.right, 0.5)]
    case .backLeft, .backRight, .sideLeft, .sideRight:
      return surround(speaker, from: from, to: to)
    case .topCentre, .topFrontLeft, .topFrontCentre, .topFrontRight, .topBackLeft, .topBackCentre,
      .topBackRight:
      return below(speaker, to: to)
    }
  }

  /// Where the sound of a speaker above goes.
  private static func below(_ speaker: Speaker, to: SpeakerMap) -> [(Speaker, Double)] {
    func both(_ left: Speaker, _ right: Speaker, _ gain: Double) -> [(Speaker, Double)]? {
      to[left] != nil && to[right] != nil ? [(left, gain), (right, gain)] : nil
    }
    switch speaker {
    case .topFrontLeft, .topFrontRight:
      let front: Speaker = speaker == .topFrontLeft ? .left : .right
      return to[front] == nil ? [(.centre, half)] : [(front, 1)]
    case .topBackLeft, .topBackRight:
      let isLeft = speaker == .topBackLeft
      for back: Speaker in isLeft ? [.backLeft, .sideLeft] : [.backRight, .sideRight] {
        if to[back] != nil { return [(back, 1)] }
      }
      if to[.backCentre] != nil { return [(.backCentre, half)] }
      let front: Speaker = isLeft ? .left : .right
      return to[front] == nil ? [(.centre, 0.5)] : [(front, half)]
    case .topFrontCentre:
      if let pair = both(.topFrontLeft, .topFrontRight, half) { return pair }
      return to[.centre] == nil ? [(.left, half), (.right, half)] : [(.centre, 1)]
    case .topBackCentre:
      if let pair = both(.topBackLeft, .topBackRight, half) { return pair }
      if to[.backCentre] != nil { return [(.backCentre, 1)] }
      return both(.backLeft, .backRight, half) ?? both(.sideLeft, .sideRight, half)
        ?? both(.left, .right, 0.5) ?? [(.centre, 0.5)]
    default:
      if let front = both(.topFrontLeft, .topFrontRight, 0.5),
        let back = both(.topBackLeft, .topBackRight, 0.5)
      {
        return front + back
      }
      guard let front = both(.left, .right, 0.5) else { return [(.centre, half)] }
      return front + (both(.backLeft, .backRight, 0.5) ?? both(.sideLeft, .sideRight, 0.5) ?? [])
    }
  }

  private static func surround(
    _ speaker: Speaker, from: SpeakerMap, to: SpeakerMap
  ) -> [(Speaker, Double)] {
    let isLeft = speaker == .backLeft || speaker == .sideLeft
    let isBack = speaker == .backLeft || speaker == .backRight
    let twin: Speaker =
      isBack ? (isLeft ? .sideLeft : .sideRight) : (isLeft ? .backLeft : .backRight)
    let front: Speaker = isLeft ? .left : .right
    if isBack, to[.backCentre] != nil { return [(.backCentre, half)] }
    if to[twin] != nil { return [(twin, from[twin] == nil ? 1 : half)] }
    if to[.backCentre] != nil { return [(.backCentre, half)] }
    return to[front] == nil ? [(.centre, 0.5)] : [(front, half)]
  }

  /// Puts out what the matrix makes of some samples.
  func apply(_ input: AudioBlock, to output: AudioBlock) {
    let count = input.count
    output.count = count
    for (row, gains) in rows.enumerated() where row < output.channels {
      guard let target = output[row].baseAddress else { return }
      var isEmpty = true
      for (column, gain) in gains.enumerated() where gain != 0 && column < input.channels {
        guard let source = input[column].baseAddress else { return }
        if isEmpty {
          GainKernels.copy(source, times: Float(gain), to: target, count)
        } else {
          GainKernels.add(source, times: Float(gain), to: target, count)
        }
        isEmpty = false
      }
      if isEmpty { GainKernels.fill(target, count, with: 0) }
    }
  }
}

/// The loudspeakers that have rules, by their bits in a channel mask.
enum Speaker: Int, CaseIterable {
  case left, right, centre, low, backLeft, backRight, leftOfCentre, rightOfCentre, backCentre
  case sideLeft, sideRight
  case topCentre, topFrontLeft, topFrontCentre, topFrontRight
  case topBackLeft, topBackCentre, topBackRight
}

/// The channels of a layout by their loudspeakers.
struct SpeakerMap {
  private var channels: [Int?] = Array(repeating: nil, count: Speaker.allCases.count)
  /// Whether it is known of every channel what it is for.
  let isKnown: Bool

  init(_ layout: ChannelLayout) {
    isKnown = layout.mask != 0 && layout.mask.nonzeroBitCount == layout.count
    var channel = 0
    for bit in 0..<32 where layout.mask & (1 << UInt32(bit)) != 0 {
      if channels.indices.contains(bit), channel < layout.count { channels[bit] = channel }
      channel += 1
    }
  }

  subscript(_ speaker: Speaker) -> Int? { channels[speaker.rawValue] }
}
