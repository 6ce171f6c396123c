import Bytes
import NUT
import Pipes
import Y4M

/// A movie that ffmpeg decodes, whose frames come in order from one on.
final class MediaReader {
  /// What is decoded, and how.
  struct Job: Sendable {
    let path: String
    let info: MediaInfo
    /// The rate of the grid on which frames are counted.
    let rate: FrameRate
    /// ffmpeg's name of the layout that is wanted.
    let pixels: String

    /// Whether its frames come as NUT: by their own times, or in a layout that Y4M does not have.
    var comesAsNUT: Bool { info.ticks != nil || pixels.hasPrefix("yuva444p1") }
  }

  /// What the child writes.
  private enum Output {
    /// What ``reader`` reads.
    case y4m(PixelFormat)
    /// A frame for each place of the grid.
    case even(NUTFilm)
    /// The frames of a movie that follows no grid, with their times.
    case timed(TimedFrames)

    var format: PixelFormat {
      switch self {
      case .y4m(let format): format
      case .even(let film): film.header.format
      case .timed(let film): film.format
      }
    }
  }

  let child: ChildProcess
  /// The number of the next frame of the grid, or the tick with which it begins.
  private(set) var position: Int
  private let job: Job
  private var output: Output?
  private var reader: FrameReader?

  /// Starts ffmpeg on frame `first`; nothing is waited for.
  init(_ job: Job, from first: Int, _ tools: MediaTools) throws(ClipError.Fault) {
    (position, self.job) = (first, job)
    let options = Self.options(job, from: first)
    child = try tools.startFFmpeg(job.path, before: options.input, after: options.output)
  }

  /// The format of the frames; waits for the first of them.
  ///
  /// Nil when there are none, and the child ended well.
  func format() throws(ClipError.Fault) -> PixelFormat? { try opened()?.format }

  private func opened() throws(ClipError.Fault) -> Output? {
    if let output { return output }
    output = job.comesAsNUT ? try openedNUT() : try openedY4M()
    if output == nil { try child.expectSuccess() }
    return output
  }

  private func openedY4M() throws(ClipError.Fault) -> Output? {
    do {
      let made = try FrameReader(ByteSource(child))
      reader = made
      return .y4m(made.header.format)
    } catch {
      guard error == .empty else { throw try fault(of: error) }
      return nil
    }
  }

  private func openedNUT() throws(ClipError.Fault) -> Output? {
    do {
      guard let film = try NUTFilm(writtenTo: ByteSource(child)) else { return nil }
      guard let ticks = job.info.ticks else { return .even(film) }
      return .timed(TimedFrames(film, job.info, ticks, from: position))
    } catch {
      throw try fault(of: error)
    }
  }

  /// Reads the next frame into `frame`, of the right format; false when there is none, and the
  /// child ended well.
  func read(into frame: Frame) throws(ClipError.Fault) -> Bool {
    guard let output = try opened() else { return false }
    let next: Int?
    switch output {
    case .y4m: next = try readY4M(into: frame)
    case .even, .timed: next = try readNUT(output, into: frame)
    }
    guard let next else {
      try child.expectSuccess()
      return false
    }
    position = next
    return true
  }

  /// Reads a frame, and gives the number of the one after it; nil at the end.
  private func readY4M(into frame: Frame) throws(ClipError.Fault) -> Int? {
    do {
      return try reader?.read(into: frame) ?? false ? position + 1 : nil
    } catch {
      throw try fault(of: error)
    }
  }

  /// The same where NUT comes.
  private func readNUT(_ output: Output, into frame: Frame) throws(ClipError.Fault) -> Int? {
    do {
      switch output {
      case .y4m: return nil
      case .even(let film): return try film.readNext(into: frame) ? position + 1 : nil
      case .timed(let film): return try film.read(into: frame) ? film.position : nil
      }
    } catch {
      throw try fault(of: error)
    }
  }

  /// What is behind a fault of the stream: mostly the end of the child.
  private func fault(of error: StreamError) throws(ClipError.Fault) -> ClipError.Fault {
    switch error {
    case .pipe(let error): return .from(error) { .child(program: child.shortName, $0) }
    case .truncated, .truncatedHeader, .empty: try child.expectSuccess()
    default: child.terminate()
    }
    return .childWrote(program: child.shortName, error, words: child.complaints)
  }

  /// What is behind a fault of the stream: mostly the end of the child.
  private func fault(of error: NUTError) throws(ClipError.Fault) -> ClipError.Fault {
    switch error {
    case .pipe(let error): return .from(error) { .child(program: child.shortName, $0) }
    case .truncated, .truncatedHeader, .empty: try child.expectSuccess()
    default: child.terminate()
    }
    return .childWroteNUT(program: child.shortName, error, words: child.complaints)
  }

  // MARK: - The command line

