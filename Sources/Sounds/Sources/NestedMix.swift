import AudioFilters
import WAV

/// The sound of a timeline that is a clip of another one: a mix of its own, which is played as a
/// film's sound is.
package struct NestedMix: Sendable {
  /// When each of its sounds is heard.
  let plan: SoundPlan
  /// What these are played from, in the order of the plan's feeds.
  let items: [SoundPlayer.Item]
  /// Its rate and its channels.
  let format: AudioFormat

  /// The mix of a plan whose rate is the format's.
  package init(_ plan: SoundPlan, _ items: [SoundPlayer.Item], format: AudioFormat) {
    (self.plan, self.items, self.format) = (plan, items, format)
  }

  /// Finds out what effects get that must know it before they work.
  ///
  /// - Parameter supply: makes what gives the sounds, from their beginnings.
  func measured(
    _ supply: () -> SoundPlayer, _ check: () throws(SoundError.Fault) -> Void
  ) throws(SoundError.Fault) -> [Mix.Measurement: MeasuredLoudness] {
    var measured: [Mix.Measurement: MeasuredLoudness] = [:]
    for measurement in try mix(supply(), [:]).needsMeasuring {
      let player = supply()
      defer { player.stop() }
      let mix = try mix(player, measured, measuring: measurement)
      guard mix.length != nil || !isEndless(measurement) else {
        throw .within(.sound(AudioError(.unmeasured(.endless), at: place(of: measurement))))
      }
      var meter = mix.makeMeter()
      let block = AudioBlock(channels: mix.format.channels, capacity: StreamSamples.step)
      let range = mix.measuredRange ?? 0..<(mix.length ?? .max)
      var place = min(mix.beginning(before: range.lowerBound), range.lowerBound)
      while place < range.upperBound {
        try check()
        let end = place < range.lowerBound ? range.lowerBound : range.upperBound
        block.count = min(block.capacity, end - place)
        do { _ = try mix.render(into: block, at: place) } catch { throw .within(error) }
        guard block.count > 0 else { break }
        if place >= range.lowerBound { meter.add(block) }
        place += block.count
      }
      meter.finish()
      measured[measurement] = meter.measured
    }
    return measured
  }

  /// Whether an effect works on a track that is played for ever.
  private func isEndless(_ measurement: Mix.Measurement) -> Bool {
    guard case .track(let number) = measurement.bus else { return true }
    let feed = plan.feeds.first { $0.origin == .track(number) }
    return feed.map { $0.end == nil && $0.retiming.loopedPart.count == nil } ?? false
  }

  /// The bytes of an effect in the timeline.
  private func place(of measurement: Mix.Measurement) -> Range<Int> {
    let bus =
      switch measurement.bus {
      case .main: plan.soundtrack.main
      case .track(let number): plan.soundtrack.tracks[number].bus
      case .master: plan.soundtrack.master
      }
    return bus.effects[measurement.effect].place
  }

  func mix(
    _ supply: SoundPlayer, _ measured: [Mix.Measurement: MeasuredLoudness],
    measuring: Mix.Measurement? = nil
  ) throws(SoundError.Fault) -> Mix {
    do {
      return try Mix(
        plan, format: format, supply: supply, measured: measured, measuring: measuring)
    } catch {
      throw .within(error)
    }
  }
}

/// The samples of such a mix, from wherever they are asked for.
final class MixStream: SampleStream {
  let channels: Int
  /// The number of the first sample that it gives.
  let first: Int
  private let player: SoundPlayer
  private let mix: Mix
  private var position: Int

  /// - Parameters:
  ///   - first: a sample that is asked for; it begins there, or where what is heard there depends
  ///     on.
  ///   - supply: makes what gives the mix its sounds, from their beginnings.
  ///   - check: is called from time to time while sounds are measured.
  init(
    _ nested: NestedMix, from first: Int, _ supply: () -> SoundPlayer,
    _ check: () throws(SoundError.Fault) -> Void
  ) throws(SoundError.Fault) {
    let measured = try nested.measured(supply, check)
    player = supply()
    mix = try nested.mix(player, measured)
    channels = nested.format.channels
    self.first = min(mix.beginning(before: first), first)
    position = self.first
  }

  func read(into block: AudioBlock, most: Int) throws(SoundError.Fault) -> Int {
    block.count = min(most, block.capacity)
    do { _ = try mix.render(into: block, at: position) } catch { throw .within(error) }
    position += block.count
    return block.count
  }

  func close() { player.stop() }
}

extension SoundError.Fault {
  /// What went wrong in a mix within another one.
  fileprivate static func within(_ error: MixError) -> Self {
    switch error.cause {
    case let error as SoundError: .nested(error)
    case let error as AudioError:
      .nested(SoundError(.mix(error.message), source: "", place: error.place))
    default: .mix("\(error.cause)")
    }
  }
}
