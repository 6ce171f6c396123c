import AudioFilters
import Bytes
import Clips
import Sounds
import Timeline
import WAV

/// Makes the sound of a timeline as `afx` does, to be looked at and not to be kept.
struct MixHearing {
  private let scene: SoundScene
  private let check: () throws -> Void

  /// Makes the sound ready.
  ///
  /// - Parameters:
  ///   - document: whose sound it is.
  ///   - common: what is asked of its pictures.
  ///   - rate: of the film.
  ///   - place: of what shows the sound.
  /// - Throws: `Fault` where it needs standard input, or what is not there.
  init(
    _ document: Document, _ common: TimelineRequest, rate: FrameRate, at place: Range<Int>
  ) throws {
    guard case .none = InputNeed(document) else {
      throw Fault(
        "the mix has the sound of standard input in it, which is not heard here; name a 'source', "
          + "or set 'main' in 'audio' to false", at: place)
    }
    guard !document.clips.isEmpty || !document.soundtrack.tracks.isEmpty else {
      throw Fault("there is no sound in the timeline: name a 'source'", at: place)
    }
    var request = SoundRequest(common: common)
    // A part of a film shows what the whole does.
    request.common.start = .seconds(.zero)
    request.common.isQuiet = true
    request.filmRate = rate
    let preparation = try Preparation(SoundEnd(request: request, input: nil))
    guard let scene = preparation.scene else {
      let reason = preparation.diagnostics.sorted.first { $0.severity == .error }
      throw Fault(
        reason?.message ?? "the sound of the timeline can't be made", at: reason?.range ?? place,
        code: preparation.code)
    }
    self.scene = scene
    let interrupt = common.tools.interrupt
    check = { if let reason = interrupt?.reason { throw reason } }
  }

  /// Gives the mix from its start to its end, block by block.
  func hear(start: (AudioFormat) -> Void, body: (AudioBlock) throws -> Void) throws {
    let measured = try FirstPass.measure(scene, nil, again: { nil }, check: check)
    let supply = scene.supply(nil)
    defer { supply.stop() }
    let mix: Mix
    do {
      mix = try Mix(scene.plan, format: scene.format, supply: supply, measured: measured)
    } catch {
      throw scene.failure(error)
    }
    start(mix.format)
    let block = AudioBlock(channels: mix.format.channels, capacity: MixFormat.blockLength)
    var place = 0
    while true {
      try check()
      block.count = scene.count(at: place, most: block.capacity)
      guard block.count > 0 else { return }
      do {
        _ = try mix.render(into: block, at: place)
      } catch {
        throw scene.failure(error)
      }
      guard block.count > 0 else { return }
      try body(block)
      place += block.count
    }
  }
}
