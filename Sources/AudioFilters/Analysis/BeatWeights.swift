import Bytes

/// What beats are known by: how much an onset, where it lies between two beats, speaks for them.
///
/// A beat is parted in seven: what is struck there in each of five curves of ``OnsetStrength``
/// counts times its weight, and each frame by itself counts too, so that a beat on which nothing is
/// struck costs.
enum BeatWeights {
  /// Where in a beat a frame lies.
  enum Part: Int, CaseIterable {
    /// Within a frame of a beat.
    case beat
    /// Within a 24th of one, but further than a frame.
    case near
    /// Within a 24th of a beat of a quarter, half, or three quarters.
    case quarter, half, threeQuarters
    /// Within a 24th of a third of a beat, or of two thirds.
    case third
    /// Anywhere else.
    case between

    /// - Parameters:
    ///   - frame: from the beat on.
    ///   - length: of the beat in frames.
    init(_ frame: Int, of length: Int) {
      guard min(frame, length - frame) > 1 else {
        self = .beat
        return
      }
      switch (frame * 24 + length) / (2 * max(length, 1)) % 12 {
      case 0: self = .near
      case 3: self = .quarter
      case 6: self = .half
      case 9: self = .threeQuarters
      case 4, 8: self = .third
      default: self = .between
      }
    }
  }

  /// For each part: the weights of all bands, the lows, the highs, the middles and the loudness,
  /// and what a frame counts by itself.
  static let weights: [[Double]] = [
    [0.43, 0.37, 0.2, 0.19, 0.3, -0.84],
    [0.2, 0.2, 0, 0.1, 0.1, -0.2],
    [-0.16, -0.1, -0.07, -0.06, 0.02, 0],
    [0.05, -0.1, 0.2, -0.02, 0, -0.27],
    [-0.1, -0.1, 0, -0.01, 0, 0.05],
    [-0.2, -0.14, -0.1, 0.05, 0, 0.04],
    [-0.2, -0.06, -0.14, -0.1, -0.06, 0],
  ]

  /// What it counts that the first sound is a beat, as it is in most music.
  static let start = 12.0

  /// What a second at a pace counts: least far from 120 beats a minute.
  static func prior(_ tempo: Double) -> Double {
    let octaves = Maths.log2(tempo / 120)
    return -1.7 * octaves * octaves
  }

  /// What it costs that a beat is so many times as long as that before, less 1.
  static func cost(_ change: Double) -> Double { 351 * change * change }

  /// What any change of pace costs at most.
  static let jump = 12.0
}
