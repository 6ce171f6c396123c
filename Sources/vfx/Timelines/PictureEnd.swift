import Bytes
import Clips
import Filters
import Shell
import Timeline
import Y4M

/// Makes a timeline's pictures ready.
struct PictureEnd: TimelineEnd {
  let request: Scene.Request
  /// The header of standard input, where it is read.
  let input: StreamHeader?

  /// The highest rate of a stream that is taken for that of its frames, and not of a clock.
  private static let highestRate = 240

  static let needsLengths = false
  static let followsSounds = true
  static let nothing = "there is nothing to draw"

  var common: TimelineRequest { request.common }
  var streamRate: FrameRate? { input?.rate }

  func knowledge(at rate: FrameRate) -> Document.Knowledge {
    let start = common.start.resolved(rate: rate, duration: nil) ?? .zero
    return Document.Knowledge(
      rate: rate, streamLength: request.frames.map { start + Time(frame: $0, rate: rate) },
      memory: common.memory, ignoresSounds: true)
  }

  /// The header of standard input, where the timeline plays it, at the rate that counts.
  private func source(of document: Document) throws -> StreamHeader? {
    guard document.clips.isEmpty || document.playsInput, let input else { return nil }
    return try input.played(
      at: common.rate ?? input.rate ?? CanvasFormat.rate(document.canvas))
  }

  func footage(
    of document: Document, in file: TimelineFile, rate: FrameRate, faults: inout [Fault]
  ) throws -> Footage {
    try Footage(
      of: document, in: file, common.tools, input: try source(of: document), rate: rate,
      faults: &faults)
  }

  func rate(
    of document: Document, _ footage: Footage, faults: inout [Fault]
  ) throws -> FrameRate? {
    if document.clips.isEmpty { return try inputRate() }
    if document.playsInput, let input, common.rate == nil, input.clock != nil,
      let rate = input.rate, rate.numerator > Self.highestRate * rate.denominator
    {
      throw CommandFailure(
        "the frames of standard input follow at no even rate: say that of the output with 'rate' in "
          + "the canvas, or with --fps", code: .usage)
    }
    return (document.playsInput ? input?.rate : nil) ?? footage.rate
  }

  /// The rate of the stream, which a timeline without clips cannot do without.
  private func inputRate() throws -> FrameRate {
    if let rate = common.rate ?? input?.rate { return rate }
    throw CommandFailure(
      "the stream does not say its frame rate\(input?.isCarried == true ? "" : " (F0:0)"); give it with --fps, such as --fps 30000/1001"
    )
  }

  /// The end of the clips, where standard input is none of them.
  func filmEnd(of document: Document, _ footage: Footage) -> Time? {
    guard !document.clips.isEmpty, !document.playsInput else { return nil }
    let (list, faults) = EditList.make(document.clips, length: footage.length(of:))
    return faults.hasErrors ? nil : list.end
  }

  func viewport(of document: Document, _ footage: Footage) -> Viewport? {
    let source = (try? source(of: document))?.format ?? footage.format
    let canvas = try? CanvasFormat.output(document.canvas, source: source)
    return canvas.map { Viewport(width: Double($0.width), height: Double($0.height)) }
  }

  func complete(
    _ parts: inout TimelineParts<Footage>, in file: TimelineFile, faults: inout [Fault]
  ) throws {
    guard parts.document.clips.isEmpty else {
      guard request.preroll == nil else {
        throw CommandFailure(
          "--preroll is for a film on standard input; what clips read before --start is read by itself",
          code: .usage)
      }
      return
    }
    guard let source = try source(of: parts.document) else { return }
    parts.play(source, from: parts.start - (try preroll(at: parts.rate, parts.start)))
  }

  /// How long before the first frame standard input begins: whole frames.
  private func preroll(at rate: FrameRate, _ start: Time) throws -> Time {
    guard let preroll = request.preroll else { return .zero }
    guard let time = preroll.resolved(rate: rate, duration: nil), time >= .zero else {
      throw CommandFailure("--preroll must be a number of frames or a time", code: .usage)
    }
    let frames = time.frameIndex(rate: rate, rounding: .up)
    let whole = Time(frame: frames, rate: rate)
    guard whole <= start else {
      throw CommandFailure(
        "--preroll \(frames)f reaches back before the film's beginning: --start is at \(start)",
        code: .usage)
    }
    return whole
  }

  func check(_ parts: TimelineParts<Footage>, _ diagnostics: inout Diagnostics) {
    let warnings =
      parts.footage.warnings(of: parts.document) + parts.footage.colorWarnings(of: parts.document)
    for warning in warnings {
      diagnostics.warning(warning.message, at: warning.place ?? 0..<0)
    }
  }

  func scene(
    _ parts: TimelineParts<Footage>, in file: TimelineFile, _ diagnostics: inout Diagnostics
  ) throws -> Scene? {
    // What is not known of a source that cannot be had is no fault of its own.
    for (number, (feed, length)) in zip(parts.document.feeds, parts.footage.lengths).enumerated()
    where feed.layerRange != nil && feed.media.source.timeline == nil
      && !parts.footage.faulty.contains(number)
    {
      for fault in feed.media.faults(length: length).sorted { diagnostics.add(fault) }
    }
    func warn(_ warnings: [RenderWarning]) {
      for warning in warnings { diagnostics.warning(warning.message, at: warning.place ?? 0..<0) }
    }
    do {
      let scene = try Scene(parts, request, input: try source(of: parts.document))
      warn(scene.warnings)
      return scene
    } catch let faults as RenderFaults {
      if let reason = common.tools.interrupt?.reason { throw reason }
      warn(faults.warnings)
      throw TimelineFaults(faults.faults.map { Fault($0.placed(in: parts.document)) })
    }
  }

