import Bytes
import Clips
import Filters
import Shell
import Timeline
import Y4M

/// A timeline made ready, as far as it can be, and everything that is wrong with it.
struct Preparation {
  /// What is wrong with the text, the sources and the files.
  private(set) var diagnostics = Diagnostics()
  /// With what the program leaves when there are errors.
  private(set) var code = ExitCode.usage
  /// What can be drawn; nil when there are errors.
  private(set) var scene: Scene?

  private let request: Scene.Request
  private let input: StreamHeader?
  /// The places of the faults that have been told.
  private var told: Set<Range<Int>> = []

  /// - Parameter header: of standard input, where it is read.
  /// - Throws: what has nothing to do with the timeline, and the user's wish to end.
  init(_ request: Scene.Request, input header: StreamHeader?) throws {
    self.request = request
    input = header
    guard let file = request.timeline else {
      let plan = Scene.Plan(
        document: .empty, edit: nil, footage: Footage(), rate: try inputRate(), start: .zero)
      scene = try Scene(try plan.moved(to: request.start), request, input: input, file: nil)
      return
    }
    try prepare(file)
  }

  /// The rate of the stream, which a timeline without clips cannot do without.
  private func inputRate() throws -> FrameRate {
    if let rate = request.rate ?? input?.rate { return rate }
    throw CommandFailure(
      "the stream does not say its frame rate (F0:0); give it with --fps, such as --fps 30000/1001")
  }

  private mutating func prepare(_ file: TimelineFile) throws {
    guard let guess = request.rate ?? input?.rate ?? Document.provisionalRate else { return }
    let decoded = decode(file, guess)
    guard let document = decoded.soundPart else {
      diagnostics = decoded.diagnostics
      return
    }
    let input = document.clips.isEmpty || document.playsInput ? input : nil
    let stated = CanvasFormat.rate(document.canvas)
    let known = request.rate ?? input?.rate
    let source = try input.map { try $0.played(at: known ?? stated) }
    var faults: [Fault] = []
    let footage = try Footage(
      of: document, in: file, request.tools, input: source, rate: stated ?? guess, faults: &faults)
    if document.clips.isEmpty, stated == nil { _ = try inputRate() }
    let rate = stated ?? known ?? footage.rate ?? guess
    let settled = settle(decoded, document, footage, file, isRateNew: rate != guess, rate)
    diagnostics = settled.diagnostics
    var plan = try Scene.Plan(
      document: settled.soundPart ?? document, edit: nil, footage: footage, rate: rate, start: .zero
    ).moved(to: request.start)
    if let source, plan.needsInputAsClip(source) {
      plan.document = plan.document.playingInput(from: plan.start)
      plan.footage = try Footage(
        of: plan.document, in: file, request.tools, input: source, rate: rate, faults: &faults)
    }
    for fault in faults { add(fault) }
    for warning in plan.footage.warnings(of: plan.document) {
      diagnostics.warning(warning.message, at: warning.place ?? 0..<0)
    }
    try compose(plan, source, file)
  }

  /// Reads the text again with what is known once the sources are open.
  private func settle(
    _ decoded: DecodedDocument, _ document: Document, _ footage: Footage, _ file: TimelineFile,
    isRateNew: Bool, _ rate: FrameRate
  ) -> DecodedDocument {
    var (decoded, document) = (decoded, document)
    // Times in frames need the rate, and what moves over a clip needs the length of its source.
    if decoded.document == nil || (document.usesFrames && isRateNew) {
      decoded = decode(file, rate, footage.lengths(of: document))
      document = decoded.soundPart ?? document
    }
    // What moves over a layer without an end needs that of the film.
    if decoded.document == nil, !document.playsInput, let end = Self.end(of: document, footage) {
      decoded = decode(file, rate, footage.lengths(of: document), end: end)
    }
    return decoded
  }

  /// - Parameters:
  ///   - lengths: of the sources of clips, by their places in the text.
  ///   - end: of the film; without it, that of the frames that are asked for.
  private func decode(
    _ file: TimelineFile, _ rate: FrameRate, _ lengths: [Int: Time] = [:], end: Time? = nil
  ) -> DecodedDocument {
    let start = request.start.resolved(rate: rate, duration: nil) ?? .zero
    let last = request.frames.map { start + Time(frame: $0, rate: rate) }
    return Document.decode(
      file.source, vocabulary: Language.vocabulary, rate: rate, streamLength: end ?? last,
      sourceLengths: lengths, variables: request.variables, memory: request.memory,
      ignoresSounds: true)
  }

  /// The end of the clips, if that is known.
  private static func end(of document: Document, _ footage: Footage) -> Time? {
    guard !document.clips.isEmpty else { return nil }
    let (list, faults) = EditList.make(
      document.clips, lengths: document.clips.map { footage.lengths[$0.feed] })
    return faults.hasErrors ? nil : list.end
  }

  /// Lays out the clips, and makes what draws them and the layers.
  private mutating func compose(
    _ plan: Scene.Plan, _ source: StreamHeader?, _ file: TimelineFile
  ) throws {
    var plan = plan
    if !plan.document.clips.isEmpty, !diagnostics.hasErrors {
      let clips = plan.document.clips
      let (list, faults) = EditList.make(
        clips, lengths: clips.map { plan.footage.lengths[$0.feed] })
      for fault in faults.sorted { diagnostics.add(fault) }
      if !faults.hasErrors { plan.edit = list }
    }
    for (feed, length) in zip(plan.document.feeds, plan.footage.lengths)
    where feed.layerRange != nil {
      for fault in feed.media.faults(length: length).sorted { diagnostics.add(fault) }
    }
    do {
      let scene = try Scene(plan, request, input: source, file: file)
      warn(scene.warnings)
      if !diagnostics.hasErrors { self.scene = scene }
    } catch let faults as RenderFaults {
      if let reason = request.tools.interrupt?.reason { throw reason }
      warn(faults.warnings)
      // What has no place follows from what is wrong elsewhere, if anything is.
      for fault in faults.faults where fault.place != nil || !diagnostics.hasErrors {
        add(Fault(fault))
      }
    }
  }

  private mutating func warn(_ warnings: [RenderError]) {
    for warning in warnings { diagnostics.warning(warning.message, at: warning.place ?? 0..<0) }
  }

  private mutating func add(_ fault: Fault) {
    // A source that can't be opened can't be drawn either: that need not be said twice.
    if let place = fault.place, !told.insert(place).inserted { return }
    if !diagnostics.hasErrors || fault.code == .usage { code = fault.code }
    diagnostics.error(fault.message, at: fault.place ?? 0..<0)
  }
}

extension StreamHeader {
  /// The header of the same stream, at a rate that overrules its own.
  fileprivate func played(at rate: FrameRate?) throws -> StreamHeader {
    guard let rate, rate != self.rate else { return self }
    guard let changed = changing(format: format, rate: rate) else {
      throw CommandFailure("no stream header can say the input's format")
    }
    return changed
  }
}
