import Bytes
import Clips
import AudioFilters
import Sounds
import Timeline
import WAV

/// The sources of a timeline's sound, probed but not yet read.
package struct SoundFootage: TimelineFootage {
  /// Of the clips, in their order; nil where something is wrong.
  private(set) var clips: [SoundPlayer.Item?] = []
  /// Of the tracks, in their order.
  private(set) var tracks: [SoundPlayer.Item?] = []
  /// How long the tracks' sources last; nil where that is not known, and for timelines.
  private var fileLengths: [Time?] = []
  /// Those of the timelines that clips and layers play.
  private(set) var inner: [TimelineHost: SoundFootage] = [:]
  /// How long the sources of clips last, by their numbers in `Document.feeds`.
  private var clipLengths: [Int: Time] = [:]
  /// How long all sources last, by the first bytes of their names in the timeline.
  private var placed: [Int: Time] = [:]

  /// No sources.
  package init() {}

  /// Probes all sources.
  ///
  /// - Parameters:
  ///   - input: standard input, where it is read.
  ///   - rate: of the film, for films without a stated rate.
  ///   - faults: takes the errors.
  init(
    of document: Document, in file: TimelineFile, _ tools: MediaTools, input: InputSound?,
    rate: FrameRate, faults: inout [Fault]
  ) throws {
    var look = SoundLook(
      file: file, tools: tools, input: input, rate: rate, opener: SoundOpener(tools))
    try self.init(of: document, &look, &faults)
  }

  private init(of document: Document, _ look: inout SoundLook, _ faults: inout [Fault]) throws {
    for (number, clip) in document.clips.enumerated() {
      if let timeline = clip.media.source.timeline {
        try probe(timeline, of: .clip(number), &look, &faults)
        clips.append(SoundPlayer.Item(.silent(nil), name: clip.media.source.name))
        continue
      }
      let (item, length) = try look.look(at: clip.media, isClip: true, &faults)
      clips.append(item)
      clipLengths[clip.feed] = length
      placed[clip.media.place.lowerBound] = length
    }
    for track in document.soundtrack.tracks {
      if let timeline = track.media.source.timeline {
        try probe(timeline, of: .film(timeline.number ?? -1), &look, &faults)
        fileLengths.append(nil)
        tracks.append(SoundPlayer.Item(.silent(nil), name: track.media.source.name))
        continue
      }
      let (item, length) = try look.look(at: track.media, isClip: false, &faults)
      tracks.append(item)
      fileLengths.append(length)
      placed[track.media.place.lowerBound] = length
    }
  }

  /// Looks at the sources of a timeline that is played.
  private mutating func probe(
    _ timeline: SourceTimeline, of host: TimelineHost, _ look: inout SoundLook,
    _ faults: inout [Fault]
  ) throws {
    let own = try SoundFootage(of: timeline.document, &look, &faults)
    clipLengths.merge(own.clipLengths) { own, _ in own }
    placed.merge(own.placed) { own, _ in own }
    inner[host] = own
  }

  /// How long the tracks' sources last; nil where that is not known.
  ///
  /// - Parameter document: the timeline as it was decoded last, which may know its rate better than
  ///   the one that was probed.
  package func trackLengths(of document: Document) -> [Time?] {
    zip(document.soundtrack.tracks, fileLengths).map { track, length in
      guard let timeline = track.media.source.timeline,
        let own = inner[.film(timeline.number ?? -1)]
      else { return length }
      let (list, faults) = EditList.make(timeline.document.clips, length: own.length(of:))
      return faults.hasErrors ? nil : list.end
    }
  }

  /// How long a clip's source is.
  package func length(of clip: Clip) -> Time? { clipLengths[clip.feed] }

  /// The rate of the first clip that is a film and has one, in whatever timeline it stands.
  var frameRate: FrameRate? {
    clips.indices.lazy.compactMap { clips[$0]?.source.frameRate ?? inner[.clip($0)]?.frameRate }
      .first
  }

  /// How long the sources are, by the first bytes of their names in the timeline.
  package func lengths(of document: Document) -> [Int: Time] { placed }

  /// Gives clips and tracks that play timelines the sounds of these.
  ///
  /// - Parameters:
  ///   - edit: where the clips and films are heard.
  ///   - rate: of the film.
  mutating func mixInner(
    _ document: Document, _ edit: EditList?, rate: FrameRate, _ request: SoundRequest
  ) throws {
    var request = request
    (request.duration, request.playsTracksAlone) = (nil, false)
    for (number, clip) in document.clips.enumerated() {
      let entries = edit?.entries ?? []
      let entry = entries.indices.contains(number) ? entries[number] : nil
      guard let entry, let mix = try mix(clip.media, .clip(number), entry, rate, request) else {
        continue
      }
      clips[number] = mix
    }
    for (place, track) in document.soundtrack.tracks.enumerated() {
      let films = edit?.films ?? []
      guard let number = track.media.source.timeline?.number, films.indices.contains(number),
        let mix = try mix(track.media, .film(number), films[number], rate, request)
      else { continue }
      tracks[place] = mix
    }
  }

  /// The sound of a timeline that is played; nil where there is none.
  private func mix(
    _ media: MediaUse, _ host: TimelineHost, _ entry: EditList.Entry, _ rate: FrameRate,
    _ request: SoundRequest
  ) throws -> SoundPlayer.Item? {
    guard let timeline = media.source.timeline, let footage = inner[host] else { return nil }
    var parts = TimelineParts(
      document: timeline.document, footage: footage, rate: rate, start: .zero)
    parts.edit = entry.inner
    let scene = try SoundScene(parts, request, input: nil)
    if let fault = TrackLimit.fault(of: scene) { throw TimelineFaults([fault]) }
    guard scene.choice.reason != .silence else { return nil }
    let items = scene.plan.feeds.map { scene.item(of: $0, nil) }
    return SoundPlayer.Item(
      .mix(NestedMix(scene.plan, items, format: scene.format)), name: media.source.name)
  }

  /// WAV files that end before they say; each once.
  func cutWarnings(of document: Document) -> [Fault] {
    var told: Set<String> = []
    let media = document.clips.map(\.media) + document.soundtrack.tracks.map(\.media)
    return zip(media, clips + tracks).compactMap { media, item in
      guard case .wav(let path, _, _, _)? = item?.source, told.insert(path).inserted,
        let file = try? WAVFile(path: path), file.missing > 0
      else { return nil }
      return Fault(
        "\(media.source.name): \(missingBytes(file.missing)) at its end; the rest is played",
        at: media.place)
    }
  }

  /// What is odd about the rates of frames that clips show, by which sounds are cut too; of each
  /// file once.
  func rateWarnings(of document: Document) -> [Fault] {
    var told: Set<String> = []
    return zip(document.clips, clips).compactMap { clip, item in
      guard case .silent(let source?)? = item?.source,
        told.insert(clip.media.source.name).inserted
      else { return nil }
      return source.rateWarning(of: clip.media)
    }
  }
}

