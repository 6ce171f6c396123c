import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx testsrc`: a synthetic stream.
enum TestStream: Subcommand {
  static let size = Option<PictureSize>(
    "size", short: "s", .size, default: PictureSize(width: 1280, height: 720), shown: "1280x720",
    "The size of the picture.")
  static let rate = Option<FrameRate?>(
    "rate", short: "r", .rate, "Frames per second. Default: 25.")
  static let duration = Option<TimeExpression?>(
    "duration", short: "d", .time, "How long the stream is. Default: 10 seconds.")
  static let frames = Option<Int?>(
    "frames", short: "n", .integer(in: 0...Int.max), "How many frames the stream has.")
  static let format = Option<Colorspace?>(
    "format", short: "f", .colorspace,
    "The pixel format, as the C tag names it. Default: 420mpeg2.")
  static let matrix = Option<Matrix?>(
    "matrix", .matrix, default: nil, shown: "auto",
    "The matrix between RGB and YUV; auto is 709 from 720 lines or 1280 columns up, else 601.")
  static let range = Option<TestRange>(
    "range", .choice, default: .limited, shown: "limited",
    "The range of code values; full is also written to the header, as XCOLORRANGE.")
  static let seed = Option<Int>(
    "seed", .integer(in: 0...Int.max), default: 0,
    "The seed of noise and positions: another number gives others.")

  static let command = Command(
    "testsrc", "make a synthetic stream with bars, motion and a frame counter",
    description: [
      "Writes colour bars of 75 %, a band of their blue parts, a moving grey ramp, a zone plate, "
        + "noise, a red box and a white disc that move by whole steps of four samples, and the "
        + "frame's number. The same options give the same bytes on every machine."
    ],
    options: [size, rate, duration, frames, format, matrix, range, seed] + ProgressOptions.all,
    examples: [
      Example(
        "vfx testsrc -s 1920x1080 -r 30000/1001 -d 5 -f 422p10 > test.y4m",
        "Five seconds of 10-bit 4:2:2."),
      Example("vfx testsrc --frames 100 | ffplay -", "Shows a hundred frames."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let rate = try session.value(of: rate) ?? FrameRate(25, 1)
    let size = try session.value(of: size)
    let colorspace = try session.value(of: format) ?? Colorspace.named("420mpeg2")
    guard let rate, let colorspace,
      let format = colorspace.format(width: size.width, height: size.height)
    else {
      throw size.tooLarge
    }
    let count = try frameCount(session, rate)
    let isFull = try session.value(of: range) == .full
    let source = TestSource(
      format,
      matrix: try session.value(of: matrix) ?? .automatic(width: size.width, height: size.height),
      range: isFull ? .full : .limited,
      seed: UInt64(try session.value(of: seed)))
    guard
      let header = StreamHeader(
        format: format, rate: rate, range: isFull ? .full : nil, otherTags: [])
    else { throw CommandFailure("no C tag stands for \(colorspace.name)") }
    let progress = Progress(try ProgressOptions(session), rate: rate, total: count)
    try write(source, header, count, progress, session)
    return .success
  }

  /// The number of frames: `--frames`, or those that begin before `--duration` is over.
  static func frameCount(_ session: Session, _ rate: FrameRate) throws -> Int {
    let count = try session.value(of: frames)
    let length = try session.value(of: duration)
    if count != nil, length != nil {
      throw UsageError.other("--frames and --duration both give the length; use one of them")
    }
    if let count { return count }
    let time = length?.resolved(rate: rate, duration: nil) ?? Time(seconds: 10)
    if time < .zero {
      throw UsageError.other("--duration cannot be negative")
    }
    return time.frameIndex(rate: rate, rounding: .up)
  }

  private static func write(
    _ source: TestSource, _ header: StreamHeader, _ count: Int, _ progress: Progress,
    _ session: Session
  ) throws {
    var progress = progress
    defer { progress.finish() }
    let output = try Console.output(pipe: "vfx testsrc | ffplay -")
    var writer = try FrameWriter(output, header: header)
    let frame = Frame(source.format)
    for index in 0..<count {
      try session.checkInterrupt()
      source.draw(frame: index, into: frame)
      try writer.write(frame)
      progress.advance(bytesWritten: frame.bytes.count)
    }
    try output.close()
  }
}

/// The choices of `--range` of the test picture.
enum TestRange: String, CaseIterable, Sendable {
  case limited, full
}
