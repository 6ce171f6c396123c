import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx tags`: the ffmpeg flags for both ends of the pipe.
enum Tags: Subcommand {
  /// Which flags are wanted alone.
  enum End: String, CaseIterable, Sendable {
    case decode, encode
  }

  static let format = Option<Colorspace?>(
    "format", short: "f", .colorspace,
    "Take this pixel format, as the C tag names it, instead of a stream's header.")
  static let size = Option<PictureSize>(
    "size", short: "s", .size, default: PictureSize(width: 1920, height: 1080),
    shown: "1920x1080", "The size that goes with --format.")
  static let transfer = Option<Transfer?>(
    "transfer", .transfer, default: nil,
    shown: "what the canvas says, else what goes with the matrix; unknown with 2020",
    "The transfer curve of the film: pq or hlg for HDR, or a name that ffmpeg knows.")
  static let timeline = Option<String?>(
    "timeline", short: "t", .file(),
    "Take transfer and primaries from the canvas of this timeline, where it says them; and all else from its "
      + "clips, where they are the film.")
  static let only = Option<End?>(
    "only", .choice,
    "Print nothing but the flags of this end, for use within a command line.")

  static let command = Command(
    "tags", "print the ffmpeg flags that keep matrix, range, siting and depth",
    description: [
      "Streams of Y4M and NUT do not carry matrix, primaries and transfer. ffmpeg drops them on the "
        + "way in and must be given them again on the way out, or players guess. The flags are "
        + "made from the header of FILE or standard input, or from --format.",
      "Primaries and transfer are those that go with the matrix, unless --primaries, --transfer or "
        + "the canvas of the timeline says otherwise; PQ and HLG go with the primaries and the "
        + "matrix of BT.2020. The clips of a timeline give the matrix of the first film, as rendering does. With --matrix 2020, no transfer is named without --transfer, because most such films "
        + "are HDR: ffprobe shows the film's own as color_transfer.",
    ],
    operands: [
      Operand("FILE", isOptional: true, "A stream, Y4M or NUT, - or nothing for standard input.")
    ],
    options: [
      RenderOptions.matrix, RenderOptions.range, transfer, RenderOptions.primaries, timeline,
      format,
      size, only,
    ] + SourceOptions.all,
    examples: [
      Example("vfx testsrc -n 1 | vfx tags", "Shows the flags for a stream."),
      Example(
        "... | ffmpeg -i - $(vfx tags --only encode -f 420mpeg2 --matrix 709) out.mp4",
        "Encodes with the right labels."),
      Example(
        "vfx tags -f 420p10 --transfer pq", "The flags for a film in HDR10."),
      Example(
        "... | ffmpeg -i - $(vfx tags --only encode -f 420p10 -t t.json) out.mp4",
        "Encodes with the labels of what the timeline makes."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let film = try film(session)
    let shape = try shape(session, film)
    let (format, colorspace) = (shape.format, shape.colorspace)
    let light = try light(session)
    let matrix =
      try session.value(of: RenderOptions.matrix) ?? film?.colors.matrix
      ?? .automatic(light.primaries ?? .bt709, width: format.width, height: format.height)
    let range = try session.value(of: RenderOptions.range) ?? shape.range ?? .limited
    let tags = FFmpegTags(
      format, colorspace: colorspace, matrix: matrix, range: range, isNUT: shape.isNUT,
      transfer: light.transfer, primaries: light.primaries)
    guard let tags else {
      throw CommandFailure("ffmpeg reads and writes no C\(colorspace.name) streams")
    }
    switch try session.value(of: only) {
    case .decode: try Console.print(tags.decode + "\n")
    case .encode:
      if tags.transfer == nil { Console.complain("warning: \(unknownTransfer)") }
      try Console.print(tags.encode + "\n")
    case nil:
      try Console.print(text(tags, matrix, isNUT: shape.isNUT, session))
      if tags.transfer == nil { try Console.print("\n# \(unknownTransfer)\n") }
      if colorspace.chroma == .none, range == .limited {
        try Console.print(
          "\n# ffmpeg takes grey for full range and may stretch this stream, whatever the flags "
            + "say.\n"
        )
      }
    }
    return .success
  }

  private static let unknownTransfer =
    "the transfer is not named, as BT.2020 goes with SDR and HDR: add --transfer pq, hlg or bt2020-10"

  /// What the options and the canvas say of light; nil where they say nothing.
  private static func light(
    _ session: Session
  ) throws -> (transfer: Transfer?, primaries: StreamPrimaries?) {
    let said = (
      transfer: try session.value(of: transfer),
      primaries: try session.value(of: RenderOptions.primaries)
    )
    let isHDR = said.transfer?.isHDR ?? false
    guard let path = try session.value(of: timeline) else {
      return (said.transfer, said.primaries ?? (isHDR ? .bt2020 : nil))
    }
    let file = try TimelineFile(path)
    let decoded = file.decoded(
      knowing: Document.Knowledge(rate: Document.provisionalRate, ignoresSounds: true))
    guard let document = decoded.soundPart else {
      throw file.failure(decoded.diagnostics, code: .usage)
    }
    do throws(RenderError) {
      let stated = said.transfer.flatMap { StreamTransfer($0) }
      let light = try CanvasFormat.light(
        document.canvas, transfer: stated, primaries: said.primaries)
      // What only stands for nothing else goes with the matrix.
      let isPlain = light == .standard && !CanvasFormat.saysLight(document.canvas)
      return (
        said.transfer ?? (isPlain ? nil : light.transfer.ffmpeg),
        said.primaries ?? (isPlain ? nil : light.primaries)
      )
    } catch {
      throw CommandFailure("\(path): \(error.message)", code: .usage)
    }
  }

  /// What a timeline makes of its own clips; nil where it draws on standard input.
  private static func film(_ session: Session) throws -> Scene? {
    guard let path = try session.value(of: timeline) else { return nil }
    var request = try Scene.Request(session, timeline: path)
    request.colors = Scene.Colors(
      matrix: try session.value(of: RenderOptions.matrix),
      range: try session.value(of: RenderOptions.range),
      transfer: try session.value(of: transfer).flatMap { StreamTransfer($0) },
      primaries: try session.value(of: RenderOptions.primaries))
    return try PictureEnd.needsInput(request) ? nil : try Scene(request, input: nil)
  }

  /// The format of which the flags speak, the range that its header states, and whether it is that
  /// of NUT.
  private static func shape(
    _ session: Session, _ film: Scene?
  ) throws -> (format: PixelFormat, colorspace: Colorspace, range: ColorRange?, isNUT: Bool) {
    guard let colorspace = try session.value(of: format) else {
      if let film, session.invocation.operands.isEmpty {
        return (film.header.format, film.header.colorspace, film.header.statedRange, false)
      }
      let header = try NamedStream(session.invocation.operands.first ?? "-", session).header
      return (header.format, header.colorspace, header.statedRange, header.isCarried)
    }
    if let path = session.invocation.operands.first {
      throw UsageError.other(
        "--format replaces a stream's header; give either it or \(visible(path))")
    }
    let size = try session.value(of: size)
    guard let format = colorspace.format(width: size.width, height: size.height) else {
      throw size.tooLarge
    }
    return (format, colorspace, film?.header.statedRange, false)
  }

  private static func text(
    _ tags: FFmpegTags, _ matrix: Matrix, isNUT: Bool, _ session: Session
  ) throws -> String {
    let canvas = try session.value(of: timeline)
    var options = "-t \(canvas ?? "t.json") --matrix \(matrix.rawValue)"
    // What was said here is not in the header, and may be another thing than the canvas says.
    if let range = try session.value(of: RenderOptions.range) {
      options += " --range \(range == .full ? "full" : "limited")"
    }
    if let transfer = try session.value(of: transfer).flatMap({ StreamTransfer($0) }) {
      options += " --transfer \(transfer.rawValue)"
    }
    if let primaries = try session.value(of: RenderOptions.primaries) {
      options += " --primaries \(primaries.rawValue)"
    }
    return """
      # Into the pipe: names the film's own pixel format, so that ffmpeg converts nothing.
      \(tags.decode)

      # Out of the pipe: puts back the labels that \(isNUT ? "NUT" : "Y4M") does not carry, without touching samples.
      \(tags.encode)

      # Together:
      ffmpeg -i in.mp4 \(tags.decode) - | vfx \(options) \
      | ffmpeg -i - \(tags.encode) out.mp4

      """
  }
}
