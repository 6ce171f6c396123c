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

    /// What is known of where chroma lies of more than 8 bits, of which Y4M does not say it.
    fileprivate func sited(_ format: PixelFormat) -> PixelFormat {
      guard format.depth > 8, format.chroma == .planes(x: 1, y: 1) else { return format }
      return PixelFormat(
        width: format.width, height: format.height, depth: format.depth, chroma: format.chroma,
        hasAlpha: format.hasAlpha, siting: info.siting) ?? format
    }
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
      return .y4m(job.sited(made.header.format))
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
    let lag = micros(job.info.lag)
    let wanted = (Int128(first) * 2 - 1) * lower * 1_000_000 / (upper * 2) + lag
    let seek = wanted - margin(job)
    let isSeeking = first > 0 && seek > 0
    // Frames go to the nearest place of the grid; half a frame later that is the place before.
    let start = isSeeking ? wanted - seek : Int128(first) * lower * 1_000_000 / upper + lag
    // Where ffmpeg counts from the first picture that is there, and not from what was asked for.
    let late = max(0, micros(job.info.late) - (isSeeking ? seek : 0))
    let shift = late > 0 ? "setpts=PTS+\(seconds(late))/TB," : ""
    // A last picture whose length is not known counts, too; a frame too many is never read.
    let fps =
      "\(shift)fps=\(upper)/\(lower):start_time=\(seconds(start)):round=\(isSeeking ? "down" : "near")"
      + ":eof_action=pass,setpts=PTS-STARTPTS"
    let scale = scale(job)
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

  /// The filters that turn decoded pictures into those that are wanted.
  private static func scale(_ job: Job) -> String {
    let info = job.info
    var scale = "scale=out_range=\(info.range == .full ? "full" : "limited")"
    if info.isRGB { scale += ":out_color_matrix=\(info.matrix ?? "bt709")" }
    // ffmpeg takes halved chroma to lie in the middle unless it is told.
    let isResited = job.pixels.contains("444") && (info.chroma?.isHalvedAcross ?? false)
    if isResited, info.siting != .center || info.chroma != .planes(x: 1, y: 1) {
      scale += ":in_h_chr_pos=0"
    }
    var filters = info.layoutBetween.map { ["format=\($0)"] } ?? []
    var (layout, depth) = (info.pixels, info.depth)
    if info.hasColorPlanes {
      let isFull = info.statedRange == .full
      filters += DeepWhite.filters(ofColorPlanes: layout, isFull: isFull)
      // This is what they make.
      layout = "gbrp"
      if !isFull { depth = 16 }
    }
    if let white = DeepWhite.filter(beforeLumaOf: layout, depth: depth) { filters.append(white) }
    return (filters + [scale]).joined(separator: ",")
  }

  /// The options with which each frame comes with its own time, in the file's own ticks.
  private static func timedOptions(
    _ job: Job, _ ticks: FrameRate, _ seeking: [String], _ scale: String
  ) -> (input: [String], output: [String]) {
    // The file's own start, which for ffmpeg may be that of the pictures alone.
    let start = nearest(job.info.fileStart + job.info.lag, ticks)
    return (
      ["-copyts"] + seeking,
      [
        "-map", "0:V:0", "-an", "-sn", "-dn", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
        // NUT has no times before 0, where pictures of some files begin.
        "-vf", "setpts=PTS+\(Int128(TimedFrames.lead(ticks)) - start),\(scale)", "-pix_fmt",
        job.pixels, "-c:v",
        "rawvideo", "-enc_time_base", "\(ticks.denominator)/\(ticks.numerator)", "-strict", "-1",
        "-f", "nut", "-",
      ]
    )
  }

  /// A time in whole microseconds.
  private static func micros(_ time: Rational) -> Int128 { nearest(time, 1_000_000, 1) }

  /// A time in whole ticks.
  private static func nearest(_ time: Rational, _ ticks: FrameRate) -> Int128 {
    nearest(time, Int128(ticks.numerator), Int128(ticks.denominator))
  }

  private static func nearest(_ time: Rational, _ upper: Int128, _ lower: Int128) -> Int128 {
    (time * Rational(reducing: upper, over: lower)).rounded
  }

  /// Microseconds as seconds in decimals.
  private static func seconds(_ micros: Int128) -> String {
    "\(micros / 1_000_000).\((micros % 1_000_000).padded(to: 6))"
  }

  /// ffmpeg's name of the layout in which a movie is decoded for `canvas`: of the canvas's depth,
  /// and with the movie's own subsampling, which is led to the canvas's where it is drawn.
  ///
  /// Without alpha it is one that ffmpeg's Y4M can say.
  static func pixels(for canvas: PixelFormat, of info: MediaInfo) -> String {
    if canvas.hasAlpha {
      let depth = canvas.withAlpha(bits: canvas.depth).depth
      return depth > 8 ? "yuva444p\(depth)le" : "yuva444p"
    }
    let depth = canvas.depth > 8 ? "\(canvas.depth)le" : ""
    switch info.chroma ?? canvas.chroma {
    // ffmpeg takes grey pictures to be of full range.
    case .none: return depth.isEmpty ? "yuv420p" : "yuv444p\(depth)"
    // Deep frames of odd width come out too short (libavformat/yuv4mpegenc.c).
    case .planes(_, _) where canvas.depth > 8 && info.width % 2 == 1: return "yuv444p\(depth)"
    case .planes(x: 1, y: 1): return "yuv420p\(depth)"
    case .planes(x: 1, y: 0): return "yuv422p\(depth)"
    case .planes(x: 2, y: 0) where canvas.depth == 8: return "yuv411p"
    default: return "yuv444p\(depth)"
    }
  }
}

extension Chroma {
  /// Whether there are fewer columns of chroma than of luma.
  fileprivate var isHalvedAcross: Bool {
    if case .planes(let x, _) = self { x > 0 } else { false }
  }
}

extension MediaInfo {
  /// ffmpeg's filter with which pictures count from the start of the file; nil where they do so
  /// themselves.
  package var clockFilter: String? {
    let micros = ((late - lag) * Rational(1_000_000)).floor
    return micros == 0 ? nil : "setpts=PTS+(\(micros))/1000000/TB"
  }

  /// ffmpeg's name of the layout that is nearest to that of its samples and that Y4M has.
  package var streamPixels: String {
    let pixels = format.map { MediaReader.pixels(for: $0, of: self) } ?? "yuv420p"
    // Up to ffmpeg 6, full range at 8 bits is a layout of its own.
    return range == .full && pixels.hasPrefix("yuv4") && !pixels.hasSuffix("le")
      ? "yuvj" + pixels.dropFirst(3) : pixels
  }
}
