import Filters
import Images
import Options
import Pipes
import Scopes
import Shell
import Timeline
import Y4M

/// `vfx scope`: waveform, parade, vectorscope and histogram of composed frames.
enum Scope: Subcommand {
  /// What is written.
  enum Form: String, CaseIterable, Sendable {
    case png, json
  }

  static let at = Option<[TimeExpression]>(
    "at", short: "a", repeating: .moment,
    "The time of the frame to measure. Default: the first frame.")
  static let output = Option<String?>(
    "output", short: "o", .png("PNG"),
    "The picture to write. With several frames, each file's name gets a number before its "
      + "extension: scope-1.png. Without it, a single picture goes to standard output.")
  static let size = Option<PictureSize>(
    "size", short: "s", .size, default: PictureSize(width: 1600, height: 900), shown: "1600x900",
    "The size of the picture, with sides of \(ScopePicture.sides.lowerBound) to "
      + "\(ScopePicture.sides.upperBound).")
  static let format = Option<Form>(
    "format", .choice, default: .png, shown: "png",
    "png draws a picture; json writes the numbers to standard output, and a picture only with "
      + "--output.")

  static let command = Command(
    "scope", "draw waveform, parade, vectorscope and histogram of frames",
    description: [
      "Reads the film, or the stream on standard input, only as far as the last frame that is wanted, draws the "
        + "timeline, if there is one, into the wanted frames, and draws what is in them as PNG.",
      "The waveform is luma by columns, orange beyond black and white. The targets of the "
        + "vectorscope are bars of 75 and 100 % by the stream's matrix, and the line I is where "
        + "skin lies. Heights in the histogram are the roots of numbers.",
      "Numbers of --format json are code values: the lowest, the highest and the mean of each channel, "
        + "the shares below and above the legal range, and, with its ends, crushed and clipped; "
        + "the means in the darkest, middle and brightest third of luma from black to white, and "
        + "in nine parts of the picture. Shares are parts of 1. outOfGamut is the share of "
        + "samples of which red, green or blue leaves -5 to 105 % (EBU R 103).",
      "Levels are written in percent, or where the transfer is pq or hlg in cd/m2, for hlg those of "
        + "a display of 1000 cd/m2.",
    ],
    operands: [
      Operand(
        "TIMELINE", isOptional: true, "The timeline; without one, the stream is measured as it is.")
    ],
    options: [
      Make.input, at, output, ScopeOptions.only, size, format, JSONSwitch.option, RenderOptions.fps,
      RenderOptions.start,
    ] + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx scope -i in.mp4 > scope.png", "The scopes of the first frame of a film."),
      Example("vfx scope < in.y4m > scope.png", "The same of a stream."),
      Example(
        "vfx scope t.json --at 3.2 --only parade,vectorscope -o scope.png < in.y4m",
        "Two scopes of the frame that is seen at 3.2 s."),
      Example("vfx scope t.json --at 1 --format json < in.y4m", "The numbers of a frame."),
    ])

  private static let pipe = "vfx scope t.json --at 3.2 -i in.mp4 > scope.png"

  static func run(_ session: Session) throws -> ExitCode {
    var request = try Scene.Request(session, timeline: session.invocation.operands.first)
    request.colors = try Scene.Colors(session)
    let size = try session.value(of: size)
    guard ScopePicture.sides.contains(size.width), ScopePicture.sides.contains(size.height) else {
      let sides = ScopePicture.sides
      throw UsageError.other(
        "--size: the sides of a picture of scopes are \(sides.lowerBound) to \(sides.upperBound)")
    }
    let path = try session.value(of: output)
    let isJSON = try session.value(of: JSONSwitch.option) || session.value(of: format) == .json
    let times = try session.value(of: at)
    if times.count > 1, path == nil, !isJSON {
      throw UsageError.other("several pictures need --output FILE")
    }
    let kinds = try ScopeOptions.kinds(session)
    let input = try FilmInput.pictures(session, for: &request, pipe: pipe)
    let scene = try Scene.ofStills(session, request, input)
    let moments = try scene.moments(of: times)
    let names = Still.names(path, count: moments.count)
    try request.check(names, input: session.value(of: Make.input))
    let drawing = ScopePicture(kinds, unit: scene.scopeUnit)
    let coding = ScopeCoding(scene)
    var report = ScopeReport(scene, drawing.unit, count: moments.count)
    try Still.frames(at: moments, scene, input) { seen in
      let counts = ScopeCounts(seen.frame, coding)
      for place in seen.places {
        if isJSON { report.put(ScopeNumbers(counts), of: seen, at: place) }
        guard path != nil || !isJSON else { continue }
        let picture = drawing.draw(counts, width: size.width, height: size.height)
        try write(picture, to: path == nil ? nil : names[place])
      }
    }
    if isJSON { try Console.print(report.text) }
    return .success
  }

  private static func write(_ picture: Picture, to path: String?) throws {
    let bytes = PNGEncoder.encode(picture)
    if let path {
      try Files.write(bytes, to: path)
    } else {
      try Console.output(pipe: pipe).writeFully(bytes)
    }
  }
}

/// The options of commands that draw scopes.
enum ScopeOptions {
  static let only = Option<[ScopeKind]?>(
    "only", .scopes, "Which scopes are drawn, in this order, separated by commas. Default: all.")

  /// What is to be drawn.
  static func kinds(_ session: Session) throws(UsageError) -> [ScopeKind] {
    try session.value(of: only) ?? ScopeKind.allCases
  }
}

extension ValueReader where Value == [ScopeKind] {
  /// Takes names of scopes with commas between, each of them once.
  static var scopes: Self {
    let names = ScopeKind.allCases.map(\.rawValue)
    return Self(
      .text("SCOPES"),
      expected: "a list of scopes such as waveform,parade; there are "
        + names.joined(separator: ", ")
    ) { text in
      let kinds = text.split(separator: ",", omittingEmptySubsequences: false).map {
        ScopeKind(rawValue: String($0))
      }
      let known = kinds.compactMap { $0 }
      return known.count == kinds.count && Set(known).count == known.count ? known : nil
    }
  }
}

extension Scene {
  /// What levels are written as.
  var scopeUnit: ScopeUnit {
    switch colors.light?.transfer {
    case .pq: .pq
    case .hlg: .hlg
    default: .bt709
    }
  }
}

extension ScopeCoding {
  /// What the samples of a scene's output mean.
  init(_ scene: Scene) {
    let (matrix, range) = (scene.colors.matrix, scene.colors.range)
    self.init(
      redWeight: matrix.red, blueWeight: matrix.blue, range: range,
      depth: scene.renderer.output.depth)
  }
}
