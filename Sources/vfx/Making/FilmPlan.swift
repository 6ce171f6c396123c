import Bytes
import Clips
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// What a timeline is made into a film from: its scene, checked, and the programs that do it.
struct FilmPlan {
  /// The options that `vfx` gets as they were given.
  static let pictureOptions: [any OptionDescription] =
    [RenderOptions.fps, RenderOptions.threads, RenderOptions.start, RenderOptions.frames]
    + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts] + ProgressOptions.all
  /// The options of them that `afx` gets, too.
  static let soundOptions: [any OptionDescription] =
    [RenderOptions.fps, RenderOptions.start] + SourceOptions.all

  let session: Session
  let tools: MediaTools
  /// The timeline's path.
  let timeline: String
  /// The film that the timeline draws on; nil for standard input's place left empty.
  let input: String?
  let scene: Scene
  /// Whether the film has a sound.
  let hasSound: Bool
  /// The sound of the film that the timeline draws on.
  private let inputSound: SoundInfo?
  /// Its pictures.
  private let pictures: MediaInfo?

  /// Checks the timeline and its sources; faults are thrown before anything is made.
  ///
  /// - Parameters:
  ///   - hasSound: whether the result can have a sound.
  ///   - isQuiet: whether warnings are left to the program that draws.
  init(
    _ session: Session, timeline: String, input: String?, hasSound: Bool, isQuiet: Bool = false
  ) throws {
    (self.session, self.timeline) = (session, timeline)
    let isFile: Bool
    do { isFile = try Files.canReadAgain(timeline) } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
    guard isFile else {
      throw CommandFailure(
        "\(timeline): vfx and afx each read the timeline, so it must be a file that stays",
        code: .usage)
    }
    let tools = try SourceOptions(session).tools(session)
    self.tools = tools
    guard Programs.find(tools.name) != nil else { throw Self.missing(tools.name) }
    var request = try Scene.Request(session, timeline: timeline)
    request.frames = try session.value(of: RenderOptions.frames)
    request.workers = Host.processorCount
    let staysQuiet = try ProgressOptions(session).isQuiet
    request.common.isQuiet = isQuiet || staysQuiet
    let film = try input.map { try Self.contents($0, tools) }
    pictures = film?.pictures
    let reader = try input.map {
      try FrameReader(
        ByteSource(
          try tools.startFFmpeg($0, after: ["-frames:v", "1"] + Self.stream(film?.pictures))))
    }
    let info = film?.pictures
    request.colors = try Self.colors(session, info)
    let needsInput = try PictureEnd.needsInput(request, header: reader?.header)
    guard !needsInput || input != nil else {
      throw CommandFailure(
        "\(timeline): it draws on a film; give it one, such as -i in.mp4, or a clip, as in "
          + #""clips": [{ "source": { "color": "black" }, "duration": 10 }]"#, code: .usage)
    }
    // A film that is not played says nothing of the pictures.
    if !needsInput { request.colors = try Self.colors(session, nil) }
    scene = try Scene(request, input: needsInput ? reader?.header : nil)
    let isUsed =
      needsInput
      || scene.plan.document.soundtrack.tracks.contains { track in
        if case .stdin = track.media.source { true } else { false }
      }
    if let input, !isUsed, !staysQuiet {
      Console.complain(
        "note: \(input) is not used: the clips of \(timeline) do not play standard input")
    }
    self.input = isUsed ? input : nil
    inputSound = isUsed && Self.hearsInput(scene.plan.document) ? film?.sound : nil
    let isHeard = try Self.isHeard(scene.plan.document, request, tools)
    let mayHaveSound = inputSound != nil || isHeard
    self.hasSound = hasSound && mayHaveSound
    try checkSound()
  }

  static func missing(_ program: String) -> CommandFailure {
    CommandFailure(
      "\(program) \(Programs.absence(of: program)); a film needs it, as on Debian: apt-get install "
        + "ffmpeg", code: .usage)
  }

  // MARK: Sources

  /// What a film has; it must have pictures.
  static func contents(_ path: String, _ tools: MediaTools) throws -> MediaContents {
    guard Files.modificationTime(path) != nil else {
      throw CommandFailure("\(path): there is no such file", code: .usage)
    }
    do {
      let contents = try MediaContents.probe(path, tools)
      guard contents.pictures != nil else {
        throw CommandFailure("\(path): there are no pictures in it", code: .usage)
      }
      return contents
    } catch let fault as ClipError.Fault {
      throw CommandFailure("\(ClipError(fault, source: path, place: 0..<0))", code: .usage)
    }
  }

  /// The options with which ffmpeg writes pictures into a pipe.
  static func stream(_ film: MediaInfo?) -> [String] {
    let clock = film?.clockFilter.map { ["-vf", $0] } ?? []
    return ["-map", "0:V:0"] + clock + [
      "-pix_fmt", film?.streamPixels ?? "", "-strict", "-1", "-f", "yuv4mpegpipe", "-",
    ]
  }

  /// The colours of standard input: what the user says, or else the film's own labels.
  static func colors(_ session: Session, _ film: MediaInfo?) throws -> Scene.Colors {
    var colors = Scene.Colors()
    colors.matrix =
      try session.value(of: RenderOptions.matrix)
      ?? film?.matrix.flatMap { Matrix(ffmpeg: $0) }
    colors.range = try session.value(of: RenderOptions.range) ?? film?.range
    colors.transfer = try session.value(of: RenderOptions.transfer)
    colors.primaries = try session.value(of: RenderOptions.primaries)
    guard let light = film.flatMap({ StreamLight($0) }), light != .standard else { return colors }
    colors.transfer = colors.transfer ?? light.transfer
    colors.primaries = colors.primaries ?? light.primaries
    return colors
  }

  /// Whether `afx` reads the sound of standard input.
  private static func hearsInput(_ document: Document) -> Bool {
    guard document.playsStream, !document.soundtrack.hasMain else {
      return InputNeed(document) != .none
    }
    return document.soundtrack.tracks.contains { track in
      if case .stdin = track.media.source { true } else { false }
    }
  }

  /// Whether a track or a clip of the timeline has a sound.
  private static func isHeard(
    _ document: Document, _ request: Scene.Request, _ tools: MediaTools
  ) throws -> Bool {
    guard document.soundtrack.tracks.allSatisfy({ $0.media.source.timeline != nil }) else {
      return true
    }
    for film in document.films where !film.sound.isMuted {
      guard let timeline = film.media.source.timeline else { continue }
      if try isHeard(timeline.document, request, tools) { return true }
    }
    guard document.soundtrack.hasMain, let file = request.common.timeline else { return false }
    var seen: Set<String> = []
    for clip in document.clips {
      if case .timeline(_, let timeline) = clip.media.source {
        if try isHeard(timeline.document, request, tools) { return true }
        continue
      }
      guard case .file(let source) = clip.media.source else { continue }
      let path = file.path(source.text)
      guard seen.insert(path).inserted, (try? SourceKind(ofFile: path)) == .movie else { continue }
      if try contents(ofSource: path, tools)?.sound != nil { return true }
    }
    return false
  }

  private static func contents(
    ofSource path: String, _ tools: MediaTools
  ) throws -> MediaContents? {
    do { return try MediaContents.probe(path, tools) } catch {
      if case .stop(let reason) = error { throw reason }
      return nil
    }
  }

  /// Lets `afx` look for faults of the sound.
  private func checkSound() throws {
    guard hasSound else { return }
    let words = session.invocation.words(of: SourceOptions.all + [RenderOptions.fps])
    let process = try PipedProcess(
      try Self.program("afx"), ["check", timeline] + soundInput + words + (try soundRate))
    while process.ending == nil {
      if let reason = session.interrupt.reason { throw reason }
      session.interrupt.wait(milliseconds: 3)
      process.look()
    }
    guard process.ending == .exited(0) else {
      throw CommandFailure("\(timeline): the sound is faulty, so no film is made", code: .usage)
    }
  }

  /// Says the rate of the film to `afx`, which its sound does not, where times count in frames.
  private var soundRate: [String] {
    get throws {
      guard inputSound != nil, words([RenderOptions.fps]).isEmpty else { return [] }
      var counts = scene.plan.document.soundFrameTime != nil
      if case .frames = try session.value(of: RenderOptions.start) { counts = true }
      return counts ? ["--fps", "\(scene.rate.numerator)/\(scene.rate.denominator)"] : []
    }
  }

  // MARK: Programs

  /// The file of a program: our own two stand beside each other.
  static func program(_ name: String) throws -> String {
    if ["vfx", "afx"].contains(name), let own = Host.executablePath {
      let folder = own.lastIndex(of: "/").map { own[...$0] } ?? ""
      if let path = Programs.find("\(folder)\(name)") { return path }
    }
    guard let path = Programs.find(name) else { throw missing(name) }
    return path
  }

  /// The programs that give the pictures as Y4M.
  var pictureSteps: [FilmPipe.Step] {
    var steps: [FilmPipe.Step] = []
    // Clips may play no more than a part of it.
    let isCut = hasClips
    if let input {
      let limit = isCut ? [] : scene.request.frames.map { ["-frames:v", String($0)] } ?? []
      steps.append(
        FilmPipe.Step(
          tools.name,
          ["-v", isCut ? "fatal" : "error", "-nostdin", "-i", input.ffmpegFile] + limit
            + Self.stream(pictures),
          mayBeCutShort: isCut))
    }
    steps.append(FilmPipe.Step("vfx", ["-t", timeline] + labels + words(Self.pictureOptions)))
    return steps
  }

  /// Whether the main track is more than standard input as it comes.
  private var hasClips: Bool { scene.plan.document.clips.contains { !$0.isStream } }

  /// What the stream does not say of the film's colours, unless the user says it.
  private var labels: [String] {
    guard input != nil else { return [] }
    let colors = scene.request.colors
    let said: [(any OptionDescription, String?)] = [
      (RenderOptions.matrix, colors.matrix?.rawValue),
      (RenderOptions.range, colors.range.map { $0 == .full ? "full" : "limited" }),
      (RenderOptions.transfer, colors.transfer?.rawValue),
      (RenderOptions.primaries, colors.primaries?.rawValue),
    ]
    return said.flatMap { option, word -> [String] in
      guard let word, words([option]).isEmpty else { return [] }
      return ["--\(option.name)", word]
    }
  }

  /// The program that gives the sound as WAV.
  ///
  /// - Parameter format: what samples `afx` writes.
  func soundSteps(_ format: String) throws -> [FilmPipe.Step] {
    guard hasSound else { return [] }
    var length: [String] = []
    if let frames = scene.request.frames {
      let value = Time(frame: frames, rate: scene.rate).value
      length = ["--duration", "\(value.numerator)/\(value.denominator)"]
    } else if input != nil, inputSound == nil, let seconds = inputLength {
      length = ["--duration", seconds]
    }
    return [
      FilmPipe.Step(
        "afx",
        ["-q", "-t", timeline] + soundInput + ["-f", format] + length + words(Self.soundOptions)
          + (try soundRate))
    ]
  }

  /// Says to `afx` which film it hears; it reads that itself, as often as its effects need it.
  private var soundInput: [String] {
    guard let input, inputSound != nil else { return [] }
    return ["-i", input]
  }

  /// How long the film on standard input is, in seconds, where it has no sound that says it.
  private var inputLength: String? {
    guard let input, let film = try? Self.contents(input, tools).pictures else { return nil }
    return "\(film.length)"
  }

  private func words(_ options: [any OptionDescription]) -> [String] {
    session.invocation.words(of: options)
  }

  /// ffmpeg's filter and options that label the colours of the film.
  var tags: (filter: String, options: [String])? {
    let header = scene.header
    let light = scene.colors.light.flatMap { $0 == .standard ? nil : $0 }
    let tags = FFmpegTags(
      header.format, colorspace: header.colorspace, matrix: scene.colors.matrix,
      range: scene.colors.range,
      transfer: light?.transfer.ffmpeg, primaries: light?.primaries)
    guard var words = tags?.encode.split(separator: " ").map(String.init), words.count > 1 else {
      return nil
    }
    words.removeFirst()
    let filter = words.removeFirst()
    return (filter, words)
  }
}
