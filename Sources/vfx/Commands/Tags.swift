import Filters
import Options
import Pipes
import Shell
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
    "transfer", .transfer, default: nil, shown: "what goes with the matrix; unknown with 2020",
    "The transfer curve of the film: pq or hlg for HDR, or a name that ffmpeg knows.")
  static let only = Option<End?>(
    "only", .choice,
    "Print nothing but the flags of this end, for use within a command line.")

  static let command = Command(
    "tags", "print the ffmpeg flags that keep matrix, range, siting and depth",
    description: [
      "A Y4M stream does not carry its matrix, primaries and transfer. ffmpeg drops them on the "
        + "way in and must be given them again on the way out, or players guess. The flags are "
        + "made from the header of FILE or standard input, or from --format.",
      "Primaries and transfer are those that go with the matrix, unless --transfer says otherwise. "
        + "With --matrix 2020, no transfer is named without --transfer, because most such films "
        + "are HDR: ffprobe shows the film's own as color_transfer.",
    ],
    operands: [
      Operand("FILE", isOptional: true, "A stream, - or nothing for standard input.")
    ],
    options: [RenderOptions.matrix, RenderOptions.range, transfer, format, size, only],
    examples: [
      Example("vfx testsrc -n 1 | vfx tags", "Shows the flags for a stream."),
      Example(
        "... | ffmpeg -i - $(vfx tags --only encode -f 420mpeg2 --matrix 709) out.mp4",
        "Encodes with the right labels."),
      Example(
        "vfx tags -f 420p10 --matrix 2020 --transfer pq", "The flags for a film in HDR10."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let (format, colorspace, stated) = try shape(session)
    let matrix =
      try session.value(of: RenderOptions.matrix)
      ?? .automatic(width: format.width, height: format.height)
    let range = try session.value(of: RenderOptions.range) ?? stated ?? .limited
    let tags = FFmpegTags(
      format, colorspace: colorspace, matrix: matrix, range: range,
      transfer: try session.value(of: transfer))
    guard let tags else {
      throw CommandFailure("ffmpeg reads and writes no C\(colorspace.name) streams")
    }
    switch try session.value(of: only) {
    case .decode: try Console.print(tags.decode + "\n")
    case .encode:
      if tags.transfer == nil { Console.complain("warning: \(unknownTransfer)") }
      try Console.print(tags.encode + "\n")
    case nil:
      try Console.print(text(tags, matrix))
      if tags.transfer == nil { try Console.print("\n# \(unknownTransfer)\n") }
      if tags.transfer?.isHDR == true {
        try Console.print(
          "\n# vfx draws pictures, text and colours as if this stream were SDR: far too bright.\n")
      }
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

  /// The format of which the flags speak, and the range that its header states.
  private static func shape(
    _ session: Session
  ) throws -> (format: PixelFormat, colorspace: Colorspace, range: ColorRange?) {
    guard let colorspace = try session.value(of: format) else {
      let input = try Console.open(session.invocation.operands.first ?? "-", session)
      let header = try FrameReader(input).header
      return (header.format, header.colorspace, header.statedRange)
    }
    if let path = session.invocation.operands.first {
      throw UsageError.other(
        "--format replaces a stream's header; give either it or \(visible(path))")
    }
    let size = try session.value(of: size)
    guard let format = colorspace.format(width: size.width, height: size.height) else {
      throw UsageError.other("--size: a frame of \(size.width)x\(size.height) would be too large")
    }
    return (format, colorspace, nil)
  }

  private static func text(_ tags: FFmpegTags, _ matrix: Matrix) -> String {
    """
    # Into the pipe: names the film's own pixel format, so that ffmpeg converts nothing.
    \(tags.decode)

    # Out of the pipe: puts back the labels that Y4M does not carry, without touching samples.
    \(tags.encode)

    # Together:
    ffmpeg -i in.mp4 \(tags.decode) - | vfx -t t.json --matrix \(matrix.rawValue) \
    | ffmpeg -i - \(tags.encode) out.mp4

    """
  }
}
