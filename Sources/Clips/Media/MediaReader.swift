import Bytes
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
  }

  let child: ChildProcess
  /// The number of the next frame of the grid.
  private(set) var position: Int
  private var reader: FrameReader?

  /// Starts ffmpeg on frame `first`; nothing is waited for.
  init(_ job: Job, from first: Int, _ tools: MediaTools) throws(ClipError.Fault) {
    position = first
    child = try tools.startFFmpeg(
      job.path, before: Self.seek(to: first, rate: job.rate), after: Self.output(job, from: first))
  }

  /// The format of the frames; waits for the first of them.
  ///
  /// Nil when there are none, and the child ended well.
  func format() throws(ClipError.Fault) -> PixelFormat? {
    if let reader { return reader.header.format }
    do {
      let made = try FrameReader(ByteSource(child))
      reader = made
      return made.header.format
    } catch {
      if error == .empty {
        try child.expectSuccess()
        return nil
      }
      throw try fault(of: error)
    }
  }

  /// Reads the next frame into `frame`, of the right format; false when there is none, and the
  /// child ended well.
  func read(into frame: Frame) throws(ClipError.Fault) -> Bool {
    guard try format() != nil else { return false }
    let isRead: Bool
    do { isRead = try reader?.read(into: frame) ?? false } catch { throw try fault(of: error) }
    if isRead { position += 1 } else { try child.expectSuccess() }
    return isRead
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

  // MARK: - The command line

  /// Where to begin: half a frame before `first`.
  ///
  /// So far frames may be from their place on the grid, as containers round their times, and still
  /// count for it. What lies before is left out by the `fps` filter and not by the demuxer, so
  /// that a frame that lasts from before until then is not lost.
  private static func seek(to first: Int, rate: FrameRate) -> [String] {
    guard first > 0 else { return [] }
    let halves = Int128(first) * 2 - 1
    let micros = Rational(
      reducing: halves * Int128(rate.denominator) * 1_000_000, over: Int128(rate.numerator) * 2
    ).floor
    let rest = String(micros % 1_000_000)
    let padded = String(repeating: "0", count: 6 - rest.count) + rest
    return ["-noaccurate_seek", "-ss", "\(micros / 1_000_000).\(padded)"]
  }

  private static func output(_ job: Job, from first: Int) -> [String] {
    // Samples are moved to the grid: here to the nearest place, and after a seek by half a frame
    // to the one before, which is the same.
    let rounding = first > 0 ? "down" : "near"
    var scale = "out_range=\(job.info.range == .full ? "full" : "limited")"
    if job.info.isRGB { scale += ":out_color_matrix=\(job.info.matrix ?? "bt709")" }
    return [
      "-map", "0:V:0", "-an", "-sn", "-dn", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
      "-vf",
      "fps=\(job.rate.numerator)/\(job.rate.denominator):start_time=0:round=\(rounding),"
        + "scale=\(scale)",
      "-pix_fmt", job.pixels, "-strict", "-1", "-f", "yuv4mpegpipe", "-",
    ]
  }

  /// ffmpeg's name of a layout that is close to `canvas` and that its Y4M can say, for a movie of
  /// `width`.
  static func pixels(for canvas: PixelFormat, width: Int) -> String {
    let depth = canvas.depth > 8 ? "\(canvas.depth)le" : ""
    if canvas.hasAlpha { return "yuva444p" }
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
