import Bytes
import Filters
import Images
import Options
import Pipes
import Scopes
import Shell
import Timeline
import Y4M

/// `vfx still`: composed frames as PNG files.
enum Still: Subcommand {
  static let at = Option<[TimeExpression]>(
    "at", short: "a", repeating: .moment,
    "The time of the frame to write, such as 2.5 or, of clips, \"100% - 1f\". Default: the first frame."
  )
  static let output = Option<String?>(
    "output", short: "o", .png(),
    "The file to write. With several frames, each file's name gets a number before its extension: "
      + "still-1.png. Without it, a single picture goes to standard output.")
  static let sheet = Option<String?>(
    "sheet", .png(), "Write all frames into one picture, a contact sheet, in rows.")
  static let columns = Option<Int?>(
    "columns", .integer(in: 1...100), "How many frames a row of the sheet has.")
  static let full = Option<Bool>(
    switch: "full",
    "Make the sheet as large as its frames ask for, up to 4096 pixels a side; without it, it fits a screen "
      + "of 1920x1080.")
  static let scopes = Option<Bool>(
    switch: "scopes",
    "Put waveform, RGB parade, vectorscope and histogram below each frame, or beside it where it is "
      + "higher than wide; --only chooses them as that of scope does.")

  static let safeAreas = Option<[SafeArea]?>(
    "safe-areas", .safeAreas,
    "Draw lines around safe areas, whose names are those of captions, separated by commas: title and "
      + "action are those of SMPTE ST 2046-1, 90 % and 93 % of the picture.")

