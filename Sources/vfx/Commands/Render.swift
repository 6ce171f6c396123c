import Clips
import Filters
import Options
import Pipes
import Shell
import Timeline

/// `vfx` itself: draws a timeline into the stream.
enum Render: Subcommand {
  static let command = Command(
    "render", "draw a timeline into the stream on standard input",
    description: ["This is what vfx does without a command."],
    options: RenderOptions.all,
    examples: [Example(VFX.pipe, "Draws a timeline into a film.")])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try RenderOptions(session)
    let (path, began) = (try options.watchedPath, FileMark.now)
    let request = try options.request(session)
    let input =
      try PictureEnd.needsInput(request)
      ? PictureInput(Console.input(session, pipe: VFX.pipe), truncation: options.truncated) : nil
    let output = try Console.output(pipe: VFX.pipe)
    var header = input?.header
    // The times that a file tells are those of the stream, as if it said them itself.
    if let frames = options.timecodes?.frames, input?.film == nil { header?.clock = frames.clock }
    let scene = try Scene(request, input: header)
    try scene.checkTimes(input, options)
    let warnings = RenderWarnings(options)
    warnings.tell(ofInput: input?.header)

    Console.noteCopy(session, of: "frames")
    let first = try Playback(scene, input: input, timecodes: options.timecodes)
    first.convertAhead([0..<(scene.frameCount ?? .max)])
    let changes = StreamChanges()
    let playback = LivePlayback(first, scene, changes, workers: options.threads)
    defer { playback.stop() }
    let watch = try path.map { path in
      try changes.watch(options.target(session, path, began), scene, input: header)
    }
    defer { watch?.stop() }
    if let watch {
      Signals.countHangUps()
      try watch.start()
    }
    var writer = try PictureOutput(output, scene, input, options, warnings)
    var progress = Progress(
      options.progress, rate: scene.rate, start: scene.start, total: scene.frameCount)
    let result = Result {
      try scene.draw(
        playback, workers: options.threads, inFlight: options.latency == .low ? 1 : nil,
        interrupt: session.interrupt
      ) { item in
        guard try writer.write(item) else { return }
        progress.advance(bytesRead: scene.readBytes, bytesWritten: item.frame.bytes.count)
      }
      try writer.finish()
    }
    progress.finish(kept: scene.tally.sums)
    // Before all else: a reader that can't take the line has gone.
    warnings.tell(ofLongLine: writer.firstLongLine)
    warnings.tell(ofUnevenFrames: writer.firstUneven)
    _ = try result.get()
    playback.warn()
    warnings.tell(ofCut: playback.cut)
    warnings.tell(ofMissing: playback.missing)
    try output.close()
    return .success
  }
}

extension Scene {
  /// Draws all frames, and gives them in order to `use`, on this thread.
  ///
  /// - Parameters: as of `OrderedWorkers.run`.
  func draw(
    _ playback: some FrameFeed, workers: Int, inFlight: Int? = nil, interrupt: Interrupt? = nil,
    _ use: (FrameItem) throws -> Void
  ) throws {
    let stage = SceneStage(self, workers: workers)
    let atOnce = renderer.framesAtOnce(workers: workers)
    try OrderedWorkers.run(
      workers: workers, inFlight: inFlight, atOnce: atOnce, interrupt: interrupt,
      makeItem: makeItem,
      produce: { item, index in
        // Files alone, unlike a stream, are never waited for.
        if let reason = interrupt?.reason { throw reason }
        return try playback.read(index, into: item)
      },
      transform: { item, _, worker in try (item.stage ?? stage).draw(item, worker) },
      consume: { item, _ in try use(item) })
  }
}

extension OrderedWorkers.Worker: BandRunner {}

extension RenderOptions {
  /// The path of the timeline that is watched; nil where none is.
  fileprivate var watchedPath: String? {
    get throws {
      guard isWatching else { return nil }
      guard let timeline else {
        throw UsageError.other("--watch: there is no timeline; type: --timeline FILE")
      }
      guard timeline != "-" else {
        throw UsageError.other("--watch: the timeline must be a file, not standard input")
      }
      return timeline
    }
  }

  /// The timeline that is watched, and how a scene is made from what it becomes.
  fileprivate func target(
    _ session: Session, _ path: String, _ began: Int
  ) throws -> TimelineWatch.Target {
    let values = try SourceOptions(session).valuePaths
    return TimelineWatch.Target(path: path, values: values, began: began) {
      try request(session)
    }
  }

  /// What the scene is made from.
  fileprivate func request(_ session: Session) throws -> Scene.Request {
    var request = try Scene.Request(session, timeline: timeline)
    request.frames = frames
    request.preroll = preroll
    request.colors = colors
    request.interlacing = interlacing
    request.common.isQuiet = progress.isQuiet
    request.workers = threads
    request.hasTimes = timecodes != nil
    return request
  }
}

extension Scene.Request {
  /// The options of all commands that make a scene of a timeline.
  init(_ session: Session, timeline path: String?) throws {
    self.init(
      common: try TimelineRequest(
        session, timeline: path, rate: RenderOptions.fps, start: RenderOptions.start),
      fonts: try FontOptions.folders(session.value(of: FontOptions.fonts)))
  }
}
