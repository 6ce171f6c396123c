import WAV

/// Reads a sound at any places: at any speed, also a moving one, forwards or backwards. The pitch
/// follows the speed.
///
/// A windowed sinc, as ``Resampler`` has it; its cutoff follows speeds above 1, so that nothing
/// aliases. Every sample follows from its place and its speed alone. For a constant speed that is a
/// simple fraction, ``Resampler`` is several times faster. It belongs to one thread at a time.
package final class VariableResampler {
  /// The highest speed for which the filter has its full length; beyond it, high frequencies are
  /// attenuated.
  package static let highestSpeed = Double(SincTable.mostTaps / SincTable.density)

  /// The filter for one speed.
  private let table: SincTable
  private let tableSpeed: Double
  private let tables = SpeedTables()

  /// - Parameter speed: the only speed above 1 that will be asked for, when there is but one: a
  ///   table for it makes reading faster.
  package init(speed: Double = 1) {
    tableSpeed = speed.isFinite ? min(max(abs(speed), 1), Self.highestSpeed) : 1
    table = tableSpeed > 1 ? SincTable(speed: tableSpeed) : SincTable.fine
  }

  /// How many samples before and after a place are read, the one before it included.
  package static func reach(speed: Double) -> Int {
    guard speed.isFinite, abs(speed) > SpeedTables.slowest else { return SincTable.density / 2 }
    return SpeedTables.taps(for: min(abs(speed), highestSpeed)) / 2
  }

  /// Reads `output.count` samples.
  ///
  /// - Parameters:
  ///   - input: what lies before and after it is silence.
  ///   - places: where each is read, in samples from the start of `input`.
  ///   - speeds: how fast the source passes there, in samples a sample; the sign is ignored.
  package func read(
    _ input: AudioBlock, into output: AudioBlock, places: Span<Double>,
    speeds: Span<Double>
  ) {
    let (count, channels) = (output.count, output.channels)
    precondition(places.count >= count && speeds.count >= count && input.channels == channels)
    var top = 0.0
    for index in speeds.indices where speeds[index].isFinite { top = max(top, abs(speeds[index])) }
    let longest = 2 * Self.reach(speed: top)
    ChannelTaps.with(input, output, longest: longest) { room, taps in
      var mixture = tables.mixture(for: 1)
      for i in 0..<count {
        let (place, speed) = (places[i], min(abs(speeds[i]), Self.highestSpeed))
        guard abs(place) < 0x1p52, speeds[i].isFinite else {
          for channel in 0..<channels { output[channel][i] = 0 }
          continue
        }
        let whole = place.rounded(.down)
        let count = write(place - whole, speed: speed, &mixture, into: room)
        taps.lay(room, count: count, at: Int(whole) - count / 2 + 1, to: i)
      }
    }
  }

  /// Writes the taps for a place between two samples, and gives how many there are.
  @inline(__always)
  private func write(
    _ place: Double, speed: Double, _ mixture: inout SpeedTables.Mixture,
    into room: UnsafeMutablePointer<Float>
  ) -> Int {
    if speed == tableSpeed {
      table.write(place, into: room)
      return table.taps
    }
    if speed <= SpeedTables.slowest {
      SincTable.fine.write(place, into: room)
      return SincTable.density
    }
    if !mixture.set(speed) { mixture = tables.mixture(for: speed) }
    mixture.write(place, into: room)
    return mixture.taps
  }
}
