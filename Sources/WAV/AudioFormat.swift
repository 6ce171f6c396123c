/// What a stream of sound is made of, apart from how its samples are written.
package struct AudioFormat: Hashable, Sendable {
  /// More channels than any stream has that is read.
  package static let mostChannels = 64
  /// The highest rate that is read, in samples a second.
  package static let highestRate = 768_000

  /// Samples a second of each channel; 1 to ``highestRate``.
  package let rate: Int
  /// Where the channels belong; their number is that of the channels, 1 to ``mostChannels``.
  package let layout: ChannelLayout

  /// A format of parts that are within their limits already.
  package init(rate: Int, layout: ChannelLayout) {
    self.rate = rate
    self.layout = layout
  }

  /// How many samples a sample frame has.
  package var channels: Int { layout.count }
}
