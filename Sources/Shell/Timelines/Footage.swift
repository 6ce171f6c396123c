import Bytes
import Clips
import Filters
import Images
import Timeline
import Y4M

/// The sources of a timeline, probed but not yet read.
package struct Footage: TimelineFootage {
  /// By their numbers in `Document.feeds`; nil for feeds without a file, and for those with errors.
  package private(set) var sources: [Source?] = []
  /// How long each lasts; nil where that is not known, or where it has no end of its own.
  package private(set) var lengths: [Time?] = []
  /// The numbers of those with errors.
  package private(set) var faulty: Set<Int> = []
  /// The sizes of those that are picture files.
  private var pictures: [PixelFormat?] = []
  /// The sources of clips in their order, and those of the timelines that they play after these.
  private var clipFeeds: [Int] = []

  /// No sources.
  package init() {}

  /// Probes all sources.
  ///
  /// - Parameters:
  ///   - input: the header of standard input, where it is read.
  ///   - rate: of the output, as far as that is known.
  ///   - faults: takes the errors.
  package init(
    of document: Document, in file: TimelineFile, _ tools: MediaTools, input: StreamHeader?,
    rate: FrameRate, faults: inout [Fault]
  ) throws {
    clipFeeds = Self.feeds(of: document.clips)
    Self.measureStills(of: document, in: file, tools)
    var opener = SourceOpener(tools)
    for feed in document.feeds {
      var (source, length, picture): (Source?, Time?, PixelFormat?)
      do {
        source = try Self.open(feed.media, in: file, &opener, input)
        if let source, source.isPlayed {
          length = source.length(canvasRate: rate)
        } else {
          (picture, length) = try Self.look(atPicture: feed.media, file, tools)
        }
      } catch let error as ClipError {
        if let stop = error.stop { throw stop }
        faults.append(Fault(error))
        faulty.insert(sources.count)
      } catch let fault as Fault {
        if let reason = tools.interrupt?.reason { throw reason }
        faults.append(fault)
        faulty.insert(sources.count)
      }
      sources.append(source)
      lengths.append(length)
      pictures.append(picture)
    }
  }

  private static func feeds(of clips: [Clip]) -> [Int] {
    clips.flatMap { [$0.feed] + feeds(of: $0.media.source.clips) }
  }

  /// How long the sources of clips are, by the first bytes of their names in the timeline.
  package func lengths(of document: Document) -> [Int: Time] {
    var found: [Int: Time] = [:]
    for feed in document.feeds.indices where document.feeds[feed].clip != nil {
      found[document.feeds[feed].media.place.lowerBound] = lengths[feed]
    }
    return found
  }

  /// Adds the stream on standard input, as the source of a clip that no timeline names.
  package mutating func add(_ input: StreamHeader) {
    clipFeeds.append(sources.count)
    sources.append(.stdin(input))
    lengths.append(nil)
    pictures.append(nil)
  }

  /// How long the source of a clip is.
  package func length(of clip: Clip) -> Time? {
    lengths.indices.contains(clip.feed) ? lengths[clip.feed] : nil
  }

  private static func open(
    _ media: MediaUse, in file: TimelineFile, _ opener: inout SourceOpener, _ input: StreamHeader?
  ) throws -> Source? {
    switch media.source {
    case .stdin: input.map { .stdin($0) }
    case .file(let path):
      try opener.open(path.text, path: file.path(path.text), place: media.place)
    case .image, .color, .generator, .timeline: nil
    }
  }

  /// Finds out how large all pictures are that other programs read, before each is looked at.
  private static func measureStills(
    of document: Document, in file: TimelineFile, _ tools: MediaTools
  ) {
    let names = document.feeds.compactMap(\.media.source.fileName)
    let layers = PictureFiles.uses(in: document).map(\.path.text)
    tools.stills.measure((names + layers).compactMap { try? file.still($0, tools) }, tools)
  }

  /// The length of one pass of a picture file where it is an animation; others are not probed.
  package static func length(
    ofPicture media: MediaUse, _ file: TimelineFile, _ tools: MediaTools
  ) throws -> Time? {
    if let name = media.source.fileName, let still = try? file.still(name, tools),
      still.kind != StillStore.movie
    {
      return nil
    }
    return try look(atPicture: media, file, tools).length
  }

  /// The size of a picture file, and the length of one pass where it is an animation.
  private static func look(
    atPicture media: MediaUse, _ file: TimelineFile, _ tools: MediaTools
  ) throws -> (size: PixelFormat?, length: Time?) {
    let path: Path
    switch media.source {
    case .image(let name), .file(let name): path = name
    case .stdin, .color, .generator, .timeline: return (nil, nil)
    }
    if let size = try file.stillSize(path.text, media.place, tools) {
      return (PixelFormat(width: size.width, height: size.height), nil)
    }
    let bytes = try file.picture(path.text, media.place, tools)
    do throws(ImageError) {
      let image = try ImageFile(reading: bytes)
      let isStill = image.frameCount == 1
      return (
        PixelFormat(width: image.width, height: image.height),
        isStill || media.picturePlaysOn ? nil : Time(FrameSchedule(image).duration)
      )
    } catch {
      throw Fault(error.described(in: path.text), at: media.place)
    }
  }

  /// The first clip that is a film, or else the first that is a picture.
  package var leading: Int? {
    clipFeeds.first { sources[$0]?.isPlayed == true } ?? clipFeeds.first { pictures[$0] != nil }
  }

  /// The format of the first clip that is a film, or else the size of the first picture.
  package var format: PixelFormat? { leading.flatMap { sources[$0]?.format ?? pictures[$0] } }

  /// The rate of the first clip that is a film and has one.
  package var rate: FrameRate? { clipFeeds.lazy.compactMap { sources[$0]?.ownRate }.first }

  /// The shape of the pixels of the first clip that is a film.
  package var aspect: PixelAspect? { leading.flatMap { sources[$0]?.aspect } }
}

extension MediaSource {
  /// The name of the file; nil for what is none.
  package var fileName: String? {
    switch self {
    case .file(let path), .image(let path): path.text
    case .stdin, .color, .generator, .timeline: nil
    }
  }

  /// Its name in messages.
  package var name: String {
    switch self {
    case .stdin: "standard input"
    case .file(let path), .image(let path): path.text
    case .timeline(let path, _): path?.text ?? "a timeline"
    case .color: "a colour"
    case .generator(let name, _): name
    }
  }
}

extension Source {
  /// Whether its frames are read, and not generated.
  package var isPlayed: Bool {
    if case .picture = self { return false }
    return true
  }

  /// The shape of its pixels; nil for what has none of its own.
  package var aspect: PixelAspect? {
    switch self {
    case .stdin(let header): header.aspect
    case .y4m(let file): file.header.aspect
    case .movie(let file): file.info.aspect
    case .picture: nil
    }
  }
}
