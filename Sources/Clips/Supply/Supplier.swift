import Bytes
import Pipes
import Timeline
import Y4M

/// A picture of a feed for one output frame.
package struct Supply {
  /// The number of the feed.
  package let feed: Int
  /// The picture, or what ``weight`` leaves of it beside ``second``; nil once it was taken.
  package fileprivate(set) var frame: SharedFrame?
  /// The picture with which ``frame`` is mixed; nil when it is not.
  package fileprivate(set) var second: SharedFrame?
  /// The share of ``second``, 0 to 65,535.
  package let weight: UInt16
  /// The numbers of ``frame`` and ``second`` in the source.
  package let numbers: (first: Int, second: Int)
  /// The parameters after FRAME of ``frame``, as in Y4M.
  package let parameters: [UInt8]

  /// The picture's frame, to be drawn on; nil if it is still in use elsewhere, or will be shown
  /// again.
  package mutating func takeFrame() -> Frame? { SharedFrame.taken(from: &frame) }
}

/// Gives the frames of all feeds, output frame by output frame.
///
/// It is used by one thread. Frames are reused when nothing holds them: supplied frames are
/// returned by `recycle`, in this thread, when their user is done.
package struct Supplier {
  /// A feed that is or will be played.
  struct Player {
    let plan: FeedPlan
    var track: Track?

    /// Whether no output frame after `index` shows it.
    func isOver(after index: Int) -> Bool { plan.demand.outputs.upperBound <= index + 1 }
  }

  /// Which feeds have a child process of their own, and for how long.
  package let schedule: ChildSchedule
  /// Warnings about sources that did not match what their files state, with the bytes of the source
  /// in the timeline.
  package private(set) var warnings: [(message: String, place: Range<Int>)] = []

  private let settings: Settings
  private let space: SpoolSpace
  /// The most output frames that are looked at one by one.
  private let mostOutputs: Int
  var pool = SourceFramePool()
  /// Where means of frames are made.
  private var sum = FrameSum()
  /// The reader of standard input, which all its feeds share.
  private let stdin: Track?
  /// The feed that is the stream as it comes.
  private let stream: Player?
  /// All feeds in order of their first output frame; those before ``entered`` have begun.
  var players: [Player]
  private var entered = 0
  private var started = 0
  /// The players that are seen at present, by their places in ``players``, in order of their feeds.
  private var active: [Int] = []
  private var warned: Set<Int> = []

  /// Plans all feeds.
  ///
  /// - Parameters:
  ///   - plans: those of feeds whose source is no ``Source/picture(_:)``.
  ///   - stdin: the stream on standard input, its header read; needed by feeds of it.
  ///   - timecodes: the times of its frames, where a file says them.
  ///   - film: the same where it is NUT.
  ///   - input: the same as another supplier has left it, in place of both.
  /// - Throws: a use of a source that goes back and needs too much space.
  package init(
    _ plans: [FeedPlan], stdin reader: FrameReader? = nil, timecodes: TimecodedFrames? = nil,
    film: NUTFilm? = nil, continuing input: OpenInput? = nil, _ settings: Settings
  ) throws(ClipError) {
    self.settings = settings
    let space = SpoolSpace(settings.spool)
    self.space = space
    schedule = ChildSchedule(plans, rate: settings.rate, frames: settings.frames)
    let plans = plans.map { $0.limited(to: settings.frames) }
      .filter { !$0.demand.outputs.isEmpty }
      .sorted {
        ($0.demand.outputs.lowerBound, $0.feed) < ($1.demand.outputs.lowerBound, $1.feed)
      }
    try Self.checkSpool(plans, settings.spool)
    players = plans.filter { !$0.isStream }.map { Player(plan: $0) }
    let streamed = plans.first { $0.isStream }
    let origin =
      reader.map { Self.origin($0, timecodes, streamed, settings) }
      ?? Self.origin(film, streamed, settings)
    mostOutputs = settings.followsStream ? 1 << 16 : Demand.longestTable
    let opened = input?.begun() ?? origin.map { Track($0, uses: [], space: space) }
    guard let track = opened else {
      (stdin, stream) = (nil, nil)
      return
    }
    stdin = track
    stream = streamed.map { Player(plan: $0, track: track) }
    for plan in plans {
      guard case .stdin = plan.source else { continue }
      do {
        track.add(Track.Use(feed: plan.feed, uses: Uses(plan.demand, longest: mostOutputs)))
        try track.expectRoom()
      } catch {
        throw plan.error(error)
      }
    }
  }

  /// The frames of NUT on standard input, where their times count.
  package var timed: TimedFrames? {
    if case .timed(let frames)? = stdin?.origin { return frames }
    return nil
  }

  /// Where output frames are those of the stream: tells which of them the next one of it is.
  package func moveStream(to index: Int) { stdin?.position = index }

  /// The reader of standard input, for what it has counted.
  package var stdinReader: FrameReader? { stdin?.stdin }

  /// Supplies the pictures of all feeds that are shown in output frame `index`, by feed.
  ///
  /// - Parameters:
  ///   - index: rises from call to call.
  ///   - supplies: is recycled first; a feed without a picture is not in it.
  /// - Returns: false when the output ends before this frame, with its last source.
  package mutating func supply(
    _ index: Int, into supplies: inout [Supply]
  ) throws(ClipError) -> Bool {
    recycle(&supplies)
    guard settings.frames.contains(index) else { return false }
    stdin?.begin(index)
    guard try supplyStream(at: index, into: &supplies) else { return false }
    startChildren(until: index)
    try enter(index)
    for number in active where players[number].track !== stdin {
      players[number].track?.begin(index)
    }
    for number in active {
      do {
        guard try supply(players[number], at: index, into: &supplies) else { return false }
      } catch {
        throw players[number].plan.error(error)
      }
    }
    leave(index)
    return true
  }

  /// Takes back frames that are no longer in use, and empties `supplies`.
  package mutating func recycle(_ supplies: inout [Supply]) {
    for place in supplies.indices {
      supplies[place].frame?.give(to: &pool)
      supplies[place].frame = nil
      supplies[place].second?.give(to: &pool)
      supplies[place].second = nil
    }
    supplies.removeAll(keepingCapacity: true)
  }

  /// Takes back a frame that was taken from a supply.
  package mutating func recycle(_ frame: Frame) { pool.give(frame) }

  /// Standard input as far as it was read, for a supplier that goes on from there.
  package var openInput: OpenInput? { stdin.map { OpenInput(track: $0, uses: $0.uses) } }

  /// Ends all children at once; nothing may be supplied any more.
  ///
  /// - Parameter keepsInput: whether another supplier goes on with ``openInput``.
  package mutating func stop(keepsInput: Bool = false) {
    if !keepsInput { stdin?.close(&pool) }
    for player in players where player.track !== stdin { player.track?.close(&pool) }
    players = []
    active = []
    entered = 0
    started = schedule.lives.count
  }

  // MARK: - Feeds that begin and end

  private mutating func startChildren(until index: Int) {
    while started < schedule.lives.count, schedule.lives[started].start <= index {
      let (feed, end) = (schedule.lives[started].feed, schedule.lives[started].end)
      started += 1
      // Of frames that were left out, some may have needed it and none does any more.
      guard end > index,
        let number = players[entered...].firstIndex(where: { $0.plan.feed == feed })
      else { continue }
      // What goes wrong before it is due does so again when it is.
      do throws(ClipError) { try open(number) } catch { continue }
    }
  }

  private mutating func enter(_ index: Int) throws(ClipError) {
    while entered < players.count, players[entered].plan.demand.outputs.lowerBound <= index {
      let number = entered
      entered += 1
      guard players[number].plan.demand.outputs.contains(index) else {
        close(number)
        continue
      }
      if players[number].track == nil { try open(number) }
      active.append(number)
      active.sort { players[$0].plan.feed < players[$1].plan.feed }
    }
  }

  /// Opens the source of a feed.
  private mutating func open(_ number: Int) throws(ClipError) {
    let plan = players[number].plan
    let tools = settings.tools
    do throws(ClipError.Fault) {
      switch plan.source {
      case .picture: break
      case .stdin: players[number].track = stdin
      case .y4m(let file):
        let use = Track.Use(feed: plan.feed, uses: Uses(plan.demand, isRandom: true))
        let reader: Y4MFileReader
        do { reader = try Y4MFileReader(file) } catch { throw .from(error) }
        players[number].track = Track(.file(reader, file), uses: [use], space: space)
      case .movie(let file):
        let use = Track.Use(feed: plan.feed, uses: Uses(plan.demand, longest: mostOutputs))
        guard let rate = plan.source.rate(canvasRate: settings.rate) else { break }
        let canvas =
          file.info.hasAlpha
          ? settings.canvas.withAlpha(bits: max(settings.canvas.depth, plan.leastDepth))
          : settings.canvas.deepened(to: plan.leastDepth)
        let job = MediaReader.Job(
          path: file.path, info: file.info, rate: rate,
          pixels: MediaReader.pixels(for: canvas, of: file.info))
        let pieces = Pieces(use.uses, of: file.info, canvas: canvas, settings.spool)
        let first = pieces?.first.lowerBound ?? use.uses.frames.lowerBound
        let reader = try MediaReader(job, from: max(0, first), tools)
        players[number].track = Track(
          .movie(reader, job, tools), uses: [use], space: space, pieces: pieces)
      }
    } catch {
      throw plan.error(error)
    }
  }

  /// Lets go of feeds whose last frame this was.
  private mutating func leave(_ index: Int) {
    stream?.track?.finish(index, &pool)
    for number in active { players[number].track?.finish(index, &pool) }
    let count = active.count
    for number in active where players[number].isOver(after: index) { close(number) }
    active.removeAll { players[$0].isOver(after: index) }
    if active.count < count { prune() }
  }

  /// Lets go of the source of a feed.
  private mutating func close(_ number: Int) {
    if players[number].track !== stdin { players[number].track?.close(&pool) }
    players[number].track = nil
  }

  /// Forgets frames of formats that no open source has.
  private mutating func prune() {
    pool.prune(keeping: players.compactMap { $0.track?.format } + [stdin?.format].compactMap { $0 })
  }

  // MARK: - Pictures

  /// Gives the picture of the stream as it comes, if that is played; false when it has ended.
  private mutating func supplyStream(
    at index: Int, into supplies: inout [Supply]
  ) throws(ClipError) -> Bool {
    guard let stream, stream.plan.demand.outputs.contains(index) else { return true }
    do {
      return try supply(stream, at: index, into: &supplies)
    } catch {
      throw stream.plan.error(error)
    }
  }

  /// Gives the picture of one feed; false when the output ends here.
  private mutating func supply(
    _ player: Player, at index: Int, into supplies: inout [Supply]
  ) throws(ClipError.Fault) -> Bool {
    guard let track = player.track,
      let choice = track.uses.first(where: { $0.feed == player.plan.feed })?.now
    else { return true }
    let first: SourceFrame?
    if let mean = choice.mean {
      first = try self.mean(mean, of: choice, track, player.plan.feed, at: index)
    } else {
      first = try track.picture(choice.first, at: index, &pool)
    }
    var second: SourceFrame?
    var weight = choice.weight
    if let between = player.plan.demand.between {
      (second, weight) = try track.neighbour(of: first, choice, between, at: index, &pool)
    } else if weight > 0, choice.second != choice.first {
      second = try track.picture(choice.second, at: index, &pool)
    }
    // A film of which ffmpeg gives nothing has no end that could be that of the output.
    if track.end == 0, player.plan.needsChild { throw .noPictures }
    if let end = track.end, max(choice.first, choice.second) >= end {
      if player.plan.demand.isOpen {
        let lag = track.uses.first { $0.feed == player.plan.feed }?.lag ?? 0
        let isOver = end == 0 || player.plan.demand.position(at: index) &+ lag >= end
        if isOver, player.plan.endsOutput { return false }
        // The last picture of a film stays, which may have fewer than it says; a stream is gone.
        if isOver, !player.plan.needsChild { return true }
      } else {
        warn(player.plan, end: end, wanted: choice.first)
      }
    }
    guard let first else { throw .noPictures }
    let isMixed = second != nil && second?.number != first.number
    supplies.append(
      Supply(
        feed: player.plan.feed, frame: first.frame, second: isMixed ? second?.frame : nil,
        weight: isMixed ? weight : 0,
        numbers: (first.number, second?.number ?? first.number), parameters: first.parameters))
    return true
  }

  /// The mean of the frames that an output frame shows: each is read, added and let go of.
  ///
  /// - Returns: nil where the source has no frames at all.
  private mutating func mean(
    _ mean: FrameMean, of choice: FrameChoice, _ track: Track, _ feed: Int, at index: Int
  ) throws(ClipError.Fault) -> SourceFrame? {
    let span = choice.span.lowerBound..<choice.span.upperBound + 1
    let isFalling = choice.second < choice.first
    var parameters: [UInt8] = []
    var number = choice.first
    while span.contains(number) {
      let part: Range<Int>
      do {
        guard let picture = try track.picture(number, at: index, &pool) else { return nil }
        if number == choice.first {
          parameters = picture.parameters
          sum.begin(picture.frame.format)
        }
        part = Self.part(of: picture.range, in: span, at: number, isFalling, end: track.end)
        sum.add(picture.frame, mean.share(of: part))
      }
      track.letGo(of: part, feed, &pool)
      number = isFalling ? part.lowerBound - 1 : part.upperBound
    }
    guard let format = sum.format else { return nil }
    let frame = pool.take(format)
    sum.write(to: frame)
    return SourceFrame(
      range: choice.first..<choice.first + 1, frame: SharedFrame(frame), parameters: parameters)
  }

  /// The numbers of a stretch that a picture is known by; behind the end, all that the last one
  /// stands for.
  private static func part(
    of picture: Range<Int>, in span: Range<Int>, at number: Int, _ isFalling: Bool, end: Int?
  ) -> Range<Int> {
    if picture.contains(number) { return picture.clamped(to: span) }
    guard isFalling else { return number..<span.upperBound }
    return min(max(end ?? number, span.lowerBound), number)..<number + 1
  }

  /// Says once that a source ends too soon; a frame more or less is a matter of rounding.
  private mutating func warn(_ plan: FeedPlan, end: Int, wanted: Int) {
    var (tolerance, length) = (0, "after \(counted(end, "frame"))")
    if plan.source.countsTicks, let ticks = plan.source.rate(canvasRate: settings.rate) {
      tolerance = ticks.numerator / ticks.denominator / 10
      let milliseconds = Int((Time(frame: end, rate: ticks).seconds * 1000).rounded())
      length =
        "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst()) s after it begins"
    }
    guard wanted > end + tolerance || plan.source.isStdin, warned.insert(plan.feed).inserted else {
      return
    }
    warnings.append(
      (
        "\(plan.name) ends \(length); its last picture is held from then on",
        plan.place
      ))
  }
}
