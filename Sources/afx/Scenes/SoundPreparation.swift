import AudioFilters
import Bytes
import Filters
import Shell
import Sounds
import Timeline
import WAV

/// A timeline's sound made ready, as far as it can be, and everything that is wrong with it.
struct SoundPreparation {
  /// What is wrong with the text, the sources and the files.
  private(set) var diagnostics = Diagnostics()
  /// With what the program leaves when there are errors.
  private(set) var code = ExitCode.usage
  /// What can be played; nil when there are errors.
  private(set) var scene: SoundScene?
  /// Whether it is played from standard input.
  private(set) var inputNeed = InputNeed.needed

  private let request: SoundRequest
  private let input: InputSound?
  /// What is taken for the length of standard input while that is not read.
  private let assumedLength: Time?
  /// The places of the faults that have been told.
  private var told: Set<Range<Int>> = []

  /// - Parameter input: standard input, where it is read.
  /// - Throws: what has nothing to do with the timeline, and the user's wish to end.
  init(_ request: SoundRequest, input: InputSound?, assumedLength: Time? = nil) throws {
    self.request = request
    self.input = input
    self.assumedLength = assumedLength
    guard let file = request.timeline else {
      try passThrough()
      return
    }
    try prepare(file)
  }

  /// Makes ready what passes without a timeline.
  private mutating func passThrough() throws {
    if request.needsRate, request.rate == nil, request.frameTime(in: .empty) != nil {
      throw CommandFailure(
        "frames count at the rate of the film, which its sound does not tell; give --fps",
        code: .usage)
    }
    var parts = SoundScene.Parts(document: .empty)
    parts.rate = request.rate ?? parts.rate
    scene = try SoundScene(parts, request, input: input)
  }

  private mutating func prepare(_ file: TimelineFile) throws {
    guard let guess = request.rate ?? Document.provisionalRate else { return }
    var decoded = decode(file, guess)
    guard var document = soundPart(of: decoded) else {
      diagnostics = decoded.diagnostics
      return
    }
    let known = CanvasFormat.rate(document.canvas) ?? request.rate
    var faults: [Fault] = []
    let footage = try SoundFootage(
      of: document, in: file, request.tools, input: input, rate: known ?? guess, faults: &faults)
    let rate = known ?? self.rate(of: document, footage, &faults) ?? guess
    // Times in frames need the rate, and what moves or fades the length of its source.
    let lengths = footage.lengths(of: document)
    let alone = tracksLength(of: document, footage)
    if decoded.document == nil || !lengths.isEmpty || alone != nil
      || (document.usesFrames && rate != guess)
    {
      decoded = decode(file, rate, lengths, alone: alone)
      document = soundPart(of: decoded) ?? document
    }
    inputNeed = InputNeed(document)
    diagnostics = decoded.diagnostics
    for fault in faults { add(fault) }
    check(document.soundtrack.tracks, footage)
    checkEnd(of: document)
    let (list, problems) = EditList.make(document.clips, lengths: footage.clipLengths)
    if !diagnostics.hasErrors {
      for fault in problems.sorted { diagnostics.add(fault) }
    }
    guard !diagnostics.hasErrors else { return }
    try compose(
      SoundScene.Parts(document: document, list: list, footage: footage, rate: rate))
  }

  /// What came of the text, without the main sound where the tracks alone are played.
  private func soundPart(of decoded: DecodedDocument) -> Document? {
    var document = decoded.soundPart
    if request.playsTracksAlone { document?.soundtrack.hasMain = false }
    return document
  }

  /// How long the tracks alone are, where they are the mix.
  private func tracksLength(of document: Document, _ footage: SoundFootage) -> Time? {
    guard document.clips.isEmpty, !document.soundtrack.hasMain else { return nil }
    return document.soundtrack.tracksLength(footage.trackLengths)
  }

  /// Says when there is nothing to play, or no end of it.
  private mutating func checkEnd(of document: Document) {
    let soundtrack = document.soundtrack
    guard document.clips.isEmpty, !soundtrack.hasMain else { return }
    guard let first = soundtrack.tracks.first else {
      let place = soundtrack.main.place
      diagnostics.error("there is nothing to play: no main sound, no clip and no track", at: place)
      return
    }
    guard request.duration == nil, soundtrack.tracks.allSatisfy(\.isEndless) else { return }
    diagnostics.error(
      "\(SoundPlan.title(of: first, 0)) is played for ever, and nothing else ends the mix",
      at: first.media.place(of: "loop"),
      hint: "give it an 'end' or a 'duration', or the program --duration")
  }

