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

  package init(mask: UInt32, count: Int) {
    self.mask = mask
    self.count = count
  }

  package static let mono = ChannelLayout(mask: 0x4, count: 1)
  package static let stereo = ChannelLayout(mask: 0x3, count: 2)
}