  /// How far before a frame decoding begins, in microseconds.
  ///
  /// Even with an index ffmpeg may seek to a picture that is stored before a moment and shown after
  /// it; no codec moves a picture by more than 16.
  private static func margin(_ job: Job) -> Int128 {
    let sixteen = 16_000_000 * Int128(job.rate.denominator) / Int128(job.rate.numerator)
    return max(job.info.hasIndex ? 1_000_000 : 10_000_000, sixteen)
  }

  /// The options of input and output that begin with frame `first`.
  ///
  /// A seek goes to half a frame before it: so far frames may be from their place on the grid, as
  /// containers round their times, and still count for it. What lies before is left out by the
  /// `fps` filter and not by the demuxer, so that a frame is not lost that lasts from before until
  /// then.
  static func options(_ job: Job, from first: Int) -> (input: [String], output: [String]) {
    let (upper, lower) = (Int128(job.rate.numerator), Int128(job.rate.denominator))
    let wanted = (Int128(first) * 2 - 1) * lower * 1_000_000 / (upper * 2)
    let seek = wanted - margin(job)
    let isSeeking = first > 0 && seek > 0
    // Frames go to the nearest place of the grid; half a frame later that is the place before.
    let start = isSeeking ? wanted - seek : Int128(first) * lower * 1_000_000 / upper
    // A last picture whose length is not known counts, too; a frame too many is never read.
    let fps =
      "fps=\(upper)/\(lower):start_time=\(seconds(start)):round=\(isSeeking ? "down" : "near")"
      + ":eof_action=pass,setpts=PTS-STARTPTS"
    var scale = "scale=out_range=\(job.info.range == .full ? "full" : "limited")"
    if job.info.isRGB { scale += ":out_color_matrix=\(job.info.matrix ?? "bt709")" }
    let decoder = job.info.alphaDecoder.map { ["-c:v", $0] } ?? []
    let seeking = decoder + (isSeeking ? ["-noaccurate_seek", "-ss", seconds(seek)] : [])
    if let ticks = job.info.ticks { return timedOptions(job, ticks, seeking, scale) }
    let stream = job.comesAsNUT ? ["-c:v", "rawvideo", "-f", "nut"] : ["-f", "yuv4mpegpipe"]
    return (
      seeking,
      [
        "-map", "0:V:0", "-an", "-sn", "-dn", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
        "-vf", "\(fps),\(scale)", "-pix_fmt", job.pixels, "-strict", "-1",
      ] + stream + ["-"]
    )
  }

  /// The options with which each frame comes with its own time, in the file's own ticks.
  private static func timedOptions(
    _ job: Job, _ ticks: FrameRate, _ seeking: [String], _ scale: String
  ) -> (input: [String], output: [String]) {
    (
      ["-copyts", "-start_at_zero"] + seeking,
      [
        "-map", "0:V:0", "-an", "-sn", "-dn", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
        // NUT has no times before 0, where pictures of some files begin.
        "-vf", "setpts=PTS+\(TimedFrames.lead(ticks)),\(scale)", "-pix_fmt", job.pixels, "-c:v",
        "rawvideo", "-enc_time_base", "\(ticks.denominator)/\(ticks.numerator)", "-strict", "-1",
        "-f", "nut", "-",
      ]
    )
  }

  /// Microseconds as seconds in decimals.
  private static func seconds(_ micros: Int128) -> String {
    let rest = String(micros % 1_000_000)
    return "\(micros / 1_000_000).\(String(repeating: "0", count: 6 - rest.count))\(rest)"
  }

  /// ffmpeg's name of a layout that is close to `canvas`, for a movie of `width`; without alpha one that
  /// its Y4M can say.
  static func pixels(for canvas: PixelFormat, width: Int) -> String {
    if canvas.hasAlpha {
      let depth = canvas.withAlpha(bits: canvas.depth).depth
      return depth > 8 ? "yuva444p\(depth)le" : "yuva444p"
    }
    let depth = canvas.depth > 8 ? "\(canvas.depth)le" : ""
    switch canvas.chroma {
    // ffmpeg takes grey pictures to be of full range.
    case .none: return depth.isEmpty ? "yuv420p" : "yuv444p\(depth)"
    // Deep frames of odd width come out too short (libavformat/yuv4mpegenc.c).
    case .planes(_, _) where canvas.depth > 8 && width % 2 == 1: return "yuv444p\(depth)"
    case .planes(x: 1, y: 1): return "yuv420p\(depth)"
    case .planes(x: 1, y: 0): return "yuv422p\(depth)"
    case .planes(x: 2, y: 0) where canvas.depth == 8: return "yuv411p"
    default: return "yuv444p\(depth)"
    }
  }
}

extension MediaInfo {
  /// ffmpeg's name of the layout that is nearest to that of its samples and that Y4M has.
  package var streamPixels: String {
    let pixels = format.map { MediaReader.pixels(for: $0, width: width) } ?? "yuv420p"
    // Up to ffmpeg 6, full range at 8 bits is a layout of its own.
    return range == .full && pixels.hasPrefix("yuv4") && !pixels.hasSuffix("le")
      ? "yuvj" + pixels.dropFirst(3) : pixels
  }
}
