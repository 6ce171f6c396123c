import WAV

/// Reads a sound at any places: at any speed, also a moving one, forwards or backwards. The pitch
/// follows the speed.
///
/// A windowed sinc, as ``Resampler`` has it; its cutoff follows a speed above 1, so that nothing
/// is mirrored at half of the rate. Every sample follows from its place and its speed alone. For a
/// constant speed that is a simple fraction, ``Resampler`` is several times faster.
package struct VariableResampler: Sendable {
  /// The highest speed for which the filter is as long as it should be; beyond it, the top of the
  /// sound is dimmed.
  package static let highestSpeed = Double(SincTable.mostTaps / SincTable.density)

  /// The filter for one speed.
  private let table: SincTable
  private let tableSpeed: Double

  /// - Parameter speed: the only speed above 1 that will be asked for, when there is but one: a
  ///   table for it makes reading several times faster.
  package init(speed: Double = 1) {
    tableSpeed = speed.isFinite ? min(max(abs(speed), 1), Self.highestSpeed) : 1
    table = tableSpeed > 1 ? SincTable(speed: tableSpeed) : SincTable.fine
  }

  /// How many samples before and after a place are read, the one before it included.
  package static func reach(speed: Double) -> Int {
    guard speed.isFinite, abs(speed) > 1 else { return SincTable.density / 2 }
    return SincTable.taps(ratio: min(abs(speed), highestSpeed)) / 2
  }

  /// Reads `output.count` samples.
  ///
  /// - Parameters:
  ///   - input: what lies before and after it is silence.
  ///   - places: where each is read, in samples from the start of `input`.
  ///   - speeds: how fast the source passes there, in samples a sample; the sign is of no matter.
  package func read(
    _ input: AudioBlock, into output: AudioBlock, places: UnsafeBufferPointer<Double>,
    speeds: UnsafeBufferPointer<Double>
  ) {
    let (count, channels) = (output.count, output.channels)
    precondition(places.count >= count && speeds.count >= count && input.channels == channels)
    let top = speeds.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    let longest = 2 * Self.reach(speed: top)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * longest) { memory in
      guard let room = memory.baseAddress else { return }
      for i in 0..<count {
        let (place, speed) = (places[i], speeds[i])
        guard abs(place) < 0x1p52, speed.isFinite else {
          for channel in 0..<channels { output[channel][i] = 0 }
          continue
        }
        let reach = Self.reach(speed: speed)
        let whole = place.rounded(.down)
        let window = Window(
          table: table(for: abs(speed)),
          start: Int(whole) - reach + 1, taps: 2 * reach, part: place - whole,
          speed: min(abs(speed), Self.highestSpeed))
        let row = window.row(room)
        for channel in 0..<channels {
          output[channel][i] = window.value(
            UnsafeBufferPointer(input[channel]), row, room + longest)
        }
      }
    }
  }

  /// The table for a speed; nil where its taps are worked out anew.
  private func table(for speed: Double) -> SincTable? {
    speed <= 1 ? SincTable.fine : speed == tableSpeed ? table : nil
  }

  /// The samples that a value is made of.
  private struct Window {
    let table: SincTable?
    let start: Int
    let taps: Int
    /// The rest of the way from the sample in the middle to the place.
    let part: Double
    let speed: Double

    /// The row of the table before the place, or taps made for it.
    @inline(__always)
    func row(_ room: UnsafeMutablePointer<Float>) -> UnsafePointer<Float> {
      if let table { return table.row(Int(part * Double(table.phases))) }
      SincCurve.shared.write(
        into: room, count: taps, from: Double(1 - taps / 2) - part, stretch: speed)
      return UnsafePointer(room)
    }

    @inline(__always)
    func value(
      _ input: UnsafeBufferPointer<Float>, _ row: UnsafePointer<Float>,
      _ room: UnsafeMutablePointer<Float>
    ) -> Float {
      var samples = UnsafePointer(room)
      if let base = input.baseAddress, start >= 0, start + taps <= input.count {
        samples = base + start
      } else {
        for tap in 0..<taps {
          let place = start + tap
          room[tap] = place >= 0 && place < input.count ? input[place] : 0
        }
      }
      guard let table else { return DotProduct.one(samples, row, count: taps) }
      let place = part * Double(table.phases)
      let (low, high) = DotProduct.two(row, row + taps, samples, count: taps)
      return low + (high - low) * Float(place - place.rounded(.down))
    }
  }
}
