import Colors

/// How much light the signals of a stream stand for: 0 is black, 1 is white.
///
/// Streams mix light by it where the canvas asks for that; what lies below 0 is taken for 0.
struct LightCurve: Hashable, Sendable {
  let transfer: TransferCurve
  /// The power that light is of a signal; nil for other curves.
  let gamma: Float?

  init(_ transfer: TransferCurve) {
    self.transfer = transfer
    gamma =
      switch transfer {
      case .bt709, .gamma24: 2.4
      case .gamma22: 2.2
      default: nil
      }
  }
}
