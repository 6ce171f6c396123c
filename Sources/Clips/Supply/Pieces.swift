import Bytes
import Y4M

/// How a movie is played backwards or again that is too long to be kept: ffmpeg is started anew
/// where its frames go down, or back to an earlier one, and at most a piece is kept.
struct Pieces: Sendable {
  /// What may be kept of a movie as a whole, in bytes.
  private static let whole = 1 << 30
  /// What may be kept of a piece, in bytes.
  private static let piece = 1 << 29

  /// The frames of a piece.
  let count: Int
  /// The frames before the one that is shown first, if they go down from there, and that one.
  let first: Range<Int>
  private let lowest: Int

  /// Nil for a use that only rises, or whose frames can all be kept.
  init?(_ uses: Uses, of info: MediaInfo, canvas: PixelFormat, _ settings: SpoolSettings) {
    let ofCanvas = canvas.chroma == .none ? Chroma.planes(x: 1, y: 1) : canvas.chroma
    let chroma = info.chroma ?? ofCanvas
    guard let count = uses.tableCount,
      let format = PixelFormat(
        width: info.width, height: info.height, depth: canvas.depth, chroma: chroma,
        hasAlpha: canvas.hasAlpha)
    else { return nil }
    // Of ticks, each may ask for another frame.
    let (bytes, isHuge) = count.multipliedReportingOverflow(by: format.frameBytes)
    guard isHuge || bytes > min(Self.whole, settings.limit) else { return nil }
    let frames = max(1, min(Self.piece, settings.limit) / format.frameBytes)
    self.count = frames * (info.ticks.map { info.leastFrame(ticks: $0) } ?? 1)
    lowest = max(0, uses.frames.lowerBound)
    let index = uses.demand.outputs.lowerBound
    let number = max(0, uses.demand.choice(at: index).first)
    let start = uses.demand.isFalling(at: index) ? max(lowest, number - self.count + 1) : number
    first = start..<number + 1
  }

  /// The frames that are decoded for `number`, which output frame `index` shows.
  func frames(for number: Int, at index: Int, _ demand: Demand) -> Range<Int> {
    let isFalling = demand.outputs.contains(index) && demand.isFalling(at: index)
    return (isFalling ? max(min(lowest, number), number - count + 1) : number)..<number + 1
  }
}

extension MediaInfo {
  /// How many ticks a frame lasts at least, roughly: none of a film has more than 120 a second for
  /// long.
  fileprivate func leastFrame(ticks: FrameRate) -> Int {
    let rate = rate.map { $0.numerator / $0.denominator + 1 } ?? 120
    return max(1, ticks.numerator / ticks.denominator / rate)
  }
}

extension Track {
  /// Whether frame `number` of a movie has passed and is not kept.
  func hasPassed(_ number: Int) -> Bool {
    guard case .movie = origin, pieces != nil, number >= 0, number < position else { return false }
    return number < end ?? .max && last?.number != number && spool?.contains(number) != true
  }

  /// Begins a movie again, so that frame `number` comes.
  func goBack(to number: Int, at index: Int) throws(ClipError.Fault) {
    guard case .movie(let reader, let job, let tools) = origin, let pieces,
      let demand = uses.first?.uses.demand
    else { return }
    reader.child.terminate()
    spool?.removeAll()
    piece = pieces.frames(for: number, at: index, demand)
    let again = try MediaReader(job, from: piece.lowerBound, tools)
    origin = .movie(again, job, tools)
    position = piece.lowerBound
    guard try again.format() == format else { throw .unreadable("its frames change their size") }
  }
}