/// Looks at one source after another.
private struct SoundLook {
  /// How long sounds are that are decoded once more to find their ends, which takes about a second.
  private static let longest = Time(seconds: 600)

  let file: TimelineFile
  let tools: MediaTools
  let input: InputSound?
  let rate: FrameRate
  var opener: SoundOpener

  mutating func look(
    at media: MediaUse, isClip: Bool, _ faults: inout [Fault]
  ) throws -> (SoundPlayer.Item?, Time?) {
    do {
      let source = try open(media)
      // Pictures do not know how long standard input is, and both cut alike.
      var length: Time?
      if case .input = source, isClip {} else { length = source.length(canvasRate: rate) }
      switch (source, media.source) {
      case (.silent(.picture), _), (_, .image):
        length = try Footage.length(ofPicture: media, file, tools)
      default: break
      }
      if !isClip, case .silent(.some) = source {
        throw Fault("the source has no sound; a track plays a file, or \"stdin\"", at: media.place)
      }
      return (SoundPlayer.Item(source, name: media.source.name), length)
    } catch let error as SoundError {
      if let stop = error.stop { throw stop }
      faults.append(Fault(error))
    } catch let fault as Fault {
      if let reason = tools.interrupt?.reason { throw reason }
      faults.append(fault)
    }
    return (nil, nil)
  }

  private mutating func open(_ media: MediaUse) throws -> SoundSource {
    switch media.source {
    case .stdin:
      return input.map { .input($0.format, length: $0.length) } ?? .silent(nil)
    case .file(let path):
      let source = try opener.open(path.text, path: file.path(path.text), place: media.place)
      guard media.end == nil else { return source }
      // What begins again where it ends must end at its last sample, not near it; what fades out
      // there, or what another clip follows, should.
      let isWholeAgain = media.loop != 1 || media.isReversed
      let isShort = source.length(canvasRate: rate).map { $0 < Self.longest } ?? true
      return isWholeAgain || isShort
        ? try opener.openCounting(path.text, path: file.path(path.text), place: media.place)
        : source
    case .image, .color, .generator, .timeline: return .silent(nil)
    }
  }
}

extension Fault {
  /// A fault of a mix.
  package init(_ error: AudioError) { self.init(error.message, at: error.place) }
}
