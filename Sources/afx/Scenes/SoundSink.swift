import Bytes
import AudioFilters
import Pipes
import Shell
import Sounds
import Timeline
import WAV

/// Where a mix goes: the stream on standard output.
final class SoundSink {
  private let scene: SoundScene
  private let mix: Mix
  private let input: InputSound?
  /// The stream that carries it, where that is NUT.
  private let film: NUTSound?
  private let options: RenderOptions
  private let block: AudioBlock
  /// The samples of standard input as they came, where they may leave so.
  private let raw: RawSamples?
  private let forwardsTail: Bool
  private var writer: SoundOutput
  /// The bytes of standard input and of the output that progress knows of.
  private var counted = (read: 0, written: 0)

  /// Writes the header.
  init(
    _ scene: SoundScene, _ mix: Mix, _ opened: StandardInput.Opened, _ options: RenderOptions,
    _ output: FileDescriptor
  ) throws {
    let input = opened.sound
    (self.scene, self.mix, self.input, self.options) = (scene, mix, input, options)
    block = AudioBlock(channels: scene.format.channels, capacity: SoundStream.blockLength)
    let passes = scene.isInputMain && input?.format == scene.format
    if passes, let input {
      raw = RawSamples(input.header, capacity: block.capacity)
      input.rawReach = Self.keptSamples
    } else {
      raw = nil
    }
    let samples = options.samples(scene, input)
    let isWhole =
      passes && scene.end == nil && samples == input?.header.samples
      && input?.header.canBeCopied ?? false
    forwardsTail =
      input != nil && opened.film == nil
      && (options.keepsMetadata || (isWhole && scene.changesNothing))
    // The same sample of a film is rounded alike wherever the output begins.
    let dither = Dither(position: scene.start)
    film = opened.film
    if options.output == .nut || (options.output == nil && film != nil) {
      writer = .nut(
        try NUTSoundWriter(
          output, scene, samples: samples, film: film, playsFilm: input != nil, dither: dither))
    } else if let input, isWhole, forwardsTail {
      writer = .wav(try WAVWriter(output, copying: input.header, dither: dither))
    } else {
      writer = .wav(
        try WAVWriter(
          output, format: scene.format, samples: samples, length: scene.length,
          metadata: options.keepsMetadata ? input?.header.metadata ?? [] : [],
          tail: forwardsTail ? input?.header.trailingBytes ?? 0 : 0, dither: dither))
    }
  }

  /// How many samples of standard input are kept as they came: more than the mix reads ahead, but
  /// for effects that hold back much.
  private static let keptSamples = 1 << 16

  /// The timestamp of the first sample.
  var startTime: Time { Time(scene.start, scene.format.rate) ?? .zero }

  /// Plays everything.
  func run(_ session: Session, _ progress: inout Progress) throws {
    var place = scene.start
    try mix.runUp(to: place, session.checkInterrupt)
    while true {
      try session.checkInterrupt()
      block.count = scene.count(at: place, most: block.capacity)
      guard block.count > 0 else { break }
      let changed = try mix.render(into: block, at: place)
      guard block.count > 0 else { break }
      if let end = earlyEnd { block.count = min(block.count, max(0, end - place)) }
      try write(changed, at: place)
      place += block.count
      advance(&progress, by: block.count)
      if let end = earlyEnd, place >= end { break }
    }
    try finish()
    advance(&progress, by: 0)
    if let failure = input?.failure { throw failure }
  }

  /// Counts samples as done, and the bytes that came and went since the last time.
  private func advance(_ progress: inout Progress, by count: Int) {
    let (read, written) = (input?.offset ?? 0, writer.offset)
    progress.advance(
      by: count, bytesRead: read - counted.read, bytesWritten: written - counted.written)
    counted = (read, written)
  }

  /// Where the main sound has ended before its time, in samples of the timeline.
  private var earlyEnd: Int? {
    guard scene.isInputMain, let input, let count = input.earlyEnd,
      let time = Time(count, input.format.rate)
    else { return nil }
    return scene.start + SoundPlan.sample(of: time, rate: scene.format.rate)
  }

  private func write(_ changed: [Range<Int>], at place: Int) throws {
    if let raw, let input, input.takeRaw(place - scene.start, count: block.count, into: raw) {
      try writer.write(block, changed: changed, raw: raw)
    } else {
      try writer.write(block, changed: changed, raw: nil)
    }
  }

  private func finish() throws {
    try writer.finish(tailOf: forwardsTail ? input : nil)
  }

  /// Why what passes beside the sound could not be written.
  var failure: PipeError? { writer.failure }

  /// Prints warnings about the run.
  func warn() {
    guard !options.progress.isQuiet else { return }
    if let cut = input?.cut {
      let outcome = options.truncated == .pad ? "padded with silence" : "used as it is"
      Console.complain(
        "warning: the input ends \(Bytes.counted(cut.missing, "byte")) too early, after sample \(cut.sample), and was "
          + outcome)
    }
    warnOfFilm()
    if options.format == nil, writer.samples.depth < 16, scene.hasTracks {
      Console.complain(
        "warning: the tracks are written as \(writer.samples), the format of standard input; "
          + "--format s16 keeps more of their precision")
    }
    let clipped = writer.clipped
    if let first = clipped.first {
      let time = timestamp(Time(scene.start + first, scene.format.rate) ?? .zero)
      Console.complain(
        "warning: \(Bytes.counted(clipped.count, "sample")) beyond full scale \(clipped.count == 1 ? "was" : "were") clipped, the first at "
          + "\(time); lower the volume, use the limiter, or write floats with --format f32")
    }
  }
}

extension SoundSink {
  /// Says what is odd about the packets of sound, and what is left out.
  private func warnOfFilm() {
    guard let film else { return }
    if let packet = film.firstOverlap {
      Console.complain(
        "warning: packet \(packet): its sound begins before that of the packet before it ends; "
          + "samples are played one after another")
    }
    if case .wav = writer, film.otherStreams > 0 {
      let others = film.otherStreams == 1 ? "another stream" : "\(film.otherStreams) other streams"
      Console.complain(
        "warning: the input has \(others), which WAV can't carry: left out; --to nut keeps them")
    }
  }
}

extension SoundScene {
  /// Whether the mix has the samples of standard input, each at its place.
  var playsInputAsItComes: Bool { isInputMain && !parts.document.soundtrack.main.isMuted }

  /// Whether a track is heard.
  fileprivate var hasTracks: Bool {
    parts.document.soundtrack.tracks.contains { !$0.bus.isMuted }
  }

  /// Whether nothing is done to standard input at all.
  var changesNothing: Bool {
    let document = parts.document
    let soundtrack = document.soundtrack
    return document.clips.isEmpty && soundtrack.tracks.isEmpty && soundtrack.main.changesNothing
      && soundtrack.master.changesNothing
  }
}

extension SoundBus {
  fileprivate var changesNothing: Bool {
    volume.constantValue == .one && !isMuted && pan.constantValue == 0
      && fadeIn.duration == .zero && fadeOut.duration == .zero && duck == nil && effects.isEmpty
  }
}
