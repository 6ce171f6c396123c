import Bytes
import Timeline

/// Makes a timeline of a cut.
///
/// The lowest track of pictures becomes the main track, and those over it layers. A clip that is
/// scaled, moved or turned becomes a layer too, as only layers can be so, and the clips with which
/// it mixes.
struct CutWriter {
  let cut: CutTimeline
  let finder: MediaFinder
  let spelling: TimeSpelling
  var draft = TimelineDraft()
  var log: ImportLog
  /// The end of what is seen or heard so far.
  var end = Rational.zero
  /// When the last clip of the main track ends.
  var mainEnd = Rational.zero
  /// The transition out of the layer that was written last.
  var previousChange: PlacedChange?
  /// The sounds that clips of the main track bring with them.
  var mainSounds: Set<SoundPlaces.Identity> = []
  /// Whether any clip of the main track brings its sound with it.
  var isMainHeard = false
  /// Whether any timeline around this one has tracks of sound, which say what is heard.
  var isInSound = false
  /// How many timelines it lies in.
  var depth = 0
  /// Whether a layer plays it, under which something is seen.
  var isLayer = false

  /// The timeline, and what of the cut is not in it.
  static func draft(
    _ cut: CutTimeline, finder: MediaFinder, log: ImportLog
  ) -> (draft: TimelineDraft, log: ImportLog) {
    var log = log
    let cut = cut.played(&log)
    var writer = CutWriter(
      cut: cut, finder: finder, spelling: TimeSpelling(rate: cut.rate), log: log)
    writer.isInSound = cut.hasSounds
    writer.write()
    writer.writeCanvas()
    return (writer.draft, writer.log)
  }

  /// A timeline in this one. Its canvas is the outer one's, unless a layer plays it and it says how
  /// large it is, and its times count the outer one's frames.
  mutating func inner(_ nest: CutPlayed, isLayer: Bool) -> TimelineDraft {
    var cut = nest.cut.played(depth: depth + 1, &log)
    cut.size = cut.size ?? self.cut.size
    var writer = CutWriter(cut: cut, finder: finder, spelling: spelling, log: log)
    (writer.isInSound, writer.depth, writer.end) = (isInSound, depth + 1, nest.end)
    writer.isLayer = isLayer
    writer.draft.canvas = cut.canvas
    writer.write()
    if isLayer, let size = cut.size { writer.draft.setSize(size) }
    log = writer.log
    return writer.draft
  }

  private mutating func write() {
    draft.name = cut.name
    let pictures = cut.tracks.filter { $0.kind == .picture }
    let sounds = cut.tracks.filter { $0.kind == .sound }
    // A gap behind the last clip belongs to the length of the whole.
    end = max(end, cut.tracks.map(\.duration).max() ?? .zero)
    let heard = SoundPlaces(sounds, inNests: cut.soundsOfNests, isInSound: isInSound, &log)
    for (index, track) in pictures.enumerated() {
      let placed = CutLayout.place(track, &log)
      let isMain = index == 0
      let (main, upper) = isMain && track.isEnabled ? split(placed) : ([], placed)
      if isMain { writeMain(main, heard) }
      for clip in upper { writeLayer(clip, isEnabled: track.isEnabled) }
      for clip in placed { end = max(end, clip.end) }
    }
    for subtitles in cut.subtitles { writeSubtitles(subtitles) }
    writeSounds(heard)
    for marker in cut.markers {
      log.warn("a marker with no clip at its time is not carried over", at: marker.place)
    }
    finishMain()
  }

  /// Takes what has to be a layer out of the main track, with what it mixes with.
  private func split(_ placed: [PlacedClip]) -> (main: [PlacedClip], upper: [PlacedClip]) {
    var (main, upper, chain) = ([PlacedClip](), [PlacedClip](), [PlacedClip]())
    for clip in placed {
      chain.append(clip)
      if clip.change != nil { continue }
      if chain.contains(where: \.needsLayer) {
        upper += chain
      } else {
        main += chain
      }
      chain = []
    }
    return (main + chain, upper)
  }

  /// Lets the main track last as long as all else.
  private mutating func finishMain() {
    guard end > .zero, end > mainEnd || draft.clips.isEmpty else { return }
    let nothing = isLayer ? "#00000000" : "#000000"
    var members: TimelineDraft.Members = [("source", .object([("color", .string(nothing))]))]
    if mainEnd > .zero { members.append(("start", spelling.time(mainEnd))) }
    members.append(("duration", spelling.time(end - mainEnd)))
    draft.clips.append(members)
  }

  private mutating func writeCanvas() {
    draft.canvas = cut.canvas
    if let size = cut.size {
      draft.setSize(size)
    } else if !draft.hasSize, !draft.hasFilm {
      draft.canvas.append(("size", .array([.integer(1920), .integer(1080)])))
      log.warn("the source does not say how large its pictures are; 1920x1080 is taken", at: 0..<0)
    }
    if let rate = cut.rate {
      draft.canvas.append(
        (
          "rate",
          rate.denominator == 1
            ? .integer(rate.numerator) : .string("\(rate.numerator)/\(rate.denominator)")
        ))
    }
  }
}

extension PlacedClip {
  /// Whether only a layer can show it.
  var needsLayer: Bool { clip.look.needsLayer || clip.look.blend != nil || clip.isText }
}

extension TimelineDraft {
  /// Whether it says how large its canvas is.
  fileprivate var hasSize: Bool { canvas.contains { $0.key == "size" } }

  /// Says how large its canvas is, where it does not.
  fileprivate mutating func setSize(_ size: CutSize) {
    guard !hasSize else { return }
    canvas.append(("size", .array([.integer(size.width), .integer(size.height)])))
  }

  /// Whether a clip of the main track, or of a timeline in it, is a file, which gives the canvas
  /// its size.
  var hasFilm: Bool {
    hasInnerFilm
      || clips.contains { members in
        members.contains { member in
          if member.key == "source", case .string = member.value { true } else { false }
        }
      }
  }
}
