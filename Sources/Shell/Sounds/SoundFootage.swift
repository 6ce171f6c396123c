import Bytes
import Clips
import AudioFilters
import Sounds
import Timeline

/// The sources of a timeline's sound, probed but not yet read.
package struct SoundFootage: TimelineFootage {
  /// Of the clips, in their order; nil where something is wrong.
  private(set) var clips: [SoundPlayer.Item?] = []
  /// Of the tracks, in their order.
  private(set) var tracks: [SoundPlayer.Item?] = []
  /// How long each lasts; nil where that is not known, or where it has no end of its own.
  private(set) var clipLengths: [Time?] = []
  /// The same of the tracks.
  package private(set) var trackLengths: [Time?] = []

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
    for clip in document.clips {
      let (item, length) = try look.look(at: clip.media, isClip: true, &faults)
      clips.append(item)
      clipLengths.append(length)
    }
    for track in document.soundtrack.tracks {
      let (item, length) = try look.look(at: track.media, isClip: false, &faults)
      tracks.append(item)
      trackLengths.append(length)
    }
  }

  /// How long each clip's source is.
  package func clipLengths(of document: Document) -> [Time?] { clipLengths }

  /// The rate of the first clip that is a film and has one.
  var frameRate: FrameRate? { clips.lazy.compactMap { $0?.source.frameRate }.first }

  /// How long the sources are, by the first bytes of their names in the timeline.
  package func lengths(of document: Document) -> [Int: Time] {
    var found: [Int: Time] = [:]
    for (clip, length) in zip(document.clips, clipLengths) {
      found[clip.media.place.lowerBound] = length
    }
    for (track, length) in zip(document.soundtrack.tracks, trackLengths) {
      found[track.media.place.lowerBound] = length
    }
    return found
  }

  /// What is odd about the rates of frames that clips show, by which sounds are cut too; of each file
  /// once.
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
      // What begins again where it ends must end at its last sample, not near it.
      let isWholeAgain = media.end == nil && (media.loop != 1 || media.isReversed)
      return isWholeAgain
        ? try opener.openCounting(path.text, path: file.path(path.text), place: media.place)
        : try opener.open(path.text, path: file.path(path.text), place: media.place)
    case .image, .color, .generator, .timeline: return .silent(nil)
    }
  }
}

extension Fault {
  /// A fault of a mix.
  package init(_ error: AudioError) { self.init(error.message, at: error.place) }
}
