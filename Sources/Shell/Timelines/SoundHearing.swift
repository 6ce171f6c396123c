import AudioFilters
import Bytes
import Clips
import Sounds
import Timeline
import WAV

/// Hears the sounds that a timeline's values and times follow, each once.
struct SoundHearing {
  /// What values follow.
  private(set) var courses: [SoundQuery: SoundCourse] = [:]
  /// What pictures show.
  private(set) var tables: [SoundPictureQuery: SoundTable] = [:]
  /// What these take, in bytes.
  private(set) var bytes = 0
  /// The beats that times name, by their tracks.
  private(set) var grids: [String?: BeatGrid] = [:]
  private let document: Document
  private let file: TimelineFile
  private let common: TimelineRequest
  private let rate: FrameRate
  private var opener: SoundOpener

  private static let blockLength = 4096

  /// Nothing is heard yet.
  ///
  /// - Parameter rate: of the film.
  init(
    _ document: Document, _ file: TimelineFile, _ common: TimelineRequest, rate: FrameRate
  ) {
    (self.document, self.file, self.common, self.rate) = (document, file, common, rate)
    opener = SoundOpener(common.tools)
  }

  /// Whether nothing was heard that matters.
  var isEmpty: Bool { courses.isEmpty && tables.isEmpty && grids.isEmpty }

  /// Hears everything.
  ///
  /// - Parameters:
  ///   - courses: whether what values follow matters, and not only beats.
  ///   - faults: takes the sounds that cannot be heard.
  mutating func hear(courses hearsCourses: Bool, faults: inout [Fault]) throws {
    for heard in hearsCourses ? sources() : [] {
      try collect(&faults) { hearing throws in try hearing.hear(heard) }
    }
    for use in document.beatUses {
      try collect(&faults) { hearing throws in try hearing.hearBeats(of: use) }
    }
  }

  /// Runs `body` and takes the fault that it throws, unless it is a stop.
  private mutating func collect(
    _ faults: inout [Fault], _ body: (inout SoundHearing) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as SoundError {
      if let stop = error.stop { throw stop }
      faults.append(Fault(error))
    } catch let fault as Fault {
      faults.append(fault)
    }
  }

  /// A sound that is heard once, whatever is made of it.
  private struct Heard {
    /// Nil for the timeline's mix.
    let name: String?
    let scope: SoundScope
    let place: Range<Int>
    var uses: [SoundUse] = []
    var pictures: [SoundPictureUse] = []
  }

  /// The sounds that values follow and pictures show.
  private func sources() -> [Heard] {
    var sources: [Heard] = []
    func index(_ name: String?, _ scope: SoundScope, _ place: Range<Int>) -> Int {
      if let known = sources.firstIndex(where: { $0.name == name && $0.scope == scope }) {
        return known
      }
      sources.append(Heard(name: name, scope: scope, place: place))
      return sources.count - 1
    }
    for use in document.soundUses {
      sources[index(use.query.source, use.query.scope, use.place)].uses.append(use)
    }
    for use in document.soundPictures {
      sources[index(use.query.source, use.query.scope, use.place)].pictures.append(use)
    }
    return sources
  }

  private mutating func hear(_ heard: Heard) throws {
    var ears: SoundEars
    let allowed = common.memory - bytes
    if let name = heard.name {
      let (path, playing) = try source(name, heard.place, heard.scope)
      ears = SoundEars(heard.uses, heard.pictures, playing, allowed: allowed)
      do {
        try hear(path) {
          ears.start($0)
        } body: {
          try ears.add($0)
        }
      } catch let error as SoundError where error.stop == nil {
        throw silence(of: name, playing, heard.place) ?? error
      }
    } else {
      guard heard.scope == .film else {
        throw Fault(
          "a clip, and a timeline that another one plays, shows the sound of a file or of a track; "
            + "name its 'source'", at: heard.place)
      }
      var playing = SoundPlaying()
      playing.isTrack = true
      ears = SoundEars(heard.uses, heard.pictures, playing, allowed: allowed)
      try MixHearing(document, common, rate: rate, at: heard.place)
        .hear {
          ears.start($0)
        } body: {
          try ears.add($0)
        }
    }
    ears.finish()
    bytes += ears.bytes
    courses.merge(ears.courses) { $1 }
    tables.merge(ears.tables) { $1 }
  }

