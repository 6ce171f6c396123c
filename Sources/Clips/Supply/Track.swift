import Pipes
import Timeline
import Y4M

/// A frame of a source.
struct SourceFrame {
  /// The numbers that tell it: one, or the ticks for which it lasts.
  let range: Range<Int>
  var frame: SharedFrame
  /// What stood behind FRAME.
  let parameters: [UInt8]

  /// The first of its numbers.
  var number: Int { range.lowerBound }
}

/// A source that is open, and what its feeds still need of it.
final class Track {
  enum Origin {
    case stdin(FrameReader)
    /// Standard input, too, whose frames are numbered by the ticks for which they last.
    case timecoded(FrameReader, TimecodedFrames)
    /// Standard input, too, frame by frame.
    case film(NUTFilm)
    /// Standard input, too, whose frames are numbered by the ticks for which they last.
    case timed(TimedFrames)
    case movie(MediaReader, MediaReader.Job, MediaTools)
    case file(Y4MFileReader, Y4MFile)
  }

  /// One feed's use of the source.
  struct Use {
    let feed: Int
    let uses: Uses
    /// What the present output frame shows, and the one after.
    var now: FrameChoice?
    var next: FrameChoice?
    /// How much later frames are shown than is asked for: those had passed already when the use
    /// began.
    var lag = 0
  }

  var origin: Origin
  private(set) var format: PixelFormat?
  var uses: [Use]
  /// Pictures that the present output frame or the next one shows.
  private var held: [SourceFrame] = []
  /// The last picture that was read, for a source that ends too soon.
  private(set) var last: SourceFrame?
  var spool: Spool?
  private let space: SpoolSpace
  /// The number with which the source begins as it was opened.
  let firstNumber: Int
  /// The next frame of a source that only goes forwards.
  var position: Int
  /// The output frame that follows the present one.
  private var following = 0
  /// The number of frames, once the end was met.
  private(set) var end: Int?
  /// How a movie is played that is too long to be kept; nil for one that is kept.
  let pieces: Pieces?
  /// The frames of a piece that is decoded to be played backwards.
  var piece = 0..<0

  init(_ origin: Origin, uses: [Use], space: SpoolSpace, pieces: Pieces? = nil) {
    self.origin = origin
    self.uses = uses
    self.space = space
    self.pieces = pieces
    piece = pieces?.first ?? 0..<0
    switch origin {
    case .stdin(let reader): (format, position) = (reader.header.format, reader.frameCount)
    case .timecoded(let reader, _): (format, position) = (reader.header.format, 0)
    case .film(let film): (format, position) = (film.header.format, film.frameCount)
    case .timed(let frames): (format, position) = (frames.format, frames.position)
    case .movie(let reader, _, _): (format, position) = (nil, reader.position)
    case .file(_, let file): (format, position, end) = (file.header.format, 0, file.frameCount)
    }
    firstNumber = position
  }

  /// Whether the last picture may be asked for once more.
  private var keepsLast: Bool {
    switch origin {
    case .file: return false
    case .movie: return true
    case .timed, .timecoded: return true
    case .stdin, .film: return !uses.allSatisfy { $0.uses.demand.isOpen && $0.uses.demand.isPlain }
    }
  }

  /// The reader of standard input, as far as it has read.
  var stdin: FrameReader? {
    switch origin {
    case .stdin(let reader), .timecoded(let reader, _): return reader
    case .film, .timed, .movie, .file: return nil
    }
  }

  /// Turns to output frame `index`, which need not be the one that follows the last.
  func begin(_ index: Int) {
    for number in uses.indices {
      let outputs = uses[number].uses.demand.outputs
      func choice(_ index: Int) -> FrameChoice? {
        guard outputs.contains(index) else { return nil }
        return uses[number].uses.demand.choice(at: index).later(by: uses[number].lag)
      }
      uses[number].now = (index == following ? uses[number].next : nil) ?? choice(index)
      uses[number].next = choice(index + 1)
    }
    following = index + 1
  }

  /// Lets go of what the next output frame does not show, and of feeds that are past.
  func finish(_ index: Int, _ pool: inout SourceFramePool) {
    for place in held.indices.reversed()
    where !uses.contains(where: { $0.next?.isShown(in: held[place].range) == true }) {
      held[place].frame.give(to: &pool)
      held.remove(at: place)
    }
    uses.removeAll { $0.uses.demand.outputs.upperBound <= index + 1 }
    if !keepsLast { keep(nil, &pool) }
  }

