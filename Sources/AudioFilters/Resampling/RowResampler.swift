import WAV

/// Changes the rate of a sound by rows of taps: one for each place that there is, or one computed
/// for each sample where there are too many. All channels share it.
struct RowResampler: Sendable {
  private let from: Int
  private let to: Int
  private let table: SincTable

  /// - Parameters:
  ///   - from: samples that come in while `to` go out, in lowest terms.
  init(from: Int, to: Int) {
    (self.from, self.to) = (from, to)
    table = SincTable(from: from, to: to)
  }

  /// How many samples of the input are read before or after the place of one of the output.
  static func reach(from: Int, to: Int) -> Int {
    SincTable.taps(ratio: max(1, Double(from) / Double(to))) / 2 + 1
  }

  /// The input samples of which the output samples are made.
  func inputRange(for output: Range<Int>) -> Range<Int> {
    let half = table.taps / 2
    let first = position(of: output.lowerBound).whole
    let last = position(of: output.upperBound - 1).whole
    return first - half + 1..<last + half + 1
  }

  /// The input sample at or before an output sample, and the rest of the way in `to`-ths.
  private func position(of output: Int) -> (whole: Int, phase: Int) {
    var (cycle, rest) = output.quotientAndRemainder(dividingBy: to)
    if rest < 0 { (cycle, rest) = (cycle - 1, rest + to) }
    let (whole, phase) = (rest * from).quotientAndRemainder(dividingBy: to)
    return (cycle * from + whole, phase)
  }

  /// As ``Resampler/resample(_:inputStart:into:outputStart:)``.
  func resample(
    _ input: AudioBlock, inputStart: Int, into output: AudioBlock, outputStart: Int
  ) {
    let taps = table.taps
    let (step, turn) = from.quotientAndRemainder(dividingBy: to)
    var (whole, phase) = position(of: outputStart)
    whole -= inputStart + taps / 2 - 1
    ChannelTaps.with(input, output, longest: taps) { room, channels in
      for i in 0..<output.count {
        if table.isExact {
          channels.lay(table.row(phase), count: taps, at: whole, to: i)
        } else {
          table.write(Double(phase) / Double(to), into: room)
          channels.lay(room, count: taps, at: whole, to: i)
        }
        whole += step
        phase += turn
        if phase >= to { (whole, phase) = (whole + 1, phase - to) }
      }
    }
  }
}
