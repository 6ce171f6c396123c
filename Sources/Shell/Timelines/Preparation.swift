import Bytes
import Filters
import Timeline

/// A timeline prepared for playing, as far as possible, and everything that is wrong with it.
package struct Preparation<End: TimelineEnd> {
  /// What is wrong with the text, the sources and the files.
  package private(set) var diagnostics = Diagnostics()
  /// The exit status if there are errors.
  package private(set) var code = ExitCode.usage
  /// What can be drawn or played; nil when there are errors.
  package private(set) var scene: End.Scene?

  private let end: End
  /// The places of the faults that have been reported.
  private var told: Set<Range<Int>> = []

  /// - Throws: errors outside the timeline, and a stop by the user.
  package init(_ end: End) throws {
    self.end = end
    if let file = end.common.timeline {
      try prepare(file)
    } else {
      scene = try end.passingScene()
    }
  }

  /// Prepares a timeline and reports what is wrong with it.
  package static func scene(_ end: End) throws -> End.Scene {
    let preparation = try Preparation(end)
    let (diagnostics, file) = (preparation.diagnostics, end.common.timeline)
    if let file, !diagnostics.isEmpty, !end.common.isQuiet || diagnostics.hasErrors {
      file.say(diagnostics)
    }
    guard let scene = preparation.scene else {
      throw file?.failure(diagnostics, code: preparation.code)
        ?? CommandFailure(End.nothing, code: .usage)
    }
    return scene
  }

  private mutating func prepare(_ file: TimelineFile) throws {
    guard let guess = end.common.rate ?? end.streamRate ?? Document.provisionalRate else { return }
    let decoded = file.decoded(knowing: end.knowledge(at: guess))
    guard let document = decoded.soundPart.map(end.played) else {
      diagnostics = decoded.diagnostics
      return
    }
    let stated = CanvasFormat.rate(document.canvas)
    var faults: [Fault] = []
    let footage = try end.footage(of: document, in: file, rate: stated ?? guess, faults: &faults)
    let rate =
      try stated ?? end.common.rate ?? end.rate(of: document, footage, faults: &faults) ?? guess
    var hearing = SoundHearing(document, file, end.common, rate: rate)
    try hearing.hear(courses: End.followsSounds, faults: &faults)
    let settled = settle(
      decoded, document, footage, file, rate, guess: guess, hearing)
    diagnostics = settled.diagnostics
    var parts = TimelineParts(
      document: settled.soundPart.map(end.played) ?? document, footage: footage, rate: rate,
      start: try end.common.start(at: rate))
    parts.soundBytes = hearing.bytes
    try end.complete(&parts, in: file, faults: &faults)
    for fault in faults { add(fault) }
    end.check(parts, &diagnostics)
    layOut(&parts)
    do {
      let scene = try end.scene(parts, in: file, &diagnostics)
      if !diagnostics.hasErrors { self.scene = scene }
    } catch let faults as TimelineFaults {
      for fault in faults.faults where fault.place != nil || !diagnostics.hasErrors { add(fault) }
    }
  }

  /// Decodes the text again with what is known once the sources are open, where that was missing.
  private func settle(
    _ decoded: DecodedDocument, _ document: Document, _ footage: End.Footage,
    _ file: TimelineFile, _ rate: FrameRate, guess: FrameRate,
    _ hearing: SoundHearing
  ) -> DecodedDocument {
    var (decoded, document) = (decoded, document)
    var knowledge = end.knowledge(at: rate)
    // Times in frames need the rate, and lengths follow from them, also from those on the command
    // line.
    let isEndNew = knowledge.streamLength != end.knowledge(at: guess).streamLength
    if rate != guess, document.usesFrames || isEndNew {
      decoded = file.decoded(knowing: knowledge)
      document = decoded.soundPart.map(end.played) ?? document
    }
    knowledge.sourceLengths = footage.lengths(of: document)
    knowledge.mixLength = end.mixLength(of: document, footage)
    knowledge.viewport = document.usesViewport ? end.viewport(of: document, footage) : nil
    (knowledge.courses, knowledge.tables) = (hearing.courses, hearing.tables)
    knowledge.grids = hearing.grids
    let hasLengths = !knowledge.sourceLengths.isEmpty || knowledge.mixLength != nil
    // What moves over a clip needs the length of its source.
    if decoded.document == nil || (End.needsLengths && hasLengths) || !hearing.isEmpty
      || knowledge.viewport != nil
    {
      decoded = file.decoded(knowing: knowledge)
      document = decoded.soundPart.map(end.played) ?? document
    }
    // What moves over a layer without an end needs that of the film, and not of the part that is
    // made.
    if decoded.document == nil || knowledge.streamLength != nil,
      let filmEnd = end.filmEnd(of: document, footage)
    {
      (knowledge.streamLength, knowledge.filmLength) = (filmEnd, filmEnd)
      decoded = file.decoded(knowing: knowledge)
    }
    return decoded
  }

  /// Lays out the clips and films, where nothing is wrong so far.
  private mutating func layOut(_ parts: inout TimelineParts<End.Footage>) {
    let (clips, films) = (parts.document.clips, parts.document.films)
    guard !clips.isEmpty || !films.isEmpty, !diagnostics.hasErrors else { return }
    let (list, faults) = EditList.make(
      clips, films: films, length: parts.footage.length(of:))
    for fault in faults.sorted { diagnostics.add(fault) }
    if !faults.hasErrors { parts.edit = list }
  }

  private mutating func add(_ fault: Fault) {
    // A source that can't be opened can't be drawn either: that need not be said twice.
    if let place = fault.place, !told.insert(place).inserted { return }
    if !diagnostics.hasErrors || fault.code == .usage { code = fault.code }
    let place = fault.place ?? 0..<0
    // What keeps the mix from being heard may have been found, with a hint, in the pictures, too.
    if diagnostics.hasErrors,
      diagnostics.sorted.contains(where: { $0.range == place && $0.message == fault.message })
    {
      return
    }
    diagnostics.error(fault.message, at: place)
  }
}