  /// Lets go of a picture that was added to a mean, unless the next output frame or another feed
  /// shows it too.
  func letGo(of numbers: Range<Int>, _ feed: Int, _ pool: inout SourceFramePool) {
    guard let place = held.firstIndex(where: { $0.range.overlaps(numbers) }) else { return }
    let range = held[place].range
    let isShown = uses.contains {
      $0.next?.isShown(in: range) == true || ($0.feed != feed && $0.now?.isShown(in: range) == true)
    }
    guard !isShown else { return }
    held[place].frame.give(to: &pool)
    held.remove(at: place)
  }

  /// Makes a picture the last one.
  private func keep(_ picture: SourceFrame?, _ pool: inout SourceFramePool) {
    last?.frame.give(to: &pool)
    last = picture
  }

  /// Frame `number`, or the last one where the source ends before; nil when that is not kept.
  func picture(
    _ number: Int, at index: Int, _ pool: inout SourceFramePool
  ) throws(ClipError.Fault) -> SourceFrame? {
    if let found = held.first(where: { $0.range.contains(number) }) { return found }
    if case .file(let reader, let file) = origin {
      guard file.frameCount > 0 else { return nil }
      return try read(min(max(number, 0), file.frameCount - 1), reader, &pool)
    }
    if hasPassed(number) { try goBack(to: number, at: index) }
    if position <= number, position < end ?? .max { try advance(to: number, at: index, &pool) }
    let isOver = end.map { number >= $0 } ?? false
    let number = min(number, (end ?? .max) - 1)
    if let found = held.first(where: { $0.range.contains(number) }) { return found }
    if let last, last.range.contains(number) {
      // Beside another frame it may be shown by ticks that were not known.
      if last.range.count > 1 { held.append(last) }
      return last
    }
    if isOver, spool?.contains(number) != true { return nil }
    return try restore(number, at: index, &pool)
  }

  /// Reads a frame of a file; it stays for as long as output frames show it.
  private func read(
    _ number: Int, _ reader: Y4MFileReader, _ pool: inout SourceFramePool
  ) throws(ClipError.Fault) -> SourceFrame {
    if let found = held.first(where: { $0.number == number }) { return found }
    guard let format else { throw .noPictures }
    let frame = pool.take(format)
    let parameters: [UInt8]
    do { parameters = try reader.read(number, into: frame) } catch { throw .from(error) }
    let picture = SourceFrame(
      range: number..<number + 1, frame: SharedFrame(frame), parameters: parameters)
    held.append(picture)
    return picture
  }

  /// Takes a frame from the spool, and gives its place away after its last use.
  private func restore(
    _ number: Int, at index: Int, _ pool: inout SourceFramePool
  ) throws(ClipError.Fault) -> SourceFrame {
    guard let format, let spool, spool.contains(number) else { throw .passed(frame: number) }
    let frame = pool.take(format)
    guard let (range, parameters) = try spool.load(number, into: frame) else {
      throw .passed(frame: number)
    }
    if pieces != nil || !isNeeded(range, after: index) { spool.remove(number) }
    let picture = SourceFrame(range: range, frame: SharedFrame(frame), parameters: parameters)
    held.append(picture)
    return picture
  }

  /// Whether any feed needs a frame again after it was let go of.
  private func isNeeded(_ frame: Range<Int>, after index: Int) -> Bool {
    uses.contains { use in
      use.uses.isNeeded(
        frame.lowerBound &- use.lag..<frame.upperBound &- use.lag, after: index,
        now: use.now.map { $0.later(by: -use.lag) })
    }
  }

  /// Reads on to frame `number` or the end, and keeps what is needed now or later.
  private func advance(
    to number: Int, at index: Int, _ pool: inout SourceFramePool
  ) throws(ClipError.Fault) {
    guard let format = try openedFormat() else { return try finishEmpty(&pool) }
    while position <= number {
      let frame = pool.take(format)
      guard let parameters = try readNext(into: frame) else {
        end = position
        pool.give(frame)
        if last == nil { try finishEmpty(&pool) }
        return
      }
      let next = nextPosition
      let picture = SourceFrame(
        range: position..<next, frame: SharedFrame(frame), parameters: parameters)
      position = next
      let isKept = pieces == nil || piece.overlaps(picture.range)
      if isKept, isNeeded(picture.range, after: index) {
        let spool = self.spool ?? Spool(format, in: space)
        self.spool = spool
        try spool.store(picture)
      }
      if uses.contains(where: { $0.now?.isShown(in: picture.range) == true }) {
        held.append(picture)
      }
      keep(picture, &pool)
    }
  }

