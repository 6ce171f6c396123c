import Bytes
import Markup
import Timeline

/// Reads sequences of Final Cut Pro 7's XML as cuts.
struct FCP7Reader {
  /// How deep sequences may lie in one another.
  static let deepest = 32

  /// Counts items: sequences may multiply.
  private var budget = ImportBudget()
  var log = ImportLog()
  /// The first element with each `id`: later ones only name it.
  private var definitions: [String: MarkupElement] = [:]
  private(set) var rate: FrameRate
  private(set) var size: CutSize?
  /// Where sequences are heard in the one that is read.
  private(set) var heard: Set<NestPlace> = []
  /// Which channels its sounds play.
  private(set) var channels = FCP7Channels()
  /// Whether the tracks that are read are those of a camera.
  private(set) var isInCamera = false

  static func read(_ source: SourceText) -> (cut: CutTimeline, log: ImportLog) {
    var log = ImportLog()
    guard let root = log.root(of: source) else { return (CutTimeline(), log) }
    var sequences: [MarkupElement] = []
    var open = [root]
    while let element = open.popLast() {
      if element.name == "sequence" {
        sequences.append(element)
      } else if ["xmeml", "project", "bin", "children"].contains(element.name) {
        open += element.children.reversed()
      }
    }
    guard root.name == "xmeml", let first = sequences.first, let rate = FrameRate(25, 1) else {
      log.error("this is no XML of Final Cut Pro 7 with a sequence in it", at: root.place)
      return (CutTimeline(), log)
    }
    if sequences.count > 1 {
      log.warn("of several sequences only the first is carried over", at: sequences[1].place)
    }
    var reader = FCP7Reader(log: log, rate: Self.rate(first) ?? rate)
    reader.define(root)
    return (reader.sequence(first, depth: 0), reader.log)
  }

  private init(log: ImportLog, rate: FrameRate) { (self.log, self.rate) = (log, rate) }

  private mutating func define(_ root: MarkupElement) {
    var open = [root]
    while let element = open.popLast() {
      if let id = element.attributes["id"] {
        let key = element.name + " " + id
        // The one with something in it is the definition, wherever it stands.
        if definitions[key]?.content.isEmpty ?? true { definitions[key] = element }
      }
      open += element.children.reversed()
    }
  }

  /// What an element that may only name another one stands for.
  func definition(_ element: MarkupElement?) -> MarkupElement? {
    guard let element, let id = element.attributes["id"] else { return element }
    return definitions[element.name + " " + id] ?? element
  }

  /// Counts an item; false where there are too many.
  mutating func count(at place: Range<Int>) -> Bool {
    budget.take("items", at: place, sayingIn: &log)
  }

  /// The `rate` in an element.
  static func rate(_ element: MarkupElement?) -> FrameRate? {
    guard let rate = element?.first("rate"), let base = rate.integer("timebase"),
      (1...100_000).contains(base)
    else { return nil }
    return rate.flag("ntsc") == true ? FrameRate(base * 1000, 1001) : FrameRate(base, 1)
  }

  /// A sequence with its tracks.
  ///
  /// - Parameter isHeard: whether its sounds are wanted.
  mutating func sequence(
    _ element: MarkupElement, depth: Int, isHeard: Bool = true
  ) -> CutTimeline {
    var cut = CutTimeline()
    let outer = (rate, size, heard, channels, isInCamera)
    defer { (rate, size, heard, channels, isInCamera) = outer }
    isInCamera = element.name == "clip"
    let sounds = isHeard ? soundItems(element) : []
    (heard, channels) = (Set(sounds.compactMap(nestPlace)), FCP7Channels(sounds))
    rate = Self.rate(element) ?? rate
    (cut.name, cut.rate) = (element.value("name") ?? "", rate)
    let format = element.at("media", "video", "format", "samplecharacteristics")
    if let width = format?.integer("width"), let height = format?.integer("height") {
      size = CutSize(width, height)
      cut.size = size
    }
    let kinds: [(String, CutTrack.Kind)] = [("video", .picture), ("audio", .sound)]
    for (name, kind) in kinds where isHeard || kind == .picture {
      for track in element.at("media", name)?.all("track") ?? [] {
        // Of a stereo sound that is shown as two tracks, the first has it all.
        if kind == .sound, let index = track.attributes["currentExplodedTrackIndex"], index != "0" {
          continue
        }
        cut.tracks.append(self.track(track, kind, depth: depth))
      }
    }
    cut.markers = markers(element, at: rate)
    if let index = cut.tracks.firstIndex(where: { $0.kind == .picture }) {
      for marker in cut.markers { cut.tracks[index].attach(marker, &log) }
      cut.markers = []
    }
    return cut
  }

  /// The clips of all tracks of sound.
  private func soundItems(_ element: MarkupElement) -> [MarkupElement] {
    let tracks = element.at("media", "audio")?.all("track") ?? []
    return tracks.flatMap { $0.all("clipitem") }.compactMap { definition($0) }
  }

  /// Where a sequence lies that is a clip; nil for other clips.
  func nestPlace(_ item: MarkupElement) -> NestPlace? {
    guard let nested = definition(item.first("sequence")) else { return nil }
    return NestPlace(
      name: nested.attributes["id"] ?? nested.value("name") ?? "", start: item.integer("start"),
      end: item.integer("end"), first: item.integer("in"))
  }

  func markers(_ element: MarkupElement, at rate: FrameRate) -> [CutMarker] {
    element.all("marker").compactMap { marker in
      guard let frame = marker.integer("in") else { return nil }
      let name = marker.value("name") ?? marker.value("comment") ?? ""
      return CutMarker(name: name, time: rate.seconds(frame), place: marker.place)
    }
  }
}

/// Which sequence lies where, so that its pictures and its sounds are found to be one.
struct NestPlace: Hashable {
  let name: String
  let start: Int?
  let end: Int?
  let first: Int?
}
