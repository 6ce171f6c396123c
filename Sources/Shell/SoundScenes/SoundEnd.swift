import AudioFilters
import Bytes
import Sounds
import Timeline
import WAV

/// Makes a timeline's sound ready.
package struct SoundEnd: TimelineEnd {
  /// What is asked for.
  package let request: SoundRequest
  /// Standard input, where it is read.
  package let input: InputSound?
  /// What is taken for the length of standard input while that is not read.
  package var assumedLength: Time?

  /// The sound that a request asks for.
  ///
  /// - Parameter input: standard input, where it is read.
  package init(request: SoundRequest, input: InputSound?, assumedLength: Time? = nil) {
    (self.request, self.input, self.assumedLength) = (request, input, assumedLength)
  }

  package static let needsLengths = true
  package static let followsSounds = false
  package static let nothing = "there is nothing to play"
  /// Longer than any film, where any length will do.
  private static let anyLength = Time(seconds: 1_000_000)

  package var common: TimelineRequest { request.common }
  /// NUT carries the frame rate of its film, and WAV does not.
  package var streamRate: FrameRate? { request.filmRate }

  package func knowledge(at rate: FrameRate) -> Document.Knowledge {
    let start = common.start.resolved(rate: rate, duration: nil) ?? .zero
    // What the stream says is the same for all parts of a film, which --duration is not.
    let length =
      input?.duration ?? request.duration?.resolved(rate: rate, duration: nil) ?? assumedLength
    var knowledge = Document.Knowledge(
      rate: rate, streamLength: length.map { start + $0 }, memory: common.memory)
    // Layers are not heard, and any length of the film will do for them.
    knowledge.filmLength = knowledge.streamLength ?? Self.anyLength
    return knowledge
  }

  /// Without the main sound where the tracks alone are played.
  package func played(_ document: Document) -> Document {
    var document = document
    if request.playsTracksAlone { document.soundtrack.hasMain = false }
    return document
  }

  package func footage(
    of document: Document, in file: TimelineFile, rate: FrameRate, faults: inout [Fault]
  ) throws -> SoundFootage {
    try SoundFootage(
      of: document, in: file, common.tools, input: input, rate: rate, faults: &faults)
  }

  /// That of standard input, or else of the first clip that is a film, as for its pictures.
  package func rate(
    of document: Document, _ footage: SoundFootage, faults: inout [Fault]
  ) throws -> FrameRate? {
    guard document.clips.isEmpty || document.playsInput else { return footage.frameRate }
    if let rate = request.filmRate { return rate }
    if request.needsRate, request.countsFrames { throw Self.needsRate }
    if request.needsRate, let place = document.soundFrameTime {
      faults.append(
        Fault(
          "times in frames need the rate of the film on standard input, which WAV does not carry; "
            + "give --fps, or a 'rate' in the canvas", at: place))
    }
    return nil
  }

  /// How long the tracks alone are, where they are the mix.
  package func mixLength(of document: Document, _ footage: SoundFootage) -> Time? {
    guard document.clips.isEmpty, !document.soundtrack.hasMain else { return nil }
    return document.soundtrack.tracksLength(footage.trackLengths(of: document))
  }

  package func check(_ parts: TimelineParts<SoundFootage>, _ diagnostics: inout Diagnostics) {
    check(parts.document, parts.footage, &diagnostics)
    checkEnd(of: parts.document, &diagnostics)
  }

  /// Holds the tracks and the clips of a timeline, and of those that it plays, against their
  /// sources.
  private func check(
    _ document: Document, _ footage: SoundFootage, _ diagnostics: inout Diagnostics
  ) {
    let soundtrack = document.soundtrack
    let lengths = footage.trackLengths(of: document)
    for (track, (item, length)) in zip(soundtrack.tracks, zip(footage.tracks, lengths))
    where track.media.source.timeline == nil {
      // What is not known of a source that cannot be had is no fault of its own.
      guard let item else { continue }
      for fault in track.faults(length: length).sorted { diagnostics.add(fault) }
      if case .media = item.source, item.source.format == nil {
        diagnostics.warning(
          "there is no sound in \(track.media.source.name)", at: track.media.place)
      }
    }
    for warning in footage.rateWarnings(of: document) + footage.cutWarnings(of: document) {
      diagnostics.warning(warning.message, at: warning.place ?? 0..<0)
    }
    let clips = document.clips.enumerated().map { (TimelineHost.clip($0.offset), $0.element.media) }
    let films = document.films.enumerated().map { (TimelineHost.film($0.offset), $0.element.media) }
    for (host, media) in clips + films {
      guard let timeline = media.source.timeline, let inner = footage.inner[host] else { continue }
      check(timeline.document, inner, &diagnostics)
    }
  }

  /// Says when there is nothing to play, or no end of it.
  private func checkEnd(of document: Document, _ diagnostics: inout Diagnostics) {
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
      hint: "give it an 'end' or a 'duration', or give --duration on the command line")
  }

  package func scene(
    _ parts: TimelineParts<SoundFootage>, in file: TimelineFile, _ diagnostics: inout Diagnostics
  ) throws -> SoundScene? {
    guard !diagnostics.hasErrors else { return nil }
    do {
      let scene = try SoundScene(parts, request, input: input)
      if let fault = TrackLimit.fault(of: scene) { throw TimelineFaults([fault]) }
      for fault in scene.choice.warnings {
        diagnostics.warning(fault.message, at: fault.place ?? 0..<0)
      }
      return scene
    } catch let error as AudioError {
      throw TimelineFaults([Fault(error)])
    } catch let error as SoundError {
      if let stop = error.stop { throw stop }
      throw TimelineFaults([Fault(error)])
    }
  }

  package func passingScene() throws -> SoundScene {
    if request.needsRate, common.rate ?? request.filmRate == nil, request.countsFrames {
      throw Self.needsRate
    }
    guard let rate = common.rate ?? request.filmRate ?? Document.provisionalRate else {
      throw CommandFailure(Self.nothing, code: .usage)
    }
    return try SoundScene(
      TimelineParts(rate: rate, start: try common.start(at: rate)), request, input: input)
  }
}