  private mutating func hearBeats(of use: BeatUse) throws {
    let tracks = document.soundtrack.tracks
    let track = tracks.first { use.track == nil ? tracks.count == 1 : $0.bus.name == use.track }
    guard let track else {
      let lack =
        use.track.map { "there is no track called \"\($0)\" in 'audio'" }
        ?? (tracks.isEmpty
          ? "beats are those of a track of 'audio', and there is none"
          : "there are \(tracks.count) tracks; name one, such as \"beat:4@music\"")
      throw Fault(lack, at: use.place)
    }
    guard case .file(let path) = track.media.source else {
      throw Fault("only the beats of a file are found, not of standard input", at: use.place)
    }
    let playing = try playing(of: track, path, use.place)
    var onsets: OnsetStrength?
    try hear(Path(path.text, place: path.place)) { format in
      onsets = OnsetStrength(format: format)
    } body: { block in
      onsets?.add(block)
    }
    onsets?.finish()
    guard let onsets else { return }
    let beats = BeatTracker(onsets, tempo: 50...220).beats
    grids[use.track] = BeatGrid(
      beats: playing.timeline(beats.map(\.time)),
      bars: playing.timeline(beats.filter { $0.number == 1 }.map(\.time)))
  }

  /// Reads a sound from its start to its end.
  private mutating func hear(
    _ path: Path, start: (AudioFormat) -> Void, body: (AudioBlock) throws -> Void
  ) throws {
    let sound = try WholeSound(path.text, path: file.path(path.text), place: path.place, &opener)
    start(sound.format)
    let block = AudioBlock(channels: sound.format.channels, capacity: Self.blockLength)
    while try sound.next(into: block) {
      if let reason = opener.tools.interrupt?.reason { throw reason }
      try body(block)
    }
  }

  /// The file of a track or of its own, and when it is heard.
  private mutating func source(
    _ name: String, _ place: Range<Int>, _ scope: SoundScope
  ) throws -> (path: Path, playing: SoundPlaying) {
    var tracks = document.soundtrack.tracks
    if case .timeline(let number) = scope, document.innerTracks.indices.contains(number) {
      tracks = document.innerTracks[number]
    }
    guard let track = tracks.first(where: { $0.bus.name == name }) else {
      return (Path(name, place: place), SoundPlaying())
    }
    guard scope != .files else {
      throw Fault(
        "the track \"\(name)\" is heard by layers of its own timeline; name its file here",
        at: place)
    }
    guard case .file(let path) = track.media.source else {
      throw Fault("a value can follow a track that plays a file, not standard input", at: place)
    }
    return (Path(path.text, place: place), try playing(of: track, path, place))
  }

  /// What to say where there is no such file, but a track that is not heard.
  private func silence(of name: String, _ playing: SoundPlaying, _ place: Range<Int>) -> Fault? {
    guard !playing.isTrack, document.silentTracks.contains(name) else { return nil }
    return Fault(
      "the track \"\(name)\" is not heard, because its timeline is a layer and has no 'clips'; "
        + "name its file", at: place)
  }

  /// When a track plays which part of its file.
  private mutating func playing(
    of track: SoundTrack, _ path: Path, _ place: Range<Int>
  ) throws -> SoundPlaying {
    let media = track.media
    guard let speed = media.speed.constantValue, !media.isReversed, !media.isPingPong,
      media.freeze == nil
    else {
      throw Fault("a track that plays backwards or changes its speed can't be followed", at: place)
    }
    var playing = SoundPlaying()
    playing.isTrack = true
    (playing.start, playing.offset, playing.speed) =
      (track.range.start.seconds, media.start.seconds, speed)
    playing.end = track.range.end?.seconds ?? .infinity
    if let duration = media.duration { playing.last(duration.seconds) }
    guard media.loop != 1 else {
      if let end = media.end { playing.last((end - media.start).seconds / speed) }
      return playing
    }
    var end = media.end
    if end == nil {
      let source = try opener.openCounting(path.text, path: file.path(path.text), place: place)
      end = Document.provisionalRate.flatMap { source.length(canvasRate: $0) }
    }
    guard let end, end > media.start else { return playing }
    playing.period = max((end - media.start).seconds - track.loopCrossfade.seconds * speed, 0.001)
    if let loop = media.loop { playing.last(playing.period * Double(loop) / speed) }
    return playing
  }
}

extension SoundPlaying {
  /// Ends it so many seconds after its start, unless it ends before.
  fileprivate mutating func last(_ seconds: Double) { end = min(end, start + seconds) }

  /// When times of the sound, in rising order, are first heard; those that are not are left out.
  fileprivate func timeline(_ times: [Double]) -> [Double] {
    times.compactMap { time in
      let local = (time - offset) / speed
      guard local >= 0, time - offset < period, start + local < end else { return nil }
      return start + local
    }
  }
}
