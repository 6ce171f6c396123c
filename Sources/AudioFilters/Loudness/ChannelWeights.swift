import WAV

/// How much each channel counts for loudness.
enum ChannelWeights {
  private static let lowFrequency: UInt32 = 0x8
  private static let back: UInt32 = 0x30
  private static let side: UInt32 = 0x600

  /// The weights of ITU-R BS.1770-4: 1.41 between 60 and 120 degrees to the side, 0 for low
  /// frequency effects, 1 elsewhere and where nothing is known. The back pair of 5.1 stands at 110
  /// degrees, that of 7.1 behind its side pair at 135.
  static func weights(of layout: ChannelLayout) -> [Double] {
    let surround = layout.mask & side != 0 ? side : back
    var weights = (0..<32).filter { layout.mask >> $0 & 1 == 1 }.map { bit -> Double in
      let place = UInt32(1) << UInt32(bit)
      return place == lowFrequency ? 0 : place & surround != 0 ? 1.41 : 1
    }
    weights += Array(repeating: 1, count: max(layout.count - weights.count, 0))
    return Array(weights.prefix(layout.count))
  }
}