extension SoundEnd {
  /// What to throw for times on the command line that are counted in frames of an unknown length.
  private static let needsRate = CommandFailure(
    "times in frames need the rate of the film, which WAV does not carry; give --fps", code: .usage)

  /// Makes a timeline's sound ready and says what is wrong with it.
  package static func scene(_ request: SoundRequest, input: InputSound?) throws -> SoundScene {
    try Preparation.scene(SoundEnd(request: request, input: input))
  }

  /// Makes a timeline's sound ready to be shown without the stream; says what to do where nothing
  /// but the stream's length is missing.
  package static func plannedScene(_ request: SoundRequest) throws -> SoundScene {
    do {
      return try scene(request, input: nil)
    } catch let failure as CommandFailure {
      guard request.duration == nil,
        try Preparation(SoundEnd(request: request, input: nil, assumedLength: anyLength)).scene
          != nil
      else { throw failure }
      throw CommandFailure(
        failure.message + "; the stream is not read here: give its length by --duration",
        code: failure.code)
    }
  }

  /// Checks the timeline as far as that goes without the stream, so that its errors are reported
  /// before any input is awaited.
  ///
  /// - Returns: whether the stream is needed.
  package static func inputNeed(_ request: SoundRequest) throws -> InputNeed {
    guard let file = request.common.timeline else { return .needed }
    // The stream may tell the rate of its film.
    var request = request
    request.needsRate = false
    let preparation = try Preparation(SoundEnd(request: request, input: nil))
    if let scene = preparation.scene { return InputNeed(scene.parts.document) }
    // The stream may tell how long it is, which is all that is missing.
    let told = try Preparation(SoundEnd(request: request, input: nil, assumedLength: anyLength))
    if let scene = told.scene { return InputNeed(scene.parts.document) }
    file.say(told.diagnostics)
    throw file.failure(told.diagnostics, code: told.code)
  }

  /// Whether a mix can't be made because its length is not known, which is that of the main sound.
  package static func needsLength(_ request: SoundRequest, _ input: InputSound) throws -> Bool {
    guard input.length == nil else { return false }
    guard let scene = try Preparation(SoundEnd(request: request, input: input)).scene else {
      return try Preparation(SoundEnd(request: request, input: input, assumedLength: anyLength))
        .scene != nil
    }
    return if case .missingEnd = try fault(of: scene, input)?.fault { true } else { false }
  }

  /// Why the mix of a scene can't be made, found out without a sample read; nil where it can.
  private static func fault(of scene: SoundScene, _ input: InputSound) throws -> AudioError? {
    let supply = scene.supply(input)
    defer { supply.stop() }
    do {
      _ = try Mix(scene.plan, format: scene.format, supply: supply)
      return nil
    } catch {
      guard let fault = error.cause as? AudioError else { throw scene.failure(error) }
      return fault
    }
  }

  /// Everything that is wrong with a timeline and its mix.
  ///
  /// - Parameter input: the main sound, its length known, of which no sample is read.
  package static func diagnostics(_ request: SoundRequest, input: InputSound) throws -> Diagnostics
  {
    var request = request
    request.needsRate = true
    let preparation = try Preparation(SoundEnd(request: request, input: input))
    var diagnostics = preparation.diagnostics
    if let scene = preparation.scene, let fault = try fault(of: scene, input) {
      diagnostics.error(fault.message, at: fault.place)
    }
    return diagnostics
  }

  /// Everything that is wrong with a timeline, without the stream; what is a fault only where the
  /// stream does not tell its length and the rate of its film is a warning.
  package static func diagnostics(_ request: SoundRequest) throws -> Diagnostics {
    var strict = request
    strict.needsRate = !request.countsFrames
    let alone = try Preparation(SoundEnd(request: strict, input: nil))
    guard alone.diagnostics.hasErrors else { return alone.diagnostics }
    let told = try Preparation(SoundEnd(request: request, input: nil, assumedLength: anyLength))
    var diagnostics = told.diagnostics
    let known = Set(diagnostics.sorted)
    for fault in alone.diagnostics.sorted where fault.severity == .error && !known.contains(fault) {
      diagnostics.warning(
        "unless the stream tells more, \(fault.message)", at: fault.range, hint: fault.hint,
        notes: fault.notes)
    }
    return diagnostics
  }
}
