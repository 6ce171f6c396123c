/// The rate and channels of a stream of sound, without its sample format.
package struct AudioFormat: Hashable, Sendable {
  /// The largest number of channels that is supported.
  package static let mostChannels = 64
  /// The highest supported rate, in samples a second.
  package static let highestRate = 768_000

  /// Samples a second of each channel; 1 to ``highestRate``.
  package let rate: Int
  /// The channel layout; its number of channels is 1 to ``mostChannels``.
  package let layout: ChannelLayout

  /// A format of parts that are within their limits already.
  package init(rate: Int, layout: ChannelLayout) {
    self.rate = rate
    self.layout = layout
  }

  /// How many samples a sample frame has.
  package var channels: Int { layout.count }
}