  static let command = Command(
    "still", "write composed frames as PNG",
    description: [
      "Reads the film, or the stream on standard input, only as far as the last frame that is wanted, draws the "
        + "timeline into the wanted frames, and writes them as PNG: 8 bits a sample for 8-bit "
        + "streams, 16 for deeper ones. Those of PQ, HLG and wide gamut say so, in the chunk cICP."
    ],
    operands: [Operand("TIMELINE", "The timeline.")],
    options: [
      Make.input, at, output, sheet, columns, full, scopes, ScopeOptions.only, safeAreas,
      RenderOptions.fps, RenderOptions.start,
    ] + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example(
        "vfx still t.json -i in.mp4 --at 3.2 -o still.png", "The frame that is seen at 3.2 s."),
      Example("vfx still t.json --at 3.2 < in.y4m > still.png", "The same of a stream."),
      Example(
        "vfx still t.json --at 1 --at 2 --at 3 --sheet sheet.png < in.y4m",
        "Three frames on one sheet."),
      Example(
        "vfx still t.json --at 3.2 --scopes < in.y4m > still.png", "A frame with its scopes."),
      Example(
        "vfx still t.json --safe-areas title,action < in.y4m > still.png",
        "A frame with lines around what old screens and players leave free."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try Scene.Request(session, timeline: session.invocation.operands[0])
    request.colors = try Scene.Colors(session)
    let (path, sheetPath) = (try session.value(of: output), try session.value(of: sheet))
    let times = try session.value(of: at)
    if times.count > 1, path == nil, sheetPath == nil {
      throw UsageError.other("several pictures need --output FILE or --sheet FILE")
    }
    let scopes = try scopeKinds(session)
    let input = try FilmInput.pictures(
      session, for: &request, pipe: "vfx still t.json --at 3.2 -i in.mp4 > still.png")
    let scene = try Scene.ofStills(session, request, input)
    let isSheetOnly = sheetPath != nil && path == nil
    if !isSheetOnly { try checkSize(scene.renderer.output, hasScopes: scopes != nil) }
    let moments = try scene.moments(of: times)
    let names = names(path, count: moments.count)
    try scene.request.check(
      [sheetPath].compactMap(\.self) + names, input: session.value(of: Make.input))
    let columns = try session.value(of: columns)
    let most = try session.value(of: full) ? ContactSheet.largest : (width: 1920, height: 1080)
    var sheet = sheetPath.map { _ in
      ContactSheet(count: moments.count, columns: columns, most: most)
    }
    // Scopes are drawn in sRGB.
    let points = scopes == nil ? scene.colors.light?.codingPoints : nil
    let drawing = scopes.map { ScopePicture($0, unit: scene.scopeUnit) }
    let lines = try session.value(of: safeAreas).map {
      SafeAreaLines(areas: $0, level: scene.lineLevel)
    }
    try draw(at: moments, scene, input, drawing, lines) { place, picture in
      sheet?.put(picture, at: place)
      if path != nil {
        try Files.write(PNGEncoder.encode(picture, points: points), to: names[place])
      } else if sheetPath == nil {
        let output = try Console.output(pipe: "vfx still t.json < in.y4m > still.png")
        try output.writeFully(PNGEncoder.encode(picture, points: points))
      }
    }
    if let sheetPath, let picture = sheet?.picture {
      try Files.write(PNGEncoder.encode(picture, points: points), to: sheetPath)
    }
    return .success
  }

  /// What is drawn beside frames; nil for nothing.
  private static func scopeKinds(_ session: Session) throws(UsageError) -> [ScopeKind]? {
    if try session.value(of: scopes) { return try ScopeOptions.kinds(session) }
    guard try session.value(of: ScopeOptions.only) == nil else {
      throw .other("--only chooses among scopes; add --scopes")
    }
    return nil
  }

  /// Refuses frames that are too large for a PNG file, before any is drawn.
  static func checkSize(
    _ format: PixelFormat, sampleBytes: Int? = nil, hasScopes: Bool = false, isTripled: Bool = false
  ) throws {
    var (width, height) = (format.width, format.height)
    if hasScopes {
      let sheet = ScopeSheet(width: width, height: height)
      (width, height) = (sheet.width, sheet.height)
    }
    let sampleBytes = sampleBytes ?? format.sampleBytes
    let across = isTripled ? SideBySide.width(of: width) : width
    guard PNGEncoder.takes(width: across, height: height, sampleBytes: sampleBytes) else {
      throw CommandFailure("frames of \(width)x\(height) are too large for a PNG file")
    }
  }

  /// Draws the frames that are seen at times and no others, and gives each to `use` with its places
  /// among them; so one picture is in memory, however many are wanted.
  ///
  /// - Parameters:
  ///   - scopes: what is put beside each frame.
  ///   - lines: what is drawn over it.
  static func draw(
    at moments: [Time], _ scene: Scene, _ input: PictureInput?, _ scopes: ScopePicture? = nil,
    _ lines: SafeAreaLines? = nil, _ use: (_ place: Int, _ picture: Picture) throws -> Void
  ) throws {
    let conversion = PictureConversion(matrix: scene.colors.matrix, range: scene.colors.range)
    let coding = ScopeCoding(scene)
    try frames(at: moments, scene, input) { seen in
      var picture = conversion.picture(of: seen.frame)
      picture = lines?.drawn(on: picture) ?? picture
      if let scopes {
        let sheet = ScopeSheet(width: picture.width, height: picture.height)
        picture = sheet.draw(scopes, ScopeCounts(seen.frame, coding), beside: picture)
      }
      for place in seen.places { try use(place, picture) }
    }
  }

  /// The files of several pictures, or of the only one; none without a path.
  static func names(_ path: String?, count: Int) -> [String] {
    guard let path else { return [] }
    return count == 1 ? [path] : (0..<count).map { numbered(path, $0 + 1) }
  }

  /// `still.png` with the number 2 is `still-2.png`.
  private static func numbered(_ path: String, _ number: Int) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}

extension Scene.Request {
  /// Refuses pictures that would take the place of what they are drawn from.
  ///
  /// - Parameter input: the film that is drawn on, if that is a file.
  /// - Throws: the message, with exit status 2.
  func check(_ pictures: [String], input: String?) throws(CommandFailure) {
    let read = (common.timeline?.readPaths ?? []) + [input].compactMap(\.self)
    for path in pictures { try OutputFile.check(path, "the picture", madeOf: read) }
  }
}

extension Scene {
  /// How bright lines over a frame are: the white of graphics (ITU-R BT.2408).
  fileprivate var lineLevel: Double {
    switch colors.light?.transfer {
    case .pq: 0.58
    case .hlg: 0.75
    default: 1
    }
  }

  /// The times of frames that are wanted; that of the first one where none is said.
  func moments(of times: [TimeExpression]) throws -> [Time] {
    try times.isEmpty ? [start] : times.map(moment)
  }

  /// A time at which a frame is wanted.
  func moment(of time: TimeExpression) throws -> Time {
    guard let moment = time.resolved(rate: rate, duration: plan.edit?.end) else {
      throw CommandFailure(
        "--at cannot be a percentage of a film whose length is not known; that of clips is",
        code: .usage)
    }
    guard (moment - start).frameIndex(rate: rate) >= 0 else {
      throw CommandFailure("--at \(moment) lies before the stream's start", code: .usage)
    }
    return moment
  }
}
