import Bytes
import Images
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx compare`: compares two streams, in numbers.
enum Compare: Subcommand {
  static let maxDiff = Option<Int?>(
    "max-diff", short: "m", .integer(in: 0...65_535),
    "Pass if no sample differs by more than this, in code values.")
  static let minPSNR = Option<Double?>(
    "min-psnr", short: "p", .number("DB", in: 0...200),
    "Pass if every frame has at least this PSNR over all its planes, in decibels.")
  static let diffImage = Option<String?>(
    "diff-image", short: "i", .png("PNG"),
    "Write the worst frame: of A, of B, and their difference, amplified: green is luma, red Cr, blue Cb."
  )
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text", "How to write the result.")

  static let command = Command(
    "compare", "compare two streams: PSNR, SSIM, first and worst frame",
    description: [
      "PSNR and SSIM are those of ffmpeg's filters of these names. Streams pass when they are "
        + "equal, or, with --max-diff or --min-psnr, when they stay within every limit given. "
        + "Streams of different lengths never pass. Exit status 1 means that they do not pass.",
      "The streams must have the same size, depth and subsampling; other differences between their "
        + "headers are reported on standard error. Of NUT the pictures are compared, in their order: "
        + "times, sounds and all else are not.",
    ],
    operands: [
      Operand("A", form: .file("A"), "A stream, Y4M or NUT; - is standard input."),
      Operand("B", form: .file("B"), "The stream to compare it with; only one may be -."),
    ],
    options: [maxDiff, minPSNR, diffImage, format, RenderOptions.threads] + ProgressOptions.all,
    examples: [
      Example(
        "... | vfx compare expected.y4m - --min-psnr 45 --diff-image worst.png",
        "Fails if a frame differs visibly, and shows where.")
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try ProgressOptions(session)
    let gates = Gates(
      largest: try session.value(of: maxDiff), ratio: try session.value(of: minPSNR))
    let picturePath = try session.value(of: diffImage)
    if let picturePath {
      try OutputFile.check(picturePath, "the picture", madeOf: session.invocation.operands)
    }
    let format = try session.value(of: format)
    let workers = try session.value(of: RenderOptions.threads) ?? Host.processorCount

    var pair = try StreamPair(session)
    if picturePath != nil { try Still.checkSize(pair.format, sampleBytes: 1, isTripled: true) }
    if !options.isQuiet { pair.notes.forEach(Console.complain) }
    var difference = StreamDifference(pair.format)
    let worst = picturePath == nil ? nil : FramePair(pair.format)
    var progress = Progress(options, rate: pair.rate)
    do {
      defer { progress.finish() }
      try OrderedWorkers.run(
        workers: workers, interrupt: session.interrupt,
        makeItem: { FramePair(pair.format) },
        produce: { item, _ in try pair.read(into: item) },
        transform: { item, _, _ in item.compare() },
        consume: { item, _ in
          if difference.add(item.planes) { worst?.copy(from: item) }
          progress.advance(bytesRead: 2 * item.a.bytes.count)
        })
    }
    difference.lengths = pair.lengths
    if let picturePath, let worst, difference.worst != nil {
      let picture = SideBySide(worst.a, worst.b, range: pair.range).picture
      try Files.write(PNGEncoder.encode(picture), to: picturePath)
    }
    let report = ComparisonReport(
      difference: difference, faults: gates.faults(of: difference), rate: pair.rate)
    try Console.printVerdict(format == .json ? report.json : report.text)
    return report.faults.isEmpty ? .success : .failure
  }
}
