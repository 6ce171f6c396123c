import Bytes

/// Which loudspeakers the channels of a stream are for, in the order of the stream.
///
/// A stream without a mask has the usual layout of its number of channels: mono, stereo, and from
/// then on that of ffmpeg's `av_channel_layout_default`.
package struct ChannelLayout: Hashable, Sendable {
  /// The bits of `dwChannelMask` (WAVEFORMATEXTENSIBLE), lowest first in the stream; 0 when nothing
  /// is known of the channels.
  package let mask: UInt32
  /// How many channels there are, which may be more than the mask has bits.
  package let count: Int

  /// Takes the lowest `count` bits of `mask`: according to Microsoft's text on
  /// WAVEFORMATEXTENSIBLE, readers ignore bits for which there is no channel.
  package init(mask: UInt32, count: Int) {
    var rest = mask
    for _ in 0..<max(0, min(count, 32)) { rest &= rest &- 1 }
    self.mask = mask & ~rest
    self.count = count
  }

  /// The default layout of `count` channels; for more than 8, nothing is known.
  package init(count: Int) {
    let known = Self.usualMasks.indices.contains(count) ? Self.usualMasks[count] : 0
    self.init(mask: known, count: count)
  }

  /// One channel, in front in the middle.
  package static let mono = ChannelLayout(mask: 0x4, count: 1)
  /// Two channels, in front on the left and on the right.
  package static let stereo = ChannelLayout(mask: 0x3, count: 2)

  /// Mono, stereo, 2.1, 4.0, 5.0, 5.1, 6.1, 7.1: the first of each size in libavutil's
  /// channel_layout.c.
  private static let usualMasks: [UInt32] = [
    0, 0x4, 0x3, 0xB, 0x107, 0x37, 0x3F, 0x70F, 0x63F,
  ]

  /// The bit of the mask that is `channel`'s, such as 0 for front left; nil when nothing is known.
  package func speaker(of channel: Int) -> Int? {
    var rest = mask
    for _ in 0..<max(0, min(channel, 32)) { rest &= rest &- 1 }
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }
}

extension ChannelLayout: CustomStringConvertible {
  /// The usual name, such as "stereo" or "5.1"; else the number of channels, with the speakers.
  package var description: String {
    switch (mask, count) {
    case (0x4, 1): return "mono"
    case (0x3, 2): return "stereo"
    case (0xB, 3): return "2.1"
    case (0x7, 3): return "3.0"
    case (0x107, 4): return "4.0"
    case (0x33, 4), (0x603, 4): return "quad"
    case (0x37, 5), (0x607, 5): return "5.0"
    case (0x3F, 6), (0x60F, 6): return "5.1"
    case (0x70F, 7): return "6.1"
    case (0x63F, 8): return "7.1"
    default: break
    }
    let size = counted(count, "channel")
    guard mask != 0 else { return size }
    let names = (0..<count).map { channel in
      name(of: channel) ?? "?"
    }
    return "\(size) (\(names.joined(separator: " ")))"
  }

  /// What `channel` is called, such as "FL"; nil when nothing is known.
  package func name(of channel: Int) -> String? {
    speaker(of: channel).flatMap { Self.names.indices.contains($0) ? Self.names[$0] : nil }
  }

  /// The names of the mask's bits, lowest first, as ffmpeg and others write them.
  package static let names = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR",
    "TBL", "TBC", "TBR",
  ]
}
