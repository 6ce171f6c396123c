import Bytes
import Clips
import Pipes
import WAV

/// The first sound of a file, as ffmpeg decodes it.
final class ChildStream: SampleStream {
  /// What is decoded.
  struct Job: Sendable {
    let path: String
    let info: SoundInfo
    /// Whether the file has pictures too, whose clock counts.
    let hasPictures: Bool
  }

  let channels: Int
  private let job: Job
  private let child: ChildProcess
  private let first: Int
  private let warn: () -> Void
  private var reader: WAVReader?
  private var hasBegun = false
  private var hasEnded = false

  /// Starts ffmpeg so that it begins with sample `first`; nothing is waited for.
  ///
  /// - Parameter warn: is called when it gives nothing, which is only worth a warning.
  init(
    _ job: Job, from first: Int, _ tools: MediaTools, warn: @escaping () -> Void = {}
  ) throws(SoundError.Fault) {
    (self.job, self.first, self.warn) = (job, first, warn)
    channels = job.info.channels
    let options = Self.options(job, from: first)
    do {
      child = try tools.startFFmpeg(job.path, before: options.input, after: options.output)
    } catch {
      throw .source(error)
    }
  }

  // MARK: - The command line

  /// The sample to begin with so that `first` comes as it does when all is decoded: the start,
  /// unless that is far and a seek is exact.
  ///
  /// Decoders need up to some 80 ms before they give what they should (RFC 7845 4.6), and with what
  /// they predict from before, up to a second until nothing differs.
  static func start(_ job: Job, for first: Int) -> Int {
    let rate = job.info.rate
    guard job.info.hasExactSeek, first / max(rate, 1) >= 30 else { return 0 }
    return first - 2 * rate
  }

  /// The options of input and output that begin with sample `first`.
  static func options(_ job: Job, from first: Int) -> (input: [String], output: [String]) {
    let rate = max(job.info.rate, 1)
    let (second, rest) = first.quotientAndRemainder(dividingBy: rate)
    // ffmpeg finds the sample nearest to a time in microseconds.
    let micros = (rest * 1_000_000 + rate / 2) / rate
    let seek = "\(second + micros / 1_000_000).\((micros % 1_000_000).padded(to: 6))"
    let start = first > 0 ? Rational(reducing: Int128(first), over: Int128(rate)) : .zero
    let clock = ["-af", job.info.clock(from: start)]
    return (
      first > 0 ? ["-ss", seek] : [],
      ["-map", "0:a:0", "-vn", "-sn", "-dn"] + (job.hasPictures ? clock : [])
        + [
          "-ar", "\(job.info.rate)", "-ac", "\(job.info.channels)", "-c:a", "pcm_f32le", "-f",
          "wav", "-",
        ]
    )
  }

  // MARK: - Samples

  func read(into block: AudioBlock, most: Int) throws(SoundError.Fault) -> Int {
    block.count = 0
    guard !hasEnded else { return 0 }
    var count = 0
    do {
      if reader == nil { reader = try WAVReader(ByteSource(child)) }
      if isExpected { count = try reader?.read(into: block, most: most) ?? 0 }
    } catch {
      // Whoever wrote no header has no sample, or has failed.
      if error != .empty || reader != nil { throw try Self.fault(of: error, child) }
    }
    guard reader == nil || isExpected else {
      child.terminate()
      throw .childChanged(program: child.shortName)
    }
    hasBegun = hasBegun || count > 0
    if count == 0 {
      hasEnded = true
      try expectSuccess()
      if !hasBegun { try missAll() }
    }
    return count
  }

  /// Nothing came, though no program has failed: a file of sound has none then, while films with an
  /// empty track, and files that are cut off, are silent.
  private func missAll() throws(SoundError.Fault) {
    if first == 0, !job.hasPictures { throw .noSamples(program: child.shortName) }
    let rate = max(job.info.rate, 1)
    let length = job.info.length.map { Int(clamping: ($0.value * Rational(rate)).floor) }
    if first < (length ?? .max) - rate { warn() }
  }

  /// Whether the stream is what was asked for.
  private var isExpected: Bool {
    reader.map { $0.header.format.channels == channels && $0.header.format.rate == job.info.rate }
      ?? false
  }

  private func expectSuccess() throws(SoundError.Fault) {
    do { try child.expectSuccess() } catch { throw .source(error) }
  }

  /// What is behind a fault of the stream of a child: mostly its end.
  static func fault(
    of error: WAVError, _ child: ChildProcess
  ) throws(SoundError.Fault) -> SoundError.Fault {
    switch error {
    case .pipe(let error): return .from(error) { .source(.child(program: child.shortName, $0)) }
    case .truncated, .truncatedHeader, .empty:
      do { try child.expectSuccess() } catch { throw .source(error) }
    default: child.terminate()
    }
    return .childWrote(program: child.shortName, error, words: child.complaints)
  }

  func close() {
    hasEnded = true
    child.terminate()
  }
}
