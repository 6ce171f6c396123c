import WAV

extension ChannelLayout {
  /// What ffmpeg calls by `name`, of `channels`; by their number alone where the name is unknown.
  init(ffmpeg name: String?, channels: Int) {
    let mask = name.flatMap { Self.masks[$0] ?? Self.mask(ofNames: $0) }
    guard let mask, mask.nonzeroBitCount == channels else {
      self.init(count: channels)
      return
    }
    self.init(mask: mask, count: channels)
  }

  /// libavutil's channel_layout.c.
  private static let masks: [String: UInt32] = [
    "mono": 0x4, "stereo": 0x3, "downmix": 0x3, "2.1": 0xB, "3.0": 0x7, "3.0(back)": 0x103,
    "4.0": 0x107, "quad": 0x33, "quad(side)": 0x603, "3.1": 0xF, "5.0": 0x37, "5.0(side)": 0x607,
    "4.1": 0x10F, "5.1": 0x3F, "5.1(side)": 0x60F, "6.0": 0x707, "6.0(front)": 0x6C3,
    "3.1.2": 0x500F, "hexagonal": 0x137, "6.1": 0x70F, "6.1(back)": 0x13F, "6.1(front)": 0x6CB,
    "7.0": 0x637, "7.0(front)": 0x6C7, "7.1": 0x63F, "7.1(wide)": 0xFF,
    "7.1(wide-side)": 0x6CF, "5.1.2": 0x560F, "octagonal": 0x737, "cube": 0x2D033,
    "5.1.4": 0x2D60F, "7.1.2": 0x563F, "7.1.4": 0x2D63F,
  ]

  /// Names of channels as in `FL+FR+LFE`, or `3 channels (FL+FR+LFE)`.
  private static func mask(ofNames text: String) -> UInt32? {
    let inner = text.split(separator: "(").last.map { $0.prefix { $0 != ")" } } ?? ""
    var mask: UInt32 = 0
    for name in inner.split(separator: "+") {
      guard let bit = names.firstIndex(of: String(name)), mask >> UInt32(bit) == 0 else {
        return nil
      }
      mask |= 1 << UInt32(bit)
    }
    return mask
  }
}
