import Bytes

/// A timeline in which everything has been checked.
package struct Document: Sendable {
  /// The one version of the format that there is.
  package static let version = 1
  /// How deep groups may stand in groups.
  static let deepestGroup = 16
  /// What a layer takes in memory, with what draws it, in bytes; some take less.
  static let layerBytes = 4 << 10
  /// The rate at which frames are counted until the stream's is known.
  package static let provisionalRate = FrameRate(30, 1)

  /// The timeline's name; nothing depends on it.
  package let name: String?
  /// The parameters of `canvas`.
  package let canvas: Arguments
  /// What is written in `canvas`, with the values of variables in place; none where it is not
  /// enabled.
  package var canvasMembers: [JSONMember] = []
  /// The texts that `${name}` stands for.
  package let variables: [String: String]
  /// The main track, in order; empty when it is the stream on standard input as it comes.
  package let clips: [Clip]
  /// The timelines with clips that are layers, wherever these stand.
  package var films: [FilmLayer] = []
  /// The sources that clips and video layers play, and the files that are masks; clips of the
  /// timeline itself come first, in their order.
  package let feeds: [Feed]
  /// The layers to be drawn, bottom to top; those not enabled are left out.
  package let layers: [Layer]
  /// The layers that the timeline does not enable, wherever they stand.
  let disabledLayers: [Layer]
  /// Which of ``layers`` are on.
  package let index: RangeIndex
  /// The sound, which has no effect on pictures.
  package var soundtrack = Soundtrack()
  /// Whether a time is counted in frames, so that the output's rate matters.
  package let usesFrames: Bool
  /// Whether lengths are shares of the canvas as a whole, so that its size matters.
  package var usesViewport = false
  /// The sounds that values of pictures follow, each once.
  package var soundUses: [SoundUse] = []
  /// What pictures show of sounds, each once.
  package var soundPictures: [SoundPictureUse] = []
  /// The tracks of the timelines that clips and layers play, which those show and follow by
  /// ``SoundScope/timeline(_:)``.
  package var innerTracks: [[SoundTrack]] = []
  /// The names of tracks that are not heard, in timelines without clips that are layers.
  package var silentTracks: Set<String> = []
  /// The tracks whose beats times name, each once.
  package var beatUses: [BeatUse] = []
  /// The place of the first time of clips or sound that is counted in frames, so that the rate
  /// matters to what is heard.
  package var soundFrameTime: Range<Int>?

  /// A timeline that changes nothing.
  package static let empty = Document(
    name: nil, canvas: Arguments(), variables: [:], clips: [], feeds: [], layers: [],
    disabledLayers: [],
    index: RangeIndex([]), usesFrames: false)

  /// The same with another canvas, main track and layers, some of which may be films.
  func with(
    canvas: Arguments, canvasMembers: [JSONMember], clips: [Clip], layers: [Layer],
    films: [FilmLayer]
  ) -> Document {
    Document(
      name: name, canvas: canvas, canvasMembers: canvasMembers, variables: variables, clips: clips,
      films: films, feeds: feeds, layers: layers, disabledLayers: disabledLayers,
      index: RangeIndex(layers.map(\.range)),
      soundtrack: soundtrack, usesFrames: usesFrames)
  }

  /// The layers that are on at `time`, bottom to top.
  package func layers(at time: Time) -> [Layer] { index.ranges(at: time).map { layers[$0] } }

  /// Reads a timeline and reports all its faults.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - vocabulary: What a timeline can say.
  ///   - knowledge: What is known of what the timeline plays.
  /// - Returns: The timeline, or its valid parts, and everything found.
  package static func decode(
    _ source: SourceText, vocabulary: Vocabulary, knowing knowledge: Knowledge = Knowledge()
  ) -> DecodedDocument {
    ParsedTimeline(source).decoded(vocabulary, knowledge)
  }
}