  private mutating func compose(_ parts: SoundScene.Parts) throws {
    do {
      let scene = try SoundScene(parts, request, input: input)
      if let fault = TrackLimit.fault(of: scene) { return add(fault) }
      for fault in scene.choice.warnings {
        diagnostics.warning(fault.message, at: fault.place ?? 0..<0)
      }
      self.scene = scene
    } catch let error as AudioError {
      add(Fault(error))
    } catch let error as SoundError {
      if let stop = error.stop { throw stop }
      add(Fault(error))
    }
  }

  /// The rate of the film where neither the timeline nor the user gives it: that of standard input,
  /// or else of the first clip that is a film, as for its pictures.
  private func rate(
    of document: Document, _ footage: SoundFootage, _ faults: inout [Fault]
  ) -> FrameRate? {
    guard document.clips.isEmpty || document.playsInput else { return footage.frameRate }
    if request.needsRate, let place = request.frameTime(in: document) {
      faults.append(
        Fault(
          "frames count at the rate of the film on standard input, which its sound does not tell; "
            + "give --fps, or a 'rate' to the canvas", at: place))
    }
    return nil
  }

  /// Holds tracks against what is known of their sources.
  private mutating func check(_ tracks: [SoundTrack], _ footage: SoundFootage) {
    for (track, (item, length)) in zip(tracks, zip(footage.tracks, footage.trackLengths)) {
      for fault in track.faults(length: length).sorted { diagnostics.add(fault) }
      if case .media = item?.source, item?.source.format == nil {
        diagnostics.warning(
          "there is no sound in \(track.media.source.name)", at: track.media.place)
      }
    }
  }

  /// - Parameters:
  ///   - lengths: of the sources of clips and tracks, by their places in the text.
  ///   - alone: how long the tracks are, where they are the mix.
  private func decode(
    _ file: TimelineFile, _ rate: FrameRate, _ lengths: [Int: Time] = [:], alone: Time? = nil
  ) -> DecodedDocument {
    let start = request.start.resolved(rate: rate, duration: nil) ?? .zero
    // What the stream says is the same for all parts of a film, which --duration is not.
    let length =
      input?.duration ?? request.duration?.resolved(rate: rate, duration: nil) ?? assumedLength
    return Document.decode(
      file.source, vocabulary: Language.vocabulary, rate: rate,
      streamLength: length.map { start + $0 }, mixLength: alone, sourceLengths: lengths,
      variables: request.variables, memory: request.memory)
  }

  private mutating func add(_ fault: Fault) {
    if let place = fault.place, !told.insert(place).inserted { return }
    if !diagnostics.hasErrors || fault.code == .usage { code = fault.code }
    diagnostics.error(fault.message, at: fault.place ?? 0..<0)
  }
}

extension SoundPreparation {
  /// Makes a timeline's sound ready and says what is wrong with it.
  static func scene(_ request: SoundRequest, input: InputSound?) throws -> SoundScene {
    let preparation = try SoundPreparation(request, input: input)
    let diagnostics = preparation.diagnostics
    if let file = request.timeline, !diagnostics.isEmpty,
      !request.isQuiet || diagnostics.hasErrors
    {
      file.say(diagnostics)
    }
    guard let scene = preparation.scene else {
      throw request.timeline?.failure(diagnostics, code: preparation.code)
        ?? CommandFailure("there is nothing to play", code: .usage)
    }
    return scene
  }

  /// Checks the timeline as far as that goes without the stream, so that its faults are told before
  /// any input is awaited.
  ///
  /// - Returns: whether the stream is needed.
  static func inputNeed(_ request: SoundRequest) throws -> InputNeed {
    guard let file = request.timeline else { return .needed }
    let preparation = try SoundPreparation(request, input: nil)
    if preparation.scene != nil { return preparation.inputNeed }
    // The stream may tell how long it is, which is all that is missing.
    let hour = Time(seconds: 3600)
    let assumed = try SoundPreparation(request, input: nil, assumedLength: hour)
    if assumed.scene != nil { return assumed.inputNeed }
    file.say(preparation.diagnostics)
    throw file.failure(preparation.diagnostics, code: preparation.code)
  }
}