  /// The format, for which a movie's first frame is waited for; nil when it has none.
  private func openedFormat() throws(ClipError.Fault) -> PixelFormat? {
    if let format { return format }
    guard case .movie(let reader, _, _) = origin, let format = try reader.format() else {
      return nil
    }
    self.format = format
    try expectRoom()
    return format
  }

  /// Whether frames are numbered by ticks.
  private var countsTicks: Bool {
    switch origin {
    case .movie(_, let job, _): job.info.ticks != nil
    case .timed, .timecoded: true
    case .stdin, .film, .file: false
    }
  }

  /// Fails where more has to be kept than may be.
  func expectRoom() throws(ClipError.Fault) {
    // Ticks are more than frames.
    guard let format, pieces == nil, !countsTicks else { return }
    for use in uses {
      if let count = use.uses.tableCount {
        try space.expectRoom(forFrames: count, of: format)
      }
    }
  }

  /// The number of the frame behind the one that was read last.
  private var nextPosition: Int {
    switch origin {
    case .movie(let reader, _, _): max(reader.position, position + 1)
    case .timed(let frames): max(frames.position, position + 1)
    case .timecoded(let reader, let times): position + times.length(of: reader.frameCount - 1)
    case .stdin, .film, .file: position + 1
    }
  }

  /// Reads the next frame, and gives its parameters; nil at the end.
  private func readNext(into frame: Frame) throws(ClipError.Fault) -> [UInt8]? {
    switch origin {
    case .stdin(var reader):
      defer { origin = .stdin(reader) }
      do {
        return try reader.read(into: frame) ? reader.parameters : nil
      } catch {
        throw .from(error)
      }
    case .timecoded(var reader, let times):
      defer { origin = .timecoded(reader, times) }
      do {
        guard try reader.read(into: frame) else { return nil }
      } catch {
        throw .from(error)
      }
      let number = reader.frameCount - 1
      if let count = times.count, number >= count {
        throw .timeless(frame: number, name: times.name, count: count)
      }
      return reader.parameters
    case .film(let film):
      do { return try film.read(into: frame) ? [] : nil } catch { throw .from(error) }
    case .timed(let frames):
      do { return try frames.read(into: frame) ? [] : nil } catch { throw .from(error) }
    case .movie(let reader, _, _): return try reader.read(into: frame) ? [] : nil
    case .file: return nil
    }
  }

  /// Looks for the last picture of a movie that has none from where it was begun.
  private func finishEmpty(_ pool: inout SourceFramePool) throws(ClipError.Fault) {
    end = position
    guard case .movie(let reader, let job, let tools) = origin else { return }
    var first = position
    var step = 2 * max(1, job.rate.numerator / job.rate.denominator)
    while last == nil, first > 0 {
      first = max(0, first - step)
      step *= 8
      reader.child.terminate()
      let earlier = try MediaReader(job, from: first, tools)
      origin = .movie(earlier, job, tools)
      guard let format = try openedFormat() else { continue }
      var number = first
      var frame = pool.take(format)
      while try earlier.read(into: frame) {
        let next = max(earlier.position, number + 1)
        keep(
          SourceFrame(range: number..<next, frame: SharedFrame(frame), parameters: []), &pool)
        number = next
        frame = pool.take(format)
      }
      pool.give(frame)
      end = number
    }
  }

  /// Adds a use of a stream that was read before: what has passed is not asked for.
  func add(_ use: Use) {
    var use = use
    let outputs = use.uses.demand.outputs
    if position > 0, let first = outputs.first {
      let wanted = use.uses.demand.choice(at: first).first
      let isKept =
        held.contains { $0.range.contains(wanted) } || last?.range.contains(wanted) == true
      if wanted < position, !isKept, spool?.contains(wanted) != true { use.lag = position - wanted }
    }
    uses.append(use)
  }

  /// Ends the child, if there is one.
  func close(_ pool: inout SourceFramePool) {
    if case .movie(let reader, _, _) = origin { reader.child.terminate() }
    keep(nil, &pool)
    for place in held.indices { held[place].frame.give(to: &pool) }
    held = []
  }
}