  func passingScene() throws -> Scene {
    let rate = try inputRate()
    var parts = TimelineParts<Footage>(rate: rate, start: try common.start(at: rate))
    if let source = try source(of: parts.document) {
      parts.play(source, from: parts.start - (try preroll(at: rate, parts.start)))
    }
    parts.edit = EditList.make(parts.document.clips, lengths: [nil]).list
    return try Scene(parts, request, input: input)
  }
}

extension PictureEnd {
  /// Whether standard input is needed, as far as the text says; nil where it is faulty.
  static func takesInput(_ request: Scene.Request) -> Bool? {
    request.common.timeline?.decoded(
      knowing: Document.Knowledge(
        rate: request.common.rate, memory: request.common.memory, ignoresSounds: true)
    ).document?.takesInput
  }

  /// Checks the timeline as far as that goes without the stream, so that its errors are reported
  /// before any input is awaited.
  ///
  /// What is an error only at the rate and the size that stand in for the stream's is left for when
  /// these are known.
  ///
  /// - Parameter header: of the stream, where it is known already.
  /// - Returns: whether the stream is needed.
  static func needsInput(
    _ request: Scene.Request, header: StreamHeader? = nil
  ) throws -> Bool {
    guard let file = request.common.timeline else { return true }
    let decoded = file.decoded(
      knowing: Document.Knowledge(
        rate: header?.rate ?? request.common.rate, memory: request.common.memory,
        ignoresSounds: true))
    if let document = decoded.document { return document.takesInput }
    // The files are looked at too: so all faults are reported at once, and some lengths make faults
    // of the text none.
    let preparation = try preparation(request, header: header)
    if let document = preparation.scene?.plan.document { return document.takesInput }
    if header == nil, let document = decoded.soundPart, document.takesInput,
      document.usesFrames || document.usesViewport,
      try !isFaultyAnywhere(request, preparation.diagnostics)
    {
      return true
    }
    file.say(preparation.diagnostics)
    throw file.failure(preparation.diagnostics, code: .usage)
  }

  /// The timeline prepared for a stream of this header, or for one of a size that stands in.
  private static func preparation(
    _ request: Scene.Request, header: StreamHeader? = nil
  ) throws -> Preparation<PictureEnd> {
    let header = try header ?? PictureSize.header(nil, rate: request.common.rate)
    return try Preparation(PictureEnd(request: request, input: header))
  }

  /// Whether any of these errors is one at other rates and sizes too.
  private static func isFaultyAnywhere(
    _ request: Scene.Request, _ diagnostics: Diagnostics
  ) throws -> Bool {
    var errors = Set(diagnostics.sorted.filter { $0.severity == .error })
    for (width, height, rate) in [(64, 36, 1), (3840, 2160, 240)] {
      let header = try PictureSize.header(
        PictureSize(width: width, height: height),
        rate: request.common.rate ?? FrameRate(rate, 1))
      let other = try preparation(request, header: header)
      if other.scene != nil { return false }
      errors.formIntersection(other.diagnostics.sorted)
    }
    return !errors.isEmpty
  }
}

extension Document {
  /// Whether any picture comes from standard input.
  fileprivate var takesInput: Bool { clips.isEmpty || playsInput }
}

extension TimelineParts where Footage == Shell.Footage {
  /// Makes standard input the main track of a timeline without clips.
  fileprivate mutating func play(_ input: StreamHeader, from begin: Time) {
    var begin = begin
    let isConverted = isConverted(input)
    // Its own times say when it begins.
    if isConverted, let clock = input.clock {
      start = Time(clock.start)
      begin = start
    }
    document = document.playingInput(from: begin, isStream: !isConverted)
    footage.add(input)
  }

  /// When standard input begins, where it is the main track as it comes; else nil.
  var inputStart: Time? {
    // A clip of the timeline has a place in its text.
    guard let clip = document.clips.first, clip.media.place.isEmpty,
      case .stdin = clip.media.source
    else { return nil }
    return edit?.entries.first?.range.start
  }

  /// Whether standard input is more than a stream that goes on as it comes: the canvas has another
  /// rate or other samples, or a layer also shows it.
  private func isConverted(_ input: StreamHeader) -> Bool {
    let output = try? CanvasFormat.output(document.canvas, source: input.format)
    // Times of frames may be none that the stated rate has.
    let isMadeEven = input.clock != nil && CanvasFormat.rate(document.canvas) != nil
    return document.playsInput || isMadeEven || rate != (input.rate ?? rate)
      || output.map { !$0.hasSamples(of: input.format) } ?? false
  }
}

extension PixelFormat {
  /// Whether it differs from another format in its size at most.
  fileprivate func hasSamples(of other: PixelFormat) -> Bool {
    depth == other.depth && chroma == other.chroma && hasAlpha == other.hasAlpha
      && siting == other.siting
  }
}

extension StreamHeader {
  /// The header of the same stream, at a rate that overrules its own.
  fileprivate func played(at rate: FrameRate?) throws -> StreamHeader {
    guard let rate, rate != self.rate else { return self }
    guard var changed = changing(format: format, rate: rate) else {
      throw CommandFailure("no stream header can express the input's format")
    }
    changed.clock = clock
    return changed
  }
}
