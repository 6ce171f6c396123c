import Bytes
import NUT
import Pipes
import Timeline
import Y4M

/// The frames of a NUT stream, numbered by the ticks for which each of them lasts.
///
/// It is used by one thread.
package final class TimedFrames {
  /// The stream.
  package let film: NUTFilm
  /// The format of the frames.
  let format: PixelFormat
  /// The tick with which the next frame begins.
  private(set) var position: Int
  /// Whether what stands between frames is kept for ``takePassed()``.
  package var keepsPassed = false

  /// The most of other streams that is kept between two frames, in bytes.
  private static let mostKept = 1 << 28

  private let ticks: FrameRate
  /// The time of tick 0 in the stream, in seconds.
  private let origin: Rational
  /// The tick with which the last frame ends, where that is known.
  private let end: Int?
  /// How long the last frame was.
  private var lastLength: Int
  private var passed: [NUTFilm.Passed] = []

  /// The frames of standard input from its first packet on; the first is taken to begin with it.
  init(_ film: NUTFilm, _ clock: FrameClock) {
    (self.film, ticks, origin, end, position) = (film, clock.ticks, clock.start, nil, 0)
    format = film.header.format
    // Of a single frame.
    let rate = film.header.rate.map { $0.numerator / $0.denominator } ?? 25
    lastLength = max(1, ticks.numerator / ticks.denominator / max(1, rate))
  }

  /// How much later than in its file frames stand in what a program writes, in ticks: a minute.
  static func lead(_ ticks: FrameRate) -> Int { 60 * (ticks.numerator / ticks.denominator + 1) }

  /// The frames that a program writes, from the one on that is seen at tick `first`, which is taken
  /// to begin there.
  init(_ film: NUTFilm, _ info: MediaInfo, _ ticks: FrameRate, from first: Int) {
    self.film = film
    let found = film.header.format
    // NUT does not say where chroma lies, and the file does.
    let isHalved = found.chroma == .planes(x: 1, y: 1) && found.depth == 8
    let sited = PixelFormat(
      width: found.width, height: found.height, depth: found.depth, chroma: found.chroma,
      hasAlpha: found.hasAlpha, siting: info.siting)
    format = isHalved ? sited ?? found : found
    (self.ticks, position, lastLength) = (ticks, first, 1)
    origin = Rational(Self.lead(ticks)) * Self.length(of: ticks)
    end = info.length.frameIndex(rate: ticks, rounding: .up)
  }

  /// How long a tick is, in seconds.
  private static func length(of ticks: FrameRate) -> Rational {
    ticks.frameLength
  }

  /// Waits for the next frame's header.
  private func goOn() throws(NUTError) {
    var size = 0
    while film.waiting == nil, !film.hasEnded {
      let more = try film.passed(atMost: 1 << 20)
      guard keepsPassed else { continue }
      passed += more
      size += more.reduce(0) { $0 + $1.size }
      guard size <= Self.mostKept else {
        throw .unsupported(
          .longPause(limit: Self.mostKept), packet: nil, offset: film.offset)
      }
    }
  }

  /// The tick with which the frame that waits begins; nil at the end.
  private var next: Int? {
    guard let packet = film.waiting else { return nil }
    let exact =
      (film.time(of: packet) - origin)
      .divided(by: Self.length(of: ticks)) ?? .zero
    return Int(clamping: exact.rounded)
  }

  /// Reads the next frame into `frame`, of the right format; false when there is none.
  func read(into frame: Frame) throws(NUTError) -> Bool {
    try goOn()
    guard var start = next else { return false }
    while true {
      guard try film.read(into: frame) else { return false }
      try goOn()
      guard let next else {
        // What lasts to the end; some files end with the time of their last frame.
        position = max(end ?? 0, max(start, position) + lastLength)
        return true
      }
      lastLength = max(1, next - start)
      guard next <= position else {
        position = next
        return true
      }
      start = next
    }
  }

  /// What stood between the frames that were read since the last time.
  package func takePassed() -> [NUTFilm.Passed] {
    defer { passed = [] }
    return passed
  }
}

extension NUTFilm {
  /// What a program writes; nil where that is nothing.
  convenience init?(writtenTo source: ByteSource) throws(NUTError) {
    var source = source
    let start: [UInt8]
    do { start = try source.readBytes(1) } catch { throw .pipe(error) }
    guard !start.isEmpty else { return nil }
    source.giveBack(start)
    try self.init(source)
  }

  /// Reads the next picture into `frame`, of the right format, whatever its time; false where there
  /// is none.
  func readNext(into frame: Frame) throws(NUTError) -> Bool {
    while waiting == nil, !hasEnded { _ = try passed(atMost: 1 << 20) }
    return try read(into: frame)
  }
}
