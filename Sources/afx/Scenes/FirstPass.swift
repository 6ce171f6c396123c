import AudioFilters
import Shell
import Sounds
import Timeline
import WAV

/// Finds out what effects get that have to know it before they work, such as `normalize`.
enum FirstPass {
  /// What each of them measures; nothing where there are none.
  ///
  /// Every one takes a pass over all that it gets, as what comes before it must be known first.
  static func measure(
    _ scene: SoundScene, _ input: InputSound?, _ session: Session
  ) throws -> [Mix.Measurement: MeasuredLoudness] {
    var measured: [Mix.Measurement: MeasuredLoudness] = [:]
    do {
      let wanted = try needs(scene, input)
      guard !wanted.isEmpty else { return [:] }
      for measurement in wanted {
        var again: InputSound?
        if input != nil {
          again = try StandardInput.again(session)
          if again == nil { throw AudioError.unmeasured(place(of: measurement, scene)) }
        }
        let supply = scene.supply(again)
        defer { supply.stop() }
        let mix = try Mix(
          scene.plan, format: scene.format, supply: supply, measured: measured,
          measuring: measurement)
        measured[measurement] = try loudness(of: mix, scene, session)
      }
    } catch {
      throw scene.failure(error)
    }
    return measured
  }

  /// The bytes of an effect in the timeline.
  private static func place(of measurement: Mix.Measurement, _ scene: SoundScene) -> Range<Int> {
    let soundtrack = scene.parts.document.soundtrack
    let bus =
      switch measurement.bus {
      case .main: soundtrack.main
      case .track(let number): soundtrack.tracks[number].bus
      case .master: soundtrack.master
      }
    return bus.effects[measurement.effect].place
  }

  /// What needs a pass, found out without a sample read.
  private static func needs(
    _ scene: SoundScene, _ input: InputSound?
  ) throws -> [Mix.Measurement] {
    let soundtrack = scene.parts.document.soundtrack
    let buses = [soundtrack.main, soundtrack.master] + soundtrack.tracks.map(\.bus)
    guard buses.contains(where: { !$0.effects.isEmpty }) else { return [] }
    let supply = scene.supply(input)
    defer { supply.stop() }
    return try Mix(scene.plan, format: scene.format, supply: supply).needsMeasuring
  }

  private static func loudness(
    of mix: Mix, _ scene: SoundScene, _ session: Session
  ) throws -> MeasuredLoudness {
    var meter = LoudnessMeter(format: mix.format)
    let block = AudioBlock(channels: mix.format.channels, capacity: SoundStream.blockLength)
    var place = scene.start
    while true {
      try session.checkInterrupt()
      block.count = min(block.capacity, (scene.end ?? .max) - place)
      guard block.count > 0 else { break }
      _ = try mix.render(into: block, at: place)
      guard block.count > 0 else { break }
      meter.add(block)
      place += block.count
    }
    meter.finish()
    return meter.measured
  }
}
