import AudioFilters
import Sounds
import Timeline
import WAV

/// Finds out what effects get that have to know it before they work, such as `normalize`.
package enum FirstPass {
  /// What each of them measures; nothing where there are none.
  ///
  /// Every one takes a pass over all that it gets, as what comes before it must be known first.
  ///
  /// - Parameters:
  ///   - again: standard input once more from its start, where it is a file.
  ///   - check: throws where the user wants all to stop.
  package static func measure(
    _ scene: SoundScene, _ input: InputSound?, again: () throws -> InputSound?,
    check: () throws -> Void
  ) throws -> [Mix.Measurement: MeasuredLoudness] {
    var measured: [Mix.Measurement: MeasuredLoudness] = [:]
    do {
      let wanted = try needs(scene, input)
      guard !wanted.isEmpty else { return [:] }
      for measurement in wanted {
        let supply = scene.supply(try source(of: measurement, scene, input, again))
        defer { supply.stop() }
        let mix = try Mix(
          scene.plan, format: scene.format, supply: supply, measured: measured,
          measuring: measurement)
        guard mix.length != nil || !isEndless(measurement, scene) else {
          throw AudioError(.unmeasured(.endless), at: place(of: measurement, scene))
        }
        let found = try loudness(of: mix, from: start(of: measurement, scene), check)
        measured[measurement] = found
        let use = use(of: measurement, scene)
        if let doubt = use.doubt(found) { scene.request.common.warn([(doubt, use.place)]) }
      }
    } catch {
      throw scene.failure(error)
    }
    return measured
  }

  /// Warns of effects that the timeline gave another loudness than that of what they got; only of a
  /// mix that was rendered as a whole.
  package static func check(_ mix: Mix, of scene: SoundScene) {
    guard scene.start <= 0, scene.end == nil else { return }
    for (measurement, loudness) in mix.heard {
      let use = use(of: measurement, scene)
      if let doubt = use.misfit(loudness) { scene.request.common.warn([(doubt, use.place)]) }
    }
  }

  /// Standard input once more, where the pass reads it; else as it is, for its format alone.
  private static func source(
    of measurement: Mix.Measurement, _ scene: SoundScene, _ input: InputSound?,
    _ again: () throws -> InputSound?
  ) throws -> InputSound? {
    guard input != nil, readsInput(measurement, scene) else { return input }
    guard let again = try again() else {
      throw AudioError(.unmeasured(.stream), at: place(of: measurement, scene))
    }
    return again
  }

  /// Whether anything of what an effect gets comes from standard input.
  private static func readsInput(_ measurement: Mix.Measurement, _ scene: SoundScene) -> Bool {
    let document = scene.parts.document
    let clips = scene.isInputMain ? [.stdin] : document.clips.map(\.media.source)
    let tracks = document.soundtrack.tracks.map(\.media.source)
    let sources =
      switch measurement.bus {
      case .main: clips
      case .track(let number): [tracks[number]]
      case .master: clips + tracks
      }
    return sources.contains { if case .stdin = $0 { true } else { false } }
  }

  /// Whether an effect works on a track that is played for ever, and that only the main sound ends.
  private static func isEndless(_ measurement: Mix.Measurement, _ scene: SoundScene) -> Bool {
    guard case .track(let number) = measurement.bus else { return false }
    let feed = scene.plan.feeds.first { $0.origin == .track(number) }
    return feed.map { $0.end == nil && $0.retiming.loopedPart.count == nil } ?? false
  }

  /// The bytes of an effect in the timeline.
  private static func place(of measurement: Mix.Measurement, _ scene: SoundScene) -> Range<Int> {
    use(of: measurement, scene).place
  }

  /// The effect that is measured for.
  private static func use(of measurement: Mix.Measurement, _ scene: SoundScene) -> SoundEffectUse {
    let soundtrack = scene.parts.document.soundtrack
    let bus =
      switch measurement.bus {
      case .main: soundtrack.main
      case .track(let number): soundtrack.tracks[number].bus
      case .master: soundtrack.master
      }
    return bus.effects[measurement.effect]
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

  /// Where a pass begins: at the very start, so that parts of a film are as loud as in the whole,
  /// but for standard input as it comes, which only has what follows `--start`.
  private static func start(of measurement: Mix.Measurement, _ scene: SoundScene) -> Int {
    if case .track = measurement.bus { return 0 }
    return scene.isInputMain ? scene.start : 0
  }

  private static func loudness(
    of mix: Mix, from start: Int, _ check: () throws -> Void
  ) throws -> MeasuredLoudness {
    var meter = mix.makeMeter()
    let block = AudioBlock(channels: mix.format.channels, capacity: MixFormat.blockLength)
    let range = mix.measuredRange ?? start..<Int.max
    var place = max(start, range.lowerBound)
    try mix.runUp(to: place, check)
    // Silence around would be measured, too, in what overlaps it.
    while place < range.upperBound {
      try check()
      block.count = (place..<place + block.capacity).clamped(to: range).count
      _ = try mix.render(into: block, at: place)
      guard block.count > 0 else { break }
      meter.add(block)
      place += block.count
    }
    meter.finish()
    return meter.measured
  }
}
